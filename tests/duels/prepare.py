"""A program that creates duels for a server in another process.

`python -m tests.duels.prepare '{"duels": 1}'` creates duels, and prints their slugs and the users' session keys.
`duels` is the number of duels. `watchers` contains the names of users who only watch. `each` contains options for
single duels, which are used in turn. All other options apply to every duel.
"""

import json
import os
import sys

import django

WIZARDS = ("Black", "White")


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wavinghands.settings")
    django.setup()
    from duels.play.transaction import SeatSpec, start_duel
    from tests.builders import logged_in

    options = json.loads(sys.argv[1])
    count, watchers, each = options.pop("duels", 1), options.pop("watchers", []), options.pop("each", [{}])
    cookies, mages = logged_in(*WIZARDS, *watchers)
    seats = [SeatSpec(name, "x", mages[name]) for name in WIZARDS]
    options = {"book": "classic", "pace": 300} | options
    duels = [start_duel(seats=seats, **options | each[place % len(each)]) for place in range(count)]
    sys.stdout.write(json.dumps({"cookies": cookies, "slugs": [duel.slug for duel in duels]}))


if __name__ == "__main__":
    main()
