"""The base class of all WebSocket consumers."""

from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any, ClassVar
from urllib.parse import parse_qs

from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth import get_user
from django.utils import translation

from accounts.languages import language_at
from accounts.selectors import login_of
from duels.play.protocol import Pong, RefusedFrame, encode, id_of, ping_in
from duels.realtime.connections import LOGGED_OUT, MOVE, TOO_MANY, Connection
from duels.realtime.drain import drain_at_sigterm
from duels.realtime.process import Process
from duels.realtime.rate_limit import Allowance, SocketCounter, most_sockets
from duels.wording.refusals import Refused

open_sockets = SocketCounter()
"""The number of open sockets in this process, by user and by address."""


class SocketConsumer(Connection, AsyncWebsocketConsumer):
    """A socket with limits on its frames, and on the number of sockets per user and IP address.

    Subclasses join their groups in `enter()` and handle frames in `handle_frame()`.
    """

    needs_user: ClassVar[bool] = True
    """True if the socket requires a logged-in user. Guests count as logged in."""
    is_open = False

    async def __call__(
        self, scope: dict[str, Any], receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]
    ) -> None:
        self.process = Process.current()
        drain_at_sigterm()
        request = SimpleNamespace(session=scope["session"])
        scope = {**scope, "user": await self.process.reader.call(get_user, request)}
        self.allowance = Allowance(settings.FRAMES_A_SECOND)
        self.process.open += 1
        try:
            with open_sockets.joined(most_sockets(scope)) as self.is_one_too_many:
                await super().__call__(scope, receive, send)
        finally:  # leave the groups, however the consumer ends
            self.process.open -= 1
            await self.leave()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle a message that comes from the client or was sent to a group.

        The method of the base class in Channels first closes old database connections in the database thread, so that
        each message would have to wait for queries in progress. Here, database threads manage their own connections.
        """
        await self.handle(message)

    # Connecting and disconnecting

    async def connect(self) -> None:
        user = self.scope["user"]
        self.user_id, self.language = user.pk, language_at(self.scope)
        self.login = login_of(user, self.scope["session"].session_key)
        if self.process.is_leaving:
            await self.close_with(MOVE)
        elif self.is_one_too_many:
            await self.close_with(TOO_MANY)
        elif not self._is_let_in(user):
            await self.close_with(LOGGED_OUT)
        else:
            await self.join_own_groups()
            await self.enter()

    def _is_let_in(self, user: Any) -> bool:
        """Return whether this user may open the socket. It must be the user for whom the page was loaded (`?user=`)."""
        query = parse_qs(self.scope["query_string"].decode("ascii", "replace"))
        expected = query.get("user", [str(user.pk)])
        return expected == [str(user.pk)] and (user.is_authenticated or not self.needs_user)

    async def enter(self) -> None:
        """Join the groups of this kind of socket, open the socket, and send the current state.

        This order ensures that a page with an open socket misses no message.
        """
        raise NotImplementedError

    async def open(self) -> None:
        """Accept the socket, unless this has been done already."""
        if not self.is_open:
            self.is_open = True
            await self.accept()

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        """Stop the consumer. The method of the base class in Channels would first wait for the database thread."""
        raise StopConsumer

    async def close_with(self, code: int) -> None:
        """Close the socket with a close code."""
        if not self.is_closed:
            self.is_closed = True
            await self.open()  # browsers do not report the code if the socket was never open
            await self.close(code)
            await self.leave()

    # Frames

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Handle or refuse a frame. Close the socket if its client ignores the rate limit."""
        if self.is_closed or self.process.is_leaving:  # the page sends unanswered frames again after it reconnects
            return
        try:
            self.allowance.take()
            if ping := ping_in(text_data):
                await self.push(encode(Pong(id=ping.id)))
            else:
                await self.handle_frame(text_data)
        except Refused as refusal:
            await self.refuse(id_of(text_data), refusal)
            if self.allowance.is_exhausted():
                await self.close_with(TOO_MANY)

    async def handle_frame(self, text: str | None) -> None:
        """Handle a frame. `text` is `None` for binary frames. Raise `Refused` to refuse the frame."""
        raise NotImplementedError

    async def refuse(self, id_: str, refusal: Refused) -> None:
        """Send the refusal of the frame with this id, and the reason for it."""
        with translation.override(self.language):
            text = encode(RefusedFrame(id=id_, code=refusal.code, why=refusal.why))
        await self.push(text)

    async def push(self, text: str) -> None:
        """Send text to the client. Leave all groups if the client has disconnected."""
        try:
            if not self.is_closed:
                await self.send(text)
        except OSError:  # the client has gone
            await self.leave()


class NoSuchSocket(AsyncWebsocketConsumer):
    """A consumer that refuses sockets at unknown URLs."""

    async def connect(self) -> None:
        await self.close()
