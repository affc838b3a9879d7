"""What a letter orders, as data: orders with their lines, a mage's commands, and the slips that spoil them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

SlipKind = Literal[
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
"""What is wrong with a line; `duels.mailroom.slips` has the words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """A glaring error: the line that has it, the word that is wrong, the form that was expected, and an example.

    `text`: the line as it was written, without its secrets.
    """

    line: int
    text: str
    kind: SlipKind
    word: str = ""
    usage: str = ""
    example: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """An order of a line: its verb in capitals, the usual one of synonyms, and what was given with it.

    `given`: by name of the part, as `forms` and `commands` read it. `pair`: 2 for the second pair of a hastened wizard.
    """

    line: int
    verb: str
    text: str
    given: Mapping[str, Any] = field(default_factory=dict)
    pair: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Commands:
    """What a mage is ordered in one duel. `game`, `mage`: empty where the letter does not say, as an answer may."""

    line: int
    game: str = ""
    mage: str = ""
    orders: tuple[Order, ...] = ()

    def first(self, verb: str) -> Order | None:
        """The first order of this verb."""
        return next((order for order in self.orders if order.verb == verb), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Orderset:
    """All that a letter orders: administration, or commands for a mage, not both.

    `identity`: the order USER or NEWUSER at its top.
    """

    identity: Order | None = None
    orders: tuple[Order, ...] = ()
    commands: Commands | None = None
    slips: tuple[Slip, ...] = ()


class Unfit(Exception):
    """The rest of a line is not what its order takes. `usage`: the part of it that is wrong, if not all of it is."""

    def __init__(self, kind: SlipKind, word: str = "", usage: str = "") -> None:
        super().__init__(kind, word)
        self.kind: SlipKind = kind
        self.word, self.usage = word, usage
