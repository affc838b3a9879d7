"""Sites to test, with static files and migrated databases that all pytest workers and runs share.

These are kept below `var/tests`, each in a folder named after a hash of its sources. Tests do not write there: they get
a copy of a database, and read static files in place. Folders that have not been used for a day are removed.
"""

import fcntl
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from tests import servers
from tests.servers import ROOT, clean_environment, free_port, is_listening, running

FOLDER = ROOT / "var" / "tests"
LOCKS = (ROOT / "requirements.lock", ROOT / "package-lock.json")
DAY = 24 * 60 * 60
DATABASE = "wavinghands.sqlite3"
"""The file name of the database in a site's `VAR_DIR`."""
UNUSED = ("admin", "redoc*")
"""Patterns of static files that no test uses. Compressing them takes a quarter of the time of `collectstatic`."""
TEMPLATE = "template_migrated"
"""The name of the migrated database on a prepared PostgreSQL server."""


SERVERS = {
    "uvicorn": ("wavinghands.server.web",),
    "daphne": ("daphne", "--access-log", os.devnull, "wavinghands.asgi:application"),
}
"""The module that runs each web server, with its options."""


@contextmanager
def running_site(
    port: int | None = None,
    host: str = "127.0.0.1",
    server: str = "uvicorn",
    *,
    worker: bool = False,
    **environment: str,
) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Run one of the web servers in `SERVERS`, and optionally a worker. Yield the server's address and its process.

    `VAR_DIR` is required. Without `DATABASE_URL`, a migrated database is created there unless it already exists. A
    database at `DATABASE_URL` must be migrated.
    """
    port = port or free_port()
    environment = {
        "EXHIBITION_PACE": "0",
        "ARENA_HOURS": "",
        "SWISS_TIMES": "",
        "MELEE_TIMES": "",
        "CUP_TIMES": "",
        "BOT_ARENA_TIMES": "",
    } | environment
    database = Path(environment["VAR_DIR"], DATABASE)
    if "DATABASE_URL" not in environment and not database.exists():
        copy_of_sqlite(database)
    command = [sys.executable, "-m", *SERVERS[server], "--bind", host, "--port", str(port)]
    log = Path(environment["VAR_DIR"], f"site-{host}-{port}.log")
    ready, theirs = lambda: is_listening(port, host), clean_environment(environment)
    with ExitStack() as stack:
        process = stack.enter_context(running(command, ready, log, cwd=ROOT, env=theirs))
        if worker:
            stack.enter_context(running_worker(environment))
        yield f"http://{host}:{port}", process


@contextmanager
def running_worker(environment: Mapping[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """Run a worker in the environment of a site. The worker may still be starting when the block begins."""
    command, log = [sys.executable, "manage.py", "worker"], Path(environment["VAR_DIR"], "worker.log")
    with running(command, lambda: True, log, cwd=ROOT, env=clean_environment(environment)) as process:
        yield process


@cache
def static_files(**environment: str) -> Path:
    """Return a folder with the site's static files, as `collectstatic` bundles them in this environment."""
    code = ROOT / "wavinghands"
    sources = [ROOT / "static", code / "locale", code / "settings.py", *sorted(code.glob("assets/*.py")), *LOCKS]

    def make(folder: Path) -> None:
        with TemporaryDirectory() as var:
            left_out = (f"--ignore={pattern}" for pattern in UNUSED)
            _manage("collectstatic", "--noinput", *left_out, **environment, STATIC_ROOT=str(folder), VAR_DIR=var)

    return _kept("static", sources, make)


def copy_of_sqlite(into: Path) -> None:
    """Copy the migrated SQLite database, which all tests share, to the file `into`."""
    shutil.copyfile(_sqlite() / DATABASE, into)


@cache
def _sqlite() -> Path:
    def make(folder: Path) -> None:
        with TemporaryDirectory() as var:
            _manage("migrate", "--verbosity", "0", VAR_DIR=var)
            shutil.copyfile(Path(var, DATABASE), folder / DATABASE)

    return _kept("sqlite", _migrations(), make)


@contextmanager
def postgres_server() -> Iterator[str]:
    """Run a PostgreSQL server with the migrated database `TEMPLATE`, and yield its URL without a database name.

    Raise `MissingError` if PostgreSQL is not installed.
    """
    with TemporaryDirectory() as folder:
        copy_of_postgres(Path(folder))
        with servers.postgres_server(Path(folder)) as url:
            yield url


def copy_of_postgres(into: Path) -> None:
    """Write the data of a PostgreSQL server with the migrated database `TEMPLATE` to `into/data`."""

    def make(folder: Path) -> None:
        with TemporaryDirectory() as place, TemporaryDirectory() as var:
            with servers.postgres_server(Path(place)) as url:
                servers.create_database(url, TEMPLATE)
                _manage("migrate", "--verbosity", "0", VAR_DIR=var, DATABASE_URL=f"{url}/{TEMPLATE}")
            shutil.copytree(Path(place, "data"), folder / "data")

    sources = [*_migrations(), Path(servers.__file__), servers.find_postgres() / "initdb"]
    shutil.copytree(_kept("postgres", sources, make) / "data", into / "data")


def _manage(*arguments: str, **environment: str) -> None:
    done = servers.manage(*arguments, **environment)
    assert done.returncode == 0, done.stderr


def _migrations() -> list[Path]:
    """Return the files that a migrated database depends on."""
    return [*sorted(ROOT.glob("*/migrations/*.py")), ROOT / "wavinghands" / "settings.py", *LOCKS]


def _kept(name: str, sources: Iterable[Path], make: Callable[[Path], None]) -> Path:
    """Return the folder kept for these `sources`. If it does not exist yet, create it and fill it with `make`.

    A lock makes other pytest workers wait meanwhile.
    """
    folder = FOLDER / f"{name}-{_digest(sources)}"
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            unfinished = FOLDER / f"{name}.unfinished"
            for outdated in (unfinished, *_unused_for_a_day(name)):
                shutil.rmtree(outdated, ignore_errors=True)
            unfinished.mkdir()
            make(unfinished)
            unfinished.rename(folder)
        os.utime(folder)
    return folder


def _unused_for_a_day(name: str) -> list[Path]:
    return [folder for folder in FOLDER.glob(f"{name}-*") if folder.stat().st_mtime < time.time() - DAY]


def _digest(sources: Iterable[Path]) -> str:
    digest = sha256()
    for source in sources:
        for file in sorted(source.rglob("*")) if source.is_dir() else [source]:
            if file.is_file():
                digest.update(f"{os.path.relpath(file, ROOT)}\0".encode() + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
