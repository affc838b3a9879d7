"""Count how duels opened, for the explorer."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from duels.explorer.counting import count_anew, count_some, left

TOLD_EVERY = 5000


class Command(BaseCommand):
    help = "Count the openings of all finished duels that are not counted yet; broken off, it goes on where it stopped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--anew", action="store_true", help="forget what is counted, and count all duels again")

    def handle(self, *args: Any, **given: Any) -> None:
        if given["anew"]:
            count_anew()
        self.stdout.write(f"{left()} duels to count")
        counted = told = 0
        while some := count_some():
            counted += some
            if counted - told >= TOLD_EVERY:
                told = counted
                self.stdout.write(f"counted {counted} duels")
                self.stdout.flush()
        self.stdout.write(f"counted {counted} duels in all")
