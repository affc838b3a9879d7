"""The socket of the lobby: the list of challenges and who is here, pushed; docs/protocol.md has its frames."""

from urllib.parse import parse_qs

import orjson
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.selectors import name_of
from duels.realtime.connection import LOGGED_OUT
from duels.realtime.consumers.base import SocketConsumer
from duels.realtime.lobby_hub import LobbyHub, LobbySocket

REFUSAL = {"type": "refused", "id": None, "code": "unknown"}


class LobbyConsumer(SocketConsumer):
    """For whoever is logged in, guests too; everybody else is turned away before anything is sent."""

    async def connect(self) -> None:
        user = self.scope["user"]
        if not user.is_authenticated:
            await self.turn_away(LOGGED_OUT)
            return
        asked = parse_qs(self.scope["query_string"].decode("ascii", "replace"))
        name = await LobbyHub.current().read(name_of, user)
        await self.accept()
        page = {"watches": asked.get("challenge", [None])[0], "seeks": "quick" in asked}
        self.socket = LobbySocket(name=name, **page, **self.whose())
        LobbyHub.current().enter(self.socket)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.socket is not None:
            with translation.override(self.socket.language):
                refusal = REFUSAL | {"why": _("The lobby takes no frames.")}
            self.socket.push(orjson.dumps(refusal).decode())
