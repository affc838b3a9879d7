"""The sockets at duels, by duel, and what is sent to them.

What a change means is worked out once for each viewer, encoded once, and sent straight to the sockets here. Other
processes hear that there was one, and look for themselves. A socket whose version does not fit what is to be sent gets
the whole duel.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field

from duels.chat.listeners import Listener, lines_for, told
from duels.play.frames import Change, Reader, Viewer, changes_since, draft_text, entered_text, versions_of, whole_texts
from duels.play.presence import NOBODY, Here
from duels.play.protocol import LinesFrame, Presence, TalkFrame, encode
from duels.play.tables import News, table
from duels.realtime import bus
from duels.realtime.connection import Socket
from duels.realtime.presence_hub import PresenceHub
from duels.realtime.writer import Writer

MOST_READ_AT_ONCE = 20


@dataclass(eq=False, kw_only=True)
class DuelSocket(Socket):
    """One viewer's connection. `version`: what he knows of the duel; none: he waits for the whole of it."""

    room: str
    viewer: Viewer
    version: int | None = field(default=None, init=False)
    _held: list[str] = field(default_factory=list, init=False)

    @property
    def reader(self) -> Reader:
        """By whose eyes he sees, and in which language he reads."""
        return self.viewer, self.language

    @property
    def listener(self) -> Listener:
        """How he hears the talk."""
        return Listener(self.room, self.viewer, self.user_id)

    def tell(self, text: str) -> None:
        """Send a frame that makes sense only to one who knows the duel: held back until he does."""
        if self.version is None:
            self._held.append(text)
        else:
            self.push(text)

    def learn(self, version: int, text: str) -> None:
        """Send the whole duel, and what was held back."""
        self.version = version
        held, self._held = self._held, []
        for frame in (text, *held):
            self.push(frame)


