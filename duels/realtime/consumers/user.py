"""The socket that each page of a logged-in user opens. docs/protocol.md describes its frames."""

from dataclasses import asdict

from channels.db import database_sync_to_async

from duels.challenges.presence import attend
from duels.friends.notifications import tell_arrivals
from duels.notifications.counts import Counts, counts_of, notes
from duels.notifications.presence import note_here
from duels.realtime import groups
from duels.realtime.consumers.base import SocketConsumer, StateConsumer
from duels.realtime.process import Process, every


class UserConsumer(StateConsumer):
    """The socket of a user's page. It sends new notifications, and counts of waiting duels and unread messages."""

    kind = "users"
    user_id: int

    async def enter(self) -> None:
        await self.open()
        await self.changed({})

    async def refresh(self, message: groups.Message) -> None:
        """Send the counts, if they have changed."""
        counts: Counts = await self.process.reader.read(counts_of, self.user_id)
        await self.show({"type": "news", **asdict(counts)})

    async def notified(self, message: groups.Message) -> None:
        """Send a new notification. If it changes the unread counts, they are sent soon afterwards."""
        await self.changed({})
        if it := await self.process.reader.read(notes, message["notification"]):
            await self.push({"type": "told", **asdict(it)})


@every(groups.PRESENCE_INTERVAL)
async def tell_who_is_here(process: Process) -> None:
    """Send presence lists to other processes, and store which users have a page open.

    This is necessary because lists of challenges show whether a challenger has a page open, and because followers may
    be notified when a user comes online.
    """
    for group in {it.presence_group for it in process.connections(SocketConsumer) if it.presence_group}:
        process.presence.changed(group)
    users = {it.user_id for it in process.connections(UserConsumer)}
    await database_sync_to_async(note_here)(process.id, list(users))
    await database_sync_to_async(attend)(user_ids=users)
    await database_sync_to_async(tell_arrivals)(users)
