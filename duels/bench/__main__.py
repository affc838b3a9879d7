"""`python -m duels.bench`: duels over real sockets against real servers with a database of their own."""

import argparse
import asyncio
import gc
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from duels.bench.client import Figures, Table

ROOT = Path(__file__).resolve().parents[2]
LENGTH = 20
"""Rounds of a duel."""
SCRIPTS = 20
HOUSE = "house"
"""The load that is practice with the house beside duels of people, with a worker to think."""
BACK, QUERY = "back", "query"
"""Loads that have a server of their own: one that dies and comes again, one that is asked for slow pages too."""
REST = 0.3
"""Seconds in which a site at rest uses less than a tenth of a processor: several servers look around now and then."""
SITE, FLOOR = "wavinghands.asgi", "duels.bench.floor"
SERVE = "import sys; from wavinghands.server import web; web.main(sys.argv[2:], sys.argv[1])"
"""Serves an application as `python -m wavinghands.server.web` does the site's."""
FLOORS = ("plain", "best")
"""The sites without a game beside which this one is measured."""


@dataclass(frozen=True, slots=True)
class Site:
    """The servers of one site, by port and process."""

    servers: list[tuple[int, int]]
    has_homes: bool = False
    """Whether all sockets of a duel meet at one of its servers."""

    def addresses(self) -> list[str]:
        """Where sockets are opened."""
        return [f"ws://127.0.0.1:{port}" for port, _ in self.servers]

    def cpu_seconds(self) -> float:
        """What its servers and their writers have used, in all; says more than the clock where a machine is shared."""
        ticks = 0
        servers = [process for _, process in self.servers]
        for process in [*servers, *(writer for server in servers for writer in _children_of(server))]:
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")


def _children_of(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


@dataclass(frozen=True, slots=True)
class Measured:
    """What a load came to at one site; `cpu` and `opening`: ms of its CPU for a round, and for a socket's opening."""

    figures: "Figures"
    cpu: float
    opening: float

    def __str__(self) -> str:
        return f"{self.figures}   CPU {self.cpu:5.2f} ms a round, {self.opening:5.2f} a socket"


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
            "SOCKETS_A_USER": "100000",
            "SOCKETS_AN_ADDRESS": "100000",  # nor do all of them live at one
        }
        cookies, tables = _prepared(options.loads)
        gc.freeze()
        gc.set_threshold(50_000, 20, 20)  # collections would pause this client for 0.1 s, as if the site were slow
        start = partial(_server, Path(folder))
        own = [load for load in options.loads if load in (BACK, QUERY)]
        loads = [load for load in options.loads if load not in own]
        floors = () if options.alone or not loads else FLOORS
        sites = {
            **{kind: Site([servers.enter_context(start(FLOOR, FLOOR=kind))]) for kind in floors},
            "site": Site(
                [servers.enter_context(start(SITE, wrap=options.wrap)) for _ in range(options.servers if loads else 0)],
                options.home,
            ),
        }
        if HOUSE in options.loads:
            servers.enter_context(_worker(Path(folder)))
        import uvloop

        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            for load in own:
                print(load, runner.run(_measure_own(load, tables[load], start, cookies)), flush=True)  # noqa: T201
            for load in loads:
                if load == HOUSE:
                    print(load, runner.run(_measure_house(tables[load], sites["site"], cookies)), flush=True)  # noqa: T201
                    continue
                found = {}
                for name, site in sites.items():
                    found[name] = runner.run(_measure(load, tables[load], site, cookies))
                    print(f"{load:>10} {name:>5} {found[name]}", flush=True)  # noqa: T201
                if floors:
                    print(f"{'':16} {_ratios(found)}", flush=True)  # noqa: T201


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m duels.bench", description=__doc__)
    parser.add_argument(
        "loads", nargs="*", default=["1", "100", "500", "500@100"], help="duels, duels@rounds/s, house, back, query"
    )
    parser.add_argument("--database", default="", help="address of an empty PostgreSQL database; default: SQLite")
    parser.add_argument("--redis", default="", help="address of a Redis")
    parser.add_argument("--servers", type=int, default=1, help="processes; a duel's wizards sit at different ones")
    parser.add_argument("--home", action="store_true", help="have both sit at the same, the home of their duel")
    parser.add_argument("--alone", action="store_true", help="leave out the sites without a game beside this one")
    parser.add_argument("--wrap", default="", help="a command to run the servers under, such as a profiler")
    return parser.parse_args()


