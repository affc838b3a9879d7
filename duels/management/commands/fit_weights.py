"""Let computer players fight duels, and use the results to fit the weights with which they evaluate positions."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from wavinghands.progress import RESTART, Journal, filled, interruptible
from wavinghands.search.evaluation import ROUGH
from wavinghands.search.experience import examples
from wavinghands.search.fitting import brier, fit, part_way

HELD_OUT = 8
"""One out of this many duels is held out for validation."""


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="Where to write the weights: wavinghands/search/weights.json")
        parser.add_argument("--duels", type=int, default=1600)
        parser.add_argument(
            "--share",
            type=float,
            default=1.0,
            help="How far to move from the rough weights (0) to the fitted ones (1).",
        )
        parser.add_argument("--jobs", type=int, default=2)
        parser.add_argument("--restart", action="store_true", help=RESTART)

    def handle(self, *, file: Path, duels: int, share: float, jobs: int, restart: bool, **_: Any) -> None:
        with interruptible(), Journal("fit_weights", restart=restart) as journal:
            played = [found for found in filled(journal, examples, range(duels), jobs) if found]
            held, known = played[::HELD_OUT], [duel for place, duel in enumerate(played) if place % HELD_OUT]
            weights = part_way(ROUGH, fit(known, ROUGH), share)
            unseen = [example for duel in held for example in duel]
            table = {
                "about": "Weights in logits of winning, fitted to the results of duels of a mixed pool.",
                "date": timezone.now().date().isoformat(),
                "command": f"manage.py fit_weights {file.name} --duels {duels} --share {share}",
                "duels": len(played),
                "brier": round(brier(weights, unseen), 4),
                "brier of rough.json": round(brier(ROUGH, unseen), 4),
                "brier of a constant": round(brier({}, unseen), 4),
                "weights": weights,
            }
            file.write_text(json.dumps(table, indent=1) + "\n")
            self.stdout.write(
                ", ".join(f"{name}: {table[name]}" for name in table if name.startswith(("brier", "duels")))
            )
