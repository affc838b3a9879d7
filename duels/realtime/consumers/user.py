"""The socket of every page of a logged-in user. docs/protocol.md describes its frames."""

from collections.abc import Collection
from dataclasses import asdict

import orjson

from accounts.models import Letter
from duels.notifications.counts import Counts, counts_of, letters_by_user
from duels.realtime import groups
from duels.realtime.connections import USERS
from duels.realtime.consumers.base import SocketConsumer


class UserConsumer(SocketConsumer):
    """The socket of one page of a user. It sends counts of waiting duels and unread messages, and new notifications."""

    kind = USERS
    user_id: int

    async def enter(self) -> None:
        await self.join(groups.user(self.user_id))
        await self.open()
        self.refresh_soon()

    async def obey(self, text: str | None) -> None:
        """Send the counts again, whatever the frame contains."""
        self._shown = ""
        await self.refresh()

    async def refresh(self) -> None:
        """Send the counts, if they have changed."""
        counts: Counts = await self.process.read(counts_of, self.user_id)
        await self.show(orjson.dumps({"type": "news", **asdict(counts)}).decode())

    async def user_changed(self, message: groups.Message) -> None:
        """Read the counts again, and send notifications that have just been written."""
        self.refresh_soon()
        for letter in await self._read_letters(message.get("letters", ())):
            told = {"type": "told", "about": letter.about, "subject": letter.subject, "path": letter.path}
            await self.push(orjson.dumps(told).decode())

    async def _read_letters(self, ids: Collection[int]) -> list[Letter]:
        return await self.process.reader.call(letters_by_user, ids, [self.user_id]) if ids else []
