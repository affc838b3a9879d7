"""The Channels groups: their names, members and messages.

| group | members | messages |
| --- | --- | --- |
| `duel.<slug>` | all viewers of a duel | `duel.changed`, `line.said`, `lines.changed`, `presence.told` |
| `duel.<slug>.<digest>` | one wizard's connections to a duel | `orders.entered`, `draft.kept` |
| `lobby` | the lobby, and streams of events | `challenge.changed`, `duel.started`, `presence.told` |
| `lobby.chat` | pages that show the lobby's chat | `line.said`, `lines.changed` |
| `tournament.<slug>` | all viewers of a tournament | `tournament.changed` |
| `user.<id>` | a user's pages and streams of events | `user.changed` |
| `account.<id>` | all connections of a user | `account.closed` |
| `token.<id>` | all connections that use an API token | `account.closed` |

Messages say what has changed but contain no secrets. Each process reads from the database what its viewers may know.
`duels.realtime.repair` makes up for lost messages.

A process has one channel in the channel layer, which is in the groups of all its connections. The process therefore
receives a message once, however many connections it has. A site with one web process has no channel layer.
"""

import asyncio
import logging
from collections.abc import Iterable
from hashlib import blake2s
from typing import TYPE_CHECKING, Any

from channels.layers import get_channel_layer

if TYPE_CHECKING:
    from duels.realtime.consumers.base import SocketConsumer
    from duels.realtime.process import Process

logger = logging.getLogger(__name__)

LOBBY, LOBBY_CHAT = "lobby", "lobby.chat"
TIMEOUT = 5.0
"""The timeout for sending, in seconds. Without it, an unresponsive Redis would block the sender."""
PAUSE = 1.0
"""Seconds to pause after a message could not be received."""

Message = dict[str, Any]


def duel(slug: str) -> str:
    """Return the name of the group of all viewers of a duel."""
    return f"duel.{slug}"


def wizard(slug: str, name: str) -> str:
    """Return the name of the group of a wizard's connections to a duel.

    The wizard's name is hashed, because group names allow few characters.
    """
    return f"duel.{slug}.{blake2s(name.encode(), digest_size=8).hexdigest()}"


def tournament(slug: str) -> str:
    """Return the name of the group of all viewers of a tournament."""
    return f"tournament.{slug}"


def user(user_id: int) -> str:
    """Return the name of the group of a user's pages and streams of events."""
    return f"user.{user_id}"


def account(user_id: int) -> str:
    """Return the name of the group of all connections of a user."""
    return f"account.{user_id}"


def token(token_id: int) -> str:
    """Return the name of the group of all connections that use an API token."""
    return f"token.{token_id}"


def channel_layer() -> Any:
    """Return the channel layer that connects the processes of this site, or `None` if there is only one process.

    It is not Channels' default layer, because then Channels would open a channel in it for each socket.
    """
    return get_channel_layer("processes")


async def publish(process_id: str, *messages: tuple[str, Message]) -> None:
    """Send messages to groups in other processes, in the given order. Log failures instead of raising them.

    `process_id` is the process that sends them, or an empty string. A `change` is left out, because only connections of
    the same process can use it.
    """
    for group, message in messages:
        sent = {key: value for key, value in message.items() if key != "change"}
        try:
            async with asyncio.timeout(TIMEOUT):
                await channel_layer().group_send(group, {**sent, "group": group, "process": process_id})
        except Exception:
            logger.exception("A message to %s is lost", group)


class Groups:
    """The groups of this process's connections.

    Sets of connections are replaced, never changed, so that any thread may iterate over them.
    """

    def __init__(self, process: "Process") -> None:
        self._process = process
        self._members: dict[str, frozenset[SocketConsumer]] = {}
        self._channel = ""
        self._opening = asyncio.Lock()

    def members(self, group: str) -> "frozenset[SocketConsumer]":
        """Return this process's connections in a group. May be called from any thread."""
        return self._members.get(group, frozenset())

    async def join(self, connection: "SocketConsumer", group: str) -> None:
        """Add a connection to a group. Raise an exception if messages from other processes cannot reach it."""
        self._members[group] = self.members(group) | {connection}
        if layer := channel_layer():
            await layer.group_add(group, await self._open_channel(layer))

    async def leave(self, connection: "SocketConsumer", names: Iterable[str]) -> None:
        """Remove a connection from groups."""
        for name in names:
            if left := self.members(name) - {connection}:
                self._members[name] = left
            else:
                self._members.pop(name, None)
        for name in names:
            if self._channel and not self.members(name):
                try:
                    await channel_layer().group_discard(name, self._channel)
                except Exception:  # Redis is unavailable, and has lost the subscription too
                    logger.warning("The process could not leave %s", name, exc_info=True)

    def send(self, *messages: tuple[str, Message]) -> None:
        """Send messages to groups, here and in other processes. Return before they have been sent."""
        for group, message in messages:
            self._deliver(group, message)
        if channel_layer():
            self._process.run(publish(self._process.id, *messages))

    def _deliver(self, group: str, message: Message) -> None:
        for connection in self.members(group):
            self._process.run(connection.handle(message))

    async def _open_channel(self, layer: Any) -> str:
        """Return this process's channel. The first call opens it."""
        async with self._opening:
            if not self._channel:
                self._channel = await layer.new_channel()
                self._process.run(self._receive_all(layer))
        return self._channel

    async def _receive_all(self, layer: Any) -> None:
        while True:
            try:
                message = await layer.receive(self._channel)
                if message.get("process", self._process.id) != self._process.id:  # older servers name no process
                    self._receive(message["group"], message)
            except Exception:
                logger.exception("A message could not be received")
                await asyncio.sleep(PAUSE)

    def _receive(self, group: str, message: Message) -> None:
        """Handle a message from another process."""
        if message["type"] == "presence.told":
            self._process.presence.hear(group, message)
        else:
            self._deliver(group, message)
