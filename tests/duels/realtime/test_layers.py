"""Tests for both channel layers, the names of groups, and sending to groups."""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
from channels.layers import InMemoryChannelLayer
from channels_redis.pubsub import RedisPubSubChannelLayer

from duels.realtime import groups
from duels.realtime.groups import MemoryChannelLayer
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

    async def test_a_burst_of_messages_searches_expired_messages_once(self, monkeypatch: pytest.MonkeyPatch):
        looks: list[float] = []
        monkeypatch.setattr(groups, "SECONDS_BETWEEN_CLEANINGS", 3600)
        monkeypatch.setattr(InMemoryChannelLayer, "_clean_expired", lambda layer: looks.append(time.monotonic()))
        layer = MemoryChannelLayer()
        for _ in range(100):
            await layer.group_send("duel", MESSAGE)
        assert len(looks) == 1

    async def test_a_channel_that_fetches_no_messages_leaves_its_group(self, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(groups, "SECONDS_BETWEEN_CLEANINGS", 0)
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

    async def test_connections_have_no_timeout(self, layer: RedisPubSubChannelLayer):
        await layer.group_add("duel", await layer.new_channel())
        await layer.group_send("duel", MESSAGE)
        for shard in layer._shards:
            listening, speaking = shard._pubsub.connection, shard._redis.connection_pool.make_connection()
            assert (listening.socket_timeout, speaking.socket_timeout) == (None, None)

    async def test_many_messages_can_be_sent_at_once(self, layer: RedisPubSubChannelLayer):
        channel = await layer.new_channel()
        await layer.group_add("duel", channel)
        await asyncio.gather(*(layer.group_send("duel", MESSAGE) for _ in range(300)))
        assert [await asyncio.wait_for(layer.receive(channel), 120) for _ in range(300)] == [MESSAGE] * 300


async def test_sending_to_a_layer_that_does_not_respond_times_out(monkeypatch: pytest.MonkeyPatch):
    class Silent:
        async def group_send(self, group: str, message: dict[str, Any]) -> None:
            await asyncio.Event().wait()

    monkeypatch.setattr(groups, "get_channel_layer", Silent)
    monkeypatch.setattr(groups, "TIMEOUT", 0.01)
    await groups.send(("duel", MESSAGE))


def test_a_wizard_of_any_name_has_a_group_with_a_valid_name():
    layer = MemoryChannelLayer()
    for name in ("Black", "Ærinndís", "黒" * 30):
        assert layer.require_valid_group_name(groups.wizard("slug", name))
