"""Run a large arena, a tournament that keeps pairing its players: `python -m tests.bench.arena 500`.

The program uses the site that its environment variables describe. All players are always ready for a duel. Once the
worker has started all duels, the program prints the slug of the arena. From then on, it adds points to one player per
second, until it is killed.
"""

import sys
import time
from datetime import timedelta
from random import Random

import django

from tests.bench.tournaments import add_players


def main() -> None:
    django.setup()
    from django.db.models import F
    from django.utils import timezone

    from duels.models import Tournament
    from duels.signals import tournament_changed

    now = timezone.now()
    arena = Tournament.objects.create(name="A", state="running", starts=now, ends=now + timedelta(hours=1))
    add_players(arena, int(sys.argv[1]))
    arena.entries.update(seen=arena.ends)
    while arena.entries.filter(pairing__duel=None).exists():
        time.sleep(0.2)
    print(arena.slug, flush=True)
    dice, keys = Random(1), list(arena.entries.values_list("pk", flat=True))
    while True:
        time.sleep(1)
        arena.entries.filter(pk=dice.choice(keys)).update(points=F("points") + 2)
        tournament_changed.send(None, slug=arena.slug)


if __name__ == "__main__":
    main()
