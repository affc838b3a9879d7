"""A connection as its hub sees it: whose it is, and what waits to be sent to it."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings

logger = logging.getLogger(__name__)

MOST_WAITING = 500
"""Frames that may wait for a client that does not read."""

LOGGED_OUT, DOES_NOT_READ, TOO_MANY, NO_SUCH_DUEL, CANNOT_BE_SHOWN, MOVE = 4401, 4408, 4429, 4404, 4500, 4503
"""Why a socket is closed; docs/protocol.md. Servers refuse to send any code below 3000 but 1000."""

Send = Callable[[dict[str, Any]], Coroutine[Any, Any, None]]


@dataclass(eq=False, kw_only=True)
class Socket:
    """One connection. `room`: where in its hub it stands; `send`: the way to the client, which may be slow.

    `is_ready`: whether `send` would not wait now; `send_text` sends a text then at once.
    By which `session` its user is logged in, or by which `token` a program is known, whose stream this is then.
    """

    room: Any
    send: Send
    is_ready: Callable[[], bool] = lambda: False
    send_text: Callable[[str], None] = lambda _: None
    user_id: int | None = None
    session: str | None = None
    token: int | None = None
    language: str = settings.LANGUAGE_CODE
    is_closed: bool = field(default=False, init=False)
    on_end: Callable[[Any], None] | None = field(default=None, init=False)
    """Called with this socket: its hub lets it out."""
    _shown: str = field(default="", init=False)
    _outbox: deque[dict[str, Any]] = field(default_factory=deque, init=False)
    _sending: asyncio.Task[None] | None = field(default=None, init=False)

    def push(self, text: str) -> None:
        """Send a frame after those that wait, without waiting for the client."""
        if self.is_closed:
            return
        if self._sending is None and self.is_ready():
            self._send_at_once(text)
        elif len(self._outbox) >= MOST_WAITING:
            self._outbox.clear()
            self.close(DOES_NOT_READ)
        else:
            self._put({"type": "websocket.send", "text": text})

    def show(self, text: str) -> None:
        """Send the frame that says how things stand, if they have changed."""
        if text != self._shown:
            self._shown = text
            self.push(text)

    def forget(self) -> None:
        """Let him be told anew how things stand."""
        self._shown = ""

    def close(self, code: int) -> None:
        """Close the connection after what waits to be sent."""
        self._put({"type": "websocket.close", "code": code})
        self.end()

    def end(self) -> None:
        """Take nothing more to be sent."""
        self.is_closed = True
        if self.on_end:
            self.on_end(self)

    def _put(self, message: dict[str, Any]) -> None:
        if self.is_closed:
            return
        self._outbox.append(message)
        if self._sending is None:
            self._sending = asyncio.get_running_loop().create_task(self._empty())

    def _send_at_once(self, text: str) -> None:
        try:
            self.send_text(text)
        except Exception as error:
            self._break(error)

    async def _empty(self) -> None:
        try:
            while self._outbox:
                await self.send(self._outbox.popleft())
        except Exception as error:
            self._break(error)
        finally:
            self._sending = None

    def _break(self, error: Exception) -> None:
        """The client has gone, whatever way the server tells us so."""
        logger.info("A socket of %s broke: %r", self.room, error)
        self._outbox.clear()
        self.end()
