"""A site in a separate process, and API clients for its users.

Each user has a mage with the same name.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests import servers
from tests.sites import running_site


class Site:
    """A running site.

    `secrets` maps the names of the mages to the API tokens of their users.
    """

    def __init__(
        self,
        address: str,
        environment: dict[str, str],
        secrets: dict[str, str],
        process: subprocess.Popen[bytes] | None = None,
    ) -> None:
        self.address, self.environment, self.secrets = address, environment, secrets
        self.process = process
        self._programs: list[httpx.Client] = []

    def program(self, name: str) -> httpx.Client:
        headers = {"Authorization": f"Bearer {self.secrets[name]}"}
        self._programs.append(httpx.Client(base_url=f"{self.address}/api/v1", headers=headers, timeout=120))
        return self._programs[-1]

    def close(self) -> None:
        for program in self._programs:
            program.close()


@contextmanager
def a_site(folder: Path, *names: str, **environment: str) -> Iterator[Site]:
    """Run a site on its own SQLite database, with a user, a mage and an API token for each name."""
    theirs = {"VAR_DIR": str(folder), **environment}
    with running_site(**theirs) as (address, process):
        secrets = run(["-m", "tests.duels.api.prepare", *names], theirs)
        with closing(Site(address, theirs, json.loads(secrets), process)) as site:
            yield site


def run(command: list[str], environment: dict[str, str]) -> Any:
    done = subprocess.run(
        [sys.executable, *command],
        cwd=servers.ROOT,
        env=servers.clean_environment(environment),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
