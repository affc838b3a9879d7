"""The site by uvicorn, with limits that it does not have by itself.

It waits for a request, and for a client to read, as long as it takes, and reads whatever comes. A proxy may know
better; a site without one has to itself.
"""

import asyncio
import logging
import signal
import sys
from collections.abc import Callable
from typing import Any

import uvicorn
from django.conf import settings
from uvicorn.importer import import_from_string
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import OPEN

_REFUSAL = b"HTTP/1.1 %s\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"

MOST_BYTES = 1_000_000
"""Of a frame that comes; the largest that means anything has some thousands."""

MOST_OF_A_HEAD = 500_000
"""Bytes of a request before its body; more than come at once, as these may be the end of the request before, too."""

PING, PONG = 20, 30
"""Seconds between two signs of life asked of a socket, and within which one has to come."""


def serve(application: str, bind: str, port: int, access_log: str | None) -> None:
    """Serve until told to stop."""
    served = import_from_string(application)  # which sets up how things are logged
    if access_log:
        _log_into(access_log)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # uvicorn has it done once more, when it has ended
    uvicorn.run(
        served,
        host=bind,
        port=port,
        http=_Page,
        ws=_Socket,
        lifespan="auto",  # an application without one is served all the same
        log_config=None,
        access_log=access_log is not None,
        proxy_headers=False,  # the site reads them itself, from whom it trusts
        server_header=False,
        timeout_keep_alive=settings.REQUEST_PATIENCE,
        timeout_graceful_shutdown=settings.LEAVING_PATIENCE,
        ws_max_size=MOST_BYTES,
        ws_ping_interval=PING,
        ws_ping_timeout=PONG,
        ws_per_message_deflate=False,  # frames hold secrets beside what others have written
    )


def _log_into(file: str) -> None:
    logger = logging.getLogger("uvicorn.access")
    logger.setLevel(logging.INFO)
    logger.propagate = False
    logger.addHandler(logging.StreamHandler(sys.stdout) if file == "-" else logging.FileHandler(file))


class _Patient(asyncio.Protocol):
    """What pages and sockets do alike with a client who does not read: wait for him, and no longer than that."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _until_cut_off: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._until_cut_off = self.loop.call_later(settings.READING_PATIENCE, self._cut_off)

    def resume_writing(self) -> None:
        self._stop(self._until_cut_off)
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop(self._until_cut_off)
        super().connection_lost(exc)

    def _cut_off(self) -> None:
        self.transport.abort()

    @staticmethod
    def _stop(timer: asyncio.TimerHandle | None) -> None:
        if timer is not None:
            timer.cancel()


class _Socket(_Patient, WebSocketsSansIOProtocol):
    """The connection of a socket, with a straight way in and out, which `duels.realtime.backpressure` finds.

    By ASGI each message that comes stops the reading, wakes a task and starts the reading again, and each that goes is
    an object of its own first, which costs more than the frame.
    """

    take_text: Callable[[str], bool] | None = None
    """Takes a text at once, or says that it has to come by `receive`."""

    def handle_text(self, event: Frame) -> None:
        if not self._has_taken(event):
            super().handle_text(event)

    def _has_taken(self, event: Frame) -> bool:
        if not (self.take_text and event.fin and self.queue.empty()) or self.close_sent or self.disconnected:
            return False
        try:
            text = str(event.data, "utf-8")
        except UnicodeDecodeError:
            return False  # as it comes by ASGI, the connection is closed
        return self.take_text(text)

    def send_text(self, text: str) -> None:
        """Send a text, however much waits to be sent; raises `ClientDisconnected`, an `OSError`."""
        if self.disconnected or self.close_sent or self.conn.state is not OPEN:
            raise ClientDisconnected
        self.transport.write(_framed(text.encode()))

    def handle_ping(self) -> None:
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()  # who does not read what he asks for does not get it

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._cut_off()  # what it would wait for is that he reads


def _framed(text: bytes) -> bytes:
    """A whole text as a server sends it, unmasked. Source: RFC 6455, 5.2."""
    length = len(text)
    if length < 126:
        return b"\x81" + length.to_bytes(1, "big") + text
    if length < 1 << 16:
        return b"\x81\x7e" + length.to_bytes(2, "big") + text
    return b"\x81\x7f" + length.to_bytes(8, "big") + text


class _Page(_Patient, HttpToolsProtocol):
    """A connection for requests, each of which has so many seconds to come as a whole, and may not be too large."""

    _until_whole: asyncio.TimerHandle | None = None
    _answered: Any = None
    """The request that is answered now, or was last."""
    _is_in_head = False
    _received = 0
    """Bytes of what comes now, the head or the body."""
    _is_refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop(self._until_whole)
        self._tell_lost()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._stop(self._until_whole)
        super().handle_websocket_upgrade()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_in_head:
            self._received += len(data)
            if self._received > MOST_OF_A_HEAD:
                self._refuse(b"431 Request Header Fields Too Large")

    def on_message_begin(self) -> None:
        self._expect_request()
        self._is_in_head, self._received = True, 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._is_in_head:  # what comes after a body is none of its request's
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._is_in_head, self._received = False, 0
        super().on_headers_complete()
        self._refuse_body_of(int(dict(self.headers).get(b"content-length", 0)))

    def on_body(self, body: bytes) -> None:
        self._received += len(body)
        self._refuse_body_of(self._received)  # one that comes in pieces does not say how long it is
        if not self._is_refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._stop(self._until_whole)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.response_complete:
            self._expect_request()  # or that he reads what is left of the answer

    def _start_asgi_task(self, cycle: Any, app: Any) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def _cut_off(self) -> None:
        self._tell_lost()  # before he writes on
        super()._cut_off()

    def _tell_lost(self) -> None:
        """Have who answers know that nobody is there; uvicorn has only that request know which came last."""
        if self._answered and not self._answered.response_complete:
            self._answered.disconnected = True
            self._answered.message_event.set()

    def _expect_request(self) -> None:
        self._stop(self._until_whole)
        self._until_whole = self.loop.call_later(settings.REQUEST_PATIENCE, self._cut_off)

    def _refuse_body_of(self, length: int) -> None:
        if length > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            self._refuse(b"413 Content Too Large")

    def _refuse(self, refusal: bytes) -> None:
        if self._is_refused:
            return
        self._is_refused = True
        if not self._is_answering():
            self.transport.write(_REFUSAL % refusal)
        self.transport.close()

    def _is_answering(self) -> bool:
        """Whether a part of an answer has been sent, and another is to follow."""
        return bool(self._answered and self._answered.response_started and not self._answered.response_complete)
