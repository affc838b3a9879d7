"""A server that is to end: nobody is cut off in the midst of anything."""

import asyncio

import pytest
from asgiref.sync import sync_to_async

from duels.models import Seat
from duels.play.actions import GiveOrders
from duels.realtime import departure
from duels.realtime.connection import MOVE
from duels.realtime.duel_hub import DuelHub
from tests.builders import a_mage
from tests.duels.players import REST, communicator, viewer, viewers
from tests.duels.tables import a_duel

pytestmark = pytest.mark.django_db(transaction=True)


@sync_to_async
def begun():
    black, white = a_mage("Black"), a_mage("White")
    return a_duel(black, white), black.owner


async def test_what_was_asked_for_is_done_before_sockets_move_and_the_server_ends():
    duel, user = await begun()
    done = []
    async with viewers(duel, user) as (black,):
        wanted = GiveOrders(slug=duel.slug, wizard="Black", round_number=1, orders=REST)
        DuelHub.current().writer.submit(wanted, lambda outcome: done.append("order"))
        leaving = asyncio.create_task(departure.leave(lambda *_: done.append("end")))
        assert await black.closed_with() == MOVE
    await leaving
    assert done == ["order", "end"]
    assert (await Seat.objects.aget(duel=duel, name="Black")).orders == REST


async def test_a_server_ends_even_if_something_takes_too_long(settings):
    duel, user = await begun()
    settings.LEAVING_PATIENCE = 0
    ended = asyncio.Event()
    async with viewers(duel, user):
        await departure.leave(lambda *_: ended.set())
    assert ended.is_set()


async def test_a_server_that_is_to_end_takes_no_new_sockets(monkeypatch):
    duel, _user = await begun()
    monkeypatch.setattr(departure, "is_near", lambda: True)
    socket = communicator(duel.slug)
    assert (await socket.connect(timeout=120))[0]
    assert (await socket.receive_output(timeout=120))["code"] == MOVE
    await DuelHub.current().close()


async def test_a_socket_that_is_let_in_while_the_others_are_told_is_told_to_move_too(monkeypatch):
    duel, user = await begun()
    near, admission = asyncio.Event(), DuelHub.admission

    async def is_told_meanwhile(hub, *who):
        near.set()
        return await admission(hub, *who)

    monkeypatch.setattr(departure, "is_near", near.is_set)
    monkeypatch.setattr(DuelHub, "admission", is_told_meanwhile)
    async with viewer(duel, user) as black:
        assert await black.closed_with() == MOVE
    await DuelHub.current().close()
