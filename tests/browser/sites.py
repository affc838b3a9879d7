"""Sites configured as in production, with prepared duels, for browser tests and commands."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.servers import ROOT, clean_environment
from tests.sites import running_site, static_files

PRODUCTION = {
    "DEBUG": "false",
    "SECRET_KEY": "of browser tests",
    "ALLOWED_HOSTS": "127.0.0.1,localhost",
    "HTTPS": "false",
    "TRUSTED_PROXIES": "1",  # each test browser gets its own address, so that rate limits apply to it separately
}


def production_environment(**options: str) -> Mapping[str, str]:
    """Return the environment of a production site, with its static files but without a database."""
    environment = {**PRODUCTION, **options}
    return environment | {"STATIC_ROOT": str(static_files(**environment))}


@dataclass(frozen=True)
class Staged:
    """A duel on a site, with the session key of each wizard's user and the token of each bot."""

    url: str
    sessions: Mapping[str, str]
    tokens: Mapping[str, str] = field(default_factory=dict)


@contextmanager
def stagehand(environment: Mapping[str, str]) -> Iterator[Callable[..., Staged]]:
    """Yield a function that starts duels in a site's database. See `tests.browser.stage.duel`."""
    command = [sys.executable, "-m", "tests.browser.stage"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=ROOT, env=clean_environment(environment), **pipes) as process:

        def stage(**duel: Any) -> Staged:
            process.stdin.write(json.dumps(duel) + "\n")
            process.stdin.flush()
            return Staged(**json.loads(process.stdout.readline()))

        yield stage
        process.stdin.close()


@contextmanager
def staged_site(folder: Path) -> Iterator[tuple[str, Callable[..., Staged]]]:
    """Yield the address of a new site, and a function that starts duels there (see `stagehand`)."""
    environment = {**production_environment(), "VAR_DIR": str(folder)}
    with running_site(worker=True, **environment) as (url, _), stagehand(environment) as stage:
        yield url, stage
