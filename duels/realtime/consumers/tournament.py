"""The socket of a tournament's page, for players and visitors. docs/protocol.md describes its frames."""

from collections import defaultdict

from channels.db import database_sync_to_async

from duels.realtime import groups
from duels.realtime.consumers.base import SocketConsumer
from duels.realtime.consumers.duel import DuelConsumer
from duels.realtime.process import DUELS, TOURNAMENTS, Process, every
from duels.tournaments.entering import come, stay
from duels.tournaments.live import Asked, frames_for

HERE = 10.0
"""Seconds between updates of which players are present."""


class TournamentConsumer(SocketConsumer):
    """The socket of a tournament's page. It sends the parts of the page that have changed.

    Only one page of the standings is sent. While a player's socket is open, the player is ready to be paired.
    """

    kind = TOURNAMENTS
    needs_user = False
    delay = 1.0

    page = 1

    async def enter(self) -> None:
        self.slug = self.scope["url_route"]["kwargs"]["slug"]
        page = self.query.get("page", ["1"])[0]
        self.page = int(page) if page.isascii() and page.isdigit() and len(page) <= 6 and page != "0" else 1
        await self.join(groups.tournament(self.slug))
        if self.user_id is not None:
            await self.join(groups.user(self.user_id))
            await database_sync_to_async(stay)(self.slug, [self.user_id])
        await self.open()
        await self.refresh({})

    async def refresh(self, message: groups.Message) -> None:
        """Send the tournament, if it has changed."""
        asked = Asked(self.slug, self.page, self.language, self.user_id)
        await self.show(await self.process.pages.read(frames_for, asked))

    async def tournament_changed(self, message: groups.Message) -> None:
        """Schedule an update, which is sent if the tournament has changed for this viewer."""
        self.refresh_soon()

    user_changed = tournament_changed


@every(HERE)
async def note_players(process: Process) -> None:
    """Record that the players who have the page of a tournament or duel open are present."""
    here = defaultdict[str, set[int]](set)
    for connection in process.connections(TOURNAMENTS):
        if isinstance(connection, TournamentConsumer) and connection.user_id is not None:
            here[connection.slug].add(connection.user_id)
    for slug, users in here.items():
        await database_sync_to_async(stay)(slug, users)
    duelling = {
        (it.slug, it.user_id)
        for it in process.connections(DUELS)
        if isinstance(it, DuelConsumer) and it.viewer and it.user_id is not None
    }
    if duelling:
        await database_sync_to_async(come)(duelling)
