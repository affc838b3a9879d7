"""The site's answers to e-mails.

An answer has a subject, and one part for each order.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.utils.html import strip_tags
from django.utils.translation import gettext as _

from duels.mailroom.addresses import Claim
from duels.mailroom.layout import fitted
from duels.mailroom.orderset import Order
from duels.wording.refusals import Refused
from wavinghands import engine

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


@dataclass(frozen=True, slots=True)
class Part:
    """The part of an answer that shows the result of one order.

    `title` quotes the order, or is an empty string.
    """

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to an e-mail.

    `is_done` says whether the orders were carried out. If one order is refused, none are carried out. `next` is the
    user, duel and round for the answer's reply address, if the answer is about a duel.
    """

    subject: str
    parts: Sequence[Part]
    is_done: bool
    next: Claim | None = None

    @property
    def text(self) -> str:
        """Return the answer as plain text with lines of at most 72 characters."""
        return "\n\n".join(_laid_out(part) for part in self.parts)


def _laid_out(part: Part) -> str:
    return "\n".join(filter(None, (fitted(part.title), part.text)))


class Mistake(Exception):
    """Raised if an order cannot be carried out.

    `why` is the reason, as a text for the author of the e-mail. `order` is the failed order, or `None` if the reason
    does not concern a particular order.
    """

    def __init__(self, why: "StrOrPromise", order: Order | None = None) -> None:
        super().__init__(why)
        self.why, self.order = why, order


REFUSALS = (Mistake, Refused, ValidationError, engine.EngineError)
"""The exceptions that mean an order cannot be carried out. They are raised by services and by this package."""


def why(refusal: Any) -> str:
    """Return the message of one of the exceptions in `REFUSALS` as plain text."""
    match refusal:
        case Refused() | Mistake():
            return str(refusal.why)
        case ValidationError():
            return " ".join(strip_tags(message) for message in refusal.messages)
    return str(refusal)


def in_line(number: int, text: str) -> str:
    """Return a line of the user's e-mail after its line number, such as "Line 3: LH: P".

    Return an empty string if `text` is empty.
    """
    return _("Line %(number)s: %(text)s") % {"number": number, "text": text} if text else ""


def expected(usage: str, example: str = "") -> Iterable[str]:
    """Yield the syntax of an order and an example, unless they are empty."""
    if usage:
        yield fitted(_("Expected: %(usage)s") % {"usage": usage})
    if example:
        yield _("For example:") + "\n\n" + "\n".join(f"   {line}" for line in example.split("\n"))


def about_mistake(refusal: Any, order: Order | None, usage: str = "") -> Part:
    """Return the part of an answer that says why a well-formed order cannot be carried out.

    `refusal` is the exception. The part shows no example order, because the site would probably refuse that order too.
    """
    order = getattr(refusal, "order", None) or order
    title = in_line(order.line, order.text) if order else ""
    return Part(title, "\n".join([fitted(why(refusal)), *expected(usage)]))
