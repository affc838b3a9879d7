"""The sockets of this process, by duel, and what is sent to them.

What a change means is worked out once for each viewer, encoded once, and sent straight to the sockets here. Other
processes get a hint, and look for themselves. A socket whose version does not fit what is to be sent gets the whole
duel.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from django.db import connections

from accounts.selectors import closed_accounts, ended_sessions
from duels.presence import NOBODY, Elsewhere, Here, packed, unpacked
from duels.protocol import LinesFrame, Presence, TalkFrame, encode
from duels.realtime import bus
from duels.realtime.connection import LOGGED_OUT, Socket
from duels.realtime.writer import Writer
from duels.selectors.frames import Reader, Viewer, changes_since, draft_text, entered_text, versions_of, whole_texts
from duels.selectors.tables import News, Table, table
from duels.selectors.talk import lines_for, told
from wavinghands.realtime import refresh_connections

logger = logging.getLogger(__name__)

BEAT = 5.0
"""Seconds between two looks whether a hint was lost, or a session has ended unnoticed."""
PRESENCE_DELAY = 0.1
"""Seconds for which comings and goings are gathered."""
MOST_READ_AT_ONCE = 20

Frames = Mapping[Reader, str]
T = TypeVar("T")


@dataclass(slots=True)
class Room:
    """The sockets of one duel, by viewer. `version`: the latest that has been sent to any."""

    version: int = 0
    sockets: dict[Viewer, set[Socket]] = field(default_factory=dict)

    def all(self) -> Iterator[Socket]:
        """Every socket."""
        for sockets in self.sockets.values():
            yield from sockets

    def readers(self) -> set[Reader]:
        """By whose eyes, and in which languages, this duel is seen here; may be asked by any thread."""
        return {socket.reader for sockets in list(self.sockets.values()) for socket in list(sockets)}

    def here(self) -> Here:
        """Who is connected in this process."""
        return Here(tuple(sorted(name for name in self.sockets if name)), len(self.sockets.get(None, ())))


class Hub:
    """The rooms of one event loop, which in a server is one process."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.writer = Writer()
        self.rooms: dict[str, Room] = {}
        self.elsewhere = Elsewhere()
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="reader")
        self._wanted: dict[tuple[str, Reader], set[Socket]] = {}
        self._shifted: set[str] = set()
        self._tasks = {self.loop.create_task(self._beat()), self.loop.create_task(bus.listen(self._hear))}

    # Coming and going

    def join(self, socket: Socket) -> None:
        """Let a socket in; it gets the whole duel, and from then on all that happens."""
        room = self.rooms.setdefault(socket.slug, Room())
        room.sockets.setdefault(socket.viewer, set()).add(socket)
        self.refresh(socket)
        self._shift(socket.slug)

    def leave(self, socket: Socket) -> None:
        """Let a socket out."""
        room = self.rooms.get(socket.slug)
        if room is None or socket not in room.sockets.get(socket.viewer, ()):
            return
        room.sockets[socket.viewer].discard(socket)
        if not room.sockets[socket.viewer]:
            # A new mapping: other threads may be walking over the old one.
            room.sockets = {viewer: sockets for viewer, sockets in room.sockets.items() if sockets}
        if not room.sockets:
            del self.rooms[socket.slug]
        self._shift(socket.slug)

    def log_out(self, user_id: int) -> None:
        """Close the sockets of a user; a browser of his that is still logged in comes back by itself."""
        self._close(lambda socket: socket.user_id == user_id)

    def _close(self, is_meant: Callable[[Socket], bool]) -> None:
        for socket in [socket for room in self.rooms.values() for socket in room.all() if is_meant(socket)]:
            socket.close(LOGGED_OUT)
            self.leave(socket)

    async def close(self) -> None:
        """End everything that runs for this hub."""
        _hubs.pop(self.loop, None)
        for task in self._tasks:
            task.cancel()
        await self.read(connections.close_all)
        self._reader.shutdown(wait=False)
        self.writer.close()

    # Sending

    def deliver(self, slug: str, before: int, version: int, frames: Frames) -> None:
        """Send each viewer his frame of the change from version `before` to `version`."""
        room = self.rooms.get(slug)
        if room is None:
            return
        room.version = max(room.version, version)
        for sockets in room.sockets.values():
            for socket in sockets:
                frame = frames.get(socket.reader)
                if socket.version == before and frame is not None:
                    socket.version = version
                    socket.push(frame)
                elif socket.version is None and frame is not None and before == version:
                    socket.tell(frame)  # it has no version of its own by which he could miss it
                elif socket.version is not None and socket.version < version:
                    self.refresh(socket)

    def tell(self, slug: str, text: str, *, viewers: Iterable[Viewer] | None = None, origin: object = None) -> None:
        """Send a frame without a version to all, or to some viewers, but not to the socket `origin`."""
        room = self.rooms.get(slug)
        if room is None:
            return
        for viewer in room.sockets if viewers is None else viewers:
            for socket in room.sockets.get(viewer, ()):
                if socket is not origin:
                    socket.tell(text)

    def refresh(self, socket: Socket) -> None:
        """Have the whole duel sent to a socket."""
        socket.forget()
        is_idle = not self._wanted
        self._wanted.setdefault((socket.slug, socket.reader), set()).add(socket)
        if is_idle:
            self._run(self._send_wanted())

    async def _send_wanted(self) -> None:
        await asyncio.sleep(0)  # gather those who come at the same time
        while self._wanted:
            keys = list(self._wanted)[:MOST_READ_AT_ONCE]
            here = {slug: self._all_here(slug) for slug, _ in keys}
            try:
                frames = await self.read(whole_texts, keys, here)
            except Exception:
                logger.exception("Duels cannot be read")
                await asyncio.sleep(1)
                continue
            for key in keys:
                sockets = self._wanted.pop(key)
                for socket in sockets:
                    self._send_whole(socket, *frames.get(key, (0, "")))
                self._run(self._send_lines(sockets))

    def _is_here(self, socket: Socket) -> bool:
        room = self.rooms.get(socket.slug)
        return room is not None and socket in room.sockets.get(socket.viewer, ())

    def _send_whole(self, socket: Socket, version: int, text: str) -> None:
        if not self._is_here(socket):
            return
        room = self.rooms[socket.slug]
        socket.learn(version, text)
        if room.version > version:
            self.refresh(socket)
        room.version = max(room.version, version)

    # Talk; read in one thread, so that lines come in the order in which they are found

    def tell_line(self, slug: str, line_id: int) -> None:
        """Send a line of talk to those who may hear it."""
        if slug in self.rooms:
            self._run(self._send_line(list(self.rooms[slug].all()), line_id))

    def tell_lines(self, slug: str) -> None:
        """Send everybody anew what he may hear."""
        if slug in self.rooms:
            self._run(self._send_lines(list(self.rooms[slug].all())))

    async def _send_line(self, sockets: Collection[Socket], line_id: int) -> None:
        """Send it to those of them who may hear it; who comes meanwhile gets it with all that was said."""
        found = await self.read(told, line_id, {socket.user_id for socket in sockets})
        text = encode(TalkFrame(line=found.line)) if found else ""
        for socket in filter(self._is_here, sockets):
            if found and found.reaches(socket.ear):
                socket.tell(text)

    async def _send_lines(self, sockets: Collection[Socket]) -> None:
        heard = await self.read(lines_for, {socket.ear for socket in sockets})
        texts = {ear: encode(LinesFrame(lines=lines)) for ear, lines in heard.items()}
        for socket in filter(self._is_here, sockets):
            socket.tell(texts[socket.ear])

    # Presence

    def _all_here(self, slug: str) -> Here:
        room = self.rooms.get(slug)
        return self.elsewhere.add_to(slug, room.here() if room else NOBODY)

    def _shift(self, *slugs: str) -> None:
        """Tell soon who is connected now."""
        if not self._shifted:
            self.loop.call_later(PRESENCE_DELAY, self._tell_shifted)
        self._shifted.update(slugs)

    def _tell_shifted(self) -> None:
        slugs, self._shifted = self._shifted, set()
        for slug in slugs & self.rooms.keys():
            here = self._all_here(slug)
            self.tell(slug, encode(Presence(connected=list(here.wizards), watchers=here.watchers)))
        self._say_who(slugs)

    def _say_who(self, slugs: Iterable[str], *, asks: bool = False) -> None:
        here = {slug: self.rooms[slug].here() if slug in self.rooms else NOBODY for slug in slugs}
        bus.give({"about": "presence", "asks": asks, "here": packed(here)}, self.loop)

    # Other processes

    def _hear(self, hint: bus.Hint) -> None:
        match hint:
            case {"about": "changed", "news": news}:
                self._run(self._catch_up({slug: (version, what) for slug, version, what in news}))
            case {"about": "entered", "slug": slug, "wizard": wizard}:
                self._run(self._tell_his_own(slug, wizard, entered_text))
            case {"about": "draft", "slug": slug, "wizard": wizard}:
                self._run(self._tell_his_own(slug, wizard, draft_text))
            case {"about": "talk", "slug": slug, "line": line}:
                self.tell_line(slug, line)
            case {"about": "lines", "slug": slug}:
                self.tell_lines(slug)
            case {"about": "logged_out", "user": user_id}:
                self.log_out(user_id)
            case {"about": "presence", "here": here, "asks": asks}:
                for slug, who in unpacked(here).items():
                    self.elsewhere.hear(hint["from"], slug, who)
                    self._shift_here(slug)
                if asks:
                    self._say_who(self.rooms)

    def _shift_here(self, slug: str) -> None:
        if slug in self.rooms:
            here = self._all_here(slug)
            self.tell(slug, encode(Presence(connected=list(here.wizards), watchers=here.watchers)))

    async def _catch_up(self, news: Mapping[str, tuple[int, News]]) -> None:
        """Send what has happened to duels of which these are the latest versions, and what led to them."""
        known: dict[str, tuple[int, News, set[Reader]]] = {}
        for slug, (version, what) in news.items():
            room = self.rooms.get(slug)
            if room is not None and room.version < version + (what == "aside"):
                known[slug] = (room.version, what, room.readers())
        for change in await self.read(changes_since, known) if known else ():
            self.deliver(*change)

    async def _tell_his_own(self, slug: str, wizard: str, text_of: Callable[[Table, str], str]) -> None:
        if wizard in self.rooms.get(slug, Room()).sockets:
            text = await self.read(lambda: text_of(table(slug), wizard))
            self.tell(slug, text, viewers=[wizard])

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self._look_around()
            except Exception:
                logger.exception("The hub could not look around")

    async def _look_around(self) -> None:
        sessions = {socket.session for room in self.rooms.values() for socket in room.all() if socket.session}
        ended = await self.read(ended_sessions, sessions) if sessions else ()
        self._close(lambda socket: socket.session in ended)
        users = {socket.user_id for room in self.rooms.values() for socket in room.all() if socket.user_id}
        closed = await self.read(closed_accounts, users) if users else ()
        self._close(lambda socket: socket.user_id in closed)
        versions = await self.read(versions_of, list(self.rooms)) if self.rooms else {}
        await self._catch_up({slug: (version, "whole") for slug, version in versions.items()})
        for slug in self.elsewhere.forget_the_silent():
            self._shift_here(slug)
        if bus.are_needed():
            self._say_who(self.rooms)

    # Threads

    async def read(self, function: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        """What `function` finds in the database, in the thread for reading."""

        def work() -> T:
            refresh_connections()
            return function(*args, **kwargs)

        return await self.loop.run_in_executor(self._reader, work)

    def call(self, function: Callable[..., object], *args: object) -> None:
        """Call a function on the loop of the sockets; from any thread."""
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(function, *args)

    def _run(self, work: Any) -> None:
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of this event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]


def hubs() -> list[Hub]:
    """The hubs of this process: one in a server that has seen a socket, none in a command."""
    return [hub for hub in list(_hubs.values()) if not hub.loop.is_closed()]
