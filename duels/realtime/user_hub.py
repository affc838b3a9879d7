"""The sockets of every page, by user: what waits for him, and what he is told."""

import asyncio
from collections.abc import Collection, Iterable
from dataclasses import asdict

import orjson

from duels.notifications.counts import Counts, counts_of, letters_by_user, owners_of
from duels.realtime import bus
from duels.realtime.connection import Socket
from duels.realtime.hub import DELAY, Hub


class UserHub(Hub[Socket]):
    """The pages of users. Who logs out comes back with his next page."""

    kind = "users"

    def __init__(self) -> None:
        super().__init__()
        self._users: set[int] = set()
        self._mages: set[int] = set()

    def entered(self, socket: Socket) -> None:
        self.recount(users=[socket.room])

    def greet(self, socket: Socket) -> None:
        """Send him once more what waits."""
        socket.forget()
        self.recount(users=[socket.room])

    def recount(self, *, users: Iterable[int] = (), mages: Iterable[int] = ()) -> None:
        """Look again, soon, what waits for these users, and for the owners of these mages."""
        self._users.update(user for user in users if user in self.rooms)
        self._mages.update(mages if self.rooms else ())
        if self._users or self._mages:
            self.stale.set()

    async def refresh(self) -> None:
        """Send those their counts for whom they have changed."""
        await asyncio.sleep(DELAY)
        users, mages = self._users, self._mages
        self._users, self._mages = set(), set()
        try:
            counts = await self.read(_counted, users, mages, set(self.rooms))
        except Exception:
            self._users |= users
            self._mages |= mages
            raise
        for user_id, count in counts.items():
            text = orjson.dumps({"type": "news", **asdict(count)}).decode()
            for socket in self.at(user_id):
                socket.show(text)

    def hear(self, message: bus.Message) -> None:
        match message:
            case {"about": "changed", "mages": mages}:
                self.recount(mages=mages)
            case {"about": "unread", "users": users}:
                self.recount(users=users)
            case {"about": "letters", "letters": letters, "users": users} if self.rooms.keys() & set(users):
                self.run(self._tell_of(letters))
                self.recount(users=users)
            case _:
                super().hear(message)

    async def look_around(self) -> None:
        await super().look_around()
        self.recount(users=self.rooms)

    async def _tell_of(self, ids: Collection[int]) -> None:
        """Show users who are here what they have just been written."""
        for letter in await self.read(letters_by_user, ids, set(self.rooms)):
            told = {"type": "told", "about": letter.about, "subject": letter.subject, "path": letter.path}
            for socket in self.at(letter.user_id):
                socket.push(orjson.dumps(told).decode())


def _counted(users: set[int], mages: set[int], here: set[int]) -> dict[int, Counts]:
    """What waits for those of them who are here."""
    meant = (users | owners_of(mages)) & here
    return counts_of(meant)
