"""The socket of every page of who is logged in; docs/protocol.md has its frames."""

from duels.realtime.connection import LOGGED_OUT, Socket
from duels.realtime.consumers.base import SocketConsumer
from duels.realtime.user_hub import UserHub


class UserConsumer(SocketConsumer):
    """One page of a user."""

    hubs = UserHub
    hub: UserHub

    async def connect(self) -> None:
        user = self.scope["user"]
        if not user.is_authenticated:
            await self.turn_away(LOGGED_OUT)
            return
        await self.accept()
        self.socket = Socket(room=user.pk, **self.whose())
        self.hub.enter(self.socket)

    def obey(self, text: str | None) -> None:
        """Whatever it says, a page wants to know where it stands."""
        self.hub.greet(self.socket)
