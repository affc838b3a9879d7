"""The socket of every page of who is logged in; docs/protocol.md has its frames."""

from duels.realtime.connection import LOGGED_OUT, Socket
from duels.realtime.consumers.base import SocketConsumer
from duels.realtime.user_hub import UserHub


class UserConsumer(SocketConsumer):
    """One page of a user."""

    async def connect(self) -> None:
        user = self.scope["user"]
        if not user.is_authenticated:
            await self.turn_away(LOGGED_OUT)
            return
        await self.accept()
        self.socket = Socket(room=user.pk, **self.whose())
        UserHub.current().enter(self.socket)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Whatever it says, a page wants to know where it stands."""
        if self.socket is not None:
            UserHub.current().greet(self.socket)
