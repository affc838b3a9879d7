"""The base consumer, its way to the database, and both channel layers."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
from channels.layers import InMemoryChannelLayer
from channels.testing import WebsocketCommunicator
from channels_redis.pubsub import RedisPubSubChannelLayer
from django.db import OperationalError, connection

from tests.test_settings import read_settings  # noqa: F401 - a fixture
from wavinghands import realtime
from wavinghands.realtime import MemoryChannelLayer, SocketConsumer, on_database, tell_group

HINT = {"type": "duel.changed"}


class Echo(SocketConsumer):
    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.send(text_data=text_data)


@pytest.mark.django_db(transaction=True)
async def test_sockets_speak_and_close_while_the_database_is_busy():
    busy, done = threading.Event(), threading.Event()

    def slow_query() -> None:
        busy.set()
        done.wait(10)

    query = asyncio.create_task(on_database(slow_query)())
    await asyncio.to_thread(busy.wait, 10)
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
class TestOnDatabase:
    async def test_calls_share_one_connection(self, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(realtime, "SECONDS_BETWEEN_CHECKS", 3600)
        first = await on_database(_raw_connection)()
        assert await on_database(_raw_connection)() is first

    async def test_an_old_connection_is_replaced_when_it_is_time_to_look(self, monkeypatch: pytest.MonkeyPatch):
        first = await on_database(_raw_connection)()
        monkeypatch.setattr(realtime, "SECONDS_BETWEEN_CHECKS", 0)
        assert await on_database(_raw_connection)() is not first

    async def test_a_broken_connection_is_replaced_at_the_next_call(self, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(realtime, "SECONDS_BETWEEN_CHECKS", 3600)
        await on_database(_raw_connection)()
        with pytest.raises(OperationalError):
            await on_database(_fail)()
        assert await on_database(_raw_connection)() is not None


class TestMemoryChannelLayer:
    async def test_a_hint_reaches_all_in_the_group_and_nobody_else(self):
        layer = MemoryChannelLayer()
        members, stranger = [await layer.new_channel() for _ in range(3)], await layer.new_channel()
        for channel in members:
            await layer.group_add("duel", channel)
        await layer.group_send("duel", HINT)
        assert [await layer.receive(channel) for channel in members] == [HINT] * 3
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(layer.receive(stranger), 0.01)

    async def test_a_burst_looks_for_expired_messages_once(self, monkeypatch: pytest.MonkeyPatch):
        looks: list[float] = []
        monkeypatch.setattr(InMemoryChannelLayer, "_clean_expired", lambda layer: looks.append(time.monotonic()))
        layer = MemoryChannelLayer()
        for _ in range(100):
            await layer.group_send("duel", HINT)
        assert len(looks) == 1

    async def test_who_does_not_fetch_his_messages_leaves_the_group(self, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(realtime, "SECONDS_BETWEEN_CHECKS", 0)
        layer = MemoryChannelLayer(expiry=-1)
        await layer.group_add("duel", "gone")
        await layer.send("gone", HINT)
        await layer.group_send("duel", HINT)
        assert layer.channels == {}


class TestRedisChannelLayer:
    @pytest.fixture
    async def layer(self, read_settings, redis_url: str) -> AsyncIterator[RedisPubSubChannelLayer]:  # noqa: F811
        configured = read_settings(REDIS_URL=redis_url)["CHANNEL_LAYERS"]["default"]
        layer = RedisPubSubChannelLayer(**configured["CONFIG"])
        yield layer
        await layer.flush()

    async def test_a_connection_may_be_idle_for_ever(self, layer: RedisPubSubChannelLayer):
        await layer.group_add("duel", await layer.new_channel())
        await layer.group_send("duel", HINT)
        for shard in layer._shards:
            listening, speaking = shard._pubsub.connection, shard._redis.connection_pool.make_connection()
            assert (listening.socket_timeout, speaking.socket_timeout) == (None, None)

    async def test_many_may_speak_at_once(self, layer: RedisPubSubChannelLayer):
        channel = await layer.new_channel()
        await layer.group_add("duel", channel)
        await asyncio.gather(*(layer.group_send("duel", HINT) for _ in range(300)))
        assert [await asyncio.wait_for(layer.receive(channel), 5) for _ in range(300)] == [HINT] * 300


async def test_a_layer_that_says_nothing_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch):
    class Silent:
        async def group_send(self, group: str, message: dict[str, Any]) -> None:
            await asyncio.Event().wait()

    monkeypatch.setattr(realtime, "get_channel_layer", Silent)
    monkeypatch.setattr(realtime, "LAYER_PATIENCE", 0.01)
    with pytest.raises(TimeoutError):
        await tell_group("duel", HINT)
