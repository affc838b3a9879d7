"""The tables of a melee cup: seating players, filling tables with house wizards, and awarding points after a duel."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.db.models import OuterRef, Subquery

from accounts.names import folded
from duels.house.matching import level_for
from duels.house.records import nearest_wizards
from duels.house.wizards import HouseWizard
from duels.ladder.settlement import falls
from duels.models import Entry, Pairing, Seat, TableSeat
from duels.play.rounds import gives_up
from duels.play.tables import Table
from duels.tournaments.rules import tables

STANDING = 10**6
"""The strength of a wizard who has neither died nor surrendered. It is higher than any round number."""

Strengths = Mapping[int | str, float]
"""How well each wizard has done, by the mage's primary key or the house wizard's name. A higher number is better."""


def save_seats(made: Sequence[Pairing], players: Sequence[Collection[int]]) -> None:
    """Save the seats at these new tables, and mark the players as paired. `players` are the entries at each table."""
    TableSeat.objects.bulk_create(
        TableSeat(pairing=pairing, entry_id=key) for pairing, keys in zip(made, players, strict=True) for key in keys
    )
    seats = TableSeat.objects.filter(entry=OuterRef("pk"), pairing__in=made)
    paired = Entry.objects.filter(pk__in=[key for keys in players for key in keys])
    paired.update(pairing=Subquery(seats.values("pairing")[:1]))


def present(pairing: Pairing) -> list[Entry]:
    """Return the players at a table who have not missed the beginning of the duel."""
    return [it.entry for it in pairing.seats.all() if it.entry is not None and not it.is_absent]


def seat_house(pairing: Pairing, players: Sequence[Entry]) -> list[HouseWizard]:
    """Fill a table of one or two players with house wizards about as strong as the first player. Return the wizards."""
    missing = tables.SMALLEST - len(players)
    if missing <= 0:
        return []
    taken, first = {folded(it.mage.name) for it in players}, players[0].user_id
    near = nearest_wizards(first, level_for(first), count=tables.SMALLEST + len(players))
    found = [it for it in near if folded(it.name) not in taken][:missing]
    TableSeat.objects.bulk_create(TableSeat(pairing=pairing, wizard=it.name) for it in found)
    return found


def strengths_after(seats: Sequence[Seat], result: Mapping[str, Any], fell: Mapping[str, int]) -> Strengths:
    """Return the strengths of the wizards after a duel.

    The later a wizard died or surrendered, the stronger they are. `result` is the engine's result, and `fell` maps the
    names of wizards who died or surrendered to the rounds in which they did.
    """
    winners = result.get("winners", ())
    return {_key(it): STANDING if it.name in winners else fell.get(it.name, STANDING) for it in seats}


def strengths_now(table: Table) -> Strengths:
    """Return the strengths of the wizards in a duel in progress.

    Wizards who are still in the duel are ranked by their hit points, above all wizards who have died or surrendered.
    Wizards who have given up in the current round count as having surrendered in it.
    """
    fell = falls(table.state)
    fell |= {it.name: table.state.number + 1 for it in table.seats if it.name not in fell and gives_up(it)}
    return {
        _key(table.by_name[it.name]): fell[it.name] if it.name in fell else STANDING + it.hp
        for it in table.state.wizards
    }


def losers(seats: Iterable[Seat], strengths: Strengths) -> list[list[str]]:
    """Return groups of equally strong wizards, weakest first, without the winner. If the best are tied, nobody wins."""
    groups: dict[float, list[str]] = {}
    for seat in seats:
        groups.setdefault(strengths[_key(seat)], []).append(seat.name)
    found = [groups[strength] for strength in sorted(groups)]
    return found if len(found[-1]) > 1 else found[:-1]


def all_equal(pairing: Pairing) -> Strengths:
    """Return equal strengths for all players at a table, for a duel that cannot begin or cannot be loaded."""
    return {it.mage_id: 0.0 for it in present(pairing)}


def _key(seat: Seat) -> int | str:
    return seat.mage_id or seat.name


def score(pairing: Pairing, strengths: Strengths) -> list[Entry]:
    """Save the places and points at a locked table. Return the players who never showed up for the duel.

    These players get no points. `strengths` contains nobody who has missed the beginning of the duel.
    """
    points, places = tables.points(strengths), tables.places(strengths)
    seats, absent = list(pairing.seats.all()), list[Entry]()
    for seat in seats:
        key = seat.entry.mage_id if seat.entry else seat.wizard
        if key not in strengths:
            continue
        if not seat.is_absent:
            seat.place, seat.points = places[key], points[key]
        elif seat.entry:
            absent.append(seat.entry)
    TableSeat.objects.bulk_update(seats, ["place", "points", "is_absent"])
    return absent
