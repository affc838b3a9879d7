"""What letters say of how to play: all orders, the rules with the spells of a book, questions and answers."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.email_rendering import link_to
from duels.books.faq import CHAPTERS, Question
from duels.books.reference import chapters, option_rows, spell_rows
from duels.mailroom.commands import COMMANDS
from duels.mailroom.forms import FORMS, Form
from duels.mailroom.layout import article, facts, fitted, section
from duels.wording.gestures import GESTURES
from duels.wording.languages import books
from duels.wording.refusals import Refused
from wavinghands import engine

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MEANINGS: "Mapping[str, StrOrPromise]" = {
    "NEWUSER": gettext_lazy("become a user; the answer to this is to be answered"),
    "USER": gettext_lazy("who you are, by a mail key out of your settings; not needed in an answer to a letter"),
    "CHANGEUSER": gettext_lazy("another username"),
    "SCORES": gettext_lazy("the ladder; STANDINGS is the same"),
    "GAMES": gettext_lazy("duels under way and over, with their numbers; LIST is the same"),
    "CHALLENGES": gettext_lazy("the challenges that stand, with their numbers"),
    "INFO": gettext_lazy("what is known of mages and users"),
    "RULES": gettext_lazy("this letter; HELP is the same"),
    "FAQ": gettext_lazy("questions and answers"),
    "MESSAGE": gettext_lazy("to users, or the owners of mages; all lines down to END MESSAGE"),
    "ANNOUNCE": gettext_lazy("to all who fight in a duel of yours; all lines down to END ANNOUNCE"),
    "RESEND": gettext_lazy("the last letters that you were sent, again"),
    "REPLAY": gettext_lazy("a round of a duel as it happened"),
    "SHOW": gettext_lazy("a duel as a table, or how a challenge stands"),
    "DESCRIBE": gettext_lazy("all that happened in a duel"),
    "SUBSCRIBE": gettext_lazy("follow a duel of others"),
    "STATS": gettext_lazy("statistics: spells, openings, endings, activity"),
    "REGISTER": gettext_lazy("a new mage"),
    "ADDRESS": gettext_lazy("another address, once you have confirmed it"),
    "PASSWORD": gettext_lazy("another password"),
    "VACATION": gettext_lazy("your slow duels wait for so long"),
    "RETIRE": gettext_lazy("the mage rests"),
    "QUIT": gettext_lazy("the mage is no more; without a name, the account"),
    "NEWGAME": gettext_lazy("a challenge"),
    "ACCEPT": gettext_lazy("accept a challenge, or a change that is proposed"),
    "DECLINE": gettext_lazy("decline a challenge, or leave it"),
    "CHANGEGAME": gettext_lazy("propose a change of a challenge, or begin with START"),
    "OPPOSE": gettext_lazy("vote against a change"),
    "WITHDRAW": gettext_lazy("take your challenge back"),
    "GAME": gettext_lazy("in which duel, and for which of your mages; alone, how it stands"),
    "MAGE": gettext_lazy("the same for a mage who fights in one duel"),
    "TURN": gettext_lazy("for which round, so that orders that come late do nothing"),
    "LH": gettext_lazy("the left hand"),
    "RH": gettext_lazy("the right hand"),
    "TARGET": gettext_lazy("at whom; RH:Merlyn is the monster that Merlyn summons with his right hand"),
    "CHOOSE": gettext_lazy("which spell, where gestures complete several"),
    "PERMANENT": gettext_lazy("Permanency takes the spell of this hand"),
    "PARALYZE": gettext_lazy("which hand you hold"),
    "DIRECT": gettext_lazy("which hand you lead, and to what"),
    "DELAY": gettext_lazy("Delayed Effect banks the spell of this hand"),
    "FIRE": gettext_lazy("release the banked spell"),
    "SAY": gettext_lazy("words for all to hear"),
    "ELEMENTAL": gettext_lazy("which kind, where you are asked for it"),
}
"""What each order is for."""

INTRODUCTION = (
    gettext_lazy(
        "A letter with orders has one order on each line, and END below the last; nothing below END is read, so that"
        " what you answer may stand there. Capitals and small letters are alike."
        " What stands behind a semicolon is not read."
    ),
    gettext_lazy(
        "A letter has orders for one mage in one duel, or orders of administration. All of them are carried out, or, if"
        " something is wrong with one, none, and the answer says what."
    ),
    gettext_lazy(
        "An answer to a letter of a duel needs no USER, GAME and TURN: its address says all that. Any other letter"
        " begins with USER, your name and a mail key, which you make in the settings."
    ),
)


def helps() -> str:
    """How to play by letter: what a letter looks like, and all orders with what they are for."""
    return article(
        section(_("Playing by letter"), *(fitted(str(text)) for text in INTRODUCTION)),
        section(_("Orders for a mage"), _orders(COMMANDS)),
        section(_("Orders of administration"), _orders(FORMS)),
    )


def _orders(forms: Mapping[str, Form]) -> str:
    rows = (f" {form.usage}\n{fitted(str(MEANINGS[verb]), '     ')}" for verb, form in forms.items())
    return "\n".join(rows)


def rules(book: str = "classic") -> str:
    """How to play by letter, how to duel, and the spells and options of a book."""
    if book not in engine.BOOKS:
        raise Refused("unknown", gettext_lazy("There is no book %(book)s."), book=book)
    title = _("The rules: %(book)s") % {"book": books()[book].title}
    return article(helps(), section(title, *_game()), _table(book), *_spells(book), _options(book))


def _game() -> Iterator[str]:
    yield fitted(
        _(
            "Each round, choose a gesture for either hand and seal your orders. When everybody has sealed, all gestures"
            " are revealed at once. The last gestures of a hand, in the right order, are a spell: it is cast by itself,"
            " and you choose at whom. Who has no hit points left is dead."
        )
    )
    yield facts((gesture.letter.replace("–", "-"), f"{gesture.name}: {gesture.meaning}") for gesture in GESTURES)
    yield fitted(_("In a pattern a small letter is a gesture of both hands at once."))


def _table(book: str) -> str:
    rows = [(row["name"], row["gestures"]) for row in spell_rows(book)]
    return section(_("Spells at a glance"), facts(rows))


def _spells(book: str) -> Iterator[str]:
    for chapter in chapters(book):
        yield section(str(chapter["title"]), *(_spell(spell) for spell in chapter["spells"]))


def _spell(spell: dict[str, str]) -> str:
    told = _("Cast at %(at)s, if you say nothing else. Stopped by: %(stopped_by)s.")
    lines = [f"{spell['name']} ({spell['gestures']})", spell["effect"], told % {**spell, "at": str(spell["at"])}]
    return "\n".join(fitted(line, "" if number == 0 else "  ") for number, line in enumerate(lines))


def _options(book: str) -> str:
    rows = [fitted(f"{row['title']}: {row['value']}", " ", "   ") for row in option_rows(book)]
    return section(_("Options"), "\n".join(rows), link_to(reverse("rules_of_book", args=[book])))


def faq() -> str:
    """Questions and answers."""
    return article(*(section(str(chapter.title), *map(_question, chapter.rows)) for chapter in CHAPTERS))


def _question(row: Question) -> str:
    return f"{fitted(str(row.question))}\n{fitted(str(row.answer), '  ')}"
