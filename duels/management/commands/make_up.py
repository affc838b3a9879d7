"""Generate duels with random orders, and their mages and users."""

from argparse import ArgumentParser
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from accounts.selectors import has_users
from duels.make_up.people import People
from duels.make_up.plays import play
from duels.make_up.rows import save_duels, save_people
from duels.make_up.story import tell
from wavinghands.progress import RESTART, Journal, bar, filled, interruptible


class Command(BaseCommand):
    help = "Make up finished duels, mages, users, scores, ratings and statistics, to try the site with a lot of data."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--duels", type=int, default=100_000)
        parser.add_argument("--mages", type=int, default=20_000, help="how many mages to make up, including dead ones")
        parser.add_argument(
            "--plays", type=int, default=4_000, help="how many duels to play; the others are copies with other names"
        )
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--yes", action="store_true", help="run even if the site already has users")
        parser.add_argument("--restart", action="store_true", help=RESTART)

    def handle(self, *args: Any, **given: Any) -> None:
        options = {name: given[name] for name in ("duels", "mages", "plays", "seed")}
        with interruptible(), Journal("make_up", options, restart=given["restart"]) as journal:
            if has_users() and not given["yes"] and len(journal.results) <= 1:
                raise CommandError("There are users already, and this would add made-up ones. Use --yes to do so.")
            if not journal.results:
                journal.add(timezone.now())
            self._make_up(journal, **options)

    def _make_up(self, journal: Journal, *, duels: int, mages: int, plays: int, seed: int) -> None:
        """Generate the data and save it.

        After an interruption, generate the same data again and save the rest. This works because the data depend only
        on the arguments and on `journal`, which contains the time at which the history ends and the duels played so
        far.
        """
        until, *played = filled(journal, play, range(seed * 1_000_000 - 1, seed * 1_000_000 + min(plays, duels)))
        rng = Random(seed)  # noqa: S311 - must be repeatable
        people = People(rng, mages=mages)
        tales = list(tell(played, people, duels=duels, until=until, rng=rng))
        self.stdout.write(f"{len(tales)} duels of {len(people.mages)} mages of {len(people.users)} users")
        save_people(people)
        with bar(len(tales)) as progress:
            save_duels(tales, rng, progress.update)
