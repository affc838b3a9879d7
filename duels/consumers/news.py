"""The socket of every page of who is logged in; docs/protocol.md has its frames."""

from collections.abc import Awaitable, Callable
from typing import Any

from channels.exceptions import StopConsumer

from duels.newsroom import newsroom
from duels.sockets import Send, Socket
from wavinghands.realtime import SocketConsumer


class NewsConsumer(SocketConsumer):
    """One page of a user. What it is sent comes from the newsroom, not over a channel of its own."""

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
                newsroom().leave(self.user_id, self.socket)

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        user = self.scope["user"]
        if not user.is_authenticated:
            await self.base_send({"type": "websocket.close"})
            return
        await self.base_send({"type": "websocket.accept"})
        self.user_id = user.pk
        session = self.scope["session"].session_key
        self.socket = Socket(slug="news", viewer=None, send=self.base_send, user_id=user.pk, session=session)
        newsroom().join(user.pk, self.socket)

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        """Whatever it says, a page wants to know where it stands."""
        if self.socket is not None:
            newsroom().greet(self.user_id, self.socket)

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        raise StopConsumer
