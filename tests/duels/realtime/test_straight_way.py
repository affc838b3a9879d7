"""Frames by the straight way in and out that our own server has: whole, in their order, and to nobody who is gone."""

import asyncio
import json
from types import SimpleNamespace

import pytest
from uvicorn.protocols.utils import ClientDisconnected
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.protocol import CLOSING, OPEN

from tests import servers
from tests.duels.realtime.test_servers import REST, frame, prepared, socket
from wavinghands.servers.by_uvicorn import _framed, _Socket

TALK = {"type": "talk", "text": "Good evening!"}


@pytest.fixture
def site(tmp_path):
    """The address of a running site, and what is prepared there."""
    environment = {"VAR_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "tests.duels.realtime.patient"}
    made = prepared(environment)
    with servers.running_site(**environment) as (address, _):
        yield address, made


def orders(id_):
    return {"type": "orders", "id": id_, "round": 1, "orders": REST}


async def answered(seat, *ids):
    """The frames that answer these, by their order."""
    found = []
    async with asyncio.timeout(120):
        while len(found) < len(ids):
            told = json.loads(await seat.recv())
            if told.get("id") in ids:
                found.append((told["id"], told["type"]))
    return found


async def test_a_frame_that_need_not_wait_comes_after_one_before_it_that_has_to(site):
    address, made = site
    async with socket(address, made, "Black") as seat:
        await frame(seat, "duel")
        frames = [
            {**TALK, "id": "1"},
            orders("2"),
            {**TALK, "id": "3"},
            {**orders("4"), "round": 9},
            {**TALK, "id": "5"},
        ]
        for sent in frames:
            await seat.send(json.dumps(sent))
        told = await answered(seat, "1", "2", "3", "4", "5")
    accepted, refused = "accepted", "refused"
    assert sorted(told) == [("1", accepted), ("2", accepted), ("3", accepted), ("4", refused), ("5", accepted)]
    for kind in (["1", "3", "5"], ["2", "4"]):  # the talk and the orders have threads of their own
        assert [id_ for id_, _ in told if id_ in kind] == kind
    assert told.index(("1", accepted)) < told.index(("2", accepted))


async def test_a_frame_may_come_in_pieces(site):
    address, made = site
    async with socket(address, made, "Black") as seat:
        await frame(seat, "duel")
        text = json.dumps(orders("in pieces"))
        await seat.send([text[:10], text[10:30], text[30:]])
        assert await answered(seat, "in pieces") == [("in pieces", "accepted")]


async def test_what_is_no_text_ends_the_connection(site):
    address, made = site
    async with socket(address, made, "Black") as seat:
        await frame(seat, "duel")
        await seat.send(b"\xff\xfe", text=True)
        with pytest.raises(ConnectionClosed) as closed:  # noqa: PT012 - whatever came before
            async with asyncio.timeout(120):
                while True:
                    await seat.recv()
        assert closed.value.rcvd.code == 1007


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 200_000])
def test_a_text_is_framed_as_by_the_library(length):
    text = b"x" * length
    assert _framed(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


@pytest.mark.parametrize(
    ("disconnected", "close_sent", "state"), [(True, False, OPEN), (False, True, OPEN), (False, False, CLOSING)]
)
def test_nothing_is_sent_to_who_is_gone_or_going(disconnected, close_sent, state):
    written = []
    connection = SimpleNamespace(
        disconnected=disconnected,
        close_sent=close_sent,
        conn=SimpleNamespace(state=state),
        transport=SimpleNamespace(write=written.append),
    )
    with pytest.raises(ClientDisconnected):
        _Socket.send_text(connection, "Hello?")
    assert not written
