"""Error messages for malformed orders, with the expected syntax and an example."""

from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

from duels.mailroom.answers import Part, expected, in_line
from duels.mailroom.layout import fitted
from duels.mailroom.orderset import ErrorKind, OrderError

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

WORDS: "Final[dict[ErrorKind, StrOrPromise]]" = {
    "unknown": _("There is no command %(word)s. Send HELP for a list of all commands."),
    "missing": _("Something is missing here."),
    "more": _("This command can’t be followed by “%(word)s”."),
    "gesture": _("“%(word)s” isn’t a gesture. Use C, D, F, P, S, W, > for a stab, or - for nothing."),
    "hand": _("“%(word)s” isn’t a hand you can use here. LH is the left hand, RH the right hand, BH both."),
    "number": _("“%(word)s” isn’t a number you can use here."),
    "game": _(
        "“%(word)s” isn’t the number of a duel. You’ll find the number in our e-mails and in the address "
        "of the duel’s page."
    ),
    "choice": _("“%(word)s” isn’t a word you can use here."),
    "option": _("“%(word)s” isn’t a challenge option."),
    "comma": _("Add a comma before “%(word)s”."),
    "body": _("The text below this command doesn’t end. Put %(word)s on a line of its own after it."),
    "mixed": _("Send commands for a mage and administration commands in two separate e-mails."),
    "two_games": _(
        "An e-mail can contain orders for only one mage in one duel. Send another e-mail for the next duel."
    ),
    "two_challenges": _(
        "An e-mail can contain only one command about a challenge. Send another e-mail for the next command."
    ),
    "user_first": _("Put this command at the top of your e-mail."),
    "twice": _("You can use %(word)s only once, and it has already been used above."),
    "one_hand": _("Choose a gesture for each hand. %(word)s is missing."),
    "too_many": _("An e-mail can contain at most %(word)s commands."),
    "nothing": _("There are no commands in your message. Send HELP for a list of all commands."),
}


def about_error(error: OrderError) -> Part:
    """Return the part of an answer that reports a syntax error in the user's e-mail."""
    what = str(WORDS[error.kind]) % {"word": error.word}
    if error.kind == "unknown":
        meant = _("Did you mean: %(usage)s") % {"usage": error.usage} if error.usage else ""
        return Part(in_line(error.line, error.text), "\n".join(filter(None, [fitted(what), fitted(str(meant))])))
    return Part(in_line(error.line, error.text), "\n".join([fitted(what), *expected(error.usage, error.example)]))
