"""The socket of a tournament's page, for players and visitors. docs/protocol.md describes its frames."""

from collections import defaultdict

import orjson
from channels.db import database_sync_to_async

from duels.realtime import groups
from duels.realtime.consumers.base import StateConsumer
from duels.realtime.consumers.duel import DuelConsumer
from duels.realtime.process import Process, every
from duels.tournaments.entering import come, stay
from duels.tournaments.live import Asked, frames_for

HERE = 10.0
"""Seconds between updates of which players are present."""


class TournamentConsumer(StateConsumer):
    """The socket of a tournament's page. It sends the parts of the page that have changed.

    Only one page of the standings is sent. While a player's socket is open, the player is ready to be paired. A socket
    that only `listens` for the player's next duel does not count.
    """

    kind = "tournaments"
    needs_user = False
    delay = 1.0

    page = 1
    listens = False

    async def enter(self) -> None:
        self.slug = self.scope["url_route"]["kwargs"]["slug"]
        page = self.query.get("page", ["1"])[0]
        self.page = int(page) if page.isascii() and page.isdigit() and len(page) <= 6 and page != "0" else 1
        self.listens = "listens" in self.query
        await self.join(f"tournament.{self.slug}")
        if self.user_id is not None and not self.listens:
            await database_sync_to_async(stay)(self.slug, [self.user_id])
        await self.open()
        await self.refresh({})

    async def refresh(self, message: groups.Message) -> None:
        """Send the parts that have changed for this viewer since the last frame."""
        asked = Asked(self.slug, self.page, self.language, self.user_id)
        frame, before = await self.process.pages.read(frames_for, asked), self._shown
        if frame != before:
            self._shown = frame
            shown = before["parts"] if before else {}
            changed = {name: text for name, text in frame["parts"].items() if text != shown.get(name)}
            await self.push(orjson.dumps({**frame, "parts": changed}).decode())


@every(HERE)
async def note_players(process: Process) -> None:
    """Record the presence of players who have the page of their tournament or duel open."""
    here = defaultdict[str, set[int]](set)
    for connection in process.connections(TournamentConsumer):
        if connection.user_id is not None and not connection.listens:
            here[connection.slug].add(connection.user_id)
    for slug, users in here.items():
        await database_sync_to_async(stay)(slug, users)
    duelists = process.connections(DuelConsumer)
    if duelling := {(it.slug, it.user_id) for it in duelists if it.viewer and it.user_id is not None}:
        await database_sync_to_async(come)(duelling)
