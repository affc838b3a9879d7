"""Streams, which are long-lived HTTP responses that send events and frames to programs."""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import connections

from accounts.selectors import revoked_tokens
from duels.challenges.events import Events, events_of, news, now_in_milliseconds
from duels.play.frames import Whole
from duels.realtime import groups
from duels.realtime.connections import DUELS, EVENTS, Connection
from duels.realtime.drain import drain_at_sigterm
from duels.realtime.duel_feed import DuelFeed
from duels.realtime.process import Process

logger = logging.getLogger(__name__)

MOST_WAITING = 500
"""The maximum number of lines that may wait for a slow client."""
MARGIN = timedelta(seconds=30)
"""After a reconnect, duels that ended up to this long before the last event are sent again.

The margin is needed because the clocks of servers differ and commits take time.
"""


class Stream(Connection):
    """A connection whose messages are sent as lines of an HTTP response."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: deque[str] = deque()
        self._news = asyncio.Event()
        self._response: asyncio.Task[Any] | None = None

    async def push(self, text: str) -> None:
        """Queue a line. Cancel the response if the client does not read its lines."""
        self._lines.append(text + "\n")
        self._news.set()
        if len(self._lines) > MOST_WAITING and self._response is not None:
            self._response.cancel()  # the server would wait for this client forever

    async def close_with(self, code: int) -> None:
        """End the stream after the queued lines have been sent."""
        await self.leave()
        self._news.set()

    async def listen(self) -> None:
        """Handle the messages to this stream's groups until the task is cancelled."""
        try:
            while True:
                await self.handle(await get_channel_layer().receive(self.channel_name))
        except Exception:
            logger.exception("A stream of kind %s has failed", self.kind)
            await self.close_with(0)

    async def lines(self) -> AsyncIterator[str]:
        """Yield the queued lines until the stream is closed, and blank lines to keep the connection alive."""
        while self._lines or not self.is_closed:
            if not self._lines:
                self._news.clear()
                try:
                    async with asyncio.timeout(settings.STREAM_BEAT):
                        await self._news.wait()
                except TimeoutError:
                    yield "\n"
            while self._lines:
                yield self._lines.popleft()

    async def enter(self) -> None:
        """Join the groups of this kind of stream, and send the current state."""
        raise NotImplementedError

    async def run(self) -> AsyncIterator[str]:
        """Yield the stream's lines until it is closed. Yield no lines if the user has too many streams open."""
        process = self.process = Process.current()
        self._response = asyncio.current_task()
        drain_at_sigterm()
        await sync_to_async(connections.close_all)()  # of the request's thread, which is idle from now on
        if is_one_too_many(self.user_id) or process.is_leaving:
            return  # checked again, because several streams may have been opened at the same time
        self.channel_name = await get_channel_layer().new_channel()
        listening = process.run(self.listen())
        process.open += 1
        try:
            await self.join_own_groups()
            if await process.reader.call(revoked_tokens, {self.token}):
                return  # closed while it was opening
            yield "\n"  # the server sends the headers only with the first line
            async with self.turn:
                await self.enter()
            async for line in self.lines():
                yield line
        finally:
            process.open -= 1
            await self.leave()
            listening.cancel()


class DuelStream(DuelFeed, Stream):
    """The stream of a program that watches or plays a duel.

    `knows` is the duel's version that the program already had when it connected, if any.
    """

    user_id: int
    knows: int | None = None

    async def enter(self) -> None:
        await super().enter()
        await self.send_whole()

    async def push_whole(self, whole: Whole) -> None:
        """Send the whole duel, unless the program already has this version."""
        knows, self.knows = self.knows, None
        if whole.version != knows:
            await super().push_whole(whole)


class EventStream(Stream):
    """A stream of a user's events: challenges, and duels that begin, wait for the user, or end.

    Events are found by comparing the current state with the state last sent, so a program that reconnects misses no
    event that still matters. `since` is the time of the last event that the program has received, in milliseconds since
    1970.
    """

    kind = EVENTS

    user_id: int
    since: int | None = None
    sent: Events | None = None

    async def enter(self) -> None:
        await self.join(groups.user(self.user_id), groups.LOBBY)
        await self.refresh()

    async def refresh(self) -> None:
        """Send the events since the last refresh."""
        now: Events = await self.process.read(events_of, self.user_id)
        since = None if self.since is None else datetime.fromtimestamp(self.since / 1000, UTC) - MARGIN
        found = await self.process.reader.call(news, self.user_id, self.sent, now, since)
        self.sent, at = now, now_in_milliseconds()
        for event in found:
            await self.push(orjson.dumps({"id": str(at), **event}).decode())

    async def user_changed(self, message: groups.Message) -> None:
        """Send new events soon."""
        self.refresh_soon()

    challenge_changed = duel_started = user_changed


def is_one_too_many(user_id: int | None) -> bool:
    """Return whether a user has reached the limit of open streams in this process. May be called from any thread."""
    process = Process.running()
    open_ = process.connections(DUELS, EVENTS) if process else []
    streams = [it for it in open_ if it.token is not None and it.user_id == user_id]
    return len(streams) >= settings.STREAMS_A_USER
