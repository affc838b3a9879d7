"""The kinds of faults. Each is done and undone in one call, and is over when that returns."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import redis

from tests.chaos.evening import Evening
from tests.chaos.site import WEBS

Fault = Callable[[Evening, Random], Awaitable[None]]

CUT_ALL = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
)
FULL = """
CREATE OR REPLACE FUNCTION is_full() RETURNS trigger LANGUAGE plpgsql AS
$$BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END$$
"""
WRITTEN = ("duels_round", "duels_seat", "duels_duel", "duels_line", "duels_draft", "duels_chore")
PAGES = ("/", "/ladder/", "/healthz")
QUICKLY = 3.0
"""Seconds within which a page says that the database is away."""


async def nothing_happens(evening: Evening, dice: Random) -> None:
    """How long it takes until all have gone on where nothing is wrong."""


async def a_web_is_killed(evening: Evening, dice: Random) -> None:
    """It dies in the midst of what it does, and comes back after a while."""
    await _ended(evening, dice.choice(WEBS), signal.SIGKILL, dice.uniform(0, 1))


async def a_web_is_asked_to_end(evening: Evening, dice: Random) -> None:
    """As by a deployment."""
    await _ended(evening, dice.choice(WEBS), signal.SIGTERM, 0)


async def a_web_is_frozen(evening: Evening, dice: Random) -> None:
    """It does nothing for a while, and goes on where it was."""
    with _frozen(evening, dice.choice(WEBS)):
        await asyncio.sleep(dice.uniform(0.5, 3))


async def the_clock_is_killed(evening: Evening, dice: Random) -> None:
    """Every web server has one as well."""
    await _ended(evening, "clock", signal.SIGKILL, dice.uniform(0, 1))


async def the_worker_is_killed(evening: Evening, dice: Random) -> None:
    """In the midst of thinking for the house."""
    await _ended(evening, "worker", signal.SIGKILL, dice.uniform(0, 1))


async def clock_and_worker_are_frozen(evening: Evening, dice: Random) -> None:
    """They seem to live, and do nothing."""
    with _frozen(evening, "clock"), _frozen(evening, "worker"):
        await asyncio.sleep(dice.uniform(0.5, 4))


async def connections_are_cut(evening: Evening, dice: Random) -> None:
    """PostgreSQL ends all of them."""
    await asyncio.to_thread(evening.site.rows, CUT_ALL)


async def postgres_crashes(evening: Evening, dice: Random) -> None:
    """It is shut down at once, and recovers when it comes back; meanwhile pages say that it is away."""
    program = evening.site.programs["postgres"]
    await program.stop(signal.SIGQUIT)
    until = time.monotonic() + dice.uniform(0, 3)
    await _pages_say_so(evening, dice)
    await asyncio.sleep(until - time.monotonic())
    program.start()
    await program.ready()


async def postgres_is_frozen(evening: Evening, dice: Random) -> None:
    """It takes connections, and answers nothing."""
    with _frozen(evening, "postgres"):
        await asyncio.sleep(dice.uniform(0.5, 3))


async def the_disk_is_full(evening: Evening, dice: Random) -> None:
    """PostgreSQL refuses whatever is to be written, by triggers which raise what it does then."""
    await asyncio.to_thread(evening.site.rows, FULL)
    for table in WRITTEN:
        await asyncio.to_thread(
            evening.site.rows,
            f"CREATE TRIGGER is_full BEFORE INSERT OR UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION is_full()",
        )
    await asyncio.sleep(dice.uniform(0.2, 2))
    for table in WRITTEN:
        await asyncio.to_thread(evening.site.rows, f"DROP TRIGGER is_full ON {table}")


async def redis_is_killed(evening: Evening, dice: Random) -> None:
    """It comes back empty."""
    await _ended(evening, "redis", signal.SIGKILL, dice.uniform(0, 2))


async def redis_is_flushed(evening: Evening, dice: Random) -> None:
    """All that it had is gone."""
    with redis.Redis.from_url(evening.site.redis) as client:
        await asyncio.to_thread(client.flushall)


async def redis_is_frozen(evening: Evening, dice: Random) -> None:
    """It takes connections, and answers nothing."""
    with _frozen(evening, "redis"):
        await asyncio.sleep(dice.uniform(0.5, 4))


async def sockets_are_cut_in_the_midst_of_a_frame(evening: Evening, dice: Random) -> None:
    """Half of them at once."""
    for player in dice.sample(evening.everybody(), len(evening.everybody()) // 2):
        player.cut(dice)


async def frames_come_twice_late_and_early(evening: Evening, dice: Random) -> None:
    """What was sent is sent again, and for rounds that are over or to come, which is refused."""
    for player in evening.everybody():
        await player.repeat(dice)


async def all_order_in_one_instant(evening: Evening, dice: Random) -> None:
    """For a while nobody thinks: last orders meet at both web servers."""
    everybody = evening.everybody()
    for player in everybody:
        player.hurries = True
    await asyncio.sleep(1)
    for player in everybody:
        player.hurries = False


KINDS: tuple[Fault, ...] = (
    a_web_is_killed,
    a_web_is_asked_to_end,
    a_web_is_frozen,
    the_clock_is_killed,
    the_worker_is_killed,
    clock_and_worker_are_frozen,
    connections_are_cut,
    postgres_crashes,
    postgres_is_frozen,
    the_disk_is_full,
    redis_is_killed,
    redis_is_flushed,
    redis_is_frozen,
    sockets_are_cut_in_the_midst_of_a_frame,
    frames_come_twice_late_and_early,
    all_order_in_one_instant,
)


async def _ended(evening: Evening, name: str, by: int, away: float) -> None:
    """A program is ended, and started again after so many seconds."""
    program = evening.site.programs[name]
    await program.stop(by)
    await asyncio.sleep(away)
    program.start()
    await program.ready()


@contextmanager
def _frozen(evening: Evening, name: str) -> Iterator[None]:
    """A program and its children do nothing in this block."""
    pid = evening.site.programs[name].pid
    pids = [pid, *_children(pid)]
    _send(pids, signal.SIGSTOP)
    try:
        yield
    finally:
        _send(pids, signal.SIGCONT)


def _send(pids: list[int], number: int) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):  # PostgreSQL's come and go
            os.kill(pid, number)


def _children(pid: int) -> list[int]:
    """The processes that this one has started, as PostgreSQL does for each connection."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(child) for child in found.split()]


async def _pages_say_so(evening: Evening, dice: Random) -> None:
    """Ask a web server for a page while the database is away: it has to say so, and quickly."""
    web, path, began = dice.choice(WEBS), dice.choice(PAGES), time.monotonic()
    status = await asyncio.to_thread(evening.site.answers, web, path, 300)
    seconds = time.monotonic() - began
    evening.ledger.counts[f"pages answered {status} while the database was away"] += 1
    if status != 503:
        evening.ledger.complain(f"{path} answers {status} while the database is away")
    if seconds > QUICKLY:
        evening.ledger.slow.append(f"{path} answers after {seconds:.1f} s while the database is away")
