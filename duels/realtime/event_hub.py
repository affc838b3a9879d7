"""The streams of what happens to users: challenges to them, duels that begin, wait for them, and end.

What there is for a user is read, and what is not as he was last told is told him: so nothing is missed that is still so
when he comes back, however many messages were lost meanwhile.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson

from duels.challenges.happenings import Happenings, became_of, ended_for, happenings_of, now_in_milliseconds
from duels.realtime import bus
from duels.realtime.connection import Socket
from duels.realtime.personal_hub import PersonalHub, meant

Json = dict[str, Any]
MARGIN = timedelta(seconds=30)
"""What has ended a little before one was last told something is told again: clocks differ, and commits take time."""


@dataclass(eq=False, kw_only=True)
class EventSocket(Socket):
    """One stream of a user's events. `since`: the last that he knows, in milliseconds since 1970, if he comes back."""

    room: int
    since: int | None = None
    told: Happenings | None = field(default=None, init=False)

    @property
    def came_back_from(self) -> datetime | None:
        """Since when he may have missed something."""
        return None if self.since is None else datetime.fromtimestamp(self.since / 1000, UTC) - MARGIN


class EventHub(PersonalHub[EventSocket]):
    """The streams of events, by user."""

    kind = "events"

    async def send_to(self, users: set[int], mages: set[int]) -> None:
        """Tell those of whom something has changed."""
        found = await self.read(_found, users, mages, set(self.rooms))
        for user, now in found.items():
            for socket in self.at(user):
                await self._tell(socket, now)

    async def _tell(self, socket: EventSocket, now: Happenings) -> None:
        events = await self.read(_news, socket.room, socket.told, now, socket.came_back_from)
        socket.told = now
        at = now_in_milliseconds()
        for event in events:
            socket.push(orjson.dumps({"id": str(at), **event}).decode())

    def hear(self, message: bus.Message) -> None:
        match message:
            case {"about": "started", "users": users}:
                self.recount(users=users)
            case {"about": "challenge"}:
                self.recount(users=self.rooms)
            case _:
                super().hear(message)


def _found(users: set[int], mages: set[int], here: set[int]) -> dict[int, Happenings]:
    return happenings_of(meant(users, mages, here))


def _news(user_id: int, told: Happenings | None, now: Happenings, since: datetime | None) -> list[Json]:
    """What is to be told to one who was told that; to one who has just come, all that there is."""
    before = told or Happenings()
    ended = ended_for(user_id, since=since) if told is None and since else []
    ended += ended_for(user_id, slugs=before.duels.keys() - now.duels.keys()) if before.duels.keys() - now.duels else []
    gone = before.challenges.keys() - now.challenges.keys()
    return [
        *(became_of(gone).values() if gone else ()),
        *_new(before.challenges, now.challenges),
        *_new(before.duels, now.duels),
        *_new(before.waits, now.waits),
        *ended,
    ]


def _new(before: dict[str, Json], now: dict[str, Json]) -> Iterator[Json]:
    """What was not so before; a duel that waits for him anew waits in another round, or for something else."""
    return (event for key, event in now.items() if key not in before or _is_anew(before[key], event))


def _is_anew(before: Json, now: Json) -> bool:
    return now["type"] == "duel_waits" and before != now
