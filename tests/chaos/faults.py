"""The kinds of faults. Each function injects one fault and repairs it before returning."""

import asyncio
import os
import shutil
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    AsyncExitStack,
    asynccontextmanager,
    closing,
    nullcontext,
    suppress,
)
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import redis

from tests.chaos.arena import hurry_until, is_in_rounds, pairings_to_begin, results_to_count
from tests.chaos.disk import fill, filler
from tests.chaos.evening import Evening
from tests.chaos.site import Program, Site

Fault = Callable[[Evening, Random], Awaitable[None]]

CUT_ALL = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
)
REFUSING = """
CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
$$BEGIN RAISE EXCEPTION 'could not extend file: no room' USING ERRCODE = 'disk_full'; END$$
"""
WRITTEN = ("duels_round", "duels_seat", "duels_duel", "duels_line", "duels_draft", "duels_chore", "duels_pairing",
           "duels_entry")  # fmt: skip
STALLING = 7
"""The number of an advisory lock. While the test holds it, stalled statements wait on PostgreSQL."""
STALL = f"""
CREATE OR REPLACE FUNCTION stall() RETURNS trigger LANGUAGE plpgsql AS
$$BEGIN PERFORM pg_advisory_xact_lock({STALLING}); RETURN NEW; END$$
"""
ENDLESS = (
    "CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) AS i FROM n"
)
STARTS = ("duels_duel", "BEFORE INSERT ON duels_duel FOR EACH ROW")
"""The table and the event of the trigger that stalls the start of each duel."""
COUNTS = (
    "duels_pairing",
    "BEFORE UPDATE OF counted ON duels_pairing FOR EACH ROW"
    " WHEN (NEW.counted AND NOT OLD.counted AND NEW.duel_id IS NOT NULL)",
)
"""The table and the event of the trigger that stalls the worker when it adds the result of a duel to the standings.

Byes have no duel. With a stalled bye, no duel could go on with SQLite, because the worker holds the lock.
"""
LOG_MUCH = "SELECT pg_logical_emit_message(true, '', repeat('x', 2000000))"
"""A statement that fills two segments of PostgreSQL's write-ahead log (WAL)."""
LONGEST_LOG = 100
"""A number of `LOG_MUCH` statements that is certain to fill the disk, although PostgreSQL reuses WAL segments."""
PAGES = ("/", "/ladder/", "/healthz")
QUICKLY = 3.0
"""Seconds within which a page must report that the database is unavailable."""


async def nothing_happens(evening: Evening, dice: Random) -> None:
    """Inject no fault, to get a baseline for recovery times."""


async def a_web_is_killed(evening: Evening, dice: Random) -> None:
    await _restart(evening, dice.choice(sorted(evening.site.addresses)), signal.SIGKILL, dice.uniform(0, 1))


async def a_web_is_asked_to_end(evening: Evening, dice: Random) -> None:
    """Restart a web server gracefully, as a deployment does."""
    await _restart(evening, dice.choice(sorted(evening.site.addresses)), signal.SIGTERM, 0)


async def a_web_is_frozen(evening: Evening, dice: Random) -> None:
    async with _frozen(evening, dice.choice(sorted(evening.site.addresses))):
        await asyncio.sleep(dice.uniform(0.5, 3))


async def the_worker_is_killed(evening: Evening, dice: Random) -> None:
    """Kill the worker at one of three moments, a different one each time.

    The moments are: between a pairing and its duel, between a result and the standings, and a random moment.
    """
    counts = evening.ledger.counts
    counts["times the worker was killed"] += 1
    turn = counts["times the worker was killed"] % 3
    if turn == 1:
        await _kill_in_between(evening, STARTS, pairings_to_begin, "pairings that outlived the worker")
    elif turn == 2 and await asyncio.to_thread(is_in_rounds, evening.site):
        await _kill_in_between(evening, COUNTS, results_to_count, "results that outlived the worker")
    else:
        await _restart(evening, "worker", signal.SIGKILL, dice.uniform(0, 1))


