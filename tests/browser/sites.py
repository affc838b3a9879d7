"""Sites as in production, with duels staged on them: for tests in a browser, and for commands that look at pages."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.servers import ROOT, clean_environment
from tests.sites import running_site, static_files

PRODUCTION = {
    "DEBUG": "false",
    "SECRET_KEY": "of browser tests",
    "ALLOWED_HOSTS": "127.0.0.1",
    "HTTPS": "false",
    "TRUSTED_PROXIES": "1",  # a browser says for itself from where it comes: limits count each by himself
}


def production_environment(**options: str) -> Mapping[str, str]:
    """Return the environment of a site in production, with its static files but without its database."""
    environment = {**PRODUCTION, **options}
    return environment | {"STATIC_ROOT": str(static_files(**environment))}


@dataclass(frozen=True)
class Staged:
    """A duel that waits for its wizards. `sessions`: by wizard, the key of the session of who plays him."""

    url: str
    sessions: Mapping[str, str]


@contextmanager
def stagehand(environment: Mapping[str, str]) -> Iterator[Callable[..., Staged]]:
    """Begins duels by the services, in the database of a site; see `tests.browser.stage.duel` for what to give."""
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
    """The address of a new site, and its stagehand."""
    environment = {**production_environment(), "VAR_DIR": str(folder)}
    with running_site(worker=True, **environment) as (url, _), stagehand(environment) as stage:
        yield url, stage
