"""The parsed orders in an e-mail, and the errors found in them."""

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
"""The kinds of syntax errors. Their texts are in `duels.mailroom.errors`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderError:
    """A syntax error in an e-mail.

    `line` is the line number, and `text` is the line as written, without secrets. `word` is the incorrect word. `usage`
    is the expected syntax, and `example` is an example of it.
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

    `verb` is in uppercase, with synonyms replaced. `given` holds the parts of the order by name, as returned by the
    parsers in `forms` and `commands`. `pair` is 2 if the order is for a hasted wizard's second pair of gestures.
    """

    line: int
    verb: str
    text: str
    given: Mapping[str, Any] = field(default_factory=dict)
    pair: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Commands:
    """The orders for a mage in a duel.

    `game` and `mage` are empty if the e-mail omits them, as a reply may do.
    """

    line: int
    game: str = ""
    mage: str = ""
    orders: tuple[Order, ...] = ()

    def first(self, verb: str) -> Order | None:
        return next((order for order in self.orders if order.verb == verb), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Orderset:
    """All orders in an e-mail: administration orders (`orders`) or orders for a mage (`commands`).

    `identity` is the order USER or NEWUSER at the top, if there is one.
    """

    identity: Order | None = None
    orders: tuple[Order, ...] = ()
    commands: Commands | None = None
    errors: tuple[OrderError, ...] = ()


class Unfit(Exception):
    """Raised if the text after the verb of an order is malformed.

    `word` is the incorrect word, or "". `usage` is the syntax of the malformed part, or "" if the
    whole line is malformed.
    """

    def __init__(self, kind: ErrorKind, word: str = "", usage: str = "") -> None:
        super().__init__(kind, word)
        self.kind: ErrorKind = kind
        self.word, self.usage = word, usage
