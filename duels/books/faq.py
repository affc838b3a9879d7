"""Frequently asked questions and answers."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Question(NamedTuple):
    """A question; `id` is its anchor on the page."""

    id: str
    question: str | Promise
    answer: str | Promise


class Chapter(NamedTuple):
    """Questions on one subject."""

    id: str
    title: str | Promise
    rows: tuple[Question, ...]


CHAPTERS = (
    Chapter(
        "the-game",
        _("The game"),
        (
            Question(
                "given-away",
                _("Why does my monster attack me?"),
                _(
                    "The target of a summons is who gets the monster. Aim a summons at your opponent, and it is his. "
                    "What the monster attacks is chosen apart from that, each round."
                ),
            ),
            Question(
                "two-spells",
                _("One gesture ends two spells. Which do I get?"),
                _(
                    "One of them, and you choose: the page asks you as soon as the gesture stands there. A gesture "
                    "never ends more than one spell, and a gesture of both hands is one gesture."
                ),
            ),
            Question(
                "must-cast",
                _("May I keep a spell that my gestures have completed?"),
                _("No: what is completed is cast. You may aim it at nobody, or at somebody whom it hurts least."),
            ),
            Question(
                "surrender",
                _("I made P with both hands, and it is over. Why?"),
                _("Both palms at once are the surrender. The page warns you before you seal such orders."),
            ),
            Question(
                "why",
                _("Why did my spell do nothing?"),
                _("Touch the event in the story of the duel: it leads to the rule that stopped it."),
            ),
            Question(
                "luck",
                _("How much luck is in it?"),
                _(
                    "Next to none. Only where the rules leave a choice to nobody, such as whom a confused monster "
                    "strikes, is a die thrown, and it stands in the record of the duel."
                ),
            ),
        ),
    ),
    Chapter(
        "duels",
        _("Duels and challenges"),
        (
            Question(
                "who-sees",
                _("Who can see my orders before the round?"),
                _(
                    "Nobody: they stay on the server until the last wizard’s are in. Nor does anything tell the others "
                    "what the referee asked of you alone."
                ),
            ),
            Question(
                "change-orders",
                _("May I change orders that I have sealed?"),
                _(
                    "Yes, until the last wizard has sealed his. Then all hands are shown, and nothing can be taken "
                    "back."
                ),
            ),
            Question(
                "late",
                _("What happens when my time runs out?"),
                _(
                    "Whatever you have picked is sealed for you, if it is legal: gestures, spells, targets and "
                    "answers, but no words and no surrender. A hand without a pick does nothing. A wizard without any "
                    "picks has missed the round, and gives up by missing three in a row. On the Mountain’s own clock, "
                    "you get a reminder after a week without orders; after three weeks the duel closes and your "
                    "mage dies, unless you have picked something."
                ),
            ),
            Question(
                "away",
                _("I shall be away for a week. What about my slow duels?"),
                _(
                    "Take a vacation in your settings: your clocks stand still in slow duels while it lasts. The next "
                    "order that you give ends it."
                ),
            ),
            Question(
                "by-letter",
                _("Can I play by e-mail?"),
                _(
                    "Yes, duels of days: choose in your settings to be told at once with all that one needs to play "
                    "by letter. Each turn comes as a report, and you answer it with your orders. In the next round "
                    "you may use the browser again."
                ),
            ),
            Question(
                "melee",
                _("How do I meet more than one opponent?"),
                _(
                    "Post a challenge for more than two, or name all whom you want to meet. Who takes part votes on "
                    "changes, unless you keep the say to yourself; you can have it begin with those who have accepted."
                ),
            ),
            Question(
                "friendly",
                _("Can we play without risking anything?"),
                _(
                    "Tick “friendly”: the duel changes no score and no rating, and nobody who falls in it is dead. "
                    "Duels of guests and those with the house are like that too."
                ),
            ),
        ),
    ),
    Chapter(
        "lives",
        _("Scores, lives and deaths"),
        (
            Question(
                "scores",
                _("How do scores work?"),
                _(
                    "One point for each wizard that you have defeated, one point less for a surrender. Duels of two "
                    "and melees have scores of their own. Who dies loses the whole score with his life."
                ),
            ),
            Question(
                "dead",
                _("My mage has died. What now?"),
                _(
                    "It lies in the graveyard with its history. You may register its name again: a new life, from "
                    "zero. Surrender in time, and a mage lives on."
                ),
            ),
            Question(
                "rating",
                _("What is the rating, beside the score?"),
                _(
                    "How well a mage has fared against whom: Glicko-2 for duels, a Plackett-Luce model for melees. A "
                    "question mark means that too little is known yet."
                ),
            ),
            Question(
                "retire",
                _("What does it mean to retire?"),
                _(
                    "Nobody can challenge a retired mage. A positive score keeps its place in the honour roll. "
                    "Challenge somebody, or accept a challenge, and the mage is back. Who does nothing for long "
                    "retires by itself, after a letter."
                ),
            ),
            Question(
                "several",
                _("May I have several mages?"),
                _("Yes, but one account only. How many of them may join one challenge is for the challenger to say."),
            ),
        ),
    ),
    Chapter(
        "people",
        _("People"),
        (
            Question(
                "rude",
                _("Somebody is rude to me. What can I do?"),
                _(
                    "Mute him, and you do not see what he says; block him, and he can neither write to you nor "
                    "challenge you. If he breaks the peace, report him, from the very line: a moderator will look at "
                    "it."
                ),
            ),
            Question(
                "watchers",
                _("Can watchers help my opponent?"),
                _("Watchers talk among themselves. The duelists read it only when the duel is over."),
            ),
            Question(
                "mail",
                _("How do I stop the letters?"),
                _(
                    "Each has a link that stops them in one click. In your settings you choose between letters soon, "
                    "once a day, or never; the browser can tell you instead."
                ),
            ),
        ),
    ),
)
