"""A site to measure, with a database, web servers and a worker of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from tests.bench.client import ScriptedDuel
from tests.bench.scripts import Script
from tests.servers import ROOT, clean_environment
from tests.sites import running_site, running_worker

PRODUCTION = {
    "DJANGO_SETTINGS_MODULE": "tests.bench.settings",
    "DEBUG": "false",
    "BUNDLES": "false",  # static files are not collected
    "HTTPS": "false",
    "SECRET_KEY": "a key for this measurement only, long enough for every check",
    "ALLOWED_HOSTS": "127.0.0.1",
}


@dataclass
class Site:
    """A running site. `servers` contains the address and the process of each web server."""

    environment: dict[str, str]
    programs: ExitStack
    servers: list[tuple[str, "subprocess.Popen[bytes]"]] = field(default_factory=list)
    worker: "subprocess.Popen[bytes] | None" = None
    cookies: dict[str, str] = field(default_factory=dict)
    """The session key of each wizard's user."""

    def add_server(self, port: int | None = None) -> None:
        self.servers.append(self.programs.enter_context(running_site(port, **self.environment)))

    def kill_server(self) -> None:
        for _, process in self.servers:
            process.kill()
            process.wait()

    def restart_server(self) -> None:
        """Restart the web server that was killed, at the same address."""
        address, _ = self.servers.pop()
        self.add_server(urlsplit(address).port)

    @property
    def addresses(self) -> list[str]:
        return [address for address, _ in self.servers]

    def cpu_seconds(self) -> float:
        """Return the CPU seconds that the web servers have used."""
        return sum(_cpu_seconds(process) for _, process in self.servers)

    def cpu_seconds_of_worker(self) -> float:
        return _cpu_seconds(self.worker) if self.worker else 0.0

    def start_duels(self, scripts: Sequence[Script], number: int) -> list[ScriptedDuel]:
        """Start `number` duels between the same two users. The scripts are used in turn."""
        specs = [{"book": script.book, "seed": script.seed} for script in scripts]
        options = {"duels": number, "each": specs, "pace": 3600, "counts": False}  # a live pace, so no e-mails are sent
        done = subprocess.run(
            [sys.executable, "-m", "tests.duels.prepare", json.dumps(options)],
            cwd=ROOT,
            env=clean_environment(self.environment),
            stdout=subprocess.PIPE,
            check=True,
        )
        made: dict[str, Any] = json.loads(done.stdout)
        self.cookies = made["cookies"]
        return [ScriptedDuel(slug, scripts[place % len(scripts)]) for place, slug in enumerate(made["slugs"])]

    def start_arena(self, players: int) -> str:
        """Start an arena whose players are always ready. Return its slug once the worker has started all duels."""
        command = [sys.executable, "-m", "tests.bench.arena", f"{players}"]
        environment = clean_environment(self.environment)
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
        self.programs.enter_context(process)
        self.programs.callback(process.kill)
        assert process.stdout is not None
        return process.stdout.readline().strip()


def _cpu_seconds(process: "subprocess.Popen[bytes]") -> float:
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def open_site(**environment: str) -> Iterator[Site]:
    """Run a site with a web server and a worker, by default on SQLite and without Redis."""
    with TemporaryDirectory() as folder, ExitStack() as programs:
        site = Site({**PRODUCTION, "VAR_DIR": folder, **environment}, programs)
        site.add_server()
        site.worker = programs.enter_context(running_worker(site.environment))
        yield site
