"""The baseline for rounds per second: a plain Django Channels program without a game."""

import json
import subprocess
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from tests.servers import clean_environment

CONFIGURATION = "sqlite.dsa"
STORED = Path(__file__).with_name("plain.json")
QUIET = 0.15
"""How many CPU cores other programs may use before a figure counts as noise."""


@dataclass(frozen=True)
class Plain:
    """A plain Channels program that serves as a baseline for the site.

    `floor` is the folder that contains the program. If it is `None`, figures recorded on another machine are used.
    """

    floor: Path | None

    @cached_property
    def stored(self) -> dict[str, Any]:
        stored: dict[str, Any] = json.loads(STORED.read_text())
        return stored

    @property
    def origin(self) -> str:
        return "in the same run" if self.floor else f"stored, from {self.stored['machine']}"

    def rounds_per_second(self, duels: int) -> float:
        """Return the rounds per second when `duels` duels are played at the same time without pauses."""
        if self.floor is None:
            return float(self.stored["rounds_per_second"][str(duels)])
        options = {"--only": CONFIGURATION, "--loads": duels, "--retries": 0}
        command = [sys.executable, "run.py", *(str(word) for option in options.items() for word in option)]
        environment = clean_environment({})
        done = subprocess.run(command, cwd=self.floor, env=environment, stdout=subprocess.PIPE, check=True)
        line = json.loads(done.stdout)
        if "failed" in line or line["errors"]:
            raise RuntimeError(f"{CONFIGURATION} failed: {line}")
        if line["cpu"]["others"] > QUIET:
            print(f"Other programs use {line['cpu']['others']} cores: figures of this run are noise.", flush=True)
        return float(line["rounds_s"])
