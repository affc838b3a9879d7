"""Protection against WebSocket clients that send too much or read nothing.

Such clients are disconnected. The application cannot do this itself. uvicorn parses frames as fast as they arrive. It
passes the application neither control frames nor frames that arrive after the application has closed the socket. One
client that sends 1 MB/s would keep a core busy.
"""

import asyncio
import time
from typing import Any, cast

from django.conf import settings
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

BYTES_PER_TOKEN = 8 * 1024
"""The number of bytes that cost one token, in addition to one token per frame.

Frames from an honest client are never longer than this.
"""

SPARE = 300
"""The number of tokens in a full bucket beyond those earned in two seconds.

Before a consumer closes a socket, it rejects 100 frames and says why. These frames have to reach it.
"""


class FloodGuard(asyncio.Protocol):
    """A token bucket in front of uvicorn's WebSocket protocol.

    Pass it as uvicorn's `ws` option.
    """

    def __init__(self, **options: Any) -> None:
        self._inner = WebSocketsSansIOProtocol(**options)
        self._per_second = 2 * settings.FRAMES_A_SECOND
        self._capacity = self._tokens = 2.0 * self._per_second + SPARE
        self._filled_at = time.monotonic()
        self._header, self._skip = b"", -1  # the start of a header, and how many bytes to skip before the next
        self._until_abort: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._inner.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        now = time.monotonic()
        self._tokens = min(self._capacity, self._tokens + (now - self._filled_at) * self._per_second)
        self._filled_at = now
        self._tokens -= self._frames_in(data) + len(data) / BYTES_PER_TOKEN
        if self._tokens < 0:
            self._transport.abort()
        else:
            self._inner.data_received(data)

    def _frames_in(self, data: bytes) -> int:
        """Count the frames that begin in `data`. Source: RFC 6455, 5.2.

        Stop counting as soon as there are more frames than tokens.
        """
        if self._skip < 0:  # uvicorn hands the upgrade request over first
            self._skip = data.find(b"\r\n\r\n") + 4
        data, at, frames = self._header + data, self._skip, 0
        while at + 2 <= len(data) and frames <= self._tokens:
            length, masked = data[at + 1] & 0x7F, data[at + 1] >> 7
            start = at + 2 + {126: 2, 127: 8}.get(length, 0)
            if start > len(data):
                break
            at = start + 4 * masked + (length if length < 126 else int.from_bytes(data[at + 2 : start]))
            frames += 1
        self._header, self._skip = data[at:], max(0, at - len(data))
        return frames

    def pause_writing(self) -> None:
        self._until_abort = asyncio.get_running_loop().call_later(settings.READING_PATIENCE, self._transport.abort)
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._stop_timer()
        self._inner.resume_writing()

    def eof_received(self) -> None:
        self._inner.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        self._inner.connection_lost(exc)

    def _stop_timer(self) -> None:
        if self._until_abort is not None:
            self._until_abort.cancel()
