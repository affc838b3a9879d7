"""Measure the pairing and the pages of two large tournaments.

One is an arena of 500 players. The other is a Swiss tournament of 128 players, the most that may join.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from itertools import chain
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

import django

from tests import servers, sites

ARENA, SWISS, TIMES = 500, 128, 7


def main() -> int:
    """Print the median and the 95th percentile of each measured time, in milliseconds."""
    with TemporaryDirectory() as folder, sites.postgres_server() as url:
        servers.create_database(url, "bench", sites.TEMPLATE)
        os.environ |= {"DJANGO_SETTINGS_MODULE": "wavinghands.settings", "DATABASE_URL": f"{url}/bench"}
        os.environ |= {"VAR_DIR": folder, "DEBUG": "false", "HTTPS": "false", "BUNDLES": "false"}
        os.environ |= {
            "ALLOWED_HOSTS": "testserver",
            "SECRET_KEY": "a key for this measurement only, long enough for every check",
        }
        django.setup()
        print(f"load average {os.getloadavg()[0]:.1f}")
        from django.db import connections

        import wavinghands.asgi  # noqa: F401 - sets the garbage collector as in production

        try:
            for name, middle, p95 in chain(_arena(), _swiss()):
                print(f"| {name:46} | {middle:6.1f} | {p95:6.1f} |", flush=True)
        finally:
            connections.close_all()  # the server waits for open connections
            connections["default"].close_pool()
    return 0


def _timed(work: Callable[[], Any]) -> float:
    began = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - began)


def _row(name: str, found: list[float]) -> tuple[str, float, float]:
    return name, median(found), quantiles(found, n=20, method="inclusive")[-1] if len(found) > 1 else found[0]


def add_players(tournament: Any, number: int) -> None:
    """Let this many new mages join, with random ratings and points."""
    from accounts.models import Mage, User
    from duels.models import Entry

    names, dice = [f"P{tournament.pk} {at}" for at in range(number)], Random(number)
    users = User.objects.bulk_create(User(username=it) for it in names)
    mages = Mage.objects.bulk_create(
        Mage(name=it, folded=it.lower(), owner=user) for it, user in zip(names, users, strict=True)
    )
    Entry.objects.bulk_create(
        Entry(tournament=tournament, user=it.owner, mage=it, rating=dice.gauss(1500, 200), points=dice.randrange(20))
        for it in mages
    )


def _settle(tournament: Any) -> None:
    """End all pairings without playing their duels, with random results."""
    from django.utils import timezone

    from duels.models import Duel, Entry, Seat
    from duels.play.cancellation import NO_RESULT

    dice, now = Random(tournament.pk), timezone.now()
    pairings = list(tournament.pairings.filter(ended=None).select_related("first__mage", "second__mage"))
    duels = Duel.objects.bulk_create(Duel(book="classic", seed=1, ended=now, result=NO_RESULT) for _ in pairings)
    for it, duel in zip(pairings, duels, strict=True):
        it.duel, it.ended, it.result = duel, now, dice.choice(["won", "lost", "drew"])
        it.first_points, it.second_points = {"won": (1, 0), "lost": (0, 1), "drew": (0.5, 0.5)}[it.result]
    Seat.objects.bulk_create(
        Seat(duel=it.duel, mage=player.mage, name=player.mage.name, position=at)
        for it in pairings
        for at, player in enumerate(it.players)
    )
    tournament.pairings.bulk_update(pairings, ["duel", "ended", "result", "first_points", "second_points"])
    Entry.objects.filter(tournament=tournament).update(pairing=None)


def _arena() -> Iterator[tuple[str, float, float]]:
    from django.test import Client
    from django.utils import timezone

    from duels.models import Entry, Tournament
    from duels.tournaments.pairing import begin_duels, pair

    now = timezone.now()
    arena = Tournament.objects.create(name="A", state="running", starts=now, ends=now + timedelta(hours=1))
    add_players(arena, ARENA)
    all_free, some = [], []
    for _ in range(TIMES):
        Entry.objects.filter(tournament=arena).update(pairing=None, seen=now)
        all_free.append(_timed(lambda: pair(arena.pk, now)))
        _settle(arena)
    pair(arena.pk, now)
    for _ in range(TIMES):
        keys = Entry.objects.filter(tournament=arena).order_by("?").values_list("pk", flat=True)[:20]
        Entry.objects.filter(pk__in=list(keys)).update(pairing=None)
        some.append(_timed(lambda: pair(arena.pk, now)))
    yield _row("arena of 500: pairing all at once", all_free)
    yield _row("arena of 500: pairing 20 who are free", some)
    _settle(arena)
    pair(arena.pk, now)
    yield _row("arena of 500: starting 250 duels, each", [_timed(lambda: begin_duels(arena.pk, now)) / (ARENA // 2)])
    yield from _page(Client(), arena, "arena of 500")


def _page(client: Any, tournament: Any, name: str) -> Iterator[tuple[str, float, float]]:
    for page in (1, 4):
        address = f"/tournaments/{tournament.slug}/?page={page}"
        client.get(address)
        yield _row(f"{name}: page {page} of the standings", [_timed(partial(client.get, address)) for _ in range(20)])


def _swiss() -> Iterator[tuple[str, float, float]]:
    from django.test import Client
    from django.utils import timezone

    from duels.models import Tournament
    from duels.tournaments.rounds import advance

    now = timezone.now()
    terms = {"format": "swiss", "rounds": 9, "pace": 86400, "starts": now, "ends": now + timedelta(days=90)}
    swiss = Tournament.objects.create(name="S", state="running", **terms)
    add_players(swiss, SWISS)
    found = []
    for _ in range(9):
        found.append(_timed(lambda: advance(swiss.pk, now)))
        if len(found) < 9:
            _settle(swiss)
    yield _row(f"Swiss of {SWISS}: results and pairing of a round", found)
    yield from _page(Client(), swiss, f"Swiss of {SWISS}")


if __name__ == "__main__":
    sys.exit(main())