class DuelHub(PresenceHub[DuelSocket]):
    """The rooms of duels, by slug, with the writer of the process."""

    kind = "duels"
    beat = 5.0
    silence = 30.0

    def __init__(self) -> None:
        super().__init__()
        self.writer = Writer()
        self._wanted: dict[tuple[str, Reader], set[DuelSocket]] = {}

    async def close(self) -> None:
        """End everything that runs for this hub."""
        await super().close()
        self.writer.close()

    def entered(self, socket: DuelSocket) -> None:
        super().entered(socket)
        self.send_whole(socket)

    def readers(self, slug: str) -> set[Reader]:
        """By whose eyes, and in which languages, this duel is seen here; may be asked by any thread."""
        return {socket.reader for socket in self.at(slug)}

    # What has happened

    def deliver(self, changes: Iterable[Change]) -> None:
        """Send each reader his frame of these changes."""
        for slug, before, version, frames in changes:
            if room := self.rooms.get(slug):
                room.version = max(room.version, version)
                for socket in room.sockets:
                    self._deliver(socket, before, version, frames.get(socket.reader))

    def _deliver(self, socket: DuelSocket, before: int, version: int, frame: str | None) -> None:
        if socket.version == before and frame is not None:
            socket.version = version
            socket.push(frame)
        elif socket.version is None and frame is not None and before == version:
            socket.tell(frame)  # it has no version of its own by which he could miss it
        elif socket.version is not None and socket.version < version:
            self.send_whole(socket)

    def tell(self, slug: str, text: str, *, viewers: Collection[Viewer] = (), origin: object = None) -> None:
        """Send a frame without a version to all, or to some viewers, but not to the socket `origin`."""
        for socket in self.at(slug):
            if socket is not origin and (not viewers or socket.viewer in viewers):
                socket.tell(text)

    async def _catch_up(self, news: Mapping[str, tuple[int, News]]) -> None:
        """Send what has happened to duels of which these are the latest versions, and what led to them."""
        known: dict[str, tuple[int, News, set[Reader]]] = {}
        for slug, (version, what) in news.items():
            room = self.rooms.get(slug)
            if room is not None and room.version < version + (what == "aside"):
                known[slug] = (room.version, what, self.readers(slug))
        if known:
            self.deliver(await self.read(changes_since, known))

    async def _tell_his_own(self, slug: str, wizard: str, text: Callable[[], str]) -> None:
        if any(socket.viewer == wizard for socket in self.at(slug)):
            self.tell(slug, await self.read(text), viewers=[wizard])

    # The whole duel

    def send_whole(self, socket: DuelSocket) -> None:
        """Have the whole duel sent to a socket."""
        socket.version = None
        self._wanted.setdefault((socket.room, socket.reader), set()).add(socket)
        self.stale.set()

    async def refresh(self) -> None:
        keys = list(self._wanted)[:MOST_READ_AT_ONCE]
        frames = await self.read(whole_texts, keys, {slug: self._all_here(slug) for slug, _ in keys})
        for key in keys:
            sockets = self._wanted.pop(key) & self.at(key[0])
            for socket in sockets:
                self._send_whole(socket, *frames.get(key, (0, "")))
            self.run(self._send_lines(sockets))
        if self._wanted:
            self.stale.set()

    def _send_whole(self, socket: DuelSocket, version: int, text: str) -> None:
        room = self.rooms[socket.room]
        socket.learn(version, text)
        if room.version > version:
            self.send_whole(socket)
        room.version = max(room.version, version)

    # Talk; read in one thread, so that lines come in the order in which they are found

    async def _send_line(self, slug: str, line_id: int) -> None:
        """Send it to those who may hear it; who comes meanwhile gets it with all that was said."""
        sockets = self.at(slug)
        found = await self.read(told, line_id, {socket.user_id for socket in sockets}) if sockets else None
        if found:
            text = encode(TalkFrame(line=found.line))
            for socket in sockets:
                if found.reaches(socket.listener):
                    socket.tell(text)

    async def _send_lines(self, sockets: Collection[DuelSocket]) -> None:
        """Send each anew all that he may hear."""
        heard = await self.read(lines_for, {socket.listener for socket in sockets}) if sockets else {}
        texts = {listener: encode(LinesFrame(lines=lines)) for listener, lines in heard.items()}
        for socket in sockets:
            socket.tell(texts[socket.listener])

    # Presence

    def who(self, key: str) -> Here | None:
        names = [socket.viewer for socket in self.at(key)]
        return Here(tuple(sorted({name for name in names if name})), names.count(None)) if names else None

    def shifted(self, keys: Collection[str]) -> None:
        for slug in keys & self.rooms.keys():
            here = self._all_here(slug)
            self.tell(slug, encode(Presence(connected=list(here.wizards), watchers=here.watchers)))

    def _all_here(self, slug: str) -> Here:
        everywhere = [self.who(slug) or NOBODY, *self.elsewhere(slug)]
        wizards = {name for names, _ in everywhere for name in names}
        return Here(tuple(sorted(wizards)), sum(watchers for _, watchers in everywhere))

    # Other processes

    def hear(self, message: bus.Message) -> None:
        match message:
            case {"about": "changed", "news": news}:
                self.run(self._catch_up({slug: (version, what) for slug, version, what in news}))
            case {"about": "entered", "slug": slug, "wizard": wizard}:
                self.run(self._tell_his_own(slug, wizard, lambda: entered_text(table(slug), wizard)))
            case {"about": "draft", "slug": slug, "wizard": wizard}:
                self.run(self._tell_his_own(slug, wizard, lambda: draft_text(slug, wizard)))
            case {"about": "talk", "slug": slug, "line": line_id}:
                self.run(self._send_line(slug, line_id))
            case {"about": "lines", "slug": slug}:
                self.run(self._send_lines(self.at(slug)))
            case _:
                super().hear(message)

    async def look_around(self) -> None:
        await super().look_around()
        versions = await self.read(versions_of, list(self.rooms))
        await self._catch_up({slug: (version, "whole") for slug, version in versions.items()})
