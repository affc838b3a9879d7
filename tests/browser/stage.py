"""Functions that start and change duels in the database of a running site.

`python -m tests.browser.stage` reads lines of JSON, calls a function for each, and writes the duel's address and
session keys as a line of output. Each input line contains a function's arguments. Their names select the function:

- with the `url` of a duel, `orders` if the line contains any, and `run_out_of_time` otherwise
- with the `url` of a tournament, `pass_time`
- with a `format`, `tournament`
- with `shipped`, `puzzles`
- without any arguments, `clear`
- otherwise, `duel`
"""

import json
import os
import sys
from collections.abc import Callable
from datetime import timedelta
from itertools import zip_longest
from random import Random
from typing import Any

import django

from wavinghands.engine import Json

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wavinghands.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.db.models import CharField, F, Value  # noqa: E402
from django.db.models.functions import Cast, Concat  # noqa: E402
from django.test import Client  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.models import Mage, User  # noqa: E402
from accounts.services import tokens  # noqa: E402
from accounts.services.mages import register_mage, welcome_guest  # noqa: E402
from duels.models import Duel, Entry, Pairing, Seeker, Tournament  # noqa: E402
from duels.play.loading import table  # noqa: E402
from duels.play.tables import Table  # noqa: E402
from duels.play.transaction import (  # noqa: E402
    SeatSpec,
    give_up,
    start_duel,
    submit_answers,
    submit_orders,
    time_out,
)
from duels.puzzles import shipping  # noqa: E402
from duels.tournaments import schedule  # noqa: E402
from duels.tournaments.entering import join  # noqa: E402
from tests.duels.puzzles import made  # noqa: E402
from wavinghands import engine  # noqa: E402
from wavinghands.search import apprentice  # noqa: E402


def duel(
    *,
    wizards: list[str],
    teams: list[int | None] = (),
    rounds: list[Json] = (),
    bouts: int = 0,
    guests: bool = False,
    bots: list[str] = (),
    usernames: dict[str, str] | None = None,
    **options: Any,
) -> Json:
    """Start a duel between new mages.

    Play the orders in `rounds`, then `bouts` rounds between simple computer players. The mages named in `bots` belong
    to bot accounts, which get tokens for the API. `options` are passed to `start_duel`.
    """
    mages = [_mage(name, (usernames or {}).get(name, name.lower()), is_guest=guests) for name in wizards]
    User.objects.filter(mages__name__in=bots).update(is_bot=True)
    seats = [
        SeatSpec(name=mage.name, gender=mage.gender, mage=mage, team=team) for mage, team in zip_longest(mages, teams)
    ]
    started = start_duel(seats=seats, **{"book": "classic", "pace": 300, "seed": 1, "counts": not guests, **options})
    for number, orders in enumerate(rounds, 1):
        for name, given in orders.items():
            submit_orders(duel=started, wizard=name, round_number=number, orders=given)
    for _ in range(bouts):
        _bout(started)
    return {
        "url": f"/duel/{started.slug}/",
        "sessions": {mage.name: _session(mage.owner) for mage in mages},
        "tokens": {mage.name: _token(mage.owner) for mage in mages if mage.name in bots},
    }


def orders(*, url: str, number: int, orders: Json) -> Json:
    """Submit each wizard's orders for round `number` of the duel at `url`, as if they had been sent by other pages."""
    staged = Duel.objects.get(slug=url.split("/")[2])
    for wizard, given in orders.items():
        submit_orders(duel=staged, wizard=wizard, round_number=number, orders=given)
    return {"url": url, "sessions": {}}


def run_out_of_time(*, url: str) -> Json:
    """Apply the current deadline of the duel at `url`, as the worker does when time runs out."""
    staged = Duel.objects.get(slug=url.split("/")[2])
    assert time_out(slug=staged.slug, now=staged.deadline)
    return {"url": url, "sessions": {}}


def pass_time(*, url: str, column: str = "", seconds: int = 0) -> Json:
    """Set a time field of the tournament at `url` to now, and let `seconds` seconds pass.

    `column` is the name of the field, for example `starts`. If it is empty, no field is set. Waiting players remain
    present, while players in a duel do nothing in these seconds. The seconds also count towards the break after a
    round.
    """
    found, past = Tournament.objects.filter(slug=url.split("/")[2]), timedelta(seconds=seconds)
    if column:
        found.update(**{column: timezone.now()})
    entries = Entry.objects.filter(tournament__in=found)
    entries.update(free_since=F("free_since") - past)
    entries.filter(pairing__isnull=False).update(seen=F("seen") - past)
    Duel.objects.filter(pairing__tournament__in=found, ended=None).update(started=F("started") - past)
    Pairing.objects.filter(tournament__in=found).update(ended=F("ended") - past)
    return {"url": url, "sessions": {}}


