"""Help by e-mail: a list of all orders, the rules and spells of a spell book, and the FAQ."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.email_rendering import link_to
from duels.books.faq import CHAPTERS, Question
from duels.books.reference import CLASSES, option_rows, spell_groups, spell_rows
from duels.mailroom.commands import COMMANDS
from duels.mailroom.forms import FORMS, Form
from duels.mailroom.game_options import USAGES as OPTION_USAGES
from duels.mailroom.layout import article, facts, fitted, section
from duels.mailroom.lines import verb_of
from duels.mailroom.orderset import Order
from duels.wording.gestures import GESTURES
from duels.wording.languages import books
from duels.wording.refusals import Refused
from wavinghands import engine

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MEANINGS: "Mapping[str, StrOrPromise]" = {
    "NEWUSER": gettext_lazy(
        "create an account: reply to our answer to get a mail key (we don’t keep any password you send)"
    ),
    "USER": gettext_lazy("identify yourself with a mail key from your settings; not needed in replies to our e-mails"),
    "CHANGEUSER": gettext_lazy("change your username"),
    "SCORES": gettext_lazy("show the ladder; STANDINGS is the same"),
    "GAMES": gettext_lazy("list current and finished duels with their numbers; LIST is the same"),
    "CHALLENGES": gettext_lazy("list open challenges with their numbers"),
    "INFO": gettext_lazy("show the profiles of mages and users"),
    "RULES": gettext_lazy("show this list, with the spells and options of a rule set; HELP shows only the list"),
    "FAQ": gettext_lazy("show answers to common questions"),
    "MESSAGE": gettext_lazy(
        "write to users or the owners of mages; write your text on the next lines and close it with END MESSAGE"
    ),
    "ANNOUNCE": gettext_lazy(
        "write to all players in your duels; write your text on the next lines and close it with END ANNOUNCE"
    ),
    "RESEND": gettext_lazy("get our last e-mails again"),
    "REPLAY": gettext_lazy("show a round of a duel"),
    "SHOW": gettext_lazy("show a duel as a table, or the state of a challenge"),
    "DESCRIBE": gettext_lazy("describe a whole duel in words"),
    "SUBSCRIBE": gettext_lazy("follow other players’ duels"),
    "STATS": gettext_lazy("show statistics: spells, openings, endings, activity"),
    "REGISTER": gettext_lazy("register a new mage"),
    "ADDRESS": gettext_lazy("get a link for changing your e-mail address"),
    "PASSWORD": gettext_lazy("get a link for changing your password"),
    "VACATION": gettext_lazy("pause your correspondence duels for this many days"),
    "RETIRE": gettext_lazy("retire the mage"),
    "QUIT": gettext_lazy("delete the mage; without a name, get a link for deleting your account"),
    "NEWGAME": gettext_lazy("post a challenge"),
    "ACCEPT": gettext_lazy("accept a challenge, choose a team in it, or accept a proposed change"),
    "DECLINE": gettext_lazy("decline or leave a challenge"),
    "CHANGEGAME": gettext_lazy("propose a change to a challenge, or start the duel with START"),
    "OPPOSE": gettext_lazy("vote against a change"),
    "WITHDRAW": gettext_lazy("cancel your challenge"),
    "GAME": gettext_lazy("choose the duel and your mage; with no other command, get a report of the duel"),
    "MAGE": gettext_lazy("same as GAME, for a mage that is in only one duel"),
    "TURN": gettext_lazy("the round your orders are for, so that late orders do nothing"),
    "LH": gettext_lazy("the left hand"),
    "RH": gettext_lazy("the right hand"),
    "TARGET": gettext_lazy("the target; RH:Merlyn is the monster that Merlyn summons with the right hand"),
    "CHOOSE": gettext_lazy("the spell to cast when your gestures complete several"),
    "PERMANENT": gettext_lazy("Permanency makes this hand’s spell permanent"),
    "PARALYZE": gettext_lazy("the opponent’s hand that you paralyse"),
    "DIRECT": gettext_lazy("the opponent’s hand that you control, and its gesture"),
    "DELAY": gettext_lazy("Delayed Effect stores this hand’s spell for later"),
    "FIRE": gettext_lazy("release the stored spell"),
    "SAY": gettext_lazy("send a message to everyone, shown when your orders are revealed"),
    "ELEMENTAL": gettext_lazy("choose the kind of elemental when asked"),
}
"""The purpose of each order, by verb."""

OPTIONS: "Mapping[str, StrOrPromise]" = {
    "CHALLENGE": gettext_lazy("challenge these mages or computer players"),
    "ADD": gettext_lazy("same as CHALLENGE"),
    "EXCLUDE": gettext_lazy("these mages can’t join"),
    "OPEN": gettext_lazy("anyone can join, with up to this many mages per user (default: 1, no limit: 0)"),
    "LINK": gettext_lazy("anyone with the link can join; our answer contains the link"),
    "CLOSED": gettext_lazy("only challenged players can join (default)"),
    "ALL": gettext_lazy("challenge everyone who played recently; open to all unless CLOSED follows"),
    "LIMIT": gettext_lazy("the duel starts with this many players"),
    "NOLIMIT": gettext_lazy(
        "the duel starts as soon as all challenged players have accepted, or when you give START; "
        "with OPEN alone, as soon as a second player has joined (default)"
    ),
    "SPELLBOOK": gettext_lazy("the rule set (default: Standard)"),
    "RULE": gettext_lazy("change a rule option, using its name in RULES; BOOK restores the rule set’s default"),
    "CLOCK": gettext_lazy("30s, 1m, 2m, 5m, 1d, 3d, 7d, or the classic play-by-mail clock (default)"),
    "LOWEST": gettext_lazy("the minimum rating needed to join; 0: no limit"),
    "HIGHEST": gettext_lazy("the highest rating of players who can join; 0: no limit"),
    "TEAMS": gettext_lazy("the number of teams; 0: free-for-all"),
    "TEAM": gettext_lazy("your own team; only in NEWGAME"),
    "HOUSE": gettext_lazy("places for computer players, and their strength from 1 to 5 (the duel becomes casual)"),
    "BOTS": gettext_lazy("bots can join"),
    "NOBOTS": gettext_lazy("bots can’t join"),
    "FRIENDLY": gettext_lazy("casual; no mage can die"),
    "SCORED": gettext_lazy("rated (default)"),
    "AUTHORITARIAN": gettext_lazy("the challenger alone decides about changes"),
    "DEMOCRATIC": gettext_lazy("all players who have accepted vote on changes (default)"),
    "START": gettext_lazy("start now with the players who have accepted; only in CHANGEGAME"),
    "COMMENT": gettext_lazy("a comment; takes the rest of the line, so put it last"),
}
"""The meaning of each option of a challenge, by name."""

INTRODUCTION = (
    gettext_lazy(
        "Write one command per line, in uppercase or lowercase. We ignore your signature, the "
        "message you reply to, and text after a semicolon. END ends the commands; you can leave "
        "it out."
    ),
    gettext_lazy(
        "An e-mail contains either commands for one mage in one duel or administration commands. "
        "If one command is wrong, we carry out none of them, and our answer says what to correct."
    ),
    gettext_lazy(
        "Replies to our e-mails about a duel don’t need USER, GAME or TURN. Begin other e-mails with "
        "USER, your username and a mail key. You create mail keys in your settings."
    ),
)
OF_OPTIONS = gettext_lazy("Separate options with commas. If two contradict each other, the last one counts.")


def helps() -> str:
    """Return the help text.

    It explains how to write e-mails with orders, and lists all orders with their purposes.
    """
    return article(
        section(_("Playing by e-mail"), *(fitted(str(text)) for text in INTRODUCTION)),
        section(_("Commands for a mage"), _orders(COMMANDS)),
        section(_("Administration commands"), _orders(FORMS)),
        section(_("Options of NEWGAME and CHANGEGAME"), fitted(str(OF_OPTIONS)), _listed(OPTION_USAGES, OPTIONS)),
    )


def _orders(forms: Mapping[str, Form]) -> str:
    return _listed({verb: form.usage for verb, form in forms.items()}, MEANINGS)


def _listed(usages: Mapping[str, str], meanings: "Mapping[str, StrOrPromise]") -> str:
    return "\n".join(f" {usage}\n{fitted(str(meanings[name]), '     ')}" for name, usage in usages.items())


def is_help(order: Order) -> bool:
    """Return whether the order was written as HELP, which is a synonym of RULES."""
    return verb_of(order.text) == "HELP"


def rules(book: str = "classic") -> str:
    """Return the help text, the rules of duels, and the contents of a spell book.

    The contents are its spells and options. Raise `Refused` if there is no such spell book.
    """
    if book not in engine.BOOKS:
        raise Refused("unknown", gettext_lazy("There is no rule set called “%(book)s”."), book=book)
    title = _("Rules: %(book)s") % {"book": books()[book].title}
    return article(helps(), section(title, *_game()), _table(book), *_spells(book), _options(book))


def _game() -> Iterator[str]:
    yield fitted(
        _(
            "Each round, choose a gesture for each hand and seal your orders. Once everyone has "
            "sealed, all gestures are revealed. A hand whose last gestures match a spell casts it "
            "automatically, and you choose the target. A wizard without hit points is dead."
        )
    )
    yield facts((gesture.letter.replace("–", "-"), f"{gesture.name}: {gesture.meaning}") for gesture in GESTURES)
    yield fitted(_("In a pattern, a lowercase letter is a gesture that both hands make at once."))


def _table(book: str) -> str:
    rows = [(row["name"], row["gestures"]) for row in spell_rows(book)]
    return section(_("Spells at a glance"), facts(rows))


def _spells(book: str) -> Iterator[str]:
    for kind, title in CLASSES.items():
        for _title, spells in spell_groups(book, by="name", kind=kind):
            yield section(str(title), *map(_spell, spells))


def _spell(spell: dict[str, str]) -> str:
    text = _("Default target: %(at)s. Stopped by: %(stopped_by)s.")
    lines = [f"{spell['name']} ({spell['gestures']})", spell["effect"], text % {**spell, "at": str(spell["at"])}]
    return "\n".join(fitted(line, "" if number == 0 else "  ") for number, line in enumerate(lines))


def _options(book: str) -> str:
    rows = [fitted(f"{row['title']}: {row['value']}", " ", "   ") for row in option_rows(book)]
    return section(_("Options"), "\n".join(rows), link_to(reverse("rules_options", args=[book])))


def faq() -> str:
    return article(*(section(str(chapter.title), *map(_question, chapter.rows)) for chapter in CHAPTERS))


def _question(row: Question) -> str:
    return f"{fitted(str(row.question))}\n{fitted(str(row.answer), '  ')}"
