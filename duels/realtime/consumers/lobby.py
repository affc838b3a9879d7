"""The socket of the lobby, for challenges, presence and chat. docs/protocol.md describes its frames.

A user's search for a quick duel goes on as long as the socket of the page for quick duels is open.
"""

import logging
from collections import defaultdict
from collections.abc import Collection
from typing import Any
from urllib.parse import parse_qs

import orjson
from django.db import Error as DatabaseError
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from accounts.selectors import name_of
from duels.challenges.lobby import lists_for, people_for
from duels.challenges.matchmaking import keep_seeking, offered_meanwhile, seeking, stop_seeking
from duels.chat.listeners import NO_DUEL, AddressedLine, Listener
from duels.chat.talk import say_in_lobby
from duels.house.wizards import wizard_json
from duels.play import protocol
from duels.realtime import frames, groups
from duels.realtime.connections import COME_BACK, LOBBY
from duels.realtime.consumers.base import SocketConsumer
from duels.realtime.process import Process, on_start
from duels.wording.refusals import FAILED, Refused

logger = logging.getLogger(__name__)

PAIRING_INTERVAL = 2.0
"""Seconds between two searches for opponents for quick duels."""

People = tuple[tuple[int, str], ...]
"""The primary keys and names of all users in the lobby."""
Asked = tuple[int, str, People]
"""The primary key of a user, their language, and the people in the lobby."""


class LobbyConsumer(SocketConsumer):
    """The socket of a lobby page.

    `watches` is the token of the challenge that the page shows, if any. `seeks` says whether the user waits for a quick
    duel, and `chats` whether the page shows the chat.
    """

    kind = LOBBY
    user_id: int

    watches: str | None = None
    seeks = chats = False
    newest = 0
    """The id of the newest chat message that this socket has handled."""
    is_offered = False
    """True after a computer player has been offered as an opponent."""

    async def enter(self) -> None:
        query = parse_qs(self.scope["query_string"].decode("ascii", "replace"))
        self.watches, self.seeks = query.get("challenge", [None])[0], "quick" in query
        self.chats = "chat" in query
        name = await self.process.reader.call(name_of, self.scope["user"])
        await self.appear(groups.LOBBY, [self.user_id, name])
        if self.chats:
            await self.join(groups.LOBBY_CHAT)
        await self.open()
        if self.chats:
            await self.lines_changed({})

    async def leave(self) -> None:
        was_waiting = self.seeks and bool(self.presence_group)
        await super().leave()
        if was_waiting and self.user_id not in {it.user_id for it in _seekers(self.process)}:
            self.process.run(self.process.services.call(stop_seeking, user_id=self.user_id))

    async def handle_frame(self, text: str | None) -> None:
        frame = protocol.decode(text)
        if not isinstance(frame, protocol.Talk) or frame.announce:
            raise Refused("unknown", _("The lobby accepts only messages for its chat."))
        said = {"user_id": self.user_id, "text": frame.text, "key": frame.id}
        try:
            await self.process.services.call(translation.override(self.language)(say_in_lobby), **said)
        except DatabaseError as error:
            logger.exception("A message in the lobby failed")
            raise Refused("failed", FAILED) from error
        await self.push(protocol.encode(protocol.Accepted(id=frame.id)))

    async def refresh(self) -> None:
        """Send the lists of challenges and users in the lobby, if they have changed."""
        people = dict(map(tuple, self.process.presence.everywhere(groups.LOBBY)))  # each user once
        asked: Asked = self.user_id, self.language, tuple(sorted(people.items()))
        await self.show(await self.process.read(_read_texts, asked))
        if self.chats and self.newest < await self.process.read(frames.read_newest_in_lobby, groups.LOBBY_CHAT):
            await self.lines_changed({})  # a message was lost

    # Messages

    async def challenge_changed(self, message: groups.Message) -> None:
        """Schedule an update of the lists. Notify the page if it shows this challenge."""
        self.refresh_soon()
        if message["token"] and message["token"] == self.watches:
            await self.tell({"type": "challenge"})

    async def duel_started(self, message: groups.Message) -> None:
        """Send the address of a duel that has started, if this user plays in it."""
        if self.user_id in message["users"]:
            await self.tell({"type": "started", "url": message["url"]})

    async def line_said(self, message: groups.Message) -> None:
        """Send a new chat message, if the user may see it."""
        whose: tuple[int, int | None] = message["line"], self.user_id
        told: AddressedLine | None = await self.process.read(frames.read_line, whose)
        self.newest = max(self.newest, message["line"])
        if told is not None and told.reaches(Listener(NO_DUEL, user_id=self.user_id)):
            await self.push(protocol.encode(protocol.TalkFrame(line=told.line)))

    async def lines_changed(self, message: groups.Message) -> None:
        """Send all chat messages that the user may see. They replace the messages sent before."""
        whose: int | None = self.user_id
        talk: frames.Talk = await self.process.read(frames.read_lobby_lines, whose)
        self.newest = talk.newest
        await self.push(talk.text)

    async def presence_changed(self, message: groups.Message) -> None:
        """Schedule an update of the lists of challenges and users, to be sent if they have changed."""
        self.refresh_soon()

    async def seeking_ended(self, message: groups.Message) -> None:
        """Close the socket, because the user no longer waits for a quick duel. The page reconnects immediately."""
        await self.close_with(COME_BACK)

    async def house_offered(self, message: groups.Message) -> None:
        """Offer a computer player to a user who has waited for a long time."""
        with translation.override(self.language):
            offer = {"type": "house", **wizard_json(message["wizard"])}
        await self.tell(offer)

    async def tell(self, frame: dict[str, Any]) -> None:
        """Send a frame."""
        await self.push(orjson.dumps(frame).decode())


