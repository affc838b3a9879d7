"""The whole site, run as processes that can be killed, suspended and restarted.

With PostgreSQL, the site consists of PostgreSQL, Redis, two web servers and a worker; with SQLite, of one web server
and a worker. They all use free ports and a temporary directory.
"""

import asyncio
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.error import HTTPError

import psycopg
import redis

from tests import servers, sites
from tests.chaos.disk import small_disk

DATABASES = ("postgres", "sqlite")
SQLITE = "sqlite:///"
PATIENCE = 300
"""Seconds that a program may take to start or stop when all of them start at once on a busy machine."""


@dataclass
class Program:
    """A program that runs until it is stopped, and that can be restarted."""

    name: str
    command: list[str]
    is_ready: Callable[[], bool]
    log: Path
    options: Mapping[str, Any] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """The lock held by the fault that currently affects the program."""
    started: float = 0.0

    def start(self) -> None:
        self.started = time.time()
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(self.command, stdout=output, stderr=subprocess.STDOUT, **self.options)

    async def ready(self, *, by_starting: bool = False) -> None:
        """Wait until the program is ready. If `by_starting` is true, restart the program whenever it has exited.

        Raise `TimeoutError` with the program's output if this takes more than `PATIENCE` seconds.
        """
        try:
            async with asyncio.timeout(PATIENCE):
                while not await asyncio.to_thread(self.is_ready):
                    if by_starting and self.process is not None and self.process.poll() is not None:
                        self.start()
                    await asyncio.sleep(0.02)
        except TimeoutError:
            raise TimeoutError(f"{self.name} does not start:\n{self.log.read_text()[-4000:]}") from None

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    async def stop(self, number: int = signal.SIGTERM) -> None:
        """Send the signal `number` to the program and wait until it has exited."""
        assert self.process is not None
        self.process.send_signal(number)
        try:
            await asyncio.to_thread(self.process.wait, PATIENCE)
        except subprocess.TimeoutExpired:
            self.end()
            raise TimeoutError(f"{self.name} does not end by signal {number}") from None

    def end(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait()


@dataclass
class Site:
    """The running site.

    `addresses` contains the URLs of the web servers by name. `database` and `redis` are URLs.
    """

    programs: dict[str, Program]
    addresses: dict[str, str]
    database: str
    redis: str
    environment: Mapping[str, str]
    disk: Path | None
    """The directory that contains the databases, if it is a disk of its own."""
    disk_lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """The lock held by the fault that fills the disk."""
    maker: subprocess.Popen[str] | None = None
    """The process that creates duels and tournaments. It keeps running because Django is slow to start."""

    def make(self, duels: int) -> list[dict[str, Any]]:
        """Create `duels` duels with `tests.chaos.rows`."""
        return self._have_made(f"duels {duels}")

    def make_tournament(self, format_: str, players: int) -> dict[str, Any]:
        """Create a running tournament with `players` players."""
        return self._have_made(f"{format_} {players}")

    def _have_made(self, line: str) -> Any:
        assert self.maker is not None
        assert self.maker.stdin is not None
        assert self.maker.stdout is not None
        self.maker.stdin.write(line + "\n")
        self.maker.stdin.flush()
        return json.loads(self.maker.stdout.readline())

    @property
    def is_sqlite(self) -> bool:
        return self.database.startswith(SQLITE)

    def sqlite(self) -> sqlite3.Connection:
        """Connect to the SQLite database in autocommit mode."""
        file = self.database.removeprefix(SQLITE)
        return sqlite3.connect(file, isolation_level=None, timeout=PATIENCE, check_same_thread=False)

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        """Run a statement and return its rows, if there are any."""
        if self.is_sqlite:
            return self.rows_at_once(statement)[0]
        with psycopg.connect(self.database, autocommit=True) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def rows_at_once(self, *statements: str) -> list[list[tuple[Any, ...]]]:
        """Run several queries in the same snapshot, and return the rows of each.

        Otherwise, the worker could change rows between the queries.
        """
        if self.is_sqlite:
            with closing(self.sqlite()) as connection:
                connection.execute("BEGIN")
                found = [connection.execute(statement).fetchall() for statement in statements]
                return [[tuple(map(_decoded, row)) for row in rows] for rows in found]
        with psycopg.connect(self.database) as connection:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            return [connection.execute(statement).fetchall() for statement in statements]

    def heartbeat(self) -> Any:
        return self.rows("SELECT done FROM duels_chore WHERE name = 'worker'")

    def ended(self) -> list[Program]:
        """Return the programs that should be running but have exited."""
        return [program for program in self.programs.values() if program.process and program.process.poll() is not None]

    def answers(self, web: str, path: str = "/healthz", patience: float = 30) -> int:
        """Request a page from a web server. Return the status code, or 0 if there is no response."""
        try:
            with urllib.request.urlopen(self.addresses[web] + path, timeout=patience) as answer:
                return int(answer.status)
        except HTTPError as error:
            return int(error.code)
        except OSError:
            return 0

    def log(self, name: str) -> str:
        return self.programs[name].log.read_text()


def _decoded(value: Any) -> Any:
    """Decode JSON, which SQLite returns as text."""
    return json.loads(value) if isinstance(value, str) and value.startswith("{") else value


@contextmanager
def site(database: str = "postgres", logs: Path | None = None) -> Iterator[Site]:
    """Run the site with one of `DATABASES`. Raise `MissingError` if a program is not installed.

    The logs of all programs are kept in the directory `logs`.
    """
    with TemporaryDirectory(prefix="chaos-") as name, ExitStack() as stack:
        folder, logs = Path(name), logs or Path(name)
        logs.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o755)  # PostgreSQL runs as another user
        disk = folder / "disk"
        disk.mkdir()
        is_small = stack.enter_context(small_disk(disk))
        programs: dict[str, Program] = {}
        stack.callback(lambda: [program.end() for program in reversed(programs.values())])
        found = Site(programs, {}, f"{SQLITE}{disk}/site.sqlite3", "", {}, disk if is_small else None)
        if database == "postgres":
            programs |= {program.name: program for program in (postgres(logs, disk), redis_server(logs, disk))}
            for program in list(programs.values()):
                start(program)
            found.database, found.redis = url_of(programs["postgres"]), url_of(programs["redis"])
        else:
            sites.copy_of_sqlite(Path(found.database.removeprefix(SQLITE)))
        found.environment = servers.clean_environment(
            {
                "VAR_DIR": name,
                "DEBUG": "false",
                "HTTPS": "false",
                "BUNDLES": "false",
                "SECRET_KEY": "a key of this site, and of nothing else, long enough for anybody",
                "ALLOWED_HOSTS": "127.0.0.1",
                "DATABASE_URL": found.database,
                "REDIS_URL": found.redis,
                "EXHIBITION_PACE": "0",
                "FRAMES_A_SECOND": "1000",
                "SOCKETS_A_USER": "1000",
                "LOG_LEVEL": "WARNING",
            }
        )
        found.maker = stack.enter_context(maker(found, logs))
        for program in our_own(found, folder, logs):
            programs[program.name] = program
            program.start()
        asyncio.run(all_ready(programs.values()))
        yield found


