"""Streams: consumers whose frames are sent as lines of an HTTP response instead of through a WebSocket."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connections
from django.utils.translation import get_language

from duels.api.auth import UserRequest
from duels.challenges.events import Events, events_of, news, now_in_milliseconds
from duels.realtime import groups
from duels.realtime.consumers.base import SocketConsumer, StateConsumer

MOST_WAITING = 500
"""The maximum number of lines that may wait for a slow client."""
MARGIN = timedelta(seconds=30)
"""After a reconnect, events for duels that ended up to this long before the last event are sent again.

The margin is needed because server clocks differ and commits take time.
"""


async def lines(consumer: SocketConsumer, request: UserRequest, **scope: Any) -> AsyncIterator[str]:
    """Run a consumer for the user of this request, and yield its frames as lines until it closes.

    Blank lines keep the connection alive. `scope` contains further entries for the ASGI scope. A client that does not
    read its lines is disconnected.
    """
    response: Any = asyncio.current_task()
    closed = asyncio.Event()
    frames: asyncio.Queue[str | None] = asyncio.Queue(MOST_WAITING)
    events = iter([{"type": "websocket.connect"}])

    async def receive() -> Mapping[str, Any]:
        if connect := next(events, None):
            return connect
        await closed.wait()
        return {"type": "websocket.disconnect"}

    async def send(message: Mapping[str, Any]) -> None:
        is_closing = message["type"] == "websocket.close"
        try:
            frames.put_nowait(None if is_closing else message.get("text", ""))
        except asyncio.QueueFull:
            response.cancel()  # otherwise, the server would wait for this client forever
        if is_closing:
            closed.set()

    await sync_to_async(connections.close_all)()  # those of the request's thread, which is idle from now on
    user = {"user": request.user, "token": request.token.pk, "language": get_language()}
    running = asyncio.create_task(consumer({"type": "websocket", "query_string": b"", **user, **scope}, receive, send))
    running.add_done_callback(lambda _: response.cancel() if frames.full() else frames.put_nowait(None))
    try:
        while (line := await _next(frames)) is not None:
            yield line + "\n"
    finally:
        running.cancel()


async def _next(frames: asyncio.Queue[str | None]) -> str | None:
    """Return the next frame, an empty string after a pause without frames, or `None` at the end."""
    try:
        async with asyncio.timeout(settings.STREAM_BEAT):
            return await frames.get()
    except TimeoutError:
        return ""


class EventConsumer(StateConsumer):
    """The stream of a user's events: challenges, and duels that begin, wait for the user, or end.

    Events are found by comparing the current state with the state that was last sent, so a program that reconnects
    misses no event that still matters. The entry `since` in the scope is the time of the last event that the program
    has received, in milliseconds since 1970.
    """

    kind = "events"
    user_id: int
    sent: Events | None = None

    async def enter(self) -> None:
        await self.join(groups.EVENTS)
        await self.open()
        await self.refresh({})

    async def refresh(self, message: groups.Message) -> None:
        now: Events = await self.process.reader.read(events_of, self.user_id)
        since = self.scope["since"] and datetime.fromtimestamp(self.scope["since"] / 1000, UTC) - MARGIN
        found = await self.process.reader.call(news, self.user_id, self.sent, now, since)
        self.sent, at = now, now_in_milliseconds()
        for event in found:
            await self.push({"id": str(at), **event})