@on_start
def _pair_seekers(process: Process) -> None:
    process.every(PAIRING_INTERVAL, pair_seekers)


async def pair_seekers(process: Process) -> None:
    """Search for opponents for the users who have the page for quick duels open.

    Notify a user if a duel begins, the search ends, or a computer player is offered.
    """
    if not (seekers := _seekers(process)):
        return
    users = {it.user_id for it in seekers}
    found = await process.services.call(keep_seeking, user_ids=users)
    for seeker in seekers:
        if url := found.get(seeker.user_id):
            process.run(seeker.handle({"type": "duel.started", "users": [seeker.user_id], "url": url}))
        elif seeker.user_id not in found:
            process.run(seeker.handle({"type": "seeking.ended"}))
    alone = [it for it in seekers if it.user_id in found and not found[it.user_id] and not it.is_offered]
    offers = await process.services.call(offered_meanwhile, user_ids={it.user_id for it in alone}) if alone else {}
    for seeker in alone:
        if wizard := offers.get(seeker.user_id):
            seeker.is_offered = True
            process.run(seeker.handle({"type": "house.offered", "wizard": wizard}))


def _seekers(process: Process) -> list[LobbyConsumer]:
    members = process.members(groups.LOBBY)
    return [it for it in members if isinstance(it, LobbyConsumer) and it.seeks and not it.is_closed]


def _read_texts(asked: Collection[Asked]) -> dict[Asked, str]:
    users = defaultdict[tuple[str, People], set[int]](set)
    for user, language, people in asked:
        users[language, people].add(user)
    texts = {key: _texts_of(who, *key) for key, who in users.items()}
    return {(user, language, people): texts[language, people][user] for user, language, people in asked}


def _texts_of(users: Collection[int], language: str, people: People) -> dict[int, str]:
    """Return the frame for each user, in this language. `people` are all users in the lobby.

    Frames that several users share are encoded only once.
    """
    with translation.override(language):
        lists, who, waiting = lists_for(users), people_for(users, dict(people)), seeking()
        distinct = {(id(lists[user]), id(who[user])): user for user in users}
        texts = {
            key: orjson.dumps({"type": "lobby", "challenges": lists[user], **who[user], "seeking": waiting}).decode()
            for key, user in distinct.items()
        }
    return {user: texts[id(lists[user]), id(who[user])] for user in users}
