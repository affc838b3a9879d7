"""The Channels groups: their members, their size limits, and the people present in them.

| group | members | messages |
| --- | --- | --- |
| `duel.<slug>` | all viewers of a duel | `duel.changed`, `own.changed`, `line.said`, `lines.changed` |
| `lobby` | pages of the lobby | `challenge.changed`, `line.said`, `lines.changed` |
| `events` | streams of events | `changed` |
| `tournament.<slug>` | all viewers of a tournament | `changed` |
| `user.<id>` | all connections of a user | `changed`, `notified`, `duel.started`, `ended` |
| `token.<id>` | streams that use an API token | `ended` |
| `streams.<id>`, `address.<address>` | all streams of a user, all sockets of an IP address | none, used for counting |

Messages say what has changed, and never contain orders or answers. They are not forwarded to clients, because
`own.changed`, for example, reveals which wizards have just acted. Instead, each process reads from the database what
its viewers may know. Periodic checks make up for lost messages.

All web processes of a site are in one group of the channel layer, the bus. A process publishes its messages to this
group, in batches if there are many, and every other process delivers them to its own connections. A site with one web
process has no channel layer.
"""

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from io import BytesIO
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING, Any

from allauth.account.adapter import get_adapter
from channels.layers import get_channel_layer
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.core.handlers.asgi import ASGIRequest

if TYPE_CHECKING:
    from duels.realtime.consumers.base import SocketConsumer
    from duels.realtime.process import Process

logger = logging.getLogger(__name__)

LOBBY, EVENTS = "lobby", "events"
BUS = "bus"
"""The channel layer group that all processes join."""
TIMEOUT = 5.0
"""The timeout for sending, in seconds. Without it, an unresponsive Redis would block the sender."""
PAUSE = 1.0
"""Seconds to pause after an error while receiving messages."""
PRESENCE_DELAY = 0.1
"""Seconds for which changes to presence lists are collected before they are sent."""
PRESENCE_INTERVAL = 15.0
"""Seconds between the presence messages of a process."""
SILENCE = 40.0
"""Seconds of silence after which a process is presumed dead, and its connections are no longer shown."""

Message = dict[str, Any]
Who = list[Any]
"""A presence list: the `present_as` values of connections in a group, as JSON data."""


def limits_of(scope: Mapping[str, Any]) -> dict[str, int]:
    """Return the groups in which a new connection is counted, with the maximum number of members of each."""
    user = scope["user"]
    limits = {f"user.{user.pk}": settings.SOCKETS_A_USER} if user.is_authenticated else {}
    if "token" in scope:
        limits[f"streams.{user.pk}"] = settings.STREAMS_A_USER
    elif address := _address(scope):
        limits[f"address.{address}"] = settings.SOCKETS_AN_ADDRESS
    return limits


def _address(scope: Mapping[str, Any]) -> str:
    """Return the client's IP address (for IPv6, its /64 network), or an empty string if the address is unknown."""
    request = ASGIRequest({**scope, "method": "GET", "query_string": b""}, BytesIO())
    try:
        address = ip_address(get_adapter().get_client_ip(request))  # the same rule as for logging in
    except (PermissionDenied, ImproperlyConfigured):  # the latter if the header has fewer addresses than proxies
        return ""
    return str(ip_network((address, 64), strict=False)) if isinstance(address, IPv6Address) else str(address)


def channel_layer() -> Any:
    """Return the channel layer that connects the processes of this site, or `None` if there is only one process.

    It is not Channels' default layer, because then Channels would open a channel in it for each socket.
    """
    return get_channel_layer("processes")


async def publish(process_id: str, *messages: tuple[str, Message]) -> None:
    """Send messages to groups in other processes. Log a failure instead of raising it.

    `process_id` identifies the web process that sends them. It is empty if the sender is not a web process. The field
    `change` is left out, because only connections of the same process can use it.
    """
    remote = [(group, {key: value for key, value in message.items() if key != "change"}) for group, message in messages]
    try:
        async with asyncio.timeout(TIMEOUT):
            await channel_layer().group_send(BUS, {"type": "bus", "process": process_id, "messages": remote})
    except Exception:
        logger.exception("Messages to %s are lost", ", ".join(group for group, _ in remote))


