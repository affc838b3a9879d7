"""The socket of the lobby, for challenges, presence and chat. docs/protocol.md describes its frames.

A user's search for a quick duel lasts as long as the socket of the quick duel page is open.
"""

from channels.db import database_sync_to_async
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from accounts.selectors import name_of
from duels.challenges.lobby_frames import Asked, lobby_frames
from duels.challenges.matchmaking import keep_seeking, offered_meanwhile, stop_seeking
from duels.chat.listeners import NO_DUEL, Listener
from duels.chat.talk import say_in_lobby
from duels.house.wizards import wizard_json
from duels.play import protocol
from duels.play.protocol import COME_BACK
from duels.realtime import groups
from duels.realtime.consumers.base import ChatConsumer, StateConsumer
from duels.realtime.process import Process, every
from duels.wording.refusals import Refused

PAIRING_INTERVAL = 2.0
"""Seconds between searches for opponents in quick duels."""


class LobbyConsumer(StateConsumer, ChatConsumer):
    """The socket of a lobby page.

    `watches` is the token of the challenge that the page shows, or `None`. `seeks` says whether the user is waiting for
    a quick duel.
    """

    kind = "lobby"
    user_id: int

    watches: str | None = None
    seeks = False
    is_offered = False
    """True after a computer player has been offered as an opponent."""

    async def enter(self) -> None:
        self.watches, self.seeks = next(iter(self.query.get("challenge", ())), None), "quick" in self.query
        if "chat" in self.query:
            self.listener = Listener(NO_DUEL, user_id=self.user_id)
        await self.appear(groups.LOBBY, [self.user_id, await self.process.reader.call(name_of, self.scope["user"])])
        await self.open()
        await self.lines_changed({})

    async def leave(self) -> None:
        was_waiting = self.seeks and bool(self.presence_group)
        await super().leave()
        if was_waiting and self.user_id not in {it.user_id for it in _seekers(self.process)}:
            self.process.run(database_sync_to_async(stop_seeking)(user_id=self.user_id))

    async def handle_frame(self, text: str | None) -> None:
        frame = protocol.decode(text)
        if not isinstance(frame, protocol.Talk) or frame.announce:
            raise Refused("unknown", _("The lobby accepts only messages for its chat."))
        await self.call(say_in_lobby, text=frame.text, key=frame.id)
        await self.push(protocol.Accepted(id=frame.id))

    async def refresh(self, message: groups.Message) -> None:
        """Send the lists of challenges and users in the lobby, if they have changed."""
        people = dict(map(tuple, self.process.presence.everywhere(groups.LOBBY)))  # lists each user only once
        asked: Asked = self.user_id, self.language, tuple(sorted(people.items()))
        await self.show(await self.process.reader.read(lobby_frames, asked))

    # Messages

    presence_changed = StateConsumer.changed

    async def challenge_changed(self, message: groups.Message) -> None:
        """Schedule an update of the lists. If the page shows this challenge, also notify the page at once."""
        await self.changed({})
        if message["token"] and message["token"] == self.watches:
            await self.push({"type": "challenge"})

    async def duel_started(self, message: groups.Message) -> None:
        """Send the address of this user's duel, which has just started."""
        await self.push({"type": "started", "url": message["url"]})

    async def house_offered(self, message: groups.Message) -> None:
        """Offer a computer player to a user who has been waiting for a long time."""
        with translation.override(self.language):
            offer = wizard_json(message["wizard"])
        await self.push({"type": "house", **offer})


@every(PAIRING_INTERVAL)
async def pair_seekers(process: Process) -> None:
    """Look for opponents for the users who have the quick duel page open.

    Notify a user if a duel begins, the search ends, or a computer player is offered.
    """
    if not (seekers := _seekers(process)):
        return
    users = {it.user_id for it in seekers}
    found = await database_sync_to_async(keep_seeking)(user_ids=users)
    alone = {it.user_id for it in seekers if it.user_id in found and not found[it.user_id] and not it.is_offered}
    offers = await database_sync_to_async(offered_meanwhile)(user_ids=alone) if alone else {}
    for seeker in seekers:
        if url := found.get(seeker.user_id):
            seeker.handle({"type": "duel.started", "url": url})
        elif seeker.user_id not in found:
            seeker.handle({"type": "ended", "code": COME_BACK})
        elif (wizard := offers.get(seeker.user_id)) and not seeker.is_offered:
            seeker.is_offered = True
            seeker.handle({"type": "house.offered", "wizard": wizard})


def _seekers(process: Process) -> list[LobbyConsumer]:
    return [it for it in process.connections(LobbyConsumer) if it.seeks]
