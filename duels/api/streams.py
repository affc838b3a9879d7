"""Two streams of lines, each of JSON (NDJSON): what happens to me, and one duel, by the very frames of its socket.

They stay open. An empty line now and then says that they live. Whoever was cut off comes back with `Last-Event-ID`: the
`version` of a duel's last frame, or the `id` of the last event.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

from asgiref.sync import SyncToAsync, sync_to_async
from django.conf import settings
from django.db import connections
from django.http import StreamingHttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from ninja import Header, Router

from accounts.selectors import revoked_tokens
from duels.api.auth import ApiRequest, UserRequest, reader
from duels.api.lines import MEDIA_TYPE, lines_of
from duels.api.named_duels import duel_fought_here
from duels.api.problems import Problem
from duels.api.schema import also
from duels.play.frames import Whole
from duels.realtime import departure
from duels.realtime.connection import Send, Socket
from duels.realtime.duel_hub import DuelHub, DuelSocket
from duels.realtime.event_hub import EventHub, EventSocket
from duels.realtime.hub import Hub
from duels.viewing.duels import listener_of

router = Router(tags=["streams"])

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""So that nothing on the way keeps lines back."""
LARGEST_ID = 2**53

MakeSocket = Callable[[Send], Socket]


@dataclass(eq=False, kw_only=True)
class DuelStream(DuelSocket):
    """A program at a duel. `knows`: the version that it had when it was cut off."""

    knows: int | None = None

    def learn(self, whole: Whole) -> None:
        """Send the whole duel, unless it knows this version; and what was held back."""
        if whole.version != self.knows:
            super().learn(whole)
            return
        self.version, self.rounds, self.knows = whole.version, whole.rounds, None
        held, self._held = self._held, []
        for frame in held:
            self.push(frame)


class Pipe:
    """The way from a socket, which sends, to the answer, which takes: one message at a time."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue(1)
        self._is_broken = False

    async def send(self, message: dict[str, Any]) -> None:
        """Give it, when there is room; raises `ConnectionError` when nobody takes any more."""
        if not self._is_broken:
            await self._queue.put(message)
        if self._is_broken:
            raise ConnectionError("The stream has ended")

    async def lines(self) -> AsyncIterator[str]:
        """What is sent, until the socket is closed; an empty line when nothing was for a while."""
        while True:
            try:
                async with asyncio.timeout(settings.STREAM_BEAT):
                    message = await self._queue.get()
            except TimeoutError:
                yield "\n"
                continue
            if message["type"] == "websocket.close":
                return
            yield message["text"] + "\n"

    def tear(self) -> None:
        """Take nothing more; whoever waits to send is told so."""
        self._is_broken = True
        while not self._queue.empty():
            self._queue.get_nowait()


@router.get("/stream/events", auth=reader, openapi_extra=lines_of("EventLine"))
def events(request: UserRequest, last_event_id: str = Header("", alias="Last-Event-ID")) -> StreamingHttpResponse:
    """What happens to me: challenges to me by name, duels that begin, wait for me, end. First, all that is so now."""
    user_id, whose, since = request.user.pk, _whose(request), _number(last_event_id)

    def socket(send: Send) -> EventSocket:
        return EventSocket(room=user_id, since=since, send=send, **whose)

    return _answer(request, EventHub, socket)


@router.get("/stream/duels/{slug:slug}", auth=reader, openapi_extra=also(409, **lines_of("DuelLine")))
def duel(
    request: UserRequest, slug: str, last_event_id: str = Header("", alias="Last-Event-ID")
) -> StreamingHttpResponse:
    """One duel as I may know it: the frames of its socket. First the whole, unless its version is that last known."""
    found = duel_fought_here(slug)
    viewer, whose, knows = listener_of(found, request.user).wizard, _whose(request), _number(last_event_id)

    def socket(send: Send) -> DuelStream:
        return DuelStream(room=slug, viewer=viewer, knows=knows, send=send, **whose)

    return _answer(request, DuelHub, socket)


def _whose(request: UserRequest) -> dict[str, Any]:
    return {"user_id": request.user.pk, "token": request.token.pk, "language": get_language()}


def _number(last_event_id: str) -> int | None:
    """What a program says it knows; nothing, where that is none of our names."""
    is_number = last_event_id.isascii() and last_event_id.isdigit() and len(last_event_id) <= len(str(LARGEST_ID))
    return int(last_event_id) if is_number and 0 < int(last_event_id) < LARGEST_ID else None


def _answer(request: ApiRequest, hubs: type[Hub[Any]], socket: MakeSocket) -> StreamingHttpResponse:
    if len(_streams_of(request.user.pk)) >= settings.STREAMS_A_USER:
        told = _("You have %(most)s streams open: close one first.") % {"most": settings.STREAMS_A_USER}
        raise Problem(429, told, code="streams", Retry_After="60")
    return StreamingHttpResponse(_stream(hubs, socket), content_type=MEDIA_TYPE, headers=HEADERS)


def _streams_of(user_id: int) -> list[Any]:
    """Those that a user's programs have open at this process; may be asked by any thread."""
    hubs: list[Hub[Any]] = [*DuelHub.all(), *EventHub.all()]
    sockets = [socket for hub in hubs for socket in hub.sockets()]
    return [socket for socket in sockets if socket.token is not None and socket.user_id == user_id]


async def _stream(hubs: type[Hub[Any]], make: MakeSocket) -> AsyncIterator[str]:
    """The lines of a socket, which stands in its hub as long as somebody reads them."""
    departure.prepare()
    await _end_thread()
    pipe, hub = Pipe(), hubs.current()
    socket = make(pipe.send)
    if len(_streams_of(socket.user_id or 0)) >= settings.STREAMS_A_USER or departure.is_near():
        return  # many have come at once
    hub.enter(socket)
    try:
        if await hub.read(revoked_tokens, {socket.token}):
            return  # in the moment in which he was let in
        yield "\n"  # so that he knows at once that he is in: servers send the headers with the first line
        async for line in pipe.lines():
            yield line
    finally:
        socket.end()
        pipe.tear()


async def _end_thread() -> None:
    """End the thread that has let him in: Django keeps one for each request, and this one goes on for hours."""
    await sync_to_async(connections.close_all)()
    context = SyncToAsync.thread_sensitive_context.get(None)
    thread = SyncToAsync.context_to_thread_executor.pop(context, None) if context else None
    if thread is not None:
        thread.shutdown(wait=False)
