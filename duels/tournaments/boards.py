"""Round pairings, cross tables and brackets, as shown on pages and by the API.

Each function makes a fixed number of queries, however many players there are.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.db.models import F, QuerySet
from django.template.defaultfilters import floatformat
from django.urls import reverse
from django.utils.translation import gettext as _

from duels.models import Entry, Pairing, TableSeat, Tournament
from duels.tournaments import formats
from duels.tournaments.words import halves
from duels.wording.endings import CANCELLED

WIDTH, GAP, BOX, STEP = 164, 22, 48, 60
"""The width and height of a match in the bracket are `WIDTH` and `BOX`. `GAP` is the space between rounds."""
LONGEST_NAME: Final = 16
"""The number of letters of a name that fit into a match of the bracket."""


class ShownPairing(NamedTuple):
    """Two players who meet in a round.

    `second` is empty for a bye, and `score` is empty until it is known. `duel` is the slug of the duel, or empty if the
    duel has no page.
    """

    first: str
    second: str
    score: str
    duel: str
    is_running: bool
    is_replay: bool
    is_forfeit: bool


class ShownSeat(NamedTuple):
    """A wizard at a table of a melee cup. `place` is 0 and `points` is empty until they are known."""

    name: str
    is_house: bool
    is_absent: bool
    place: int
    points: str


class ShownTable(NamedTuple):
    """A table of a melee cup, with the best wizards first.

    `duel` is the slug of the duel, or empty if the duel has no page.
    """

    number: int
    seats: tuple[ShownSeat, ...]
    duel: str
    is_running: bool


class ShownRound(NamedTuple):
    """The pairings or the tables of a round."""

    number: int
    pairings: tuple[ShownPairing, ...]
    tables: tuple[ShownTable, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the cross table. `place` is the opponent's place, or `None` if the heading of the column shows it."""

    text: str
    url: str = ""
    place: int | None = None
    is_cancelled: bool = False


@dataclass(frozen=True, slots=True)
class CrossTable:
    """The results of all players: by opponent in a round robin, and by round in a Swiss or a melee cup.

    In a round robin, the headings of the columns are the places of the opponents.
    """

    columns: list[int]
    rows: list[tuple[int, str, list[Cell]]]


@dataclass(frozen=True, slots=True)
class Line:
    """A player's line in the box of a match."""

    name: str
    seed: int
    score: str
    is_winner: bool
    y: int


@dataclass(frozen=True, slots=True)
class Box:
    """A match in the bracket, and the drawn line (`path`) that connects it with the next match."""

    x: int
    y: int
    width: int
    height: int
    lines: list[Line]
    is_bye: bool
    path: str


@dataclass(frozen=True, slots=True)
class Bracket:
    """The drawing of a knockout's bracket. `rounds` contains the position and title of each column."""

    width: int
    height: int
    rounds: list[tuple[int, str]]
    boxes: list[Box]


def pairings_of(tournament: Tournament) -> QuerySet[Pairing]:
    """Return the pairings of a tournament with their players, ordered by round and board."""
    return _ordered(tournament).select_related("first__mage", "second__mage", "duel")


def all_pairings(tournament: Tournament) -> list[Pairing]:
    """Return all pairings of a tournament, annotated with the `slug` and the `ending` of their duels.

    Because a large Swiss has hundreds of pairings, no duel is loaded, and each player is loaded once instead of once
    per pairing. For players, only the columns that the page needs are loaded.
    """
    found: list[Any] = list(_ordered(tournament).annotate(slug=F("duel__slug"), ending=F("duel__ending")))
    players = {it.pk: it for it in tournament.entries.select_related("mage").only("tournament", "seed", "mage__name")}
    for it in found:
        it.first, it.second = players.get(it.first_id or 0), players.get(it.second_id or 0)
    return found


