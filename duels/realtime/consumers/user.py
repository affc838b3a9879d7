"""The socket that each page of a logged-in user opens. docs/protocol.md describes its frames."""

from dataclasses import asdict

import orjson
from channels.db import database_sync_to_async

from duels.challenges.presence import attend
from duels.friends.notifications import tell_arrivals
from duels.notifications.counts import Counts, counts_of, notifications_by_user
from duels.notifications.presence import note_here
from duels.realtime import groups
from duels.realtime.consumers.base import SocketConsumer
from duels.realtime.process import USERS, Process, every


class UserConsumer(SocketConsumer):
    """The socket of a user's page. It sends new notifications, and counts of waiting duels and unread messages."""

    kind = USERS
    user_id: int

    async def enter(self) -> None:
        await self.join(groups.user(self.user_id))
        await self.open()
        self.refresh_soon()

    async def refresh(self, message: groups.Message) -> None:
        """Send the counts, if they have changed."""
        counts: Counts = await self.process.reader.read(counts_of, self.user_id)
        await self.show(orjson.dumps({"type": "news", **asdict(counts)}).decode())

    async def user_changed(self, message: groups.Message) -> None:
        """Send new notifications, and schedule an update of the counts."""
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


@every(groups.PRESENCE_INTERVAL)
async def tell_who_is_here(process: Process) -> None:
    """Send presence lists to other processes, and store which users have a page open.

    Lists of challenges show whether a challenger has a page open, and followers may be notified when a user comes
    online.
    """
    for group in {it.presence_group for it in process.connections() if it.presence_group}:
        process.presence.changed(group)
    users = {it.user_id for it in process.connections(USERS) if it.user_id is not None}
    await database_sync_to_async(note_here)(process.id, list(users))
    await database_sync_to_async(attend)(user_ids=users)
    await database_sync_to_async(tell_arrivals)(users)