async def the_worker_is_asked_to_end(evening: Evening, dice: Random) -> None:
    """Restart the worker gracefully, as a deployment does."""
    await _restart(evening, "worker", signal.SIGTERM, 0)


async def the_worker_is_frozen(evening: Evening, dice: Random) -> None:
    async with _frozen(evening, "worker"):
        await asyncio.sleep(dice.uniform(0.5, 4))


async def connections_are_cut(evening: Evening, dice: Random) -> None:
    """Terminate all connections to PostgreSQL."""
    async with _locked(evening, "postgres"):
        await asyncio.to_thread(evening.site.rows, CUT_ALL)


async def postgres_crashes(evening: Evening, dice: Random) -> None:
    """Crash PostgreSQL. Until it has recovered, pages must report that it is unavailable."""
    async with _locked(evening, "postgres") as [program]:
        await program.stop(signal.SIGQUIT)
        until = time.monotonic() + dice.uniform(0, 3)
        await _ask_for_a_page(evening, dice, "the database was away", allowed=[503])
        await asyncio.sleep(until - time.monotonic())
        program.start()
        await program.ready()


async def postgres_is_frozen(evening: Evening, dice: Random) -> None:
    """Suspend PostgreSQL, so that it accepts connections but does not answer."""
    async with _frozen(evening, "postgres"):
        await asyncio.sleep(dice.uniform(0.5, 3))


async def the_database_is_locked(evening: Evening, dice: Random) -> None:
    """Hold SQLite's write lock, so that no other connection can write."""
    with closing(evening.site.sqlite()) as connection:
        await asyncio.to_thread(connection.execute, "BEGIN IMMEDIATE")
        await asyncio.sleep(dice.uniform(0.5, 3))


async def writes_are_refused(evening: Evening, dice: Random) -> None:
    """Reject writes to PostgreSQL for a while, using triggers."""
    async with _locked(evening, "postgres"):
        await asyncio.to_thread(evening.site.rows, REFUSING)
        for table in WRITTEN:
            await asyncio.to_thread(
                evening.site.rows,
                f"CREATE TRIGGER is_refused BEFORE INSERT OR UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION refuse()",
            )
        await asyncio.sleep(dice.uniform(0.2, 2))
        for table in WRITTEN:
            await asyncio.to_thread(evening.site.rows, f"DROP TRIGGER is_refused ON {table}")


async def the_disk_is_full(evening: Evening, dice: Random) -> None:
    """Fill the disk that holds the database and Redis's data for a while."""
    async with _full_disk(evening):
        await _ask_for_a_page(evening, dice, "the disk was full", allowed=[200, 503])
        await asyncio.sleep(dice.uniform(0.5, 3))


async def the_disk_is_full_for_the_log(evening: Evening, dice: Random) -> None:
    """Fill the disk while PostgreSQL needs space for its write-ahead log.

    PostgreSQL then panics, and it may fail to restart.
    """
    async with _full_disk(evening, _connected(evening.site)) as connection:
        with suppress(psycopg.Error):
            for _ in range(LONGEST_LOG):
                await asyncio.to_thread(connection.execute, LOG_MUCH)
            evening.ledger.complain("PostgreSQL has written a log for which there was no room")
        await _ask_for_a_page(evening, dice, "there was no room for the log", allowed=[200, 503])
        await asyncio.sleep(dice.uniform(0, 3))


async def redis_is_killed(evening: Evening, dice: Random) -> None:
    """Kill Redis, and restart it with or without its data."""
    async with _locked(evening, "redis") as [program]:
        await program.stop(signal.SIGKILL)
        if dice.random() < 0.5:
            shutil.rmtree(program.options["cwd"] / "appendonlydir")
        await asyncio.sleep(dice.uniform(0, 2))
        program.start()
        await program.ready()


