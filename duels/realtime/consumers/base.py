"""The base class of all consumers, and the check for connections whose user is no longer logged in."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from types import SimpleNamespace
from typing import Any, ClassVar
from urllib.parse import parse_qs

from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth import get_user
from django.db import Error as DatabaseError
from django.utils import translation

from accounts.languages import language_at
from accounts.selectors import Login, closed_accounts, ended_logins, login_of, revoked_tokens
from duels.play import protocol
from duels.play.protocol import encode
from duels.realtime import groups, rate_limit
from duels.realtime.process import DUELS, Process, every
from duels.wording.refusals import FAILED, Refused
from wavinghands.db.connections import AWAY

logger = logging.getLogger(__name__)

LOGGED_OUT, NO_SUCH_DUEL, TOO_MANY, CANNOT_BE_SHOWN, MOVE = 4401, 4404, 4429, 4500, 4503
"""WebSocket close codes, described in docs/protocol.md. Of the codes below 3000, the server can send only 1000."""
COME_BACK = 1000
"""The close code after which pages reconnect by themselves."""
MOST_WAITING = 100
"""The maximum number of messages queued for a slow client. Periodic checks make up for any that are dropped."""
CHECK_INTERVAL = 3.0
"""Seconds between the checks that make up for lost messages. Duel versions are checked at their own interval."""


class SocketConsumer(AsyncWebsocketConsumer):
    """A connection to a page or, with an API token, the stream of a program.

    Subclasses join their groups in `enter()` and may handle frames in `handle_frame()`. A message to one of the groups
    is handled by the method named after the message's type: `account_closed()` handles `account.closed`. Frames and
    messages are handled one at a time.
    """

    kind: ClassVar[str]
    needs_user: ClassVar[bool] = True
    """True if the connection requires a logged-in user. Guests count as logged in."""
    delay: ClassVar[float] = 0.1
    """Seconds for which changes are collected before a refresh."""

    process: Process
    language: str
    user_id: int | None = None
    query: Mapping[str, list[str]]
    """The parameters of the address."""
    login: Login | None = None
    """The user's session."""
    token: int | None = None
    """The primary key of the API token with which a program has connected."""
    presence_group = ""
    """The group that shows this connection's user as present, or an empty string."""
    present_as: Any = None
    """The entry for this connection in that group's presence list."""
    is_open = is_closed = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.id = secrets.token_hex(8)
        self.allowance = rate_limit.Allowance(settings.FRAMES_A_SECOND)
        self.turn = asyncio.Lock()
        """The lock that prevents handlers from running at the same time."""
        self.limits: rate_limit.Limits = {}
        self._waiting = 0
        self._joined: list[str] = []
        self._shown = ""
        self._refreshing: asyncio.Task[None] | None = None

    async def __call__(
        self, scope: dict[str, Any], receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]
    ) -> None:
        self.process, self.token = Process.current(), scope.get("token")
        if self.token is None:
            request = SimpleNamespace(session=scope["session"])
            scope = {**scope, "user": await self.process.reader.call(get_user, request)}
            self.limits = rate_limit.limits_of_socket(scope)
        else:
            self.limits = rate_limit.limits_of_stream(scope["user"].pk)
        self.process.open.add(self)
        try:
            await super().__call__(scope, receive, send)
        finally:  # leave the groups even after an error
            await self.leave()
            self.process.open.discard(self)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle a connection event or a group message.

        If the database is unavailable, periodic checks make up for the message later. After any other error, the
        connection is closed. Messages of unknown types are ignored, because newer servers may send them.

        Unlike the superclass method, this does not close old database connections in the database thread, because each
        frame would have to wait for the queries in progress there. Here, database threads manage their own connections.
        """
        handler: Callable[[Any], Any] | None = getattr(self, get_handler_name(message), None)
        if handler is None:
            logger.warning("Nobody handles messages of type %s", message["type"])
            return
        async with self.turn:
            try:
                await handler(message)
            except StopConsumer:
                raise
            except Exception as error:
                if not self.is_open:
                    raise
                logger.exception("A message of type %s could not be handled", message["type"])
                if not isinstance(error, AWAY):
                    await self.close_with(CANNOT_BE_SHOWN)

    async def handle(self, message: groups.Message) -> None:
        """Handle a group message, unless too many are already queued."""
        if self._waiting < MOST_WAITING and not self.is_closed:
            self._waiting += 1
            try:
                await self.dispatch(message)
            finally:
                self._waiting -= 1

    # Connecting and disconnecting

    async def connect(self) -> None:
        user, session = self.scope["user"], self.scope.get("session")
        self.user_id, self.language = user.pk, self.scope.get("language") or language_at(self.scope)
        self.login = login_of(user, session.session_key if session else None)
        self.query = parse_qs(self.scope["query_string"].decode("ascii", "replace"))
        others = [it.limits for it in self.process.open if it is not self]
        if self.process.is_leaving:
            await self.close_with(MOVE)
        elif rate_limit.is_one_too_many(self.limits, others):
            await self.close_with(TOO_MANY)
        elif not self._is_let_in(user):
            await self.close_with(LOGGED_OUT)
        else:
            await self._enter_with_login()

    async def _enter_with_login(self) -> None:
        """Join the groups that close the connection on log-out or when its token is revoked, then call `enter()`."""
        if self.user_id is not None:
            await self.join(groups.account(self.user_id))
        if self.token is not None:
            await self.join(groups.token(self.token))
            if await self.process.reader.call(revoked_tokens, {self.token}):
                await self.close_with(LOGGED_OUT)
                return
        await self.enter()

    def _is_let_in(self, user: Any) -> bool:
        """Return whether this user may open the socket. The page must have been loaded by the same user (`?user=`)."""
        expected = self.query.get("user", [str(user.pk)])
        return expected == [str(user.pk)] and (user.is_authenticated or not self.needs_user)

    async def enter(self) -> None:
        """Join the groups of this kind of connection, open it, and send the current state.

        This order ensures that a client misses no message once its connection is open.
        """
        raise NotImplementedError

    async def join(self, group: str) -> None:
        """Join a group."""
        self._joined.append(group)
        await self.process.groups.join(self, group)

    async def appear(self, group: str, present_as: Any) -> None:
        """Join a group that shows this connection's user as present.

        `present_as` is the user's entry in the group's presence list.
        """
        self.presence_group, self.present_as = group, present_as
        await self.join(group)
        self.process.presence.changed(group)

    async def open(self) -> None:
        """Accept the connection, unless it has already been accepted."""
        if not self.is_open:
            self.is_open = True
            await self.accept()

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        """Stop the consumer. The superclass method would first wait for the database thread."""
        raise StopConsumer

    async def close_with(self, code: int) -> None:
        """Close the connection with a close code."""
        if not self.is_closed:
            self.is_closed = True
            await self.open()  # browsers report no code if the socket was never opened
            await self.close(code)
            await self.leave()

    async def leave(self) -> None:
        """Leave all groups."""
        self.is_closed = True
        if self._refreshing is not None:
            self._refreshing.cancel()
        joined, self._joined = self._joined, []
        gone_from, self.presence_group = self.presence_group, ""
        if gone_from:
            self.process.presence.changed(gone_from)
        self.process.groups.leave(self, joined)

    async def account_closed(self, message: groups.Message) -> None:
        """Close the connection, because its user is no longer logged in or its token has been revoked.

        The page then tries to reconnect, which succeeds if its browser is still logged in.
        """
        await self.close_with(COME_BACK)

    async def server_leaving(self, message: groups.Message) -> None:
        """Close the connection, because this server is shutting down, so that the client moves to another server."""
        await self.close_with(MOVE)

    # Frames from the client

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Handle or refuse a frame. Close the socket if its client ignores the rate limit."""
        if self.is_closed or self.process.is_leaving:  # the page sends unanswered frames again after it reconnects
            return
        try:
            self.allowance.take()
            if ping := protocol.ping_in(text_data):
                await self.push(encode(protocol.Pong(id=ping.id)))
            else:
                await self.handle_frame(text_data)
        except Refused as refusal:
            with translation.override(self.language):
                frame = protocol.RefusedFrame(id=protocol.id_of(text_data), code=refusal.code, why=refusal.why)
                await self.push(encode(frame))
            if self.allowance.is_exhausted():
                await self.close_with(TOO_MANY)

    async def handle_frame(self, text: str | None) -> None:
        """Handle a frame. `text` is `None` for binary frames. Raise `Refused` to refuse the frame.

        By default, any frame is a request for the current state.
        """
        self._shown = ""
        self.refresh_soon()

    async def call(self, service: Callable[..., Any], **given: Any) -> Any:
        """Call a service in the user's language, and return its result. Raise `Refused` if it fails."""
        do = translation.override(self.language)(service)
        try:
            return await database_sync_to_async(do)(user_id=self.user_id, **given)
        except DatabaseError as error:
            logger.exception("A frame failed")
            raise Refused("failed", FAILED) from error

    # Frames to the client

    async def push(self, text: str) -> None:
        """Send text to the client. Leave all groups if the client has disconnected."""
        try:
            if not self.is_closed:
                await self.send(text)
        except OSError:  # the client has gone
            await self.leave()

    async def show(self, text: str) -> None:
        """Send a frame with the current state, unless it is the same as the last one."""
        if text != self._shown:
            self._shown = text
            await self.push(text)

    async def refresh(self, message: groups.Message) -> None:
        """Read the current state, and send it to the client if it has changed."""

    def refresh_soon(self) -> None:
        """Refresh after a short delay. Further calls during the delay have no effect."""
        if self._refreshing is None and not self.is_closed:
            self._refreshing = self.process.run(self._refresh_later())

    async def _refresh_later(self) -> None:
        await asyncio.sleep(self.delay)
        self._refreshing = None
        await self.dispatch({"type": "refresh"})


@every(CHECK_INTERVAL)
async def check_connections(process: Process) -> None:
    """Close connections whose session, account or token is no longer valid. Refresh the others, except duels."""
    everybody = process.connections()
    gone = await process.reader.call(
        _gone,
        {it.login for it in everybody if it.login},
        {it.user_id for it in everybody if it.user_id},
        {it.token for it in everybody if it.token},
    )
    for connection in everybody:
        if gone & {("login", connection.login), ("user", connection.user_id), ("token", connection.token)}:
            process.run(connection.handle({"type": "account.closed"}))
        elif connection.kind != DUELS:
            connection.refresh_soon()


def _gone(logins: set[Login], users: set[int], tokens: set[int]) -> set[tuple[str, Any]]:
    ended = {("login", it) for it in ended_logins(logins)} | {("user", it) for it in closed_accounts(users)}
    return ended | {("token", it) for it in revoked_tokens(tokens)}