def _ordered(tournament: Tournament) -> QuerySet[Pairing]:
    found = Pairing.objects.filter(tournament=tournament).order_by("round", "board", "game", "pk")
    return found.prefetch_related("seats__entry__mage") if tournament.is_melee else found


def rounds(pairings: Iterable[Pairing]) -> list[ShownRound]:
    """Return the rounds with their pairings or tables, latest first."""
    found, tables = defaultdict[int, list[ShownPairing]](list), defaultdict[int, list[ShownTable]](list)
    for it in pairings:
        if it.first is None:
            tables[it.round].append(_table(it))
        else:
            found[it.round].append(_shown(it, it.first))
    numbers = sorted({*found, *tables}, reverse=True)
    return [ShownRound(number, tuple(found[number]), tuple(tables[number])) for number in numbers]


def _table(pairing: Pairing) -> ShownTable:
    is_running = pairing.ended is None
    seats = sorted(pairing.seats.all(), key=lambda it: (it.is_absent, it.place, it.pk))
    return ShownTable(
        number=pairing.board + 1,
        seats=tuple(
            ShownSeat(
                name=name_at(it),
                is_house=bool(it.wizard),
                is_absent=it.is_absent,
                place=it.place,
                points="" if is_running else floatformat(it.points),
            )
            for it in seats
        ),
        duel=_slug(pairing),
        is_running=is_running,
    )


def name_at(seat: TableSeat) -> str:
    """Return the name of the wizard in a seat."""
    return seat.wizard or (seat.entry.mage.name if seat.entry else _("a deleted player"))


def _shown(pairing: Pairing, first: Entry) -> ShownPairing:
    return ShownPairing(
        first=first.mage.name,
        second=pairing.second.mage.name if pairing.second else "",
        score=score_of(pairing),
        duel=_slug(pairing),
        is_running=pairing.ended is None,
        is_replay=pairing.game > 1,
        is_forfeit=pairing.first_absent or pairing.second_absent,
    )


def score_of(pairing: Pairing) -> str:
    """Return the score of a finished pairing, such as "½–½"."""
    if pairing.ended is None or pairing.second_id is None:
        return ""
    return f"{halves(pairing.first_points)}–{halves(pairing.second_points)}"


def _slug(pairing: Any) -> str:
    return pairing.slug if pairing.slug and pairing.ending != CANCELLED else ""


def _url(pairing: Pairing) -> str:
    return reverse("duel", args=[slug]) if (slug := _slug(pairing)) else ""


def cross_table(
    tournament: Tournament, pairings: Collection[Pairing], entries: Sequence[Entry], places: Mapping[int, int]
) -> CrossTable | None:
    """Return the cross table with a row for each of these entries. `places` contains the places of all entries.

    Return `None` for an arena, a knockout, or a tournament without pairings.
    """
    if not pairings or tournament.is_arena or tournament.is_knockout:
        return None
    if tournament.is_melee:
        return _table_of_rounds(tournament, pairings, entries, places)
    is_robin = tournament.is_round_robin
    cells: dict[int, dict[int, Cell]] = {it.pk: {} for it in entries}
    cancelled = formats.cancelled_in(entries, formats.games_in(pairings)) if is_robin else set[int]()
    for it in pairings:
        is_cancelled = bool(cancelled & {it.first_id, it.second_id})
        for own, other, points in (
            (it.first_id, it.second_id, it.first_points),
            (it.second_id, it.first_id, it.second_points),
        ):
            if own not in cells or (is_robin and other is None):
                continue
            place, column = places.get(other or 0), (other or 0) if is_robin else it.round
            cells[own][column] = _cell(it, points, None if is_robin else place, is_cancelled=is_cancelled)
    return _crossed(cells, places if is_robin else _numbers(tournament), entries, places)