async def redis_is_flushed(evening: Evening, dice: Random) -> None:
    """Delete everything in Redis."""
    async with _locked(evening, "redis"):
        with redis.Redis.from_url(evening.site.redis) as client:
            await asyncio.to_thread(client.flushall)


async def redis_is_frozen(evening: Evening, dice: Random) -> None:
    """Suspend Redis, so that it accepts connections but does not answer."""
    async with _frozen(evening, "redis"):
        await asyncio.sleep(dice.uniform(0.5, 4))


async def sockets_are_cut_in_the_midst_of_a_frame(evening: Evening, dice: Random) -> None:
    for player in dice.sample(evening.everybody(), len(evening.everybody()) // 2):
        player.cut(dice)


async def frames_come_twice_late_and_early(evening: Evening, dice: Random) -> None:
    """Make each player resend their orders, and send orders for past and future rounds.

    The site must reject orders for other rounds.
    """
    for player in evening.everybody():
        await player.repeat(dice)


async def all_order_in_one_instant(evening: Evening, dice: Random) -> None:
    """Make all players send their orders without delay for a second.

    The last orders of a round then often reach both web servers at the same time.
    """
    everybody = evening.everybody()
    for player in everybody:
        player.hurries = True
    await asyncio.sleep(1)
    for player in everybody:
        player.hurries = False


ANYWHERE: tuple[Fault, ...] = (
    a_web_is_killed,
    a_web_is_asked_to_end,
    a_web_is_frozen,
    the_worker_is_killed,
    the_worker_is_asked_to_end,
    the_worker_is_frozen,
    sockets_are_cut_in_the_midst_of_a_frame,
    frames_come_twice_late_and_early,
    all_order_in_one_instant,
)
ON_POSTGRES: tuple[Fault, ...] = (
    connections_are_cut,
    postgres_crashes,
    postgres_is_frozen,
    writes_are_refused,
    redis_is_killed,
    redis_is_flushed,
    redis_is_frozen,
)
ON_SQLITE: tuple[Fault, ...] = (the_database_is_locked,)


def possible(site: Site) -> list[Fault]:
    kinds = [*ANYWHERE, *(ON_SQLITE if site.is_sqlite else ON_POSTGRES)]
    if site.disk:
        kinds.append(the_disk_is_full)
        if not site.is_sqlite:
            kinds.append(the_disk_is_full_for_the_log)
    return kinds


@asynccontextmanager
async def _locked(evening: Evening, *names: str) -> AsyncIterator[list[Program]]:
    """Protect these programs from other faults during the block, and yield them sorted by name."""
    programs = [evening.site.programs[name] for name in sorted(names)]
    async with AsyncExitStack() as stack:
        for program in programs:
            await stack.enter_async_context(program.lock)
        yield programs


async def _restart(evening: Evening, name: str, by: int, away: float) -> None:
    """Stop a program with the signal `by`, and restart it after `away` seconds."""
    async with _locked(evening, name) as [program]:
        await program.stop(by)
        await asyncio.sleep(away)
        program.start()
        await program.ready()


@asynccontextmanager
async def _frozen(evening: Evening, *names: str) -> AsyncIterator[None]:
    """Suspend these programs and their child processes during the block."""
    async with _locked(evening, *names) as programs:
        pids = [pid for program in programs for pid in (program.pid, *_children(program.pid))]
        _send(pids, signal.SIGSTOP)
        try:
            yield
        finally:
            _send(pids, signal.SIGCONT)


def _send(pids: list[int], number: int) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):  # PostgreSQL's processes come and go
            os.kill(pid, number)


