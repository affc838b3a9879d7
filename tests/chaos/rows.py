"""A process that creates duels and tournaments for the players.

`python -m tests.chaos.rows` reads lines such as `duels 8`, `arena 3` or `swiss 3`. For each line, it creates that many
duels, or a tournament with that many players, and prints the result as JSON.
"""

import json
import os
import secrets
import sys
from datetime import timedelta
from typing import Any

import django


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wavinghands.settings")
    django.setup()
    from django.db import connections
    from django.utils import timezone

    from duels.models import Tournament
    from duels.play.transaction import SeatSpec, start_duel
    from duels.tournaments.entering import join
    from duels.wording.time_controls import DAY
    from tests.builders import logged_in
    from wavinghands.db.connections import drain_pool

    def made(number: int) -> dict[str, Any]:
        """Create a duel of one of four kinds. `number` selects the kind.

        The kinds are: two players; two players with a short clock; three players; one player against a computer player.
        """
        names = (("Black", "White"), ("Black", "White"), ("Black", "White", "Grey"), ("Black",))[number % 4]
        own = {name: f"{name}{secrets.token_hex(4)}" for name in names}  # new mages, because they may die
        cookies, mages = logged_in(*own.values())
        seats = [SeatSpec(name, "x", mages[own[name]]) for name in names]
        if len(names) == 1:
            seats.append(SeatSpec("House", "x", level=5))
        quick = number % 4 == 1
        duel = start_duel(seats=seats, book=("classic", "standard")[quick], pace=1 if quick else 300)
        people = {name: cookies[own[name]] for name in names}
        return {"slug": duel.slug, "people": people, "dreamer": "White" if quick else None}

    def a_tournament(format_: str, players: int) -> dict[str, Any]:
        """Create an arena that lasts longer than any test, or a tournament with rounds that is about to start.

        The duels are casual, so no mage dies.
        """
        people, mages = logged_in(*(f"Rival{secrets.token_hex(4)}" for _ in range(players)))
        now, state, is_arena = timezone.now(), Tournament.State, format_ == "arena"
        terms = {"starts": now, "ends": now + timedelta(days=30), "pace": 300 if is_arena else DAY, "rounds": 3}
        found = Tournament.objects.create(
            name="Evening", format=format_, state=state.RUNNING if is_arena else state.UPCOMING, **terms
        )
        for mage in mages.values():
            join(slug=found.slug, mage=mage)
        return {"slug": found.slug, "people": people}

    for line in sys.stdin:
        drain_pool()  # a fault may have broken the connections
        kind, number = line.split()
        found = [made(it) for it in range(int(number))] if kind == "duels" else a_tournament(kind, int(number))
        print(json.dumps(found), flush=True)  # noqa: T201 - a command prints
        connections.close_all()


if __name__ == "__main__":
    main()
