"""What every socket of the site stands on."""

import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, ClassVar

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.utils import translation

from accounts.languages import language_at
from accounts.models import User
from duels.play.protocol import RefusedFrame, encode, id_of
from duels.realtime import departure
from duels.realtime.backpressure import hear_at_once, way_to_client
from duels.realtime.connection import CANNOT_BE_SHOWN, MOVE, TOO_MANY, Send
from duels.realtime.hub import Hub
from duels.realtime.rate_limit import Allowance, Crowd, most_sockets
from duels.wording.refusals import Refused

logger = logging.getLogger(__name__)

crowd = Crowd()
"""The sockets of this process."""


class SocketConsumer(AsyncWebsocketConsumer):
    """A consumer whose messages do not wait for the database, and which is sent to by its hub.

    Channels closes old connections before each message and at the end, in the one thread that all sockets share, so
    that every message of every socket queues behind every query. Here that is the business of `Hub.read`. There is no
    channel of its own either: what a hub sends takes the straight way. All have the same limits on
    frames and on sockets.
    """

    hubs: ClassVar[type[Hub[Any]] | None] = None
    """The kind of its hub; without one, nobody is known here."""
    hub: Hub[Any]
    session: str | None = None
    """The key of the session that the browser has."""
    socket: Any = None
    """What its hub knows of it; none before it is let in."""
    _is_idle = False
    """Whether nothing that came is still at work, so that what comes now may be taken at once."""
    _rest: "Coroutine[Any, Any, None] | None" = None
    """What the frame that `receive` gets next still has to wait for, where it has been taken already."""

    async def __call__(self, scope: dict[str, Any], receive: Callable[[], Awaitable[Any]], send: Send) -> None:
        departure.prepare()
        self.base_send = send
        self.scope = {**scope, "user": await self._user(scope) or AnonymousUser()}
        self.allowance = Allowance(settings.FRAMES_A_SECOND)
        hear_at_once(receive, self._take_at_once)
        try:
            with crowd.joined(most_sockets(self.scope)) as self.is_one_too_many:
                while True:
                    self._is_idle = True
                    message = await receive()
                    self._is_idle = False
                    await self.dispatch(message)
        except StopConsumer:
            pass
        finally:  # whatever ends it: nobody stays in a room who is not there
            hear_at_once(receive, None)
            if self.socket is not None:
                self.socket.end()

    async def _user(self, scope: dict[str, Any]) -> User | None:
        """Who is at the other end, if he is logged in."""
        if self.hubs is None:
            return None
        self.hub, self.session = self.hubs.current(), scope["cookies"].get(settings.SESSION_COOKIE_NAME)
        return await self.hub.user_of(self.session)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Raises `ValueError` for a message that nobody sends to a socket."""
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"No handler for message type {message['type']}")
        await handler(message)

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        if departure.is_near():
            await self.turn_away(MOVE)
        elif self.is_one_too_many:
            await self.turn_away(TOO_MANY)
        else:
            await super().websocket_connect(message)
            if self.socket is not None and departure.is_near():  # he came in when all others had been told
                self.socket.close(MOVE)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Have a frame obeyed, if it is not one too many."""
        rest, self._rest = self._rest or self._take(text_data), None
        if rest is not None and self.socket.is_closed:
            rest.close()  # he was turned out since it came
        elif rest is not None:
            await rest

    def _take_at_once(self, text: str) -> bool:
        """Have a frame obeyed as it comes; not if it, or one before it, has to wait for something."""
        if not self._is_idle:
            return False
        try:
            self._rest = self._take(text)
        except Exception:
            logger.exception("A frame has failed")
            self.socket.close(CANNOT_BE_SHOWN)
        return self._rest is None

    def _take(self, text: str | None) -> Coroutine[Any, Any, None] | None:
        if self.socket is None or self.socket.is_closed:
            return None
        try:
            self.allowance.take()
            return self.obey(text)
        except Refused as refusal:
            self.refuse(id_of(text), refusal)
            return None

    def obey(self, text: str | None) -> Coroutine[Any, Any, None] | None:
        """Do what a frame asks for; none: it is binary. Gives what of it has to be waited for. Raises `Refused`."""
        raise NotImplementedError

    def refuse(self, id_: str, refusal: Refused) -> None:
        """Say why a frame has changed nothing; who goes on sending too many is closed."""
        with translation.override(self.socket.language):
            self.socket.push(encode(RefusedFrame(id=id_, code=refusal.code, why=refusal.why)))
        if self.allowance.is_exhausted():
            self.socket.close(TOO_MANY)

    async def turn_away(self, code: int) -> None:
        """Close it with a reason, which browsers tell only of a socket that was open."""
        await self.accept()
        await self.close(code)

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        raise StopConsumer

    def whose(self) -> dict[str, Any]:
        """What every socket in a hub knows of the one at the other end, and the way to him."""
        user = self.scope["user"]
        session = self.session if user.is_authenticated else None
        language = language_at(self.scope)
        return {
            **way_to_client(self.base_send)._asdict(),
            "user_id": user.pk,
            "session": session,
            "language": language,
        }


class NoSuchSocket(SocketConsumer):
    """Refuses a socket at an address where there is none."""

    async def connect(self) -> None:
        await self.close()
