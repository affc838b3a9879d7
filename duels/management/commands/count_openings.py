"""Count the openings of duels for the explorer."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from duels.explorer.counting import count_some, left, recount
from wavinghands.progress import bar, interruptible


class Command(BaseCommand):
    help = "Count the openings of all finished duels that are not counted yet. It continues after an interruption."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--restart", action="store_true", help="discard all counts, and count all duels again")

    def handle(self, *args: Any, **given: Any) -> None:
        if given["restart"]:
            recount()
        counted, total = 0, left()
        self.stdout.write(f"{total} duels to count")
        with interruptible("Without --restart, the command continues from here."), bar(total) as progress:
            while some := count_some():
                counted += some
                progress.update(some)
        self.stdout.write(f"counted {counted} duels in all")
