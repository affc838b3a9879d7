"""Both channel layers, and the bus that goes over them."""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
from channels.layers import InMemoryChannelLayer
from channels_redis.pubsub import RedisPubSubChannelLayer

from duels.realtime import bus
from duels.realtime import layer as module
from duels.realtime.layer import MemoryChannelLayer
from tests.test_settings import read_settings  # noqa: F401 - a fixture

MESSAGE = {"type": "duel.changed"}


class TestMemoryChannelLayer:
    async def test_a_message_reaches_all_in_the_group_and_nobody_else(self):
        layer = MemoryChannelLayer()
        members, stranger = [await layer.new_channel() for _ in range(3)], await layer.new_channel()
        for channel in members:
            await layer.group_add("duel", channel)
        await layer.group_send("duel", MESSAGE)
        assert [await layer.receive(channel) for channel in members] == [MESSAGE] * 3
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(layer.receive(stranger), 0.01)

    async def test_a_burst_looks_for_expired_messages_once(self, monkeypatch: pytest.MonkeyPatch):
        looks: list[float] = []
        monkeypatch.setattr(module, "SECONDS_BETWEEN_LOOKS", 3600)
        monkeypatch.setattr(InMemoryChannelLayer, "_clean_expired", lambda layer: looks.append(time.monotonic()))
        layer = MemoryChannelLayer()
        for _ in range(100):
            await layer.group_send("duel", MESSAGE)
        assert len(looks) == 1

    async def test_who_does_not_fetch_his_messages_leaves_the_group(self, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(module, "SECONDS_BETWEEN_LOOKS", 0)
        layer = MemoryChannelLayer(expiry=-1)
        await layer.group_add("duel", "gone")
        await layer.send("gone", MESSAGE)
        await layer.group_send("duel", MESSAGE)
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
        await layer.group_send("duel", MESSAGE)
        for shard in layer._shards:
            listening, speaking = shard._pubsub.connection, shard._redis.connection_pool.make_connection()
            assert (listening.socket_timeout, speaking.socket_timeout) == (None, None)

    async def test_many_may_speak_at_once(self, layer: RedisPubSubChannelLayer):
        channel = await layer.new_channel()
        await layer.group_add("duel", channel)
        await asyncio.gather(*(layer.group_send("duel", MESSAGE) for _ in range(300)))
        assert [await asyncio.wait_for(layer.receive(channel), 120) for _ in range(300)] == [MESSAGE] * 300


async def test_what_is_given_while_the_layer_is_busy_goes_together_and_in_order(monkeypatch: pytest.MonkeyPatch):
    sent: list[list[int]] = []
    free = asyncio.Event()

    class Busy:
        async def group_send(self, group: str, message: dict[str, Any]) -> None:
            sent.append([one["number"] for one in message["messages"]])
            await free.wait()

    monkeypatch.setattr(bus, "get_channel_layer", Busy)
    loop = asyncio.get_running_loop()
    bus.give({"about": "nothing", "number": 0}, loop)
    async with asyncio.timeout(120):
        while not sent:
            await asyncio.sleep(0)
        for number in (1, 2, 3):
            bus.give({"about": "nothing", "number": number}, loop)
        await asyncio.sleep(0)
        free.set()
        while len(sent) < 2:
            await asyncio.sleep(0)
    assert sent == [[0], [1, 2, 3]]


async def test_a_layer_that_says_nothing_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch):
    class Silent:
        async def group_send(self, group: str, message: dict[str, Any]) -> None:
            await asyncio.Event().wait()

    monkeypatch.setattr(bus, "get_channel_layer", Silent)
    monkeypatch.setattr(bus, "PATIENCE", 0.01)
    with pytest.raises(TimeoutError):
        await bus.send(MESSAGE)
