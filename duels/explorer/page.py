"""The template context for the page about a line of gestures.

It contains the line's rounds, continuations, duelists and duels.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from duels.explorer import hands, positions
from duels.explorer.lines import ROUNDS, gestures_of, in_address, pairs_of
from duels.explorer.positions import Results, Wanted
from duels.explorer.rating_ranges import RATING_RANGES
from duels.stats.figures import spell_names
from duels.wording.gestures import NAMES
from duels.wording.languages import listed
from wavinghands.engine import Json

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MOST_LEADS = 8
"""The maximum number of unfinished spells shown for a line."""
SHOWN = 10
"""The number of continuations shown at first. The others are collapsed."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair of gestures, with its letters, its text and its round.

    `url` is the address of the page about the line that ends with the pair.
    """

    letters: str
    words: str
    round: int
    url: str


@dataclass(frozen=True, slots=True)
class Spell:
    """A spell, the URL of its rule, and the number of missing gestures."""

    name: str
    url: str
    rest: int = 0


@dataclass(frozen=True, slots=True)
class Next:
    """A continuation of a line, with its results and the spells that it completes.

    Of the wizards who went on after the line, `share` percent chose this continuation.
    """

    pair: Pair
    results: Results
    share: int
    spells: list[Spell]
    gives_up: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A table row with the results in one rating range, or against one line played by opponents.

    `url` links to the details.
    """

    words: "StrOrPromise"
    results: Results
    url: str = ""


def address(wanted: Wanted, asked: Mapping[str, str]) -> str:
    """Return the URL of the page about the line in `wanted`, with `asked` as further query parameters."""
    query = ({"line": in_address(wanted.line)} if wanted.line else {}) | dict(asked)
    return reverse("explorer_of_book", args=[wanted.book]) + (f"?{urlencode(query, safe=',')}" if query else "")


def page_of(wanted: Wanted, asked: Mapping[str, str]) -> Json:
    """Return the template context for the page about the line in `wanted`.

    `asked` contains the query parameters that the links on the page keep.
    """
    groups = positions.groups(wanted)
    results = positions.total(it for group, it in groups.items() if wanted.includes(*group))
    nexts = _nexts(wanted, asked) if len(wanted.line) < 2 * ROUNDS else []
    found = positions.examples(wanted, results.times)
    return {
        "steps": [_pair(wanted, wanted.line[: 2 * number], asked) for number in range(1, len(wanted.line) // 2 + 1)],
        "start": address(Wanted(wanted.book), asked),
        "line": in_address(wanted.line),
        "round": len(wanted.line) // 2 + 1,
        "results": results,
        "others": positions.total(groups.values()).times - results.times,
        "everything": address(wanted, {"whose": "all"}),
        "completed": [_spell(wanted.book, slug) for slug in hands.completed(wanted.book, wanted.line)],
        "leads": [_spell(wanted.book, *lead) for lead in hands.leads(wanted.book, wanted.line)[:MOST_LEADS]],
        "nexts": nexts[:SHOWN],
        "rest": nexts[SHOWN:],
        "by_rating": _by_rating(wanted, groups),
        "against": [_against(wanted, met, asked) for met in found.against],
        "looked_at": found.number,
        "duels": found.duels,
        "is_deepest": len(wanted.line) == 2 * ROUNDS,
    }


def _by_rating(wanted: Wanted, groups: Mapping[tuple[str, int], Results]) -> list[Row]:
    """Return a row of results for each rating range in which there are duels.

    The list is empty if there is only one such range.
    """
    found = [
        Row(
            words,
            positions.total(it for (whose, band), it in groups.items() if band == one and wanted.whose in ("", whose)),
        )
        for one, words in RATING_RANGES.items()
    ]
    rows = [row for row in found if row.results.times]
    return rows if len(rows) > 1 else []


def _nexts(wanted: Wanted, asked: Mapping[str, str]) -> list[Next]:
    found = positions.continuations(wanted)
    went_on = sum(results.times for results in found.values())
    return [
        Next(
            pair=_pair(wanted, wanted.line + pair, asked),
            results=results,
            share=round(100 * results.times / went_on),
            spells=[_spell(wanted.book, slug) for slug in hands.completed(wanted.book, wanted.line + pair)],
            gives_up=hands.is_surrender(pair),
        )
        for pair, results in found.items()
    ]


def _pair(wanted: Wanted, line: str, asked: Mapping[str, str]) -> Pair:
    gestures = gestures_of(line[-2:])
    words = _("both hands: %(gesture)s") % {"gesture": NAMES[gestures[0]]}
    if gestures[0] != gestures[1]:
        words = listed([str(NAMES[gesture]) for gesture in gestures])
    return Pair(_letters(line[-2:]), words, len(line) // 2, address(Wanted(wanted.book, line), asked))


def _letters(pair: str) -> str:
    return "\u202f".join(gestures_of(pair)).replace("-", "–")


def _spell(book: str, slug: str, rest: int = 0) -> Spell:
    return Spell(spell_names()[slug], reverse("rule", args=[book, slug]), rest)


def _against(wanted: Wanted, met: positions.Met, asked: Mapping[str, str]) -> Row:
    letters = ", ".join(map(_letters, pairs_of(met.line)))
    return Row(letters, met.results, address(Wanted(wanted.book, met.line), asked))
