"""`python -m duels.bench`: duels over real sockets against real servers with a database of their own."""

import argparse
import asyncio
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from duels.bench.client import Table

ROOT = Path(__file__).resolve().parents[2]
LENGTH = 20
"""Rounds of a duel."""
SCRIPTS = 20
HOUSE = "house"
"""The load that is practice with the house beside duels of people, with a worker to think."""


def main() -> None:
    """Measure, and print a line for each load."""
    options = _options()
    with TemporaryDirectory() as folder, ExitStack() as servers:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "wavinghands.settings",
            "VAR_DIR": folder,
            "DEBUG": "false",
            "HTTPS": "false",
            "SECRET_KEY": "a key of this measurement, and of nothing else, long enough for anybody",
            "ALLOWED_HOSTS": "127.0.0.1",
            "DATABASE_URL": options.database or f"sqlite:///{folder}/bench.sqlite3",
            "REDIS_URL": options.redis,
            "EXHIBITION_PACE": "0",
            "FRAMES_A_SECOND": "100000",  # a wizard of flesh and blood sends one in many seconds
        }
        cookies, tables = _prepared(options.loads)
        started = [servers.enter_context(_server(Path(folder), options.wrap)) for _ in range(options.servers)]
        addresses = [f"ws://127.0.0.1:{port}" for port, _ in started]
        if HOUSE in options.loads:
            servers.enter_context(_worker(Path(folder)))
        import uvloop

        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            for load in options.loads:
                measure = _measure_house if load == HOUSE else _measure
                figures = runner.run(measure(load, tables[load], addresses, cookies, [pid for _, pid in started]))
                print(f"{load:>10}", figures, flush=True)  # noqa: T201


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m duels.bench", description=__doc__)
    parser.add_argument(
        "loads", nargs="*", default=["1", "100", "500", "500@100"], help="duels, duels@rounds/s, or house"
    )
    parser.add_argument("--database", default="", help="address of an empty PostgreSQL database; default: SQLite")
    parser.add_argument("--redis", default="", help="address of a Redis")
    parser.add_argument("--servers", type=int, default=1, help="processes; the wizards of a duel sit at different ones")
    parser.add_argument("--wrap", default="", help="a command to run the servers under, such as a profiler")
    return parser.parse_args()


def _prepared(loads: list[str]) -> tuple[dict[str, str], dict[str, Any]]:
    """Session keys of the two users, and for each load series of duels that are about to begin."""
    import django

    django.setup()
    from django.core.management import call_command

    from duels.bench import house, rows
    from duels.bench.scripts import scripts

    call_command("migrate", verbosity=0)
    played = scripts(SCRIPTS, LENGTH)
    cookies, mages = rows.users()
    made: dict[str, Any] = {load: rows.series(mages, played, *_shape(load)) for load in loads if load != HOUSE}
    if HOUSE in loads:
        people = rows.series(mages, played, 1, house.PEOPLE)[0]
        made[HOUSE] = people, house.practice(mages)
    rows.close()
    return cookies, made


def _shape(load: str) -> tuple[int, int]:
    """How many series of duels, and how many duels one after the other in each."""
    count = int(load.partition("@")[0])
    return count, 100 if count == 1 else 300 // count if count < 300 else 1


@contextmanager
def _server(folder: Path, wrap: str) -> Iterator[tuple[int, int]]:
    """The port and the process of a server that has started."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = int(listener.getsockname()[1])
    daphne = [sys.executable, "-m", "daphne", "--port", str(port), "--access-log", os.devnull, "--verbosity", "0"]
    log = folder / f"server-{port}.log"
    with log.open("wb") as output:
        command = [*wrap.split(), *daphne, "wavinghands.asgi:application"]
        process = subprocess.Popen(command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT)  # noqa: S603
    try:
        _wait(port, process, log)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait()
        sys.stderr.write(log.read_text()[-3000:])


@contextmanager
def _worker(folder: Path) -> Iterator[None]:
    """A worker, from when it lives."""
    process = subprocess.Popen([sys.executable, "manage.py", "worker"], cwd=ROOT)
    try:
        while not (folder / "worker.heartbeat").exists():
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait()


async def _measure_house(
    load: str, tables: Any, addresses: list[str], cookies: dict[str, str], processes: list[int]
) -> str:
    from duels.bench import house

    people, practices = tables
    return "\n" + await house.measure(people, practices, addresses[0], cookies, partial(_cpu_seconds, processes))


def _wait(port: int, process: "subprocess.Popen[bytes]", log: Path) -> None:
    for _ in range(600):
        with socket.socket() as client:
            if client.connect_ex(("127.0.0.1", port)) == 0:
                return
        if process.poll() is not None:
            break
        time.sleep(0.05)
    raise SystemExit(f"The server did not start:\n{log.read_text()}")


async def _measure(
    load: str, series: "list[list[Table]]", addresses: list[str], cookies: dict[str, str], processes: list[int]
) -> str:
    from duels.bench import client

    tables = [table for tables in series for table in tables]
    await client.open_all(tables, addresses, cookies)
    await asyncio.sleep(1)
    count, _, pace = load.partition("@")
    used = _cpu_seconds(processes)
    if pace:
        figures = await client.paced(tables, float(pace), rounds=min(int(count) * LENGTH, int(pace) * 20))
    else:
        figures = await client.as_fast_as_they_can(series, LENGTH)
    used = _cpu_seconds(processes) - used
    await client.close_all(tables)
    return f"{figures}   server {used / len(figures.latencies) * 1000:.2f} ms of CPU a round"


def _cpu_seconds(processes: list[int]) -> float:
    """What these processes have used, in all; says more than the clock where a machine is shared."""
    ticks = 0
    for process in processes:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
