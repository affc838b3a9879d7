"""Hold an arena of many players who are always ready: `python -m tests.bench.arena 500`, in the environment of a site.

When the worker has started all duels, print the slug. Then a player gets points every second, until the process ends.
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
