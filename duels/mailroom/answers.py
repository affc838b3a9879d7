"""What a letter is answered: a subject, and a part for each order."""

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
    """What became of one order. `title`: the order as it was written, in a line of its own, or nothing."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a letter. `is_done`: all that it orders is done; else nothing of it is.

    `next`: who plays on, in which duel and round, if he answers it.
    """

    subject: str
    parts: Sequence[Part]
    is_done: bool
    next: Claim | None = None

    @property
    def text(self) -> str:
        """All of it as plain text of 72 columns."""
        return "\n\n".join(_laid_out(part) for part in self.parts)


def _laid_out(part: Part) -> str:
    return "\n".join(filter(None, (fitted(part.title), part.text)))


class Mistake(Exception):
    """An order that cannot be done, and what its writer is to do instead.

    `order`: the one that it is about; none: all of them.
    """

    def __init__(self, why: "StrOrPromise", order: Order | None = None) -> None:
        super().__init__(why)
        self.why, self.order = why, order


REFUSALS = (Mistake, Refused, ValidationError, engine.EngineError)
"""What services and their callers raise for what cannot be done."""


def why(refusal: Any) -> str:
    """What one of `REFUSALS` tells, as plain text."""
    match refusal:
        case Refused() | Mistake():
            return str(refusal.why)
        case ValidationError():
            return " ".join(strip_tags(message) for message in refusal.messages)
    return str(refusal)


def in_line(number: int, text: str) -> str:
    """A line of the letter, as answers quote it."""
    return _("Line %(number)s: %(text)s") % {"number": number, "text": text} if text else ""


def expected(usage: str, example: str = "") -> Iterable[str]:
    """Return how an order is written, and an example of it if there is one."""
    if usage:
        yield fitted(_("Expected: %(usage)s") % {"usage": usage})
    if example:
        yield _("For example:") + "\n\n" + "\n".join(f"   {line}" for line in example.split("\n"))


def about_mistake(refusal: Any, order: Order | None, usage: str = "") -> Part:
    """Return the part of an answer that says what is wrong with a well-formed order.

    It has no example: the names and numbers in one would probably be refused too.
    """
    order = getattr(refusal, "order", None) or order
    title = in_line(order.line, order.text) if order else ""
    return Part(title, "\n".join([fitted(why(refusal)), *expected(usage)]))
