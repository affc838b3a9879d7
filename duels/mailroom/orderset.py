"""The parsed orders of an e-mail, and the errors found in them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

ErrorKind = Literal[
    "unknown",
    "missing",
    "more",
    "gesture",
    "hand",
    "number",
    "game",
    "choice",
    "option",
    "comma",
    "body",
    "mixed",
    "two_games",
    "two_challenges",
    "user_first",
    "twice",
    "one_hand",
    "too_many",
    "nothing",
]
"""Kinds of errors in a line; `duels.mailroom.errors` has their texts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderError:
    """A syntax error, with its line, the wrong word, the expected form, and an example.

    `text` is the line as written, without secrets.
    """

    line: int
    text: str
    kind: ErrorKind
    word: str = ""
    usage: str = ""
    example: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """A parsed order.

    `verb` is in capitals, and synonyms are replaced. `given` has the order's parts by name, from the parsers in `forms`
    and `commands`. `pair` is 2 for a hastened wizard's second pair.
    """

    line: int
    verb: str
    text: str
    given: Mapping[str, Any] = field(default_factory=dict)
    pair: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Commands:
    """Orders for a mage in one duel. `game` and `mage` are empty if the e-mail omits them, as a reply may."""

    line: int
    game: str = ""
    mage: str = ""
    orders: tuple[Order, ...] = ()

    def first(self, verb: str) -> Order | None:
        """Return the first order with this verb."""
        return next((order for order in self.orders if order.verb == verb), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Orderset:
    """All orders in an e-mail: administration orders or a mage's orders, not both.

    `identity` is the order USER or NEWUSER at the top.
    """

    identity: Order | None = None
    orders: tuple[Order, ...] = ()
    commands: Commands | None = None
    errors: tuple[OrderError, ...] = ()


class Unfit(Exception):
    """Raised if the text after a verb is malformed.

    `usage` is the syntax of the malformed part, or "" if the whole line is malformed.
    """

    def __init__(self, kind: ErrorKind, word: str = "", usage: str = "") -> None:
        super().__init__(kind, word)
        self.kind: ErrorKind = kind
        self.word, self.usage = word, usage
