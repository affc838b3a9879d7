"""Hubs whose rooms are users: what there is for one is read again, soon, when it may have changed, and at each beat."""

import asyncio
from abc import abstractmethod
from collections.abc import Iterable

from duels.notifications.counts import owners_of
from duels.realtime import bus
from duels.realtime.hub import DELAY, Hub, S


class PersonalHub(Hub[S]):
    """A hub that knows for which of its users something may have changed."""

    def __init__(self) -> None:
        super().__init__()
        self._users: set[int] = set()
        self._mages: set[int] = set()

    @abstractmethod
    async def send_to(self, users: set[int], mages: set[int]) -> None:
        """Read what there is for these users, and for the owners of these mages, and send it to those who are here."""

    def entered(self, socket: S) -> None:
        self.recount(users=[socket.room])

    def recount(self, *, users: Iterable[int] = (), mages: Iterable[int] = ()) -> None:
        """Look again, soon, what there is for these users, and for the owners of these mages."""
        self._users.update(user for user in users if user in self.rooms)
        self._mages.update(mages if self.rooms else ())
        if self._users or self._mages:
            self.stale.set()

    async def refresh(self) -> None:
        """Send it to those for whom it may have changed."""
        await asyncio.sleep(DELAY)
        users, mages = self._users, self._mages
        self._users, self._mages = set(), set()
        try:
            await self.send_to(users, mages)
        except Exception:
            self._users |= users
            self._mages |= mages
            raise

    def hear(self, message: bus.Message) -> None:
        match message:
            case {"about": "changed", "mages": mages}:
                self.recount(mages=mages)
            case _:
                super().hear(message)

    async def look_around(self) -> None:
        await super().look_around()
        self.recount(users=self.rooms)


def meant(users: set[int], mages: set[int], here: set[int]) -> set[int]:
    """Those of these users, and of the owners of these mages, who are here."""
    return (users | owners_of(mages)) & here
