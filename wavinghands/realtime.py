"""What every socket of the site stands on: the base consumer, the way to the database, the layer in memory."""

import asyncio
import threading
import time
from typing import Any

from asgiref.sync import SyncToAsync
from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.db import connections

SECONDS_BETWEEN_CHECKS = 1.0
LAYER_PATIENCE = 5.0
"""Seconds that a message may take to the channel layer; nothing may wait for ever for a Redis that has vanished."""


class SocketConsumer(AsyncWebsocketConsumer):
    """A consumer whose messages do not wait for the database.

    Channels closes old connections before each message and at the end, in the one thread that all sockets share, so
    that every message of every socket queues behind every query. Here that is the business of `on_database`.
    """

    async def dispatch(self, message: dict[str, Any]) -> None:
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"No handler for message type {message['type']}")
        await handler(message)

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        for group in self.groups:
            await self.channel_layer.group_discard(group, self.channel_name)
        await self.disconnect(message["code"])
        raise StopConsumer


class NoSuchSocket(SocketConsumer):
    """Refuses a socket at an address where there is none."""

    async def connect(self) -> None:
        await self.close()


class _Checked(threading.local):
    at = float("-inf")


_checked = _Checked()


def refresh_connections(*, at_once: bool = False) -> None:
    """Close those of this thread's connections that are broken or too old; looks once a second and after an error."""
    now = time.monotonic()
    is_due = at_once or now - _checked.at >= SECONDS_BETWEEN_CHECKS
    for connection in connections.all(initialized_only=True):
        if is_due or connection.errors_occurred:
            connection.close_if_unusable_or_obsolete()
    if is_due:
        _checked.at = now


class on_database(SyncToAsync):  # noqa: N801 - used as a function, like sync_to_async
    """An awaitable of `function`, which may use the database, for consumers: ``await on_database(function)(...)``.

    All sockets of a process share one thread and its connection. That connection is kept from call to call; it is
    looked at, and opened again if need be, once a second and after an error.
    """

    def thread_handler(self, loop: Any, *args: Any, **kwargs: Any) -> Any:
        refresh_connections()
        return super().thread_handler(loop, *args, **kwargs)


async def tell_group(group: str, message: dict[str, Any]) -> None:
    """Send a message to all processes; raises what the layer raises, and `TimeoutError` when it says nothing."""
    async with asyncio.timeout(LAYER_PATIENCE):
        await get_channel_layer().group_send(group, message)


class MemoryChannelLayer(InMemoryChannelLayer):
    """The layer of a site in one process. Looks for expired messages once a second, not at each send and receive."""

    def __init__(self, group_expiry: int = 30 * 24 * 60 * 60, **options: Any) -> None:
        super().__init__(group_expiry=group_expiry, **options)
        self._cleaned_at = float("-inf")

    def _clean_expired(self) -> None:
        now = time.monotonic()
        if now - self._cleaned_at >= SECONDS_BETWEEN_CHECKS:
            self._cleaned_at = now
            super()._clean_expired()