def _table_of_rounds(
    tournament: Tournament, pairings: Iterable[Pairing], entries: Iterable[Entry], places: Mapping[int, int]
) -> CrossTable:
    """Return the cross table of a melee cup, with the points of each player in each round."""
    cells: dict[int, dict[int, Cell]] = {it.pk: {} for it in entries}
    for it in pairings:
        for seat in it.seats.all():
            if seat.entry_id in cells:
                cells[seat.entry_id][it.round] = Cell(floatformat(seat.points) if it.ended else "·", _url(it))
    return _crossed(cells, _numbers(tournament), entries, places)


def _numbers(tournament: Tournament) -> dict[int, int]:
    return {number: number for number in range(1, tournament.rounds + 1)}


def _crossed(
    cells: Mapping[int, Mapping[int, Cell]],
    columns: Mapping[int, int],
    entries: Iterable[Entry],
    places: Mapping[int, int],
) -> CrossTable:
    """Return the cross table of `cells`, which are keyed by entry and then by column.

    `columns` contains the heading of each column, in order.
    """
    rows = [(places[it.pk], it.mage.name, [cells[it.pk].get(column, Cell("")) for column in columns]) for it in entries]
    return CrossTable([*columns.values()], rows)


def _cell(pairing: Pairing, points: float, place: int | None, *, is_cancelled: bool) -> Cell:
    if pairing.is_bye:
        return Cell(_("bye"))
    if pairing.ended is None:
        return Cell("·", place=place)
    return Cell(halves(points), _url(pairing), place, is_cancelled)


def bracket(tournament: Tournament, pairings: Sequence[Pairing]) -> Bracket | None:
    """Return the bracket of a knockout that has started, or `None` for any other tournament."""
    if not tournament.is_knockout or not tournament.round:
        return None
    boxes, numbers = list[Box](), range(1, tournament.rounds + 1)
    for number in numbers:
        games = defaultdict[int, list[Pairing]](list)
        for it in pairings:
            if it.round == number:
                games[it.board].append(it)
        matches = formats.matches_in(pairings, number)
        for board in range(2 ** (tournament.rounds - number)):
            winner = matches[board].winner if board in matches else None
            boxes.append(_box(number, board, games[board], winner, is_last=number == tournament.rounds))
    return Bracket(
        width=tournament.rounds * (WIDTH + GAP) - GAP,
        height=2 ** (tournament.rounds - 1) * STEP,
        rounds=[((number - 1) * (WIDTH + GAP), _title(number, tournament.rounds)) for number in numbers],
        boxes=boxes,
    )


def _title(number: int, rounds: int) -> str:
    named = {0: _("Final"), 1: _("Semifinals"), 2: _("Quarterfinals")}
    return named.get(rounds - number, _("Round %(number)s") % {"number": number})


def _box(number: int, board: int, games: Sequence[Pairing], winner: int | None, *, is_last: bool) -> Box:
    x = (number - 1) * (WIDTH + GAP)
    middle = _middle(number, board)
    to_next = "" if is_last else f"M{x + WIDTH} {middle}h{GAP // 2}V{_middle(number + 1, board // 2)}h{GAP // 2}"
    y = middle - BOX // 2
    is_bye = bool(games) and games[0].is_bye
    return Box(x, y, WIDTH, BOX, _lines(games, winner, y) if games else [], is_bye, to_next)


def _middle(number: int, board: int) -> int:
    return (2 * board + 1) * 2 ** (number - 1) * STEP // 2


def _lines(games: Sequence[Pairing], winner: int | None, y: int) -> list[Line]:
    sides = ((games[0].first, [it.first_points for it in games]), (games[0].second, [it.second_points for it in games]))
    return [
        Line(
            name=_short(entry.mage.name),
            seed=entry.seed,
            score=" ".join(halves(it) for it, game in zip(points, games, strict=True) if game.ended and game.second_id),
            is_winner=entry.pk == winner,
            y=y + BOX // 2 * at,
        )
        for at, (entry, points) in enumerate(sides)
        if entry is not None
    ]


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
