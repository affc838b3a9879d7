"""The continuations of a line of gestures with their results, and the duels with that line.

The counts are stored (`Continuation`), so that pages load quickly, however many duels there are. The latest duels are
found in one of two ways. For a rare line, all openings (`Opening`) that begin with it are read. For a common line, the
openings of all duels are read, newest first, until enough of them begin with this line.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.db.models import F, Q, Sum
from django.db.models.functions import Substr
from django.urls import reverse

from accounts.names import folded
from duels.explorer.lines import ROUNDS, beginnings, lines_of
from duels.models import Continuation, Duel, Opening
from duels.play.loading import record_of
from duels.stats.search import duels_by_key
from duels.wording import duel_lists
from duels.wording.duel_lists import DuelRow
from duels.wording.results import result_for

FEW = 2000
"""If at most this many openings have a line, all of them are read."""
LATEST = 10
"""The maximum number of listed duels."""
LOOKED_AT = 200
"""The number of recent duels in which the opponents' lines are examined."""
AGAINST = 5
"""The maximum number of opponents' lines shown."""
AFTER_ALL = "Z"
"""A letter that sorts after every letter of a line."""


class Results(NamedTuple):
    """The numbers of wizards who won, drew and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def times(self) -> int:
        """Return the total number of wizards."""
        return sum(self)

    @property
    def shares(self) -> "Results":
        """Return the results as whole percentages that add up to 100."""
        won, lost = (round(100 * number / self.times) if self.times else 0 for number in (self.won, self.lost))
        return Results(won, 100 - won - lost if self.times else 0, lost)

    @property
    def until_lost(self) -> int:
        """Return the percentage of wizards who did not lose, at which the losses begin in a bar of results."""
        return 100 - self.shares.lost

    def plus(self, other: "Results") -> "Results":
        """Return the sum of these results and `other`."""
        return Results(*map(sum, zip(self, other, strict=True)))


def total(all_: Iterable[Results]) -> Results:
    found = Results()
    for results in all_:
        found = found.plus(results)
    return found


@dataclass(frozen=True, slots=True)
class Wanted:
    """A query for a line in a spell book.

    `whose` filters by kind of duelists, and `band` by rating range. By default, there is no filter.
    """

    book: str
    line: str = ""
    whose: str = ""
    band: int | None = None

    def conditions(self) -> Q:
        """Return the filters as a condition for queries."""
        whose = Q(whose=self.whose) if self.whose else Q()
        return whose if self.band is None else whose & Q(band=self.band)

    def includes(self, whose: str, band: int) -> bool:
        """Return whether the filters include this group of duels."""
        return self.whose in ("", whose) and self.band in (None, band)


def groups(wanted: Wanted) -> dict[tuple[str, int], Results]:
    """Return the results of all wizards with this line, by kind of duelists and rating range.

    The filters in `wanted` are ignored.
    """
    if wanted.line:
        rows = Continuation.objects.filter(book=wanted.book, after=wanted.line[:-2], pair=wanted.line[-2:])
    else:
        rows = Continuation.objects.filter(book=wanted.book, after="")
    found = rows.values_list("whose", "band").annotate(*_sums()).order_by()
    return {(whose, band): Results(*numbers) for whose, band, *numbers in found}


def continuations(wanted: Wanted) -> dict[str, Results]:
    """Return the results of each pair of letters that continues this line, most frequent pair first."""
    rows = Continuation.objects.filter(wanted.conditions(), book=wanted.book, after=wanted.line)
    found = {pair: Results(*numbers) for pair, *numbers in rows.values_list("pair").annotate(*_sums()).order_by()}
    return dict(sorted(found.items(), key=lambda row: (-row[1].times, row[0])))


def _sums() -> Sequence[Sum]:
    return [Sum(number) for number in Results._fields]


def shared_beginning(book: str, line: str) -> str:
    """Return the longest beginning of this line that at least two wizards have played.

    If there is none, return the first round.
    """
    steps = list(beginnings(line))
    made = {after + pair for after, pair in steps}
    rows = Continuation.objects.filter(book=book, after__in=[after for after, _ in steps])
    found = rows.values_list("after", "pair").annotate(*_sums()).order_by()
    times = {after + pair: sum(numbers) for after, pair, *numbers in found}
    return max((it for it in made if times.get(it, 0) > 1), key=len, default=line[:2])


# The duels ------------------------------------------------------------------------------------------------------------


class Met(NamedTuple):
    """An opponent's line, with the results against it."""

    line: str
    results: Results


