"""Tests that a running site loses nothing, plays each round once, and applies timeouts."""

import asyncio
import json
import signal
import subprocess
import sys
import uuid
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests import servers
from tests.sites import DATABASE, TEMPLATE, copy_of_sqlite, running_site

REST = {"left": "-", "right": "-"}
PALM = {"left": "P", "right": "-"}
PATIENCE = 120
"""The number of seconds that a server may take to answer on a busy machine."""


def prepared(environment, **options):
    """Create duels in this environment's database. Return their slugs and the users' session keys.

    `options` are those of `tests.duels.prepare`. Without `DATABASE_URL`, a migrated SQLite database is created first. A
    database at `DATABASE_URL` must already be migrated.
    """
    if "DATABASE_URL" not in environment:
        copy_of_sqlite(Path(environment["VAR_DIR"], DATABASE))
    done = subprocess.run(
        [sys.executable, "-m", "tests.duels.prepare", json.dumps(options)],
        cwd=servers.ROOT,
        env=servers.clean_environment(environment),
        capture_output=True,
        check=True,
        text=True,
    )
    return json.loads(done.stdout)


def own_site(tmp_path):
    """Return the environment of a site with its own SQLite database."""
    return {
        "VAR_DIR": str(tmp_path),
        "FRAMES_A_SECOND": "1000",
        "DJANGO_SETTINGS_MODULE": "tests.duels.realtime.patient",
    }


@pytest.fixture
def environment(tmp_path):
    return own_site(tmp_path)


@dataclass
class Pair:
    """The addresses of two servers of the same site.

    `made` contains the site's users, and duels that no test has used yet.
    """

    here: str
    there: str
    made: dict
    database: str

    def next_duels(self, count=1):
        """Return the users, and `count` duels that no other test uses."""
        return self.made | {"slugs": [self.made["slugs"].pop() for _ in range(count)]}


