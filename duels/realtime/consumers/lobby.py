"""The socket of the lobby: the list of challenges and who is here, pushed; docs/protocol.md has its frames."""

from urllib.parse import parse_qs

from django.utils.translation import gettext_lazy as _

from accounts.selectors import name_of
from duels.realtime.connection import LOGGED_OUT
from duels.realtime.consumers.base import SocketConsumer
from duels.realtime.lobby_hub import LobbyHub, LobbySocket
from duels.wording.refusals import Refused


class LobbyConsumer(SocketConsumer):
    """For whoever is logged in, guests too; everybody else is turned away before anything is sent."""

    hubs = LobbyHub
    hub: LobbyHub

    async def connect(self) -> None:
        user = self.scope["user"]
        if not user.is_authenticated:
            await self.turn_away(LOGGED_OUT)
            return
        asked = parse_qs(self.scope["query_string"].decode("ascii", "replace"))
        name = await self.hub.read(name_of, user)
        await self.accept()
        page = {"watches": asked.get("challenge", [None])[0], "seeks": "quick" in asked}
        self.socket = LobbySocket(name=name, **page, **self.whose())
        self.hub.enter(self.socket)

    def obey(self, text: str | None) -> None:
        raise Refused("unknown", _("The lobby takes no frames."))
