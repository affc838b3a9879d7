"""The socket of the lobby: the list of challenges and who is here, pushed; docs/protocol.md has its frames."""

from urllib.parse import parse_qs

import orjson
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.languages import language_at
from accounts.selectors import name_of
from duels.realtime.lobby_hub import room
from wavinghands.realtime import SocketConsumer, on_database

REFUSAL = {"type": "refused", "id": None, "code": "unknown"}


class LobbyConsumer(SocketConsumer):
    """For whoever is logged in, guests too; everybody else is turned away before anything is sent."""

    async def connect(self) -> None:
        user = self.scope["user"]
        if not user.is_authenticated:
            await self.close()
            return
        self.user_id, self.session = user.pk, self.scope["session"].session_key
        self.watches = parse_qs(self.scope["query_string"].decode("ascii", "replace")).get("challenge", [None])[0]
        self.language = language_at(self.scope)
        self.name = await on_database(name_of)(user)
        await self.accept()
        await room().enter(self)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        with translation.override(self.language):
            refusal = REFUSAL | {"why": _("The lobby takes no frames.")}
        await self.send(orjson.dumps(refusal).decode())

    async def disconnect(self, code: int) -> None:
        await room().leave(self)
