"""What every socket of the site stands on."""

from collections.abc import Awaitable, Callable
from typing import Any

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer

from accounts.languages import language_at
from duels.realtime.connection import Send, Socket


class SocketConsumer(AsyncWebsocketConsumer):
    """A consumer whose messages do not wait for the database, and which is sent to by its hub.

    Channels closes old connections before each message and at the end, in the one thread that all sockets share, so
    that every message of every socket queues behind every query. Here that is the business of `Hub.read`. There is no
    channel of its own either: what a hub sends takes the straight way.
    """

    socket: Socket | None = None

    async def __call__(self, scope: dict[str, Any], receive: Callable[[], Awaitable[Any]], send: Send) -> None:
        self.scope, self.base_send = scope, send
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            pass
        finally:  # whatever ends it: nobody stays in a room who is not there
            if self.socket is not None:
                self.socket.end()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Raises `ValueError` for a message that nobody sends to a socket."""
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"No handler for message type {message['type']}")
        await handler(message)

    async def turn_away(self, code: int) -> None:
        """Close it with a reason, which browsers tell only of a socket that was open."""
        await self.accept()
        await self.close(code)

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        raise StopConsumer

    def whose(self) -> dict[str, Any]:
        """What every socket in a hub knows of the one at the other end, and the way to him."""
        user = self.scope["user"]
        session = self.scope["session"].session_key if user.is_authenticated else None
        language = language_at(self.scope)
        return {"send": self.base_send, "user_id": user.pk, "session": session, "language": language}


class NoSuchSocket(SocketConsumer):
    """Refuses a socket at an address where there is none."""

    async def connect(self) -> None:
        await self.close()
