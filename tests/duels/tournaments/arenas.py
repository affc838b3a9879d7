"""Tournaments for tests."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Mage
from duels.models import Duel, Entry, Pairing, Tournament
from duels.play.transaction import give_up, submit_orders
from duels.tournaments import pairing, schedule
from duels.tournaments.entering import join
from tests.builders import a_mage

HOUR = timedelta(hours=1)


def an_arena(**fields: Any) -> Tournament:
    """Create an arena, which by default started a moment ago."""
    now = timezone.now()
    times = {"starts": now - timedelta(minutes=1), "ends": now + HOUR}
    return Tournament.objects.create(**({"name": "Evening", "state": Tournament.State.RUNNING} | times | fields))


def with_rounds(format_: str, **fields: Any) -> Tournament:
    """Create a tournament with rounds, which by default is live, casual and about to start."""
    now = timezone.now()
    times = {"starts": now - timedelta(seconds=1), "ends": now + HOUR, "state": Tournament.State.UPCOMING}
    return Tournament.objects.create(**({"format": format_, "name": "Rounds", "rounds": 3} | times | fields))


def joined(arena: Tournament, *mages: Mage, **fields: Any) -> list[Entry]:
    """Let these mages join, set these columns of their entries, and return the entries."""
    entries = [join(slug=arena.slug, mage=mage) for mage in mages]
    Entry.objects.filter(pk__in=[entry.pk for entry in entries]).update(**fields)
    return list(Entry.objects.filter(pk__in=[entry.pk for entry in entries]).order_by("pk"))


def players(arena: Tournament, number: int) -> list[Entry]:
    """Let this many new mages join, and return their entries."""
    return joined(arena, *(a_mage() for _ in range(number)))


def pass_time(seconds: float = 0, *, seen: bool = True) -> datetime:
    """Run the worker's tournament job as if `seconds` seconds had passed. If `seen` is true, players stay online."""
    now = timezone.now() + timedelta(seconds=seconds)
    if seen:
        Entry.objects.update(seen=now)
    schedule.run(now)
    return now


def pairing_of(entry: Entry) -> Pairing | None:
    entry.refresh_from_db()
    return entry.pairing


def duel_of(entry: Entry) -> Duel:
    pairing = pairing_of(entry)
    assert pairing is not None
    assert pairing.duel is not None
    return pairing.duel


def boards(tournament: Tournament) -> list[tuple[str, str | None, str]]:
    """Return the players and the result of each pairing in the current round."""
    found = tournament.pairings.filter(round=Tournament.objects.get(pk=tournament.pk).round).order_by("board", "game")
    found = found.select_related("first__mage", "second__mage")
    return [(it.first.mage.name, it.second.mage.name if it.second else None, it.result) for it in found]


def win(tournament: Tournament, *names: str) -> None:
    """Make the mages with these names win their duels."""
    for name in names:
        beat(tournament.entries.get(mage__name=name))


def draw(entry: Entry) -> None:
    """Make both players in this player's duel surrender in the same round."""
    duel = duel_of(entry)
    for seat in duel.seats.all():
        submit_orders(duel=duel, wizard=seat.name, round_number=duel.round, orders={"left": "P", "right": "P"})


def beat(winner: Entry) -> None:
    """Make this player win by making the opponent surrender."""
    duel = duel_of(winner)
    loser = duel.seats.exclude(mage=winner.mage_id).get()
    give_up(duel=duel, wizard=loser.name)


def break_start(monkeypatch: pytest.MonkeyPatch, broken: Entry) -> None:
    """Make every attempt to start a duel of this player fail."""
    begin = pairing._start

    def start(found: Pairing, entries: Iterable[Entry]) -> Duel:
        if broken.pk in (found.first_id, found.second_id):
            raise RuntimeError("broken")
        return begin(found, entries)

    monkeypatch.setattr(pairing, "_start", start)
