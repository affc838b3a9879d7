"""The sockets of every page, by user: what waits for him, and what he is told."""

from collections.abc import Collection
from dataclasses import asdict

import orjson

from duels.challenges.attendance import attend
from duels.notifications.counts import Counts, counts_of, letters_by_user
from duels.notifications.presence import note_here
from duels.realtime import bus
from duels.realtime.connection import Socket
from duels.realtime.personal_hub import PersonalHub, meant


class UserHub(PersonalHub[Socket]):
    """The pages of users. Who logs out comes back with his next page."""

    kind = "users"

    def greet(self, socket: Socket) -> None:
        """Send him once more what waits."""
        socket.forget()
        self.recount(users=[socket.room])

    async def send_to(self, users: set[int], mages: set[int]) -> None:
        """Send those their counts for whom they have changed."""
        counts = await self.read(_counted, users, mages, set(self.rooms))
        for user_id, count in counts.items():
            text = orjson.dumps({"type": "news", **asdict(count)}).decode()
            for socket in self.at(user_id):
                socket.show(text)

    def hear(self, message: bus.Message) -> None:
        match message:
            case {"about": "unread", "users": users}:
                self.recount(users=users)
            case {"about": "letters", "letters": letters, "users": users} if self.rooms.keys() & set(users):
                self.run(self._tell_of(letters))
                self.recount(users=users)
            case _:
                super().hear(message)

    async def look_around(self) -> None:
        await super().look_around()
        await self.read(note_here, self.process, list(self.rooms))
        await self.read(attend, user_ids=set(self.rooms))

    async def _tell_of(self, ids: Collection[int]) -> None:
        """Show users who are here what they have just been written."""
        for letter in await self.read(letters_by_user, ids, set(self.rooms)):
            told = {"type": "told", "about": letter.about, "subject": letter.subject, "path": letter.path}
            for socket in self.at(letter.user_id):
                socket.push(orjson.dumps(told).decode())


def _counted(users: set[int], mages: set[int], here: set[int]) -> dict[int, Counts]:
    """What waits for those of them who are here."""
    return counts_of(meant(users, mages, here))