class Groups:
    """The groups of this process's connections."""

    def __init__(self, process: "Process") -> None:
        self._process = process
        self._members = defaultdict[str, set["SocketConsumer"]](set)
        self._is_on_bus, self._entering = False, asyncio.Lock()
        self._outgoing: list[tuple[str, Message]] = []
        self._publishing: asyncio.Task[None] | None = None

    def members(self, group: str) -> "list[SocketConsumer]":
        """Return this process's connections in a group. May be called from any thread."""
        return list(self._members.get(group, ()))

    def are_full(self, limits: Mapping[str, int], *, joining: int = 0) -> bool:
        """Return whether one of these groups has too many members, or would have too many with `joining` more."""
        return any(len(self.members(group)) + joining > most for group, most in limits.items())

    async def join(self, connection: "SocketConsumer", group: str) -> None:
        """Add a connection to a group.

        Raise an exception if this process cannot yet receive messages from others. Once it can, connections may join
        even while the channel layer is down.
        """
        self._members[group].add(connection)
        async with self._entering:
            if not self._is_on_bus and (layer := channel_layer()):
                channel = await layer.new_channel()
                await layer.group_add(BUS, channel)
                self._process.run(self._receive_all(layer, channel))
                self._is_on_bus = True

    def leave(self, connection: "SocketConsumer", names: Iterable[str]) -> None:
        """Remove a connection from groups."""
        for name in names:
            self._members[name].discard(connection)
            if not self._members[name]:
                del self._members[name]

    def send(self, *messages: tuple[str, Message]) -> None:
        """Send messages to groups, here and in other processes. Do not wait until they are sent."""
        for group, message in messages:
            self._deliver(group, message)
        self.publish(*messages)

    def publish(self, *messages: tuple[str, Message]) -> None:
        """Send messages to groups in other processes, in order, together with any messages that are still queued."""
        if channel_layer():
            self._outgoing += messages
            if self._publishing is None:
                self._publishing = self._process.run(self._publish_all())

    async def _publish_all(self) -> None:
        while self._outgoing:
            messages, self._outgoing = self._outgoing, []
            await publish(self._process.id, *messages)
        self._publishing = None

    def _deliver(self, group: str, message: Message) -> None:
        if message["type"] == "presence.told":
            self._process.presence.hear(group, message)
        for connection in self.members(group):
            connection.handle(message)

    async def _receive_all(self, layer: Any, channel: str) -> None:
        while True:
            try:
                received = await layer.receive(channel)
                if received["process"] != self._process.id:
                    for group, message in received["messages"]:
                        self._deliver(group, {**message, "process": received["process"]})
            except Exception:
                logger.exception("A message could not be received")
                await asyncio.sleep(PAUSE)


class Presence:
    """The people connected to each group, across all processes. Nothing is stored in the database.

    Each process sends its presence list to the others, on changes and every `PRESENCE_INTERVAL` seconds.
    """

    def __init__(self, process: "Process") -> None:
        self._process = process
        self._reports = defaultdict[str, dict[str, tuple[float, Who]]](dict)
        self._changed: set[str] = set()

    def here(self, group: str) -> Who:
        """Return this process's presence list for a group."""
        return sorted((it.present_as for it in self._process.groups.members(group)), key=repr)

    def everywhere(self, group: str) -> Who:
        """Return the combined presence list of all processes for a group."""
        oldest = time.monotonic() - SILENCE
        reports = self._reports.get(group, {}).values()
        return self.here(group) + [one for at, who in reports if at >= oldest for one in who]

    def changed(self, group: str) -> None:
        """Schedule an update of a group's presence list for its members and for other processes."""
        if not self._changed:
            self._process.loop.call_later(PRESENCE_DELAY, self._tell_changed)
        self._changed.add(group)

    def hear(self, group: str, message: Message) -> None:
        """Store another process's presence list for a group.

        If that process had no list for the group yet, send this process's list back.
        """
        if not self._process.groups.members(group):
            return
        reports, process_id = self._reports[group], message["process"]
        if process_id in reports:
            self._show(group)
        else:
            self.changed(group)
        reports[process_id] = time.monotonic(), message["who"]
        if not message["who"]:
            del reports[process_id]

    def _tell_changed(self) -> None:
        changed, self._changed = self._changed, set()
        for group in changed:
            if not self._process.groups.members(group):
                self._reports.pop(group, None)  # this process now ignores the group's lists
            self._show(group)
        reports = [(group, {"type": "presence.told", "who": self.here(group)}) for group in changed]
        self._process.groups.publish(*reports)

    def _show(self, group: str) -> None:
        for member in self._process.groups.members(group):
            member.handle({"type": "presence.changed"})
