"""The whole site as processes of its own, each of which can be killed, frozen and started again.

PostgreSQL, Redis, two web servers, a clock and a worker, on free ports, in a folder that goes with them.
"""

import asyncio
import json
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.error import HTTPError

import psycopg

from tests import servers

WEBS = ("web 1", "web 2")
PATIENCE = 300
"""Seconds that a program may take to start or to end, where all are started at once on a laden machine."""


@dataclass
class Program:
    """A program that runs until it is stopped, and can be started again as it was."""

    name: str
    command: list[str]
    is_ready: Callable[[], bool]
    log: Path
    options: Mapping[str, Any] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(self.command, stdout=output, stderr=subprocess.STDOUT, **self.options)

    async def ready(self) -> None:
        """Wait until it can be used; raises `TimeoutError` and what it has written."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not await asyncio.to_thread(self.is_ready):
                    await asyncio.sleep(0.02)
        except TimeoutError:
            raise TimeoutError(f"{self.name} does not start:\n{self.log.read_text()[-4000:]}") from None

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    async def stop(self, number: int = signal.SIGTERM) -> None:
        """Have it end by a signal, and wait until it has."""
        assert self.process is not None
        self.process.send_signal(number)
        try:
            await asyncio.to_thread(self.process.wait, PATIENCE)
        except subprocess.TimeoutExpired:
            self.end()
            raise TimeoutError(f"{self.name} does not end by signal {number}") from None

    def end(self) -> None:
        """Have it gone, whatever state it is in."""
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait()


@dataclass
class Site:
    """The running site; `addresses` of its web servers, by their names."""

    programs: dict[str, Program]
    addresses: dict[str, str]
    database: str
    redis: str
    environment: Mapping[str, str]

    def make(self, **options: Any) -> list[dict[str, Any]]:
        """What `tests.chaos.rows` makes."""
        command = [sys.executable, "-m", "tests.chaos.rows", json.dumps(options)]
        done = subprocess.run(
            command, cwd=servers.ROOT, env=dict(self.environment), capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def rows(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """What a statement finds in the database."""
        with psycopg.connect(self.database, autocommit=True) as connection:
            cursor = connection.execute(statement, values)
            return cursor.fetchall() if cursor.description else []

    def rows_at_once(self, *statements: str) -> list[list[tuple[Any, ...]]]:
        """What statements find in the database as it is in one moment: clocks and the house play on."""
        with psycopg.connect(self.database) as connection:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            return [connection.execute(statement).fetchall() for statement in statements]

    def answers(self, web: str, path: str = "/healthz", patience: float = 30) -> int:
        """The status with which a web server answers; 0: it does not."""
        try:
            with urllib.request.urlopen(self.addresses[web] + path, timeout=patience) as answer:
                return int(answer.status)
        except HTTPError as error:
            return int(error.code)
        except OSError:
            return 0

    def log(self, name: str) -> str:
        return self.programs[name].log.read_text()


@contextmanager
def site() -> Iterator[Site]:
    """The site, from when all of it is up to the end of the block. Raises `MissingError` where a program is missing."""
    with TemporaryDirectory(prefix="chaos-") as name, ExitStack() as stack:
        folder = Path(name)
        folder.chmod(0o755)  # for PostgreSQL, which runs as somebody else
        database, redis = postgres(folder), redis_server(folder)
        programs = {program.name: program for program in (database, redis)}
        stack.callback(lambda: [program.end() for program in reversed(programs.values())])
        for program in list(programs.values()):
            start(program)
        found = Site(programs, {}, url_of(database), url_of(redis), {})
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
        done = servers.manage("migrate", "--verbosity", "0", **found.environment)
        assert done.returncode == 0, done.stderr
        for program in our_own(found, folder):
            programs[program.name] = program
            program.start()
        asyncio.run(all_ready(programs.values()))
        yield found


async def all_ready(programs: Any) -> None:
    await asyncio.gather(*(program.ready() for program in programs))


def start(program: Program) -> None:
    program.start()
    asyncio.run(program.ready())


def url_of(program: Program) -> str:
    return str(program.options["env"]["URL"])


def redis_server(folder: Path) -> Program:
    port = servers.free_port()
    binary = servers.find_program("redis-server", package="redis-server")
    command = [binary, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    env = os.environ | {"URL": f"redis://127.0.0.1:{port}/0"}
    return Program("redis", command, lambda: servers.is_listening(port), folder / "redis.log", {"env": env})


def postgres(folder: Path) -> Program:
    """PostgreSQL, with what it has committed on the disk at once, as in production: `immediate` is a crash."""
    binaries = "usr/lib/postgresql/*/bin"
    initdb = servers.find_program("initdb", package="postgresql", folders=binaries)
    binary = servers.find_program("postgres", package="postgresql", folders=binaries)
    who, port, data = servers.who_may_run_postgres(), servers.free_port(), folder / "postgres"
    data.mkdir()
    if who:
        os.chown(data, int(str(who["user"])), int(str(who["group"])))
    options = ["--username", "postgres", "--auth", "trust", "--encoding", "UTF8", "--no-sync"]
    subprocess.run([initdb, "--pgdata", str(data), *options], check=True, capture_output=True, cwd=data, **who)
    command = [binary, "-D", str(data), "-k", str(data), "-h", "127.0.0.1", "-p", str(port), "-N", "200"]
    url = f"postgres://postgres@127.0.0.1:{port}/postgres"
    options_of_process = {"cwd": data, "env": os.environ | {"URL": url}, **who}
    return Program("postgres", command, lambda: servers.is_answering(url), folder / "postgres.log", options_of_process)


def our_own(site: Site, folder: Path) -> Iterator[Program]:
    """The processes of the site itself."""
    options = {"cwd": servers.ROOT, "env": dict(site.environment)}
    for name in WEBS:
        port = servers.free_port()
        site.addresses[name] = f"http://127.0.0.1:{port}"
        command = [sys.executable, "-m", "daphne", "--bind", "127.0.0.1", "--port", str(port)]
        yield Program(
            name,
            [*command, "wavinghands.asgi:application"],
            lambda port=port: servers.is_listening(port),
            folder / f"{name}.log",
            options,
        )
    for name in ("clock", "worker"):
        command = [sys.executable, "manage.py", name]
        beat = folder / f"{name}.heartbeat"
        yield Program(name, command, beat.exists, folder / f"{name}.log", options)
