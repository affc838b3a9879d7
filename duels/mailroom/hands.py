"""The gestures in a duel as a text table, with one column per round.

The table is split into blocks that fit into the width of an e-mail.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from accounts.email_html import WIDTH
from duels.wording.languages import catalogue
from wavinghands.engine import Json

HANDS = ("left", "right")
LABEL, CELL = 11, 4
"""The widths of row labels and cells, in characters."""
ABREAST = (WIDTH - LABEL) // CELL


class Column(NamedTuple):
    """A column of the table, with one pair of gestures for each wizard.

    `number` is the round, or "" for the second pairs of hasted wizards. `pairs` holds each wizard's gestures, and
    `points` each wizard's hit points at the end of the round.
    """

    number: str
    pairs: dict[str, Json]
    points: dict[str, int]


def table_of_hands(rounds: Sequence[Json], names: Sequence[str]) -> str:
    """Return the table for these wizards and rounds, or "" if there are no rounds.

    `rounds` comes from the engine's view. In the table, `*` marks a completed spell.
    """
    columns = [column for entry in rounds for column in _columns(entry)]
    blocks = (columns[at : at + ABREAST] for at in range(0, len(columns), ABREAST))
    return "\n\n".join("\n".join(_block(block, names)) for block in blocks)


def _columns(entry: Json) -> Iterator[Column]:
    first = entry["gestures"]
    second = {name: made["second"] for name, made in first.items() if made.get("second")}
    points = entry.get("hp", {})
    yield Column(str(entry["number"]), first, {} if second else points)
    if second:
        yield Column("", second, points)


def _block(columns: Sequence[Column], names: Sequence[str]) -> Iterator[str]:
    text = catalogue()["report"]
    yield _line(text["number"], [f"{column.number:>{CELL - 1}} " for column in columns])
    for name in names:
        yield f" {name}"
        for hand in HANDS:
            yield _line(f"  {text[hand]}", [_gesture(column.pairs.get(name), hand) for column in columns])
        points = [column.points.get(name, "") for column in columns]
        yield _line(f"  {text['hp']}", [f"{point:>{CELL - 1}} " for point in points])


def _gesture(pair: Json | None, hand: str) -> str:
    if pair is None:
        return " " * CELL
    mark = "*" if {hand, "both"} & set(pair["cast"]) else " "
    return f"{pair[hand]:>{CELL - 1}}{mark}"


def _line(label: str, cells: Sequence[str]) -> str:
    return f" {label:<{LABEL - 1}}{''.join(cells)}".rstrip()