@dataclass(frozen=True, slots=True)
class Examples:
    """The latest duels with a line, and the opponents' lines.

    `number` is the number of recent duels from which the opponents' lines are taken.
    """

    duels: list[DuelRow]
    against: list[Met]
    number: int


def examples(wanted: Wanted, times: int) -> Examples:
    """Return examples of duels with this line.

    The links to these duels open the replay at the end of the line. `times` is the number of wizards who have played
    the line.
    """
    rows = _latest(wanted, times) if times else []
    return Examples(_listed(rows, len(wanted.line) // 2), _against(wanted.line, rows), len(rows))


def _latest(wanted: Wanted, times: int) -> list[Opening]:
    """Return the latest openings with this line.

    `times` is the number of wizards who have played it.
    """
    found = Opening.objects.filter(wanted.conditions(), book=wanted.book)
    if times <= FEW:
        found = found.filter(line__gte=wanted.line, line__lt=wanted.line + AFTER_ALL)
        # Sorting by an expression keeps the database from scanning an index of all duels in this order.
        return list(found.order_by(F("duel_id") * -1)[:LOOKED_AT])
    if wanted.line:
        found = found.alias(begins=Substr("line", 1, len(wanted.line))).filter(begins=wanted.line)
    return list(found.order_by("-duel_id")[:LOOKED_AT])


def _listed(openings: Sequence[Opening], round_: int) -> list[DuelRow]:
    """Return list rows for the latest duels, with the results for the wizards who played the line.

    The links open the replay at round `round_`.
    """
    makers = {one.duel_id: one.seat_id for one in openings[::-1]}
    duels = duels_by_key(list(dict.fromkeys(one.duel_id for one in openings))[:LATEST])
    found = []
    for duel, row in zip(duels, duel_lists.rows(duels), strict=True):
        maker = next(folded(seat.name) for seat in duel.seats.all() if seat.pk == makers[duel.pk])
        url = reverse("replay_round", args=[duel.slug, round_])
        found.append(replace(row, url=url, result=result_for(duel.result, [maker] if round_ else [])))
    return found


def _against(line: str, openings: Sequence[Opening]) -> list[Met]:
    """Return the opponents' lines in these duels, with the results against each line.

    The lines are cut to the length of `line`, and the most frequent ones come first.
    """
    if not line:
        return []
    of_duel: dict[int, list[Opening]] = {}
    for other in Opening.objects.filter(duel__in={one.duel_id for one in openings}):
        of_duel.setdefault(other.duel_id, []).append(other)
    met: dict[str, Results] = {}
    for one in openings:
        theirs = next(other.line for other in of_duel[one.duel_id] if other.seat_id != one.seat_id)[: len(line)]
        met[theirs] = met.get(theirs, Results()).plus(Results(**{one.result: 1}))
    return [Met(*it) for it in sorted(met.items(), key=lambda it: (-it[1].times, it[0]))[:AGAINST]]


def line_in(duel: Duel, wizard: str) -> str:
    """Return the longest prefix of a wizard's line that another wizard has also played.

    The duel must be between two wizards. Raise `KeyError` if it has no wizard with this name.
    """
    record = record_of(duel, duel.seats.all(), duel.rounds.filter(number__lte=ROUNDS))
    return shared_beginning(duel.book, lines_of(record)[wizard])
