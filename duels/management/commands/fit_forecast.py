"""Use duels between computer players to fit and test the formula for the win probabilities in analyses."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from wavinghands.progress import RESTART, Journal, filled, interruptible
from wavinghands.search.calibration import bins, in_markdown, table_of
from wavinghands.search.calibration import chart as draw
from wavinghands.search.experience import positions


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="Where to write the table: wavinghands/search/forecast.json")
        parser.add_argument("--chart", type=Path, help="Where to write a chart of it: docs/images/calibration.svg")
        parser.add_argument("--duels", type=int, default=640)
        parser.add_argument("--jobs", type=int, default=2)
        parser.add_argument("--restart", action="store_true", help=RESTART)

    def handle(self, *, file: Path, chart: Path | None, duels: int, jobs: int, restart: bool, **_: Any) -> None:
        with interruptible(), Journal("fit_forecast", restart=restart) as journal:
            played = [found for found in filled(journal, positions, range(duels), jobs) if found]
            fitted, unseen = table_of(played)
            table = {
                "about": "Weights in logits of winning, fitted the whole way: they predict better than they play.",
                "date": timezone.now().date().isoformat(),
                "command": f"manage.py fit_forecast {file.name} --duels {duels}",
                **fitted,
            }
            file.write_text(json.dumps(table, indent=1) + "\n")
            found = bins(fitted["weights"], unseen)
            if chart:
                chart.write_text(draw(found))
            self.stdout.write(", ".join(f"{name}: {fitted[name]}" for name in fitted if name.startswith("brier")))
            self.stdout.write(in_markdown(found))
