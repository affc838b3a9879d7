"""The sockets in the lobby: the challenges that each of its visitors may see, and who is there.

The lists are fetched here, once for all sockets, and filtered for each. Of a challenge that has changed those hear by
name alone who have its page open. Who has the page of a quick duel open waits for one as long as its socket is here.
"""

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

import orjson
from django.utils import translation

from duels.challenges.lobby import lists_for, living_among
from duels.challenges.matchmaking import keep_seeking, offered_meanwhile, seeking, stop_seeking
from duels.house.wizards import told_of
from duels.realtime import bus
from duels.realtime.connection import Socket
from duels.realtime.presence_hub import PresenceHub
from duels.wording.bots import bots_named

LOBBY = "lobby"
"""Its only room."""
PACE = 2.0
"""Seconds between two looks for opponents of those who wait for a quick duel."""
COME_BACK = 1000
"""The code with which pages are closed: they come back by themselves, if the server lets them."""

Reader = tuple[int, str]
"""A user, and the language in which he reads."""


@dataclass(eq=False, kw_only=True)
class LobbySocket(Socket):
    """One page of a visitor. `watches`: the token of the challenge shown there; `seeks`: he waits for a quick duel.

    `is_offered`: a wizard of the house has been offered him meanwhile.
    """

    room: str = LOBBY
    user_id: int
    name: str
    watches: str | None = None
    seeks: bool = False
    is_offered: bool = False

    @property
    def reader(self) -> Reader:
        """Who he is, and in which language he reads."""
        return self.user_id, self.language


class LobbyHub(PresenceHub[LobbySocket]):
    """The lobby. Its pages come back by themselves when they are closed, if their user is still logged in."""

    kind = "lobby"
    logged_out = COME_BACK

    def __init__(self) -> None:
        super().__init__()
        self.run(self._for_ever(self._match))

    def left(self, socket: LobbySocket) -> None:
        super().left(socket)
        if socket.seeks and socket.user_id not in self._seekers():
            self.run(self.read(stop_seeking, user_id=socket.user_id))

    def here(self) -> list[str]:
        """Names of those in the lobby, in whatever process, each user once."""
        everywhere = [self.who(LOBBY) or [], *self.elsewhere(LOBBY)]
        return sorted(dict(pair for who in everywhere for pair in who).values(), key=str.casefold)

    def who(self, key: str) -> list[Any] | None:
        names: set[Any] = {(socket.user_id, socket.name) for socket in self.at(key)}
        return sorted(names) or None

    def shifted(self, keys: Collection[str]) -> None:
        if keys:
            self.stale.set()

    async def refresh(self) -> None:
        """Send the list to each socket for which it has changed."""
        texts = await self.read(_texts, {socket.reader for socket in self.sockets()}, self.here())
        for socket in self.sockets():
            if socket.reader in texts:  # who has come meanwhile waits for the next list
                socket.show(texts[socket.reader])

    def hear(self, message: bus.Message) -> None:
        match message:
            case {"about": "challenge", "token": token}:
                self.stale.set()
                self._push({"type": "challenge"}, lambda socket: bool(token) and socket.watches == token)
            case {"about": "started", "users": users, "url": url}:
                self._push({"type": "started", "url": url}, lambda socket: socket.user_id in users)
            case _:
                super().hear(message)

    async def look_around(self) -> None:
        await super().look_around()
        self.stale.set()

    async def _match(self) -> None:
        """Keep those waiting whose pages are here; send on whose duel is found, and away who does not wait any more."""
        await asyncio.sleep(PACE)
        if not (seekers := self._seekers()):
            return
        found = await self.read(keep_seeking, user_ids=seekers)
        for socket in self.sockets():
            if socket.seeks and (url := found.get(socket.user_id)):
                socket.push(_encoded({"type": "started", "url": url}))
            elif socket.seeks and socket.user_id in seekers - found.keys():
                socket.close(COME_BACK)
        await self._offer_the_house({user_id for user_id, url in found.items() if url is None})

    async def _offer_the_house(self, waiting: Collection[int]) -> None:
        """Offer a wizard of the house to who has waited for long, once at each of his pages."""
        alone = [it for it in self.sockets() if it.seeks and it.user_id in waiting and not it.is_offered]
        offers = await self.read(offered_meanwhile, user_ids={socket.user_id for socket in alone}) if alone else {}
        for socket in alone:
            if wizard := offers.get(socket.user_id):
                socket.is_offered = True
                with translation.override(socket.language):
                    socket.push(_encoded({"type": "house", **told_of(wizard)}))

    def _seekers(self) -> set[int]:
        return {socket.user_id for socket in self.sockets() if socket.seeks}

    def _push(self, frame: dict[str, Any], is_meant: Callable[[LobbySocket], bool]) -> None:
        for socket in filter(is_meant, self.sockets()):
            socket.push(_encoded(frame))


def _encoded(frame: dict[str, Any]) -> str:
    return orjson.dumps(frame).decode()


def _texts(readers: Collection[Reader], here: list[str]) -> dict[Reader, str]:
    """What each reader is sent."""
    texts: dict[Reader, str] = {}
    who = {"here": here, "mages": living_among(here), "bots": bots_named(here), "seeking": seeking()}
    for language in {language for _, language in readers}:
        with translation.override(language):
            by_user = _texts_by_user({user for user, reads in readers if reads == language}, who)
        texts |= {(user, language): text for user, text in by_user.items()}
    return texts


def _texts_by_user(user_ids: Collection[int], who: dict[str, Any]) -> dict[int, str]:
    """What each user is sent; each list is made and encoded once, and not on the loop, which duels are waiting for."""
    lists = lists_for(user_ids)
    distinct = {id(offers): offers for offers in lists.values()}
    texts = {key: _encoded({"type": "lobby", "challenges": offers, **who}) for key, offers in distinct.items()}
    return {user: texts[id(offers)] for user, offers in lists.items()}
