"""The base classes of all consumers, and periodic checks of their connections.

The classes handle logins, rate limits, page states and chats.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Collection, Mapping
from functools import partial
from types import SimpleNamespace
from typing import Any, ClassVar
from urllib.parse import parse_qs

from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.db import Error as DatabaseError
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from accounts.languages import language_at
from accounts.selectors import Login, closed_accounts, ended_logins, login_of, revoked_tokens
from duels.chat.listeners import Chat, Listener, addressed_lines, chats_of, newest_lines
from duels.play import protocol
from duels.play.protocol import CANNOT_BE_SHOWN, COME_BACK, LOGGED_OUT, MOVE, TOO_MANY
from duels.realtime import groups
from duels.realtime.process import Process, every
from duels.wording.refusals import FAILED, Refused
from wavinghands.assets.version import version
from wavinghands.db.connections import AWAY

logger = logging.getLogger(__name__)

BURST_SECONDS = 2
"""A client may send as many frames in one burst as are allowed in this many seconds."""
MOST_REFUSED = 100
"""The number of frames above the limit after which the socket is closed."""
MOST_WAITING = 100
"""The maximum number of messages queued for a slow client. Periodic checks make up for any that are dropped."""
CHECK_INTERVAL = 3.0
"""Seconds between the checks that make up for lost messages. Duel versions are checked at their own interval."""


class SocketConsumer(AsyncWebsocketConsumer):
    """A connection to a page, or to a program that reads a stream with an API token.

    Subclasses join further groups in `enter()`. A message to one of the groups is handled by the method named after the
    message's type: `duel_changed()` handles `duel.changed`. Frames and messages are handled one at a time.

    Consumers read the session themselves, because Channels' session middleware would access it again for each frame
    sent.
    """

    kind: ClassVar[str]
    """The name of this kind of connection in the metrics."""
    needs_user: ClassVar[bool] = True
    """True if the connection requires a logged-in user. Guests count as logged in."""

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
    """The entry for this connection in the presence list of `presence_group`."""
    is_open = is_closed = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.id = secrets.token_hex(8)
        self.turn = asyncio.Lock()
        """The lock that prevents handlers from running at the same time."""
        self._waiting = 0
        self._frames, self._counted = 0.0, time.monotonic()
        self._joined: list[str] = []
        self._shown: Any = None

    async def __call__(
        self, scope: dict[str, Any], receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]
    ) -> None:
        self.process, self.token = Process.current(), scope.get("token")
        if self.token is None:
            session = SessionStore(scope["cookies"].get(settings.SESSION_COOKIE_NAME))
            user = await self.process.reader.call(get_user, SimpleNamespace(session=session))
            scope = {**scope, "session": session, "user": user}
        self.process.open.add(self)
        try:
            await super().__call__(scope, receive, partial(self._send, send))
        finally:  # leave the groups even after an error
            await self.leave()
            self.process.open.discard(self)

    async def _send(self, send: Callable[[Any], Awaitable[None]], message: dict[str, Any]) -> None:
        """Send an ASGI message to the client. Leave all groups if the client has disconnected."""
        try:
            await send(message)
        except OSError:
            await self.leave()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle a connection event or a group message.

        If the database is unavailable, the message is lost, and periodic checks make up for it later. After other
        errors, the connection is closed.

        Unlike the superclass method, this does not close old database connections in the database thread, because then
        each frame would have to wait for the queries in progress there. Here, database threads manage their own
        connections.
        """
        async with self.turn:
            try:
                await getattr(self, get_handler_name(message))(message)
            except StopConsumer:
                raise
            except Exception as error:
                if not self.is_open:
                    raise
                logger.exception("A message of type %s could not be handled", message["type"])
                if not isinstance(error, AWAY):
                    await self.close_with(CANNOT_BE_SHOWN)

    def handle(self, message: groups.Message) -> None:
        """Schedule the handling of a group message. Drop the message if too many are waiting already.

        Messages without a handler are ignored: they are for other members of the group, or from newer servers.
        """
        if self._waiting < MOST_WAITING and not self.is_closed and hasattr(self, get_handler_name(message)):
            self._waiting += 1
            self.process.run(self._handle(message))

    async def _handle(self, message: groups.Message) -> None:
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
        limits = groups.limits_of(self.scope)
        for group in limits:
            await self.join(group)
        if self.token is not None:
            await self.join(f"token.{self.token}")
        if self.process.is_leaving:
            await self.close_with(MOVE)
        elif self.process.groups.are_full(limits):
            await self.close_with(TOO_MANY)
        elif not self._is_let_in(user):
            await self.close_with(LOGGED_OUT)
        else:
            await self.enter()

    def _is_let_in(self, user: Any) -> bool:
        """Return whether this user may open the socket.

        If the address says which user loaded the page (`?user=`), only that user may.
        """
        expected = self.query.get("user", [str(user.pk)])
        return expected == [str(user.pk)] and (user.is_authenticated or not self.needs_user)

    async def enter(self) -> None:
        """Join the groups of this kind of connection, open the connection, and send the current state.

        This order ensures that a client misses no message once its connection is open.
        """
        raise NotImplementedError

    async def join(self, group: str) -> None:
        """Join a group."""
        self._joined.append(group)
        await self.process.groups.join(self, group)

    async def appear(self, group: str, present_as: Any) -> None:
        """Join a group, and list this connection's user there as present.

        `present_as` is the user's entry in the group's presence list.
        """
        self.presence_group, self.present_as = group, present_as
        await self.join(group)
        self.process.presence.changed(group)

    async def open(self) -> None:
        """Accept the connection, unless it has already been accepted. Tell an outdated page that it is outdated."""
        if not self.is_open:
            self.is_open = True
            await self.accept()
            if self.query.get("assets", [version()]) != [version()]:
                await self.push(protocol.Outdated())

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        """Stop the consumer. The superclass method would first wait for the database thread."""
        raise StopConsumer

    async def ended(self, message: groups.Message) -> None:
        """Close the connection with the code in the message."""
        await self.close_with(message["code"])

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
        joined, self._joined = self._joined, []
        gone_from, self.presence_group = self.presence_group, ""
        if gone_from:
            self.process.presence.changed(gone_from)
        self.process.groups.leave(self, joined)

    # Frames

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Handle or refuse a frame from the client. Close the socket if the client ignores the rate limit."""
        if self.is_closed or self.process.is_leaving:  # the page sends unanswered frames again after it reconnects
            return
        try:
            self._count_frame()
            if ping := protocol.ping_in(text_data):
                await self.push(protocol.Pong(id=ping.id))
            else:
                await self.handle_frame(text_data)
        except Refused as refusal:
            with translation.override(self.language):
                why = refusal.why
            await self.push(protocol.RefusedFrame(id=protocol.id_of(text_data), code=refusal.code, why=why))
            if self._frames >= BURST_SECONDS * settings.FRAMES_A_SECOND + MOST_REFUSED:
                await self.close_with(TOO_MANY)

    def _count_frame(self) -> None:
        """Count a frame, even if it will be refused. Raise `Refused` if the client sends too many frames."""
        most, now = settings.FRAMES_A_SECOND, time.monotonic()
        self._frames = max(0.0, self._frames - (now - self._counted) * most) + 1  # a leaky bucket
        self._counted = now
        if self._frames > BURST_SECONDS * most:
            raise Refused("rate", _("You can send at most %(most)s frames per second. Wait a moment."), most=most)

    async def handle_frame(self, text: str | None) -> None:
        """Handle a frame. `text` is `None` for binary frames. Raise `Refused` to refuse the frame."""
        raise NotImplementedError

    async def call(self, service: Callable[..., Any], **given: Any) -> Any:
        """Return the result of a service, called with the user's language active.

        Raise `Refused` if the database fails.
        """
        do = translation.override(self.language)(service)
        try:
            return await database_sync_to_async(do)(user_id=self.user_id, **given)
        except DatabaseError as error:
            logger.exception("A frame failed")
            raise Refused("failed", FAILED) from error

    async def push(self, frame: Any) -> None:
        """Send a frame, or the text of a frame, to the client."""
        if not self.is_closed:
            await self.send(frame if isinstance(frame, str) else protocol.encode(frame))

    async def show(self, frame: Any) -> None:
        """Send a frame with a state, unless the last such frame was the same."""
        if frame != self._shown:
            self._shown = frame
            await self.push(frame)


class StateConsumer(SocketConsumer):
    """A connection that sends a state to its client whenever the state has changed or the client asks for it."""

    delay: ClassVar[float] = 0.1
    """Seconds for which changes are collected before the state is read."""

    _is_refreshing = False

    async def refresh(self, message: groups.Message) -> None:
        """Read the current state, and send it if it has changed."""
        raise NotImplementedError

    async def changed(self, message: groups.Message) -> None:
        """Schedule a refresh. Messages that arrive before it do not schedule another one."""
        if not self._is_refreshing:
            self._is_refreshing = True
            self.process.loop.call_later(self.delay, self._refresh)

    def _refresh(self) -> None:
        self._is_refreshing = False
        self.handle({"type": "refresh"})

    async def handle_frame(self, text: str | None) -> None:
        """Send the current state, even if it has not changed. Any frame from the client counts as a request for it."""
        self._shown = None
        await self.changed({})


class ChatConsumer(SocketConsumer):
    """A connection whose client shows a chat."""

    listener: Listener | None = None
    """The reader of the chat, or `None` if no chat is shown."""
    newest = 0
    """The id of the newest chat message that has been handled, whether or not the reader may see it."""
    listed: frozenset[int] = frozenset()
    """The ids of the chat messages in the last `lines` frame."""

    async def line_said(self, message: groups.Message) -> None:
        """Send a chat message, if the reader may see it and the last `lines` frame did not contain it."""
        if self.listener is None or message["line"] in self.listed:
            return
        if addressed := await self.process.reader.read(addressed_lines, (message["line"], self.user_id)):
            self.newest = max(self.newest, message["line"])
            if addressed.reaches(self.listener):
                await self.push(protocol.TalkFrame(line=addressed.line))

    async def lines_changed(self, message: groups.Message) -> None:
        """Send all chat messages that the reader may see. They replace all messages that were sent earlier."""
        if self.listener is not None:
            chat: Chat = await self.process.reader.read(chats_of, self.listener)
            self.listed, self.newest = frozenset(line["id"] for line in chat.lines), chat.newest
            await self.push(protocol.LinesFrame(lines=chat.lines))


@every(CHECK_INTERVAL)
async def check_connections(process: Process) -> None:
    """Close connections whose session, account or token has ended, and refresh all others that show a state."""
    everybody = process.connections(SocketConsumer)
    gone = await process.reader.call(_gone, everybody)
    for connection in everybody:
        connection.handle({"type": "ended", "code": COME_BACK} if connection in gone else {"type": "changed"})


def _gone(connections: Collection[SocketConsumer]) -> set[SocketConsumer]:
    sessions = ended_logins({it.login for it in connections if it.login})
    accounts = closed_accounts({it.user_id for it in connections if it.user_id})
    tokens = revoked_tokens({it.token for it in connections if it.token})
    return {it for it in connections if it.login in sessions or it.user_id in accounts or it.token in tokens}


@every(CHECK_INTERVAL)
async def find_lost_lines(process: Process) -> None:
    """Resend the chat to viewers who have missed messages."""
    chats = {it: it.listener for it in process.connections(ChatConsumer) if it.listener}
    newest = await process.reader.call(newest_lines, {reader.slug for reader in chats.values()}) if chats else {}
    for chat, reader in chats.items():
        if chat.newest < newest.get(reader.slug, 0):
            chat.handle({"type": "lines.changed"})
