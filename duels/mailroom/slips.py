"""Slips in words: what is wrong with a line, what was expected, and an example."""

from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

from duels.mailroom.answers import Part, expected, in_line
from duels.mailroom.layout import fitted
from duels.mailroom.orderset import Slip, SlipKind

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

WORDS: "Final[dict[SlipKind, StrOrPromise]]" = {
    "unknown": _("There is no order %(word)s. Send HELP for a list of all orders."),
    "missing": _("Something is missing here."),
    "more": _("“%(word)s” is more than this order takes."),
    "gesture": _("“%(word)s” is no gesture: C D F P S W, > for a stab, or - for nothing."),
    "hand": _("“%(word)s” is no hand that this order takes: LH is the left one, RH the right one, BH both."),
    "number": _("“%(word)s” is no number that can stand here."),
    "game": _("“%(word)s” is no number of a game: it stands in our letters, and in the address of its page."),
    "choice": _("“%(word)s” is none of the words that can stand here."),
    "option": _("“%(word)s” is no option of a game."),
    "comma": _("There is a comma missing before “%(word)s”."),
    "body": _("The text below this order has no end: %(word)s, alone in a line."),
    "mixed": _("A letter has administration orders, or orders for a mage, not both: send two letters."),
    "two_games": _("A letter has orders for one mage in one duel: send another letter for the next."),
    "two_challenges": _("A letter has one order about a challenge: send another letter for the next."),
    "user_first": _("This order stands at the top of a letter, or nowhere."),
    "twice": _("%(word)s stands above already: once is enough."),
    "one_hand": _("Orders are for both hands: %(word)s is missing."),
    "too_many": _("A letter has at most %(word)s orders."),
    "nothing": _("There are no orders in your message. Send HELP for a list of all orders."),
}


def told(slip: Slip) -> Part:
    """The part of an answer that tells of a slip."""
    what = str(WORDS[slip.kind]) % {"word": slip.word}
    if slip.kind == "unknown":
        meant = _("Did you mean: %(usage)s") % {"usage": slip.usage} if slip.usage else ""
        return Part(in_line(slip.line, slip.text), "\n".join(filter(None, [fitted(what), fitted(str(meant))])))
    return Part(in_line(slip.line, slip.text), "\n".join([fitted(what), *expected(slip.usage, slip.example)]))
