"""The base class of sockets and streams, with its user, groups and message handlers."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, ClassVar

from channels.layers import get_channel_layer

from accounts.selectors import Login
from duels.realtime import groups
from duels.realtime.process import Process

logger = logging.getLogger(__name__)

LOGGED_OUT, NO_SUCH_DUEL, TOO_MANY, CANNOT_BE_SHOWN, MOVE = 4401, 4404, 4429, 4500, 4503
"""WebSocket close codes, described in docs/protocol.md. Of the codes below 3000, the server can send only 1000."""
KINDS = DUELS, LOBBY, USERS, EVENTS, TOURNAMENTS = "duels", "lobby", "users", "events", "tournaments"
"""The kinds of connections."""
COME_BACK = 1000
"""The close code after which pages reconnect by themselves."""


class Connection:
    """An open connection to a client.

    A message to one of its groups is handled by the method named after the message's type. For example,
    `account_closed()` handles messages of the type `account.closed`.
    """

    kind: ClassVar[str]

    process: Process
    channel_name: str
    user_id: int | None = None
    login: Login | None = None
    """The user's session."""
    token: int | None = None
    """The primary key of the API token with which a program has connected."""
    language: str
    presence_group = ""
    """The group in which others can see that this connection's user is present, or an empty string."""
    present_as: Any = None
    """The entry for this connection in that group's presence list."""
    is_closed = False
    delay: ClassVar[float] = 0.1
    """Seconds for which changes are collected before a refresh."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.turn = asyncio.Lock()
        """The lock that prevents handlers from running at the same time."""
        self._joined: list[str] = []
        self._shown = ""
        self._refreshing: asyncio.Task[None] | None = None

    async def push(self, text: str) -> None:
        """Send text to the client."""
        raise NotImplementedError

    async def close_with(self, code: int) -> None:
        """Close the connection."""
        raise NotImplementedError

    async def join(self, *names: str) -> None:
        """Join groups both in this process and in the channel layer."""
        for name in names:
            self._joined.append(name)
            self.process.join(self, name)
            await get_channel_layer().group_add(name, self.channel_name)

    async def appear(self, group: str, present_as: Any) -> None:
        """Join a group in which others can see that this connection's user is present.

        `present_as` is the user's entry in the group's presence list.
        """
        self.presence_group, self.present_as = group, present_as
        is_first = not self.process.members(group)
        await self.join(group)
        self.process.presence.changed(group, asks=is_first)

    async def join_own_groups(self) -> None:
        """Join the groups through which the connection is closed if its user logs out or its token is revoked."""
        if self.user_id is not None:
            await self.join(groups.account(self.user_id))
        if self.token is not None:
            await self.join(groups.token(self.token))

    async def leave(self) -> None:
        """Leave all groups."""
        self.is_closed = True
        if self._refreshing is not None:
            self._refreshing.cancel()
        joined, self._joined = self._joined, []
        self.process.leave(self, joined)
        if self.presence_group:
            self.process.presence.changed(self.presence_group)
            self.presence_group = ""
        for name in joined:
            try:
                await get_channel_layer().group_discard(name, self.channel_name)
            except Exception:  # Redis is unavailable, and has lost the connection too
                logger.warning("A connection could not leave %s", name, exc_info=True)

    async def handle(self, message: groups.Message) -> None:
        """Call the handler for a message.

        Handlers run one at a time. Messages of unknown types are ignored, because newer servers may send them.
        """
        handler: Callable[[Any], Any] | None = getattr(self, message["type"].replace(".", "_"), None)
        if handler is None:
            logger.warning("Nobody handles messages of type %s", message["type"])
            return
        async with self.turn:
            await handler(message)

    async def presence_told(self, message: groups.Message) -> None:
        """Store another process's presence list for this connection's group."""
        if self.presence_group:
            self.process.presence.hear(self.presence_group, message)

    async def account_closed(self, message: groups.Message) -> None:
        """Close the connection, because its user is no longer logged in or its token has been revoked.

        The page then tries to reconnect, which succeeds if its browser is still logged in.
        """
        await self.close_with(COME_BACK)

    async def server_leaving(self, message: groups.Message) -> None:
        """Close the connection, because this server is shutting down, so that the client moves to another server."""
        await self.close_with(MOVE)

    # Frames with the current state, which is read again when it may have changed

    async def refresh(self) -> None:
        """Read the current state, and send it to the client."""
        raise NotImplementedError

    async def show(self, text: str) -> None:
        """Send a frame, unless it equals the last frame sent with this method."""
        if text != self._shown:
            self._shown = text
            await self.push(text)

    def refresh_soon(self) -> None:
        """Refresh after a short delay. Further calls during the delay have no effect."""
        if self._refreshing is None and not self.is_closed:
            self._refreshing = self.process.run(self._refresh_later())

    async def _refresh_later(self) -> None:
        await asyncio.sleep(self.delay)
        self._refreshing = None
        try:
            async with self.turn:
                await self.refresh()
        except Exception:  # `duels.realtime.repair` will try again
            logger.exception("A connection of kind %s could not be refreshed", self.kind)
