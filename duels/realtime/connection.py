"""A socket of a duel as the hub sees it: whose it is, what it knows, and what waits to be sent to it."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from django.conf import settings

from duels.selectors.talk import Ear

logger = logging.getLogger(__name__)

MOST_WAITING = 500
"""Frames that may wait for a client that does not read."""

LOGGED_OUT, DOES_NOT_READ, TOO_MANY_FRAMES, NO_SUCH_DUEL = 4401, 4408, 4429, 4404
"""Why a socket is closed; docs/protocol.md."""

Send = Callable[[dict[str, Any]], Awaitable[None]]


class Socket:
    """One viewer's connection. `version`: what he knows of the duel; none: he waits for the whole of it."""

    def __init__(
        self,
        *,
        slug: str,
        viewer: str | None,
        send: Send,
        user_id: int | None = None,
        session: str | None = None,
        language: str = settings.LANGUAGE_CODE,
    ) -> None:
        self.slug, self.viewer, self.user_id, self.session = slug, viewer, user_id, session
        self.language = language
        self.version: int | None = None
        self.is_closed = False
        self._send = send
        self._held: list[str] = []
        self._outbox: deque[dict[str, Any]] = deque()
        self._sending: asyncio.Task[None] | None = None

    @property
    def reader(self) -> tuple[str | None, str]:
        """By whose eyes he sees, and in which language he reads."""
        return self.viewer, self.language

    @property
    def ear(self) -> Ear:
        """How he hears the talk."""
        return Ear(self.slug, self.viewer, self.user_id)

    def push(self, text: str) -> None:
        """Send a frame after those that wait, without waiting for the client."""
        if len(self._outbox) >= MOST_WAITING:
            self._outbox.clear()
            self.close(DOES_NOT_READ)
        else:
            self._put({"type": "websocket.send", "text": text})

    def tell(self, text: str) -> None:
        """Send a frame that makes sense only to one who knows the duel: held back until he does."""
        if self.version is None:
            self._held.append(text)
        else:
            self.push(text)

    def forget(self) -> None:
        """Let him wait for the whole duel."""
        self.version = None

    def learn(self, version: int, text: str) -> None:
        """Send the whole duel, and what was held back."""
        self.version = version
        self.push(text)
        held, self._held = self._held, []
        for frame in held:
            self.push(frame)

    def close(self, code: int) -> None:
        """Close the connection after what waits to be sent."""
        if not self.is_closed:
            self._put({"type": "websocket.close", "code": code})
            self.is_closed = True

    def _put(self, message: dict[str, Any]) -> None:
        if self.is_closed:
            return
        self._outbox.append(message)
        if self._sending is None:
            self._sending = asyncio.get_running_loop().create_task(self._empty())

    async def _empty(self) -> None:
        try:
            while self._outbox:
                await self._send(self._outbox.popleft())
        except Exception as error:  # the client has gone, whatever way the server tells us so
            logger.info("A socket of %s broke: %r", self.slug, error)
            self.is_closed = True
            self._outbox.clear()
        finally:
            self._sending = None
