"""The socket of every page that a logged-in user opens. docs/protocol.md describes its frames."""

from dataclasses import asdict

import orjson

from duels.notifications.counts import Counts, counts_of, notifications_by_user
from duels.realtime import groups
from duels.realtime.consumers.base import SocketConsumer
from duels.realtime.process import USERS


class UserConsumer(SocketConsumer):
    """The socket of a user's page. It sends new notifications, and the numbers of waiting duels and unread messages."""

    kind = USERS
    user_id: int

    async def enter(self) -> None:
        await self.join(groups.user(self.user_id))
        await self.open()
        self.refresh_soon()

    async def handle_frame(self, text: str | None) -> None:
        """Send the counts again, whatever the frame contains."""
        self._shown = ""
        await self.refresh({})

    async def refresh(self, message: groups.Message) -> None:
        """Send the counts, if they have changed."""
        counts: Counts = await self.process.reader.read(counts_of, self.user_id)
        await self.show(orjson.dumps({"type": "news", **asdict(counts)}).decode())

    async def user_changed(self, message: groups.Message) -> None:
        """Send new notifications, and soon the counts if they have changed."""
        self.refresh_soon()
        ids = message.get("notifications")
        notifications = await self.process.reader.call(notifications_by_user, ids, [self.user_id]) if ids else ()
        for notification in notifications:
            told = {
                "type": "told",
                "about": notification.about,
                "subject": notification.subject,
                "path": notification.path,
            }
            await self.push(orjson.dumps(told).decode())
