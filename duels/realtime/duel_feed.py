"""The frames that a viewer of a duel receives through a socket or a stream."""

import logging
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

from duels.chat.listeners import Listener
from duels.play.frames import Reader, Viewer, Whole
from duels.play.presence import Here
from duels.play.protocol import Presence, TalkFrame, encode
from duels.realtime import frames, groups
from duels.realtime.connections import CANNOT_BE_SHOWN, DUELS, Connection
from duels.realtime.process import Process
from wavinghands.db.connections import AWAY

logger = logging.getLogger(__name__)

T = TypeVar("T")


class DuelFeed(Connection):
    """A viewer's connection to a duel.

    `viewer` is the wizard's name, or `None` for a spectator. `version` and `rounds` are the duel's version and number
    of rounds in the last frame sent. While `version` is `None`, the viewer waits for the whole duel, and no other frame
    is sent.
    """

    kind = DUELS

    slug = ""
    viewer: Viewer
    version: int | None = None
    rounds = 0
    line = 0
    """The id of the newest chat message that has been handled, whether or not the viewer may see it."""
    talk: frozenset[int] = frozenset()
    """The ids of the chat messages in the last `lines` frame."""

    @property
    def reader(self) -> Reader:
        """Return the viewer and their language."""
        return self.viewer, self.language

    async def enter(self) -> None:
        """Join the groups of the duel."""
        if self.viewer is not None:
            await self.join(groups.wizard(self.slug, self.viewer))
        await self.appear(groups.duel(self.slug), self.viewer)

    async def send_whole(self) -> None:
        """Send the whole duel and its whole chat."""
        self.version = None
        whole = await self._read(frames.read_wholes, (self.slug, self.reader, here(self.process, self.slug)))
        if whole is not None:
            self.version, self.rounds = whole.version, whole.rounds
            await self.push_whole(whole)
            await self.lines_changed({})

    async def _read(self, find: Callable[[Any], Mapping[Any, T | None]], key: Any) -> T | None:
        """Return the value that `find` reads for `key`, or `None` if an error occurs.

        If the database is unavailable, `duels.realtime.repair` tries again later. After other errors, the connection is
        closed.
        """
        try:
            return cast(T | None, await self.process.read(find, key))
        except AWAY:
            logger.exception("Duel %s cannot be read now", self.slug)
        except Exception:
            logger.exception("Duel %s cannot be shown", self.slug)
            await self.close_with(CANNOT_BE_SHOWN)
        return None

    async def push_whole(self, whole: Whole) -> None:
        """Send the frame with the whole duel."""
        await self.push(whole.text)

    # Messages

    async def duel_wanted(self, message: groups.Message) -> None:
        """Send the whole duel, if it could not be read before."""
        if self.version is None:
            await self.send_whole()

    async def duel_changed(self, message: groups.Message) -> None:
        """Send the last change, or the whole duel if the viewer has missed earlier ones."""
        if self.version is None or (message["version"] <= self.version and message["news"] != "aside"):
            return
        if message.get("text") and message["version"] == self.version + 1:
            self.version = message["version"]
            await self.push(message["text"])
            return
        change = None if message["news"] == "aside" else self.process.changes.find(self.slug, message["version"])
        if change is None:
            known = frames.Known(self.slug, self.version, self.rounds, message["version"], message["news"])
            change = await self._read(frames.read_changes, (known, self.reader))
        if change is None or self.version is None:
            return
        is_newer, text = change.version > self.version, change.texts.get(self.reader)
        if text is not None and (self.version == change.before or (is_newer and self.rounds == change.upon)):
            self.version, self.rounds = change.version, change.rounds
            await self.push(text)
        elif is_newer:
            await self.send_whole()

    async def orders_entered(self, message: groups.Message) -> None:
        """Send the orders or answers that the same player has sealed through another connection."""
        await self._tell_from_elsewhere(message, frames.read_entered)

    async def draft_kept(self, message: groups.Message) -> None:
        """Send the draft that the same player has saved through another connection."""
        await self._tell_from_elsewhere(message, frames.read_drafts)

    async def _tell_from_elsewhere(self, message: groups.Message, find: Callable[[Any], Mapping[Any, str]]) -> None:
        if message["origin"] == self.channel_name or self.version is None:
            return
        if text := await self._read(find, (self.slug, self.viewer)):
            await self.push(text)

    async def line_said(self, message: groups.Message) -> None:
        """Send a chat message, if the viewer may see it and the last `lines` frame did not contain it."""
        if self.version is None or message["line"] in self.talk:
            return
        told = await self._read(frames.read_line, (message["line"], self.user_id))
        if told is not None:
            self.line = max(self.line, message["line"])
        if told is not None and told.reaches(self.listener):
            await self.push(encode(TalkFrame(line=told.line)))

    async def lines_changed(self, message: groups.Message) -> None:
        """Send all chat messages that the viewer may see. They replace the messages sent before."""
        if self.version is not None and (talk := await self._read(frames.read_lines, self.listener)):
            self.talk, self.line = talk.ids, talk.newest
            await self.push(talk.text)

    async def presence_changed(self, message: groups.Message) -> None:
        """Send the list of people connected to the duel."""
        if self.version is not None:
            who = here(self.process, self.slug)
            await self.show(encode(Presence(connected=list(who.wizards), watchers=who.watchers)))

    @property
    def listener(self) -> Listener:
        """Return the viewer as a reader of the chat."""
        return Listener(self.slug, self.viewer, self.user_id)


def viewers(process: Process, slug: str) -> list[DuelFeed]:
    """Return the viewers of a duel in this process. May be called from any thread."""
    return [it for it in process.members(groups.duel(slug)) if isinstance(it, DuelFeed)]


def here(process: Process, slug: str) -> Here:
    """Return the people connected to a duel in all processes."""
    present: list[str | None] = process.presence.everywhere(groups.duel(slug))
    return Here(tuple(sorted({name for name in present if name})), present.count(None))
