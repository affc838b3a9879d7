"""A process that creates duels for the players.

`python -m tests.chaos.rows` reads numbers, one per line. For each number, it creates that many duels and prints them as
JSON.
"""

import json
import os
import secrets
import sys
from typing import Any

import django


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wavinghands.settings")
    django.setup()
    from django.db import connections

    from duels.play.transaction import SeatSpec, start_duel
    from tests.builders import logged_in
    from wavinghands.db.connections import drain_pool

    def made(number: int) -> dict[str, Any]:
        """Create duel number `number`. Four kinds of duels take turns.

        The kinds are two players, two players with a short clock, three players, and a player against a computer
        player.
        """
        names = (("Black", "White"), ("Black", "White"), ("Black", "White", "Grey"), ("Black",))[number % 4]
        own = {name: f"{name}{secrets.token_hex(4)}" for name in names}  # mages die in duels that count
        cookies, mages = logged_in(*own.values())
        seats = [SeatSpec(name, "x", mages[own[name]]) for name in names]
        if len(names) == 1:
            seats.append(SeatSpec("House", "x", level=5))
        quick = number % 4 == 1
        duel = start_duel(seats=seats, book=("classic", "standard")[quick], pace=1 if quick else 300)
        people = {name: cookies[own[name]] for name in names}
        return {"slug": duel.slug, "people": people, "dreamer": "White" if quick else None}

    for line in sys.stdin:
        drain_pool()  # a fault may have broken the connections
        print(json.dumps([made(number) for number in range(int(line))]), flush=True)  # noqa: T201 - a command prints
        connections.close_all()


if __name__ == "__main__":
    main()
