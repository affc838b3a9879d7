from typing import Any

from django.core.management.base import BaseCommand

from duels.puzzles.shipping import load, shipped


class Command(BaseCommand):
    help = (
        "Load the puzzles that come with the site, and withdraw those that no longer do. Run this after each migrate."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        new, changed, gone = load(shipped())
        if options["verbosity"]:
            self.stdout.write(f"{new} puzzles added, {changed} changed, {gone} withdrawn")
