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
    "NEWUSER": gettext_lazy("become a user: answer our answer, which gives you a mail key; a password is not kept"),
    "USER": gettext_lazy("who you are, by a mail key out of your settings; not needed in an answer to a letter"),
    "CHANGEUSER": gettext_lazy("another username"),
    "SCORES": gettext_lazy("the ladder; STANDINGS is the same"),
    "GAMES": gettext_lazy("duels under way and over, with their numbers; LIST is the same"),
    "CHALLENGES": gettext_lazy("the challenges that stand, with their numbers"),
    "INFO": gettext_lazy("what is known of mages and users"),
    "RULES": gettext_lazy("this list, and the spells and options of a book; HELP sends the list alone"),
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
    "ACCEPT": gettext_lazy("accept a challenge, choose a team in it, or accept a change that is proposed"),
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

OPTIONS: "Mapping[str, StrOrPromise]" = {
    "CHALLENGE": gettext_lazy("whom you challenge, wizards of the house too"),
    "ADD": gettext_lazy("the same"),
    "EXCLUDE": gettext_lazy("who may not come"),
    "OPEN": gettext_lazy("all may come, with so many mages of one user; 1 if you say nothing, 0: any number"),
    "LINK": gettext_lazy("whoever has the link may come, which the answer tells"),
    "CLOSED": gettext_lazy("only those may come who are challenged, as if you say nothing"),
    "ALL": gettext_lazy("challenges all who are about; open, if no CLOSED follows"),
    "LIMIT": gettext_lazy("begins with so many wizards"),
    "NOLIMIT": gettext_lazy(
        "begins when all who are challenged have accepted, or with START; what you get without LIMIT, but OPEN alone is"
        " for two wizards and begins when the second has come"
    ),
    "SPELLBOOK": gettext_lazy("Standard, if you say nothing"),
    "RULE": gettext_lazy("an option of the rules otherwise than in the book, as RULES calls it; BOOK: as the book"),
    "CLOCK": gettext_lazy("30s, 1m, 2m, 5m, 1d, 3d, 7d, or the Mountain’s own, if you say nothing"),
    "LOWEST": gettext_lazy("who has a lower rating may not come; 0: anybody may"),
    "HIGHEST": gettext_lazy("who has a higher rating may not come; 0: anybody may"),
    "TEAMS": gettext_lazy("so many sides; 0: each for himself"),
    "TEAM": gettext_lazy("on which side you are; only in NEWGAME"),
    "HOUSE": gettext_lazy("seats for wizards of the house, and how strong, from 1 to 5; counts nothing"),
    "BOTS": gettext_lazy("programs may come"),
    "NOBOTS": gettext_lazy("programs may not come"),
    "FRIENDLY": gettext_lazy("counts nothing, and nobody dies of it"),
    "SCORED": gettext_lazy("counts, as if you say nothing"),
    "AUTHORITARIAN": gettext_lazy("the challenger alone decides on changes"),
    "DEMOCRATIC": gettext_lazy("all who have accepted vote on changes, as if you say nothing"),
    "START": gettext_lazy("begins at once, with those who have accepted; only in CHANGEGAME"),
    "COMMENT": gettext_lazy("a word about it, the last of the options; all the rest of the line"),
}
"""What each option of a challenge means."""

INTRODUCTION = (
    gettext_lazy(
        "Write one order on each line, in capital or small letters. We skip what comes after a semicolon, your"
        " signature and the message that you reply to. END ends the orders; you can leave it out."
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
OF_OPTIONS = gettext_lazy("Commas stand between them. Of opposites the last one counts.")


def helps() -> str:
    """How to play by letter: what a letter looks like, and all orders with what they are for."""
    return article(
        section(_("Playing by letter"), *(fitted(str(text)) for text in INTRODUCTION)),
        section(_("Orders for a mage"), _orders(COMMANDS)),
        section(_("Orders of administration"), _orders(FORMS)),
        section(_("Options of NEWGAME and CHANGEGAME"), fitted(str(OF_OPTIONS)), _listed(OPTION_USAGES, OPTIONS)),
    )


def _orders(forms: Mapping[str, Form]) -> str:
    return _listed({verb: form.usage for verb, form in forms.items()}, MEANINGS)


def _listed(usages: Mapping[str, str], meanings: "Mapping[str, StrOrPromise]") -> str:
    return "\n".join(f" {usage}\n{fitted(str(meanings[name]), '     ')}" for name, usage in usages.items())


def is_help(order: Order) -> bool:
    """Return whether an order was written as HELP, which the grammar reads as RULES."""
    return verb_of(order.text) == "HELP"


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
