"""Frequently asked questions and answers."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Question(NamedTuple):
    """A question and its answer.

    `id` is its anchor on the page.
    """

    id: str
    question: str | Promise
    answer: str | Promise


class Chapter(NamedTuple):
    """A chapter of questions on the same subject."""

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
                    "The target of a summoning spell gets the monster. If you target your opponent, "
                    "the monster is theirs. What your monster attacks is another choice, which you make each round."
                ),
            ),
            Question(
                "two-spells",
                _("One gesture completes two spells. Which one do I get?"),
                _(
                    "Only one, and you choose. The page asks you as soon as you pick the gesture. One "
                    "gesture never casts more than one spell, and a gesture made with both hands counts as "
                    "one gesture."
                ),
            ),
            Question(
                "must-cast",
                _("Can I save a completed spell for later?"),
                _("No, it is cast immediately. You can choose “nobody” as its target, or the target it hurts least."),
            ),
            Question(
                "surrender",
                _("I played P with both hands and lost. Why?"),
                _("Showing both palms at once means you surrender. The page warns you before you seal such orders."),
            ),
            Question(
                "why",
                _("Why did my spell do nothing?"),
                _("Select the event in the report of the round to see which rule stopped the spell."),
            ),
            Question(
                "luck",
                _("How much luck is involved?"),
                _(
                    "Almost none. Dice only decide what no player can choose, such as the target of "
                    "a confused monster. Every roll is in the record of the duel."
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
                    "Nobody. They stay on the server until everyone’s orders are in. Questions that "
                    "the game asks only you are secret too."
                ),
            ),
            Question(
                "change-orders",
                _("Can I change sealed orders?"),
                _(
                    "Yes, until all players have sealed their orders. Then all hands are revealed, and "
                    "nothing can be taken back."
                ),
            ),
            Question(
                "late",
                _("What happens when my time runs out?"),
                _(
                    "The gestures, spells, targets and answers that you have selected are sealed for you, if they "
                    "are legal. A message is not sent, and you don’t surrender. A hand without a selection does "
                    "nothing. If you selected nothing at all, you miss the round. If you miss three rounds in a "
                    "row, you forfeit the duel. With the classic play-by-mail clock, you get a reminder after one "
                    "week without orders. After three weeks the duel is closed and your mage dies, unless you "
                    "selected something."
                ),
            ),
            Question(
                "tournament-time",
                _("What happens when time runs out in a tournament?"),
                _(
                    "In a live tournament, you lose a duel that you don’t open within 90 seconds. A live round has a "
                    "time limit, too. When it is up, the wizard with more hit points wins. With equal hit points, the "
                    "duel is a draw. No mage dies in either case, so yours is safe."
                ),
            ),
            Question(
                "away",
                _("I’ll be away for a week. What about my correspondence duels?"),
                _(
                    "Book a vacation in your settings. It stops your clocks in correspondence duels, but not in "
                    "tournaments. Your next orders end it."
                ),
            ),
            Question(
                "by-letter",
                _("Can I play by e-mail?"),
                _(
                    "Yes, in correspondence duels. In your settings, choose to be notified "
                    "immediately, with everything needed to play by e-mail. Each turn arrives as a "
                    "report, and you reply with your orders. You can switch between e-mail and "
                    "browser in any round."
                ),
            ),
            Question(
                "melee",
                _("How do I play against more than one opponent?"),
                _(
                    "Post a challenge for more than two players, or invite everyone you want to play "
                    "against. All players who have joined vote on changes, unless you tick “Host decides”. "
                    "You can start the duel with the players who have joined."
                ),
            ),
            Question(
                "friendly",
                _("Can we play without risking anything?"),
                _(
                    "Yes, choose “Casual”. The duel changes no scores or ratings, and no mage can die. Duels "
                    "with guests or computer players are always casual."
                ),
            ),
        ),
    ),
    Chapter(
        "lives",
        _("Scores, ratings and death"),
        (
            Question(
                "scores",
                _("How do scores work?"),
                _(
                    "You get one point for each wizard you defeat and lose one if you surrender. "
                    "One-on-one duels and melees have separate scores. A mage that dies loses its "
                    "whole score."
                ),
            ),
            Question(
                "dead",
                _("My mage died. What now?"),
                _(
                    "Your mage lies in the graveyard with its history. You can register the name again and "
                    "start a new life with a score of zero. To keep a mage alive, surrender in time."
                ),
            ),
            Question(
                "rating",
                _("What is the difference between rating and score?"),
                _(
                    "The score counts wins. The rating measures strength and depends on who you beat. It "
                    "uses Glicko-2 for duels and a Plackett-Luce model for melees. A question mark after a "
                    "rating means that the rating is still provisional."
                ),
            ),
            Question(
                "repeated",
                _("Why did my win count for only half?"),
                _(
                    "Beating the same player again and again counts for less and less, whichever mages you use. In "
                    "rated one-on-one duels, your first two wins over a player within 30 days count in full. The next "
                    "two count for half, the next four for a quarter, and so on. Both ratings change by that share, "
                    "and your score goes up by one point each time the shares add up to one. An opponent who "
                    "surrenders still loses a full point."
                ),
            ),
            Question(
                "retire",
                _("What does retiring a mage do?"),
                _(
                    "Nobody can challenge a retired mage, and a positive score stays on the honour roll. To "
                    "come back, challenge someone or accept a challenge. A mage that hasn’t played for a "
                    "long time retires automatically after a warning by e-mail."
                ),
            ),
            Question(
                "several",
                _("Can I have several mages?"),
                _("Yes, but only one account. The host of a challenge decides how many of your mages can join it."),
            ),
        ),
    ),
    Chapter(
        "people",
        _("Players"),
        (
            Question(
                "rude",
                _("Someone is being rude to me. What can I do?"),
                _(
                    "Mute them to hide their messages. Block them to stop messages and challenges. "
                    "To report abuse, use the link next to the message. A moderator will review your report."
                ),
            ),
            Question(
                "fair-play",
                _("What happens if someone loses on purpose?"),
                _(
                    "Every day the site looks for signs of it: pairs of players whose rated duels are short and "
                    "one-sided, needless surrenders, and accounts that share a browser. Moderators look at the duels "
                    "and decide; nothing happens automatically. You may have only one account. If you share a computer "
                    "with someone, play casual duels with them."
                ),
            ),
            Question(
                "watchers",
                _("Can spectators help my opponent?"),
                _("No. Spectators chat among themselves. Players can read that chat only after the duel."),
            ),
            Question(
                "mail",
                _("How do I turn off e-mails?"),
                _(
                    "Every e-mail has an unsubscribe link. In your settings, choose whether to get e-mails "
                    "immediately, once a day or never. You can get browser notifications instead."
                ),
            ),
        ),
    ),
)