@pytest.fixture(scope="module")
def pair(tmp_path_factory, _postgres_server, _redis_server):
    """Run two servers with the same PostgreSQL and Redis.

    All tests in this file share these servers, so no test may kill them.
    """
    name = f"test_{uuid.uuid4().hex}"
    servers.create_database(_postgres_server, name, TEMPLATE)
    environment = own_site(tmp_path_factory.mktemp("pair")) | {
        "DATABASE_URL": f"{_postgres_server}/{name}",
        "REDIS_URL": _redis_server,
    }
    made = prepared(environment, duels=30, watchers=["Ann", "Bob"])
    with running_site(**environment) as (here, _), running_site(**environment) as (there, _):
        yield Pair(here, there, made, environment["DATABASE_URL"])
    with psycopg.connect(f"{_postgres_server}/postgres", autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def socket(address, made, wizard, place=0):
    return connect(
        f"{address.replace('http', 'ws')}/ws/duel/{made['slugs'][place]}/",
        additional_headers={"Cookie": f"sessionid={made['cookies'][wizard]}"},
        origin=address,
        open_timeout=PATIENCE,
        ping_interval=None,
    )


async def frame(socket, type_):
    """Wait for a frame of this type, and return it."""
    async with asyncio.timeout(PATIENCE):
        while True:
            frame = json.loads(await socket.recv())
            if frame["type"] == type_:
                return frame


async def everything(socket):
    """Wait for the first two frames that a new socket receives: the whole duel, and all chat messages so far."""
    await frame(socket, "duel")
    await frame(socket, "lines")


async def order(socket, orders, number=1):
    await socket.send(json.dumps({"type": "orders", "id": "c", "round": number, "orders": orders}))


async def seal(socket, orders):
    await frame(socket, "duel")
    await order(socket, orders)
    await frame(socket, "accepted")


async def test_acknowledged_orders_survive_a_killed_server(environment):
    made = prepared(environment)
    with running_site(**environment) as (address, process):
        async with socket(address, made, "Black") as black:
            await seal(black, PALM)
            process.send_signal(signal.SIGKILL)
    with running_site(**environment) as (address, _):
        async with socket(address, made, "Black") as black, socket(address, made, "White") as white:
            assert (await frame(black, "duel"))["entered"] == PALM
            assert (await frame(white, "duel"))["waiting"] == ["White"]
            await order(white, REST)
            view = (await frame(black, "round"))["view"]
            assert view["rounds"][0]["gestures"]["Black"]["left"] == "P"


@pytest.mark.parametrize("server", ["uvicorn", pytest.param("daphne", marks=pytest.mark.thorough)])
async def test_a_server_resolves_a_round_and_moves_its_sockets_before_it_ends(environment, server):
    made = prepared(environment)
    with running_site(server=server, **environment) as (address, process):
        async with socket(address, made, "Black") as black, socket(address, made, "White") as white:
            await seal(black, PALM)
            await seal(white, REST)
            await asyncio.gather(result(black, 1), result(white, 1))
            await order(black, PALM, 2)
            await frame(black, "accepted")
            process.terminate()
            with pytest.raises(ConnectionClosed) as closed:
                await frame(black, "duel")
        assert closed.value.rcvd.code == 4503
        assert await asyncio.to_thread(process.wait, PATIENCE) == 0
    with running_site(server=server, **environment) as (address, _):
        async with socket(address, made, "Black") as black:
            duel = await frame(black, "duel")
    assert (duel["view"]["number"], duel["entered"]) == (1, PALM)


@pytest.mark.thorough
async def test_simultaneous_last_orders_in_two_processes_resolve_a_round_once(pair):
    made = pair.next_duels(20)

    async def play(place):
        async with socket(pair.here, made, "Black", place) as black, socket(pair.there, made, "White", place) as white:
            await asyncio.gather(frame(black, "duel"), frame(white, "duel"))
            for number in range(1, 6):
                await asyncio.gather(order(black, PALM, number), order(white, REST, number))
                await asyncio.gather(result(black, number), result(white, number))

    await asyncio.gather(*(play(place) for place in range(20)))
    of_these = "FROM duels_duel WHERE slug = ANY(%s)"
    with psycopg.connect(pair.database) as connection:
        rounds = connection.execute(
            f"SELECT orders FROM duels_round WHERE duel_id IN (SELECT id {of_these})", [made["slugs"]]
        ).fetchall()
        versions = connection.execute(f"SELECT DISTINCT version {of_these}", [made["slugs"]]).fetchall()
    assert len(rounds) == 20 * 5
    assert all((orders["Black"], orders["White"]) == (PALM, REST) for (orders,) in rounds)
    assert versions == [(1 + 2 * 5,)]


async def result(socket, number):
    """Wait for the frame with the result of round `number`, and return it.

    A process that has missed a round sends a frame with the whole duel instead.
    """
    async with asyncio.timeout(PATIENCE):
        while True:
            frame = json.loads(await socket.recv())
            if frame["type"] in ("round", "duel") and frame["view"]["number"] >= number:
                return frame


async def test_sockets_at_different_processes_get_all_changes(pair):
    made = pair.next_duels()
    async with (
        socket(pair.here, made, "Black") as black,
        socket(pair.there, made, "White") as white,
        socket(pair.there, made, "Black") as tab,
    ):
        for one in (black, white, tab):
            await everything(one)
        await order(black, PALM)
        assert (await frame(white, "waiting"))["waiting"] == ["White"]
        assert (await frame(tab, "entered"))["orders"] == PALM
        await white.send(json.dumps({"type": "talk", "id": "t", "text": "Hold!"}))
        assert (await frame(black, "talk"))["line"]["text"] == "Hold!"
        await order(white, REST)
        for one in (black, white, tab):
            assert (await frame(one, "round"))["view"]["number"] == 1
        assert (await whole(black))["connected"] == ["Black", "White"]


async def test_spectators_talk_reaches_other_processes_but_no_player_yet(pair):
    made = pair.next_duels()
    async with (
        socket(pair.here, made, "Black") as black,
        socket(pair.there, made, "White") as white,
        socket(pair.here, made, "Ann") as ann,
        socket(pair.there, made, "Bob") as bob,
    ):
        players, heard = (black, white), []
        for one in (*players, ann, bob):
            await everything(one)
        await ann.send(json.dumps({"type": "talk", "id": "t", "text": "Black will lose"}))
        for one in (ann, bob):
            assert (await frame(one, "talk"))["line"]["text"] == "Black will lose"
        await black.send(json.dumps({"type": "talk", "id": "u", "text": "Hold!"}))
        for one in players:
            heard += await frames_until(one, "talk")
            await one.send('{"type": "sync"}')
            heard += await frames_until(one, "duel") + await frames_until(one, "lines")
        assert "Hold!" in json.dumps(heard)
        assert "Black will lose" not in json.dumps(heard)
        await black.send(json.dumps({"type": "forfeit", "id": "f", "round": 1}))
        for one in players:
            while "Black will lose" not in json.dumps(await frame(one, "lines")):
                pass


async def frames_until(socket, type_):
    """Return all frames up to and including the next frame of this type."""
    frames = []
    async with asyncio.timeout(PATIENCE):
        while not frames or frames[-1]["type"] != type_:
            frames.append(json.loads(await socket.recv()))
    return frames


async def test_acting_wizards_see_each_other_across_processes_in_stopped_time(pair):
    made = pair.next_duels()
    async with socket(pair.here, made, "Black") as black, socket(pair.there, made, "White") as white:
        for number, (left, right) in enumerate(zip("SPPC", "---C", strict=True), 1):
            for one, name in ((black, "Black"), (white, "White")):
                await order(one, {"left": left, "right": right, "target": {"both": name, "left": name}}, number)
            for one in (black, white):
                await result(one, number)
        assert (await whole(white))["view"]["kind"] == "time_stop"
        await order(black, REST, 5)
        assert (await frame(white, "waiting"))["waiting"] == ["White"]


async def whole(socket):
    await socket.send('{"type": "sync"}')
    return await frame(socket, "duel")


@pytest.mark.thorough
async def test_rounds_time_out_after_a_restart_and_three_in_a_row_forfeit(environment):
    made = prepared(environment, pace=1)
    with running_site(**environment) as (address, process):
        process.send_signal(signal.SIGKILL)
    with running_site(worker=True, **environment) as (address, _):
        async with socket(address, made, "Black") as black:
            end = await frame(black, "duel")
            while end["view"]["result"] is None:
                end = await result(black, end["view"]["number"] + 1)
    assert end["view"]["number"] == 3
    assert end["view"]["result"]["surrendered"] == ["Black", "White"]


@pytest.mark.thorough
async def test_a_live_round_closes_soon_after_the_last_wizards_time_is_up(environment):
    made = prepared(environment, pace=1, reserve=1)
    late = []
    with running_site(worker=True, **environment) as (address, _):
        async with socket(address, made, "Black") as black:
            told = await frame(black, "duel")
            while told["view"]["result"] is None:
                up = told["deadline"] + 1000 * max(told["reserves"].values())
                told = await result(black, told["view"]["number"] + 1)
                late.append(told["now"] - up)
    assert all(by >= 0 for by in late)
    assert min(late) < 10_000  # takes less than a second on an idle machine
