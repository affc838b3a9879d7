"""Rows for a server that runs beside the tests: `python -m tests.duels.prepare '{"duels": 1}'` tells what it made."""

import json
import os
import sys

import django


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wavinghands.settings")
    django.setup()
    from duels.bench.rows import users
    from duels.bench.scripts import seats
    from duels.play.transaction import start_duel

    options = json.loads(sys.argv[1])
    count, watchers = options.pop("duels", 1), options.pop("watchers", [])
    cookies, mages = users()
    cookies |= users(watchers)[0]
    slugs = [start_duel(seats=seats(mages), **({"book": "classic", "pace": 300} | options)).slug for _ in range(count)]
    sys.stdout.write(json.dumps({"cookies": cookies, "slugs": slugs}))


if __name__ == "__main__":
    main()