def _children(pid: int) -> list[int]:
    """Return the IDs of a process's child processes. PostgreSQL has one for each connection."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(child) for child in found.split()]


async def _kill_in_between(
    evening: Evening, stalled: tuple[str, str], find: Callable[[Site], Collection[int]], count: str
) -> None:
    """Kill the worker in the middle of its next step in a tournament.

    `stalled` contains the arguments `table` and `event` with which `_stalled` blocks this step. `find` returns the
    pairings that are waiting for the step. Their number is added to the ledger's counter named `count`.
    """
    database = [] if evening.site.is_sqlite else ["postgres"]
    async with evening.site.disk_lock, _locked(evening, "worker", *database) as [*_, worker]:
        async with _stalled(evening.site, *stalled):
            if await hurry_until(evening, find):
                await worker.stop(signal.SIGKILL)
                found = await asyncio.to_thread(find, evening.site)
                evening.ledger.counts[count] += len(found)
        if worker.process and worker.process.poll() is not None:
            worker.start()
        await worker.ready()


@asynccontextmanager
async def _stalled(site: Site, table: str, event: str) -> AsyncIterator[None]:
    """Block every transaction that fires a trigger on `table`, until the `with` block ends.

    `event` is the SQL clause that says when the trigger fires. `STARTS` contains an example of both arguments.
    """
    if site.is_sqlite:
        with closing(site.sqlite()) as connection:
            for statement in (ENDLESS, f"CREATE TRIGGER stalls {event} BEGIN SELECT i FROM endless; END"):
                await asyncio.to_thread(connection.execute, statement)
            try:
                yield
            finally:
                for statement in ("DROP TRIGGER stalls", "DROP VIEW endless"):
                    await asyncio.to_thread(connection.execute, statement)
        return
    async with _connected(site) as lock:
        stalls = f"CREATE TRIGGER stalls {event} EXECUTE FUNCTION stall()"
        for statement in (f"SELECT pg_advisory_lock({STALLING})", STALL, stalls):
            await asyncio.to_thread(lock.execute, statement)
        try:
            yield
        finally:
            for statement in (f"SELECT pg_advisory_unlock({STALLING})", f"DROP TRIGGER stalls ON {table}"):
                await asyncio.to_thread(lock.execute, statement)


@asynccontextmanager
async def _full_disk(evening: Evening, before: AbstractAsyncContextManager[Any] | None = None) -> AsyncIterator[Any]:
    """Keep the disk full during the block. Afterwards, restart the programs that have exited.

    The context manager `before` is entered while there is still space on the disk, and its value is yielded.
    """
    assert evening.site.disk is not None
    kept = [name for name in ("postgres", "redis") if name in evening.site.programs]
    async with evening.site.disk_lock, _locked(evening, *kept) as programs:
        async with before or nullcontext() as found:
            with filler(evening.site.disk) as file:
                filling = asyncio.create_task(_keep_full(file))
                try:
                    yield found
                finally:
                    filling.cancel()
                    await asyncio.gather(filling, return_exceptions=True)
        for program in programs:
            await program.ready(by_starting=True)


@asynccontextmanager
async def _connected(site: Site) -> AsyncIterator[psycopg.Connection]:
    """Yield a connection to PostgreSQL. Open it before the disk is full, because connecting needs space."""
    with closing(await asyncio.to_thread(psycopg.connect, site.database, autocommit=True)) as connection:
        yield connection


async def _keep_full(filler: Path) -> None:
    """Fill the disk again and again, because programs free up space by deleting files."""
    while True:
        fill(filler)
        await asyncio.sleep(0.05)


async def _ask_for_a_page(evening: Evening, dice: Random, when: str, allowed: Sequence[int]) -> None:
    """Request a page from a web server that has no fault. Report a slow response, or a status not in `allowed`."""
    webs = [web for web in evening.site.addresses if not evening.site.programs[web].lock.locked()]
    if not webs:
        return
    web, path = dice.choice(webs), dice.choice(PAGES)
    async with _locked(evening, web):
        began = time.monotonic()
        status = await asyncio.to_thread(evening.site.answers, web, path, 300)
        seconds = time.monotonic() - began
    evening.ledger.counts[f"pages answered {status} while {when}"] += 1
    if status not in allowed:
        evening.ledger.complain(f"{path} answers {status} while {when}")
    if seconds > QUICKLY:
        evening.ledger.slow.append(f"{path} answers {status} after {seconds:.1f} s while {when}")
