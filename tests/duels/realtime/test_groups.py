import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import pytest
from channels_redis.pubsub import RedisPubSubChannelLayer

from duels.realtime import groups
from duels.realtime.groups import Groups
from tests.test_settings import read_settings  # noqa: F401 - a fixture

MESSAGE = {"type": "duel.changed"}


class Connection:
    """A fake connection that stores the messages it receives."""

    def __init__(self) -> None:
        self.told: list[Any] = []

    def handle(self, message: dict[str, Any]) -> None:
        self.told.append(message["number"])


class Server:
    """A fake process, with groups and one connection."""

    def __init__(self, id_: str) -> None:
        self.id, self.connection, self.tasks = id_, Connection(), set[asyncio.Task[Any]]()
        self.groups = Groups(self)

    def run(self, work: Coroutine[Any, Any, Any]) -> None:
        self.tasks.add(asyncio.get_running_loop().create_task(work))


class TestGroups:
    @pytest.fixture(params=["alone", "connected"])
    async def servers(self, request: pytest.FixtureRequest, settings: Any) -> AsyncIterator[list[Server]]:
        """Yield two servers, with or without a channel layer between them."""
        layers = {"processes": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
        settings.CHANNEL_LAYERS = layers if request.param == "connected" else {}
        servers = [Server("here"), Server("there")]
        yield servers
        for server in servers:
            for task in server.tasks:
                task.cancel()

    async def test_a_message_reaches_each_connection_in_the_group_once(self, servers: list[Server]):
        here, there = servers
        for server in servers:
            await server.groups.join(server.connection, "duel")
            await server.groups.join(server.connection, "lobby")
        is_connected = groups.channel_layer() is not None
        for number in range(3):
            here.groups.send(("duel", MESSAGE | {"number": number}))
        await until(lambda: there.connection.told == ([0, 1, 2] if is_connected else []))
        there.groups.send(("lobby", MESSAGE | {"number": 3}))
        await until(lambda: here.connection.told == ([0, 1, 2, 3] if is_connected else [0, 1, 2]))
        assert there.connection.told == ([0, 1, 2, 3] if is_connected else [3])

    async def test_a_connection_that_has_left_gets_no_messages(self, servers: list[Server]):
        here, there = servers
        for server in servers:
            await server.groups.join(server.connection, "duel")
        here.groups.leave(here.connection, ["duel"])
        there.groups.send(("duel", MESSAGE | {"number": 1}))
        await until(lambda: there.connection.told == [1])
        assert here.connection.told == []
        await here.groups.join(here.connection, "duel")
        here.groups.send(("duel", MESSAGE | {"number": 2}))
        await until(lambda: here.connection.told == [2])


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(120):
        while not condition():
            await asyncio.sleep(0)


class TestRedisChannelLayer:
    @pytest.fixture
    async def layer(self, read_settings, redis_url: str) -> AsyncIterator[RedisPubSubChannelLayer]:  # noqa: F811
        configured = read_settings(REDIS_URL=redis_url)["CHANNEL_LAYERS"]["processes"]
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

    monkeypatch.setattr(groups, "channel_layer", Silent)
    monkeypatch.setattr(groups, "TIMEOUT", 0.01)
    await groups.publish("here", ("duel", MESSAGE))
