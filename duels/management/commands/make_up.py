"""Make up duels, mages and users from random play."""

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

TOLD_EVERY = 5000


class Command(BaseCommand):
    help = "Make up finished duels, with their mages, users, scores, ratings and statistics, to try the site with many."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--duels", type=int, default=100_000)
        parser.add_argument("--mages", type=int, default=20_000, help="those that have died included")
        parser.add_argument(
            "--plays", type=int, default=4_000, help="duels played; the others repeat them by new names"
        )
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--yes", action="store_true", help="even where there are users already")

    def handle(self, *args: Any, **given: Any) -> None:
        if has_users() and not given["yes"]:
            raise CommandError("There are users already, whom this would mix with made-up ones; with --yes it does.")
        rng = Random(given["seed"])  # noqa: S311 - what is made up can be made up again
        plays = []
        for number in range(min(given["plays"], given["duels"])):
            plays.append(play(given["seed"] * 1_000_000 + number))
            self._tell("played", number + 1, 500)
        people = People(rng, mages=given["mages"])
        tales = list(tell(plays, people, duels=given["duels"], until=timezone.now(), rng=rng))
        self.stdout.write(f"told {len(tales)} duels of {len(people.mages)} mages of {len(people.users)} users")
        save_people(people)
        save_duels(tales, rng, lambda saved: self._tell("saved", saved, TOLD_EVERY))

    def _tell(self, what: str, number: int, every: int) -> None:
        if number % every == 0:
            self.stdout.write(f"{what} {number} duels")
            self.stdout.flush()
