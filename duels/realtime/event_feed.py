"""The streams of what happens to a user: challenges to them, duels that begin, wait for them, and end.

What there is for a user is read, and compared with what the stream was last told. So nothing is missed that is still
true when a program comes back, however many messages were lost meanwhile.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson

from duels.challenges.events import Events, became_of, ended_for, events_of, now_in_milliseconds
from duels.realtime import groups
from duels.realtime.connections import EVENTS, Connection

Json = dict[str, Any]
MARGIN = timedelta(seconds=30)
"""What ended shortly before a program was last told something is told again: clocks differ, and commits take time."""


class EventFeed(Connection):
    """A stream of a user's events. `since`: the last that it knows, in milliseconds since 1970, if it comes back."""

    kind = EVENTS

    user_id: int
    since: int | None = None
    told: Events | None = None

    async def enter(self) -> None:
        """Join the groups of the user and of challenges, and send what there is."""
        await self.join(groups.user(self.user_id), groups.LOBBY)
        await self.refresh()

    async def refresh(self) -> None:
        """Send what has happened since the last time."""
        now: Events = await self.process.read(_read_events, self.user_id)
        since = None if self.since is None else datetime.fromtimestamp(self.since / 1000, UTC) - MARGIN
        events = await self.process.reader.call(_news, self.user_id, self.told, now, since)
        self.told, at = now, now_in_milliseconds()
        for event in events:
            await self.push(orjson.dumps({"id": str(at), **event}).decode())

    async def user_changed(self, message: groups.Message) -> None:
        """Read again what there is."""
        self.refresh_soon()

    challenge_changed = duel_started = user_changed

    async def presence_told(self, message: groups.Message) -> None:
        """Ignore who is in the lobby."""


def _read_events(users: list[int]) -> list[Events]:
    found = events_of(set(users))
    return [found[user] for user in users]


def _news(user_id: int, told: Events | None, now: Events, since: datetime | None) -> list[Json]:
    """Return the events for a user who was told `told`; for one who has just come, all that there is."""
    before = told or Events()
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
    """Return what was not there before. A duel may wait for the user again, in another round or for something else."""
    return (event for key, event in now.items() if key not in before or _waits_again(before[key], event))


def _waits_again(before: Json, now: Json) -> bool:
    return bool(now["type"] == "duel_waits" and before != now)