def _prepared(loads: list[str]) -> tuple[dict[str, str], dict[str, Any]]:
    """Session keys of the two users, and for each load series of duels that are about to begin."""
    import django

    django.setup()
    from django.core.management import call_command

    from duels.bench import back, house, query, rows
    from duels.bench.scripts import scripts

    call_command("migrate", verbosity=0)
    played = scripts(SCRIPTS, LENGTH)
    cookies, mages = rows.users()
    special = (HOUSE, BACK, QUERY)
    made: dict[str, Any] = {load: rows.series(mages, played, *_shape(load)) for load in loads if load not in special}
    for load, count in ((BACK, back.DUELS), (QUERY, query.DUELS)):
        if load in loads:
            made[load] = rows.series(mages, played, 1, count)[0]
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
def _server(folder: Path, module: str, port: int = 0, wrap: str = "", **environment: str) -> Iterator[tuple[int, int]]:
    """The port (0: any) and the process of a server of this module's application that has started."""
    port = port or _free_port()
    options = ["--port", str(port)]
    served = (
        ["-m", "daphne", "--access-log", os.devnull, f"{module}:application"]
        if module == FLOOR
        else ["-c", SERVE, f"{module}:application"]
    )
    command = [*wrap.split(), sys.executable, *served, *options]
    log = folder / f"server-{port}.log"
    with log.open("wb") as output:
        process = subprocess.Popen(  # noqa: S603
            command, cwd=ROOT, env=os.environ | environment, stdout=output, stderr=subprocess.STDOUT
        )
    try:
        _wait(port, process, log)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait()
        sys.stderr.write(log.read_text()[-3000:])


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


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


async def _measure_house(tables: Any, site: Site, cookies: dict[str, str]) -> str:
    from duels.bench import house

    people, practices = tables
    return "\n" + await house.measure(people, practices, site.addresses()[0], cookies, site.cpu_seconds)


async def _measure_own(load: str, tables: Any, start: Any, cookies: dict[str, str]) -> str:
    from duels.bench import back, query

    if load == QUERY:
        return await query.measure(tables, start, cookies)
    return await back.measure(tables, partial(start, SITE), cookies, lambda process: Site([(0, process)]).cpu_seconds())


def _wait(port: int, process: "subprocess.Popen[bytes]", log: Path) -> None:
    for _ in range(600):
        with socket.socket() as client:
            if client.connect_ex(("127.0.0.1", port)) == 0:
                return
        if process.poll() is not None:
            break
        time.sleep(0.05)
    raise SystemExit(f"The server did not start:\n{log.read_text()}")


async def _measure(load: str, series: "list[list[Table]]", site: Site, cookies: dict[str, str]) -> Measured:
    from duels.bench import client

    series = [[replace(table, sockets={}) for table in tables] for tables in series]
    tables = [table for there in series for table in there]
    used = [await _at_rest(site)]
    await client.open_all(tables, site.addresses(), cookies, site.has_homes)
    await asyncio.sleep(1)
    used.append(site.cpu_seconds())
    count, _, pace = load.partition("@")
    if pace:
        figures = await client.paced(tables, float(pace), rounds=min(int(count) * LENGTH, int(pace) * 20))
    else:
        figures = await client.as_fast_as_they_can(series, LENGTH)
    used.append(site.cpu_seconds())
    await client.close_all(tables)
    opening, playing = (1000 * (after - before) for before, after in pairwise(used))
    return Measured(figures, playing / len(figures.latencies), opening / (2 * len(tables)))


async def _at_rest(site: Site) -> float:
    """What a site has used once it has nothing to do: what it still starts is no part of what sockets cost."""
    before = -REST
    while (used := site.cpu_seconds()) - before > REST / 10:
        before = used
        await asyncio.sleep(REST)
    return used


def _ratios(found: dict[str, Measured]) -> str:
    """How the site stands beside those without a game: of `best` the speed and the waiting, of `plain` the CPU."""
    plain, best, site = (found[name] for name in (*FLOORS, "site"))
    speed = site.figures.pace / best.figures.pace
    p95, p99 = (site.figures.at(share) / best.figures.at(share) for share in (0.95, 0.99))
    cpu = site.cpu / plain.cpu
    return f"site: {speed:.2f} of best's rounds/s, p95 {p95:.1f} and p99 {p99:.1f} of its; {cpu:.2f} of plain's CPU"


if __name__ == "__main__":
    main()
