"""What was made next after a line of one wizard's hands, how often, and how it ended; and the duels that went so.

Counts are read, not made (`Continuation`), so that a page takes as long however many duels there are. A list of duels
is found from either end: of a line that few made all are read; one that many made is soon met among the newest.
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
from duels.play.tables import record_of
from duels.stats.search import duels_by_key
from duels.wording import duel_lists
from duels.wording.duel_lists import DuelRow
from duels.wording.results import result_for

FEW = 2000
"""A line that has been made so often, and no oftener, is read as a whole."""
LATEST = 10
"""The duels that are listed."""
LOOKED_AT = 200
"""The latest duels whose opponents' lines are told."""
AGAINST = 5
"""The opponents' lines that are told."""
AFTER_ALL = "Z"
"""Sorts after every letter of a line."""


class Fared(NamedTuple):
    """How many wizards won, drew and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def times(self) -> int:
        """How many they are."""
        return sum(self)

    @property
    def shares(self) -> "Fared":
        """The same in hundredths, which come to a hundred."""
        won, lost = (round(100 * number / self.times) if self.times else 0 for number in (self.won, self.lost))
        return Fared(won, 100 - won - lost if self.times else 0, lost)

    @property
    def until_lost(self) -> int:
        """The hundredths that did not lose."""
        return 100 - self.shares.lost

    def plus(self, other: "Fared") -> "Fared":
        """Both together."""
        return Fared(*map(sum, zip(self, other, strict=True)))


def total(all_: Iterable[Fared]) -> Fared:
    """All of these together."""
    found = Fared()
    for fared in all_:
        found = found.plus(fared)
    return found


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked at: a line of a book, in whose duels and at which band of rating; none: in all, at any."""

    book: str
    line: str = ""
    whose: str = ""
    band: int | None = None

    def conditions(self) -> Q:
        """By which rows are narrowed down."""
        whose = Q(whose=self.whose) if self.whose else Q()
        return whose if self.band is None else whose & Q(band=self.band)

    def includes(self, whose: str, band: int) -> bool:
        """Whether a group of these duels is meant."""
        return self.whose in ("", whose) and self.band in (None, band)


def groups(wanted: Wanted) -> dict[tuple[str, int], Fared]:
    """How all fared who made this line, by whose duels they were and at which band, whatever is wanted of these."""
    if wanted.line:
        rows = Continuation.objects.filter(book=wanted.book, after=wanted.line[:-2], pair=wanted.line[-2:])
    else:
        rows = Continuation.objects.filter(book=wanted.book, after="")
    found = rows.values_list("whose", "band").annotate(*_sums()).order_by()
    return {(whose, band): Fared(*numbers) for whose, band, *numbers in found}


def continuations(wanted: Wanted) -> dict[str, Fared]:
    """What was made next after this line, the commonest first."""
    rows = Continuation.objects.filter(wanted.conditions(), book=wanted.book, after=wanted.line)
    found = {pair: Fared(*numbers) for pair, *numbers in rows.values_list("pair").annotate(*_sums()).order_by()}
    return dict(sorted(found.items(), key=lambda row: (-row[1].times, row[0])))


def _sums() -> Sequence[Sum]:
    return [Sum(number) for number in Fared._fields]


def trodden(book: str, line: str) -> str:
    """As much of this line as somebody else has made too; its first round, where nobody has."""
    steps = list(beginnings(line))
    made = {after + pair for after, pair in steps}
    rows = Continuation.objects.filter(book=book, after__in=[after for after, _ in steps])
    found = rows.values_list("after", "pair").annotate(*_sums()).order_by()
    times = {after + pair: sum(numbers) for after, pair, *numbers in found}
    return max((it for it in made if times.get(it, 0) > 1), key=len, default=line[:2])


# The duels ------------------------------------------------------------------------------------------------------------


class Met(NamedTuple):
    """A line of opponents, and how those fared who met it."""

    line: str
    fared: Fared


@dataclass(frozen=True, slots=True)
class Examples:
    """The latest duels of a line, and what stood against it in the `number` latest."""

    duels: list[DuelRow]
    against: list[Met]
    number: int


def examples(wanted: Wanted, times: int) -> Examples:
    """The latest duels in which this line was made, `times` in all, with their replays at its end."""
    rows = _latest(wanted, times) if times else []
    return Examples(_listed(rows, len(wanted.line) // 2), _against(wanted.line, rows), len(rows))


def _latest(wanted: Wanted, times: int) -> list[Opening]:
    """The latest of those who made this line."""
    found = Opening.objects.filter(wanted.conditions(), book=wanted.book)
    if times <= FEW:
        found = found.filter(line__gte=wanted.line, line__lt=wanted.line + AFTER_ALL)
        return list(found.order_by(F("duel_id") * -1)[:LOOKED_AT])  # sorted as they come: no index has them so
    if wanted.line:
        found = found.alias(begins=Substr("line", 1, len(wanted.line))).filter(begins=wanted.line)
    return list(found.order_by("-duel_id")[:LOOKED_AT])


def _listed(openings: Sequence[Opening], round_: int) -> list[DuelRow]:
    """Rows of the first of these duels, each with what it came to for who made the line, if there is one."""
    makers = {one.duel_id: one.seat_id for one in openings[::-1]}
    duels = duels_by_key(list(dict.fromkeys(one.duel_id for one in openings))[:LATEST])
    found = []
    for duel, row in zip(duels, duel_lists.rows(duels), strict=True):
        maker = next(folded(seat.name) for seat in duel.seats.all() if seat.pk == makers[duel.pk])
        url = reverse("replay_round", args=[duel.slug, round_])
        found.append(replace(row, url=url, result=result_for(duel.result, [maker] if round_ else [])))
    return found


def _against(line: str, openings: Sequence[Opening]) -> list[Met]:
    """The lines, as long as this one, that stood against it in these duels, the commonest first."""
    if not line:
        return []
    of_duel: dict[int, list[Opening]] = {}
    for other in Opening.objects.filter(duel__in={one.duel_id for one in openings}):
        of_duel.setdefault(other.duel_id, []).append(other)
    met: dict[str, Fared] = {}
    for one in openings:
        theirs = next(other.line for other in of_duel[one.duel_id] if other.seat_id != one.seat_id)[: len(line)]
        met[theirs] = met.get(theirs, Fared()).plus(Fared(**{one.result: 1}))
    return [Met(*it) for it in sorted(met.items(), key=lambda it: (-it[1].times, it[0]))[:AGAINST]]


def line_in(duel: Duel, wizard: str) -> str:
    """The line that a wizard of this duel of two made, as far as others made it; raises `KeyError` for a stranger."""
    record = record_of(duel, duel.seats.all(), duel.rounds.filter(number__lte=ROUNDS))
    return trodden(duel.book, lines_of(record)[wizard])
