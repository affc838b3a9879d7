"""Calibration of winning chances.

Weights are fitted to some duels. A table and a chart then show how well they predict other duels.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from statistics import mean
from typing import Any, Final, NamedTuple

from wavinghands.search.evaluation import WEIGHTS
from wavinghands.search.fitting import Example, brier, chance, fit
from wavinghands.search.forecast import ramp
from wavinghands.search.tables import head, line

OPENS: Final = 6
"""The round at which a position gets half its weight. Without this ramp, early forecasts would be too confident."""
SHARPER: Final = 1.25
"""The factor by which fitted weights are multiplied, because the fit keeps them close to their prior values."""
HELD_OUT: Final = 4
"""One in this many duels is held out to test the predictions."""
BINS: Final = 10
"""The number of equally wide bins for predicted chances."""

Duels = Sequence[Sequence[Example]]


class Bin(NamedTuple):
    """A bin of positions with similar predicted chances: their number, their mean prediction and their mean outcome."""

    positions: int
    expected: float
    came: float


def table_of(played: Duels) -> tuple[dict[str, Any], Duels]:
    """Fit weights to most of these duels, and hold out the others.

    Return a table of the weights with their scores on the held-out duels, and the positions of the held-out duels.
    """
    held, known = played[::HELD_OUT], [duel for place, duel in enumerate(played) if place % HELD_OUT]
    fitted = fit([opened(duel, OPENS) for duel in known], WEIGHTS)
    weights = {name: round(weight * SHARPER, 4) for name, weight in fitted.items()}
    unseen = [opened(duel, OPENS) for duel in held]
    table = {
        "opens": OPENS,
        "duels": len(played),
        "positions": sum(map(len, played)),
        "brier": round(brier(weights, _all(unseen)), 4),
        "brier by thirds": [round(brier(weights, third), 4) for third in thirds(unseen)],
        "brier of a constant": round(brier({}, _all(unseen)), 4),
        "weights": weights,
    }
    return table, unseen


def opened(duel: Sequence[Example], opens: float) -> list[Example]:
    """Return the positions of a duel, with their features scaled by the function `ramp`.

    This makes early positions count less: a position after `opens` rounds counts half.
    """
    return [
        replace(example, difference={name: much * share for name, much in example.difference.items()})
        for example in duel
        for share in [ramp(example.number, opens)]
    ]


def thirds(duels: Duels) -> tuple[list[Example], list[Example], list[Example]]:
    """Split the positions of each duel into its first, second and last third."""
    parts: tuple[list[Example], list[Example], list[Example]] = ([], [], [])
    for duel in duels:
        for place, example in enumerate(duel):
            parts[place * 3 // len(duel)].append(example)
    return parts


def bins(weights: Mapping[str, float], duels: Duels) -> list[Bin]:
    """Sort positions into bins by predicted chance.

    Each position counts twice, once for each wizard.
    """
    sorted_in: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for example in _all(duels):
        expected = chance(weights, example.difference)
        for seen, came in ((expected, example.outcome), (1 - expected, 1 - example.outcome)):
            sorted_in[min(BINS - 1, int(seen * BINS))].append((seen, came))
    return [Bin(len(found), mean(e for e, _ in found), mean(c for _, c in found)) for found in sorted_in if found]


def _all(duels: Duels) -> list[Example]:
    return [example for duel in duels for example in duel]


# Output ---------------------------------------------------------------------------------------------------------------

SIZE: Final = 320
"""The width and height of the plot, in pixels."""
EDGE: Final = 40
"""The margin around the plot for labels, in pixels."""


def in_markdown(found: Iterable[Bin]) -> str:
    rows = (line((f"{one.expected:.0%}", f"{one.came:.0%}", str(one.positions))) for one in found)
    return "\n".join((head(("expected", "came", "positions")), *rows))


def chart(found: Sequence[Bin]) -> str:
    """Return the bins as an SVG chart of mean outcomes over predicted chances.

    The area of each dot is proportional to the number of positions in its bin.
    """
    most = max(one.positions for one in found)
    dots = "".join(
        f'<circle cx="{_x(one.expected):.1f}" cy="{_y(one.came):.1f}" r="{3 + 6 * (one.positions / most) ** 0.5:.1f}"/>'
        for one in found
    )
    marks = "".join(
        f'<text x="{_x(share):.1f}" y="{_y(0) + 18}" text-anchor="middle">{share:.0%}</text>'
        f'<text x="{EDGE - 8}" y="{_y(share) + 4:.1f}" text-anchor="end">{share:.0%}</text>'
        for share in (0, 0.25, 0.5, 0.75, 1)
    )
    whole = SIZE + 2 * EDGE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole}" width="{whole}" height="{whole}"'
        ' font-family="sans-serif" font-size="12" role="img">'
        "<title>Calibration: how often duels were won over how likely that was said to be</title>"
        f'<rect width="{whole}" height="{whole}" fill="#fff"/>'
        f'<rect x="{EDGE}" y="{EDGE}" width="{SIZE}" height="{SIZE}" fill="none" stroke="#999"/>'
        f'<line x1="{_x(0)}" y1="{_y(0)}" x2="{_x(1)}" y2="{_y(1)}" stroke="#999" stroke-dasharray="4 4"/>'
        f'<g fill="#345">{marks}'
        f'<text x="{whole / 2}" y="{whole - 6}" text-anchor="middle">expected</text>'
        f'<text x="{EDGE}" y="{EDGE - 12}">won</text></g><g fill="#b33">{dots}</g></svg>\n'
    )


def _x(share: float) -> float:
    return EDGE + share * SIZE


def _y(share: float) -> float:
    return EDGE + (1 - share) * SIZE