@contextmanager
def maker(site: Site, logs: Path) -> Iterator[subprocess.Popen[str]]:
    """Run the process that creates duels for this site."""
    command, options = [sys.executable, "-m", "tests.chaos.rows"], {"cwd": servers.ROOT, "env": dict(site.environment)}
    with (logs / "rows.log").open("ab") as log:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True, **options
        )
    with process:
        try:
            yield process
        finally:
            process.kill()


async def all_ready(programs: Any) -> None:
    await asyncio.gather(*(program.ready() for program in programs))


def start(program: Program) -> None:
    program.start()
    asyncio.run(program.ready())


def url_of(program: Program) -> str:
    return str(program.options["env"]["URL"])


def redis_server(logs: Path, disk: Path) -> Program:
    """Return a Redis server that saves its data to the disk, as in production."""
    data = disk / "redis"
    data.mkdir()
    port = servers.free_port()
    binary = servers.find_program("redis-server", package="redis-server")
    command = [binary, "--port", str(port), "--bind", "127.0.0.1", "--appendonly", "yes", "--dir", str(data)]
    url = f"redis://127.0.0.1:{port}/0"
    env = os.environ | {"URL": url}
    return Program("redis", command, lambda: is_loaded(url), logs / "redis.log", {"cwd": data, "env": env})


def is_loaded(url: str) -> bool:
    """Return whether Redis has loaded its data. Until then, it accepts connections but may still exit."""
    with redis.Redis.from_url(url) as client, suppress(redis.RedisError):
        return bool(client.ping())
    return False


def postgres(logs: Path, disk: Path) -> Program:
    """Return a PostgreSQL server with synchronous commits, as in production. SIGQUIT stops it like a crash.

    Its database has been migrated. Its write-ahead log is small, so PostgreSQL soon needs to add to it.
    """
    binary, who = servers.find_postgres() / "postgres", servers.who_may_run_postgres()
    port, data = servers.free_port(), disk / "data"
    sites.copy_of_postgres(disk)
    servers.own_by_postgres(data)
    command = [str(binary), "-D", str(data), "-k", str(data), "-h", "127.0.0.1", "-p", str(port), "-N", "200"]
    command += ["-c", "min_wal_size=2MB", "-c", "max_wal_size=64MB"]
    url = f"postgres://postgres@127.0.0.1:{port}/{sites.TEMPLATE}"
    options_of_process = {"cwd": data, "env": os.environ | {"URL": url}, **who}
    return Program("postgres", command, lambda: servers.is_answering(url), logs / "postgres.log", options_of_process)


def our_own(site: Site, folder: Path, logs: Path) -> Iterator[Program]:
    """Yield the site's own programs: its web servers and its worker."""
    options = {"cwd": servers.ROOT, "env": dict(site.environment)}
    for name in ("web 1",) if site.is_sqlite else ("web 1", "web 2"):
        port = servers.free_port()
        site.addresses[name] = f"http://127.0.0.1:{port}"
        command = [sys.executable, "-m", "wavinghands.server.web", "--bind", "127.0.0.1", "--port", str(port)]
        yield Program(name, command, lambda port=port: servers.is_listening(port), logs / f"{name}.log", options)
    command, beat = [sys.executable, "manage.py", "worker"], folder / "worker.heartbeat"

    def is_at_work() -> bool:
        return beat.exists() and beat.stat().st_mtime > worker.started

    worker = Program("worker", command, is_at_work, logs / "worker.log", options)
    yield worker