def tournament(
    *, format: str, players: list[str], played: int, begins: bool = True, pace: int = 86_400, bouts: int = 0
) -> Json:
    """Create a tournament of new mages, and play `played` rounds, in which the better seed wins each duel.

    `players` contains the mages' names, strongest first. Simple computer players play `bouts` rounds of the duels in
    progress. If `begins` is false, the tournament starts in an hour.
    """
    starts = timezone.now() + timedelta(hours=1)
    terms = {"format": format, "rounds": 5, "pace": pace, "reserve": 0, "ends": starts + timedelta(days=30)}
    held = Tournament.objects.create(name="Candlelight", starts=starts, **terms)
    mages = [_mage(name, name.lower(), is_guest=False) for name in players]
    for place, mage in enumerate(mages):
        join(slug=held.slug, mage=mage)
        held.entries.filter(mage=mage).update(rating=2000 - place)
    if begins:  # not earlier, because a worker may be running
        Tournament.objects.filter(pk=held.pk).update(starts=timezone.now())
    for _ in range(played):
        schedule.run()
        _win_by_seed(held)
    schedule.run()
    for running in Duel.objects.filter(pairing__tournament=held, ended=None):
        for _ in range(bouts):
            _bout(running)
    return {"url": f"/tournaments/{held.slug}/", "sessions": {mage.name: _session(mage.owner) for mage in mages}}


def _win_by_seed(held: Tournament) -> None:
    for pairing in held.pairings.filter(ended=None).select_related("duel"):
        best = min(pairing.players, key=lambda entry: entry.seed)
        for seat in pairing.duel.seats.exclude(mage=best.mage):
            give_up(duel=pairing.duel, wizard=seat.name)


def _bout(started: Duel) -> None:
    """Play another round between simple computer players, unless the duel is over."""
    found = table(started.slug)
    number = found.duel.round
    while found.duel.result is None and found.duel.round == number:
        for name in found.waiting():
            _act_for(found, name, Random(f"{found.duel.seed} {number} {name}"))
        found = table(started.slug)


def _act_for(found: Table, name: str, dice: Random) -> None:
    act = {"duel": found.duel, "wizard": name, "round_number": found.duel.round}
    request = engine.request(found.standing, name)
    if found.duel.asking:
        submit_answers(**act, answers=apprentice.answers(request, dice))
    else:
        submit_orders(**act, orders=apprentice.orders(request, dice))


def _mage(name: str, username: str, *, is_guest: bool) -> Mage:
    if is_guest:
        return welcome_guest(name=name)
    owner = User.objects.create_user(username, knows_mages_die=True)
    return register_mage(owner=owner, name=name, gender=Mage.Gender.PERSON)


def clear() -> Json:
    """Hide the users, duels and tournaments of earlier tests from later tests.

    Rename all users and mages, make all duels private, stop their clocks, empty the queue for quick duels, and delete
    tournaments.
    """
    number = Cast("pk", CharField())
    Duel.objects.update(public=False, deadline=None)
    Seeker.objects.all().delete()
    Tournament.objects.all().delete()
    Mage.objects.update(name=Concat(Value("Past "), number), folded=Concat(Value("past "), number), skeleton="")
    User.objects.update(username=Concat(Value("past-"), number), skeleton="")
    return {"url": "", "sessions": {}}


def _token(user: User) -> str:
    return tokens.make(user=user, name="bot", scopes=["read", "challenge", "play"])[1]


def _session(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def puzzles(*, shipped: list[str]) -> Json:
    """Load the puzzles made for tests, and the shipped puzzles with these ids."""
    lines = map(json.loads, shipping.SHIPPED.read_text().splitlines())
    shipping.load([*made.ALL, *(one for one in lines if one["id"] in shipped)])
    return {"url": "/puzzles/", "sessions": {}}


def _function_for(given: Json) -> Callable[..., Json]:
    if not given:
        return clear
    if "shipped" in given:
        return puzzles
    if "format" in given:
        return tournament
    if "url" not in given:
        return duel
    if given["url"].startswith("/tournaments/"):
        return pass_time
    return orders if "orders" in given else run_out_of_time


if __name__ == "__main__":
    for line in sys.stdin:
        given = json.loads(line)
        answer = _function_for(given)(**given)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
