"""The socket of every page of who is logged in; docs/protocol.md has its frames."""

from collections.abc import Awaitable, Callable
from typing import Any

from channels.exceptions import StopConsumer

from duels.realtime.connection import Send, Socket
from duels.realtime.user_hub import user_hub
from wavinghands.realtime import SocketConsumer


class UserConsumer(SocketConsumer):
    """One page of a user. What it is sent comes from the user hub, not over a channel of its own."""

    socket: Socket | None = None

    async def __call__(self, scope: dict[str, Any], receive: Callable[[], Awaitable[Any]], send: Send) -> None:
        self.scope, self.base_send = scope, send
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            pass
        finally:
            if self.socket is not None:
                user_hub().leave(self.user_id, self.socket)

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        user = self.scope["user"]
        if not user.is_authenticated:
            await self.base_send({"type": "websocket.close"})
            return
        await self.base_send({"type": "websocket.accept"})
        self.user_id = user.pk
        session = self.scope["session"].session_key
        self.socket = Socket(slug="news", viewer=None, send=self.base_send, user_id=user.pk, session=session)
        user_hub().join(user.pk, self.socket)

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        """Whatever it says, a page wants to know where it stands."""
        if self.socket is not None:
            user_hub().greet(self.user_id, self.socket)

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        raise StopConsumer
