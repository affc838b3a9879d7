"""The base of all hubs and consumers: what neither lets wait for the database, and how a hub reads from it."""

import asyncio
import threading
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.db import OperationalError, connection

from duels.realtime.consumers.base import SocketConsumer
from duels.realtime.user_hub import UserHub
from wavinghands.db import connections


class Echo(SocketConsumer):
    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.send(text_data=text_data)


@pytest.fixture
async def hub():
    yield UserHub.current()
    await UserHub.current().close()


@pytest.mark.django_db(transaction=True)
async def test_sockets_speak_and_close_while_the_database_is_busy(hub):
    busy, done = threading.Event(), threading.Event()

    def slow_query() -> None:
        busy.set()
        done.wait(120)

    query = asyncio.create_task(hub.read(slow_query))
    await asyncio.to_thread(busy.wait, 120)
    socket = WebsocketCommunicator(Echo.as_asgi(), "/")
    try:
        await socket.connect()
        await socket.send_to("hello")
        assert await socket.receive_from() == "hello"
        await socket.disconnect()
    finally:
        done.set()
        await query


async def test_a_message_without_a_handler_is_an_error():
    with pytest.raises(ValueError, match="no_such_thing"):
        await Echo().dispatch({"type": "no_such_thing"})


def _raw_connection() -> Any:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return connection.connection


def _fail() -> None:
    connection.errors_occurred = True
    connection.connection.close()
    raise OperationalError("the server went away")


@pytest.mark.django_db(transaction=True)
class TestReading:
    async def test_calls_share_one_connection(self, hub, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(connections, "SECONDS_BETWEEN_CHECKS", 3600)
        first = await hub.read(_raw_connection)
        assert await hub.read(_raw_connection) is first

    async def test_an_old_connection_is_replaced_when_it_is_time_to_look(self, hub, monkeypatch: pytest.MonkeyPatch):
        first = await hub.read(_raw_connection)
        monkeypatch.setattr(connections, "SECONDS_BETWEEN_CHECKS", 0)
        monkeypatch.setattr(connections, "SECONDS_A_FILE_IS_KEPT", 0)
        assert await hub.read(_raw_connection) is not first

    async def test_a_broken_connection_is_replaced_at_the_next_call(self, hub, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(connections, "SECONDS_BETWEEN_CHECKS", 3600)
        await hub.read(_raw_connection)
        with pytest.raises(OperationalError):
            await hub.read(_fail)
        assert await hub.read(_raw_connection) is not None
