"""The lobby's room in this process: its sockets, and what the rooms of other processes tell.

The layer carries two words only, "changed" and "started", and each process's list of who is in its room, said again
every twenty seconds. A process that falls silent is forgotten, so nobody stays in the lobby whose server has died, and
nothing has to be stored. What a viewer may see is fetched here, once for all sockets, and filtered for each; "changed"
names a challenge, of which those hear alone who have its page open.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol
from weakref import WeakKeyDictionary

import orjson
from allauth.account.signals import password_changed, password_reset
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.utils import translation

from accounts.selectors import ended_sessions
from duels.selectors.lobby import lists_for
from duels.signals import challenge_changed, duel_started
from wavinghands.realtime import on_database, tell_group

logger = logging.getLogger(__name__)

GROUP = "lobby"
BEAT = 20.0  # seconds
SILENCE = 50.0  # seconds after which a process counts as dead
PAUSE = 1.0  # seconds before the layer is tried again after an error

Names = dict[int, str]  # by user
Reader = tuple[int, str]
"""A user, and the language in which he reads."""


class Socket(Protocol):
    """A consumer of the lobby; compared by identity."""

    user_id: int
    name: str
    session: str | None
    language: str
    watches: str | None
    """The token of the challenge whose page this is."""

    async def send(self, text_data: str) -> None: ...
    async def close(self) -> None: ...


@dataclass(eq=False)
class Room:
    """Who is in the lobby, by process, and what each socket was sent last."""

    process: str = field(default_factory=lambda: secrets.token_hex(8))
    sockets: dict[Socket, bytes] = field(default_factory=dict)
    elsewhere: dict[str, tuple[float, Names]] = field(default_factory=dict)
    stale: asyncio.Event = field(default_factory=asyncio.Event)
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    async def enter(self, socket: Socket) -> None:
        """Let a socket in; all are pushed the list with its user."""
        self.sockets[socket] = b""
        if not self.tasks:
            self.tasks = [asyncio.create_task(_for_ever(task)) for task in (self._listen, self._push, self._beat)]
        await self._say_who()

    async def leave(self, socket: Socket) -> None:
        """Let a socket out; the last one turns off the light."""
        self.sockets.pop(socket, None)
        if not self.sockets:
            self._stop()
        await self._say_who()

    def here(self) -> list[str]:
        """Names of those in the lobby, in whatever process, each once."""
        now = time.monotonic()
        self.elsewhere = {process: told for process, told in self.elsewhere.items() if now - told[0] < SILENCE}
        names = self._names()
        for _, others in self.elsewhere.values():
            names |= others
        return sorted(names.values(), key=str.casefold)

    def _names(self) -> Names:
        return {socket.user_id: socket.name for socket in self.sockets}

    def _stop(self) -> None:
        for task in self.tasks:
            task.cancel()
        self.tasks, self.elsewhere = [], {}

    async def _say_who(self) -> None:
        self.stale.set()
        with _pushes_may_fail():
            await tell_group(GROUP, {"type": "who", "process": self.process, "names": list(self._names().items())})

    async def _beat(self) -> None:
        await self._look_for_ended_sessions()
        await self._say_who()
        await asyncio.sleep(BEAT)

    async def _look_for_ended_sessions(self) -> None:
        sessions = {socket.session for socket in self.sockets if socket.session}
        ended = await on_database(ended_sessions)(sessions)
        await self._turn_out(lambda socket: socket.session in ended)

    async def _listen(self) -> None:
        layer = get_channel_layer()
        channel = await layer.new_channel("room")
        await layer.group_add(GROUP, channel)
        try:
            await tell_group(GROUP, {"type": "asks", "process": self.process})
            while True:
                await self._hear(await layer.receive(channel))
        finally:
            with _pushes_may_fail():
                await layer.group_discard(GROUP, channel)

    async def _hear(self, message: dict[str, Any]) -> None:
        match message:
            case {"type": "changed", "token": token}:
                self.stale.set()
                await self._send_all(lambda socket: token and socket.watches == token, {"type": "challenge"})
            case {"type": "who", "process": process, "names": names} if process != self.process:
                self.elsewhere[process] = (time.monotonic(), dict(names))
                self.stale.set()
            case {"type": "asks", "process": process} if process != self.process:
                await self._say_who()
            case {"type": "started", "users": users, "url": url}:
                await self._send_all(lambda socket: socket.user_id in users, {"type": "started", "url": url})
            case {"type": "logged_out", "user": user}:
                await self._turn_out(lambda socket: socket.user_id == user)

    async def _push(self) -> None:
        """Send the list to each socket for which it has changed."""
        await self.stale.wait()
        self.stale.clear()
        readers = {(socket.user_id, socket.language) for socket in self.sockets}
        frames = await on_database(_frames)(readers, self.here())
        for socket, sent in list(self.sockets.items()):
            # Who has come meanwhile waits for the next list.
            frame = frames.get((socket.user_id, socket.language), sent)
            if frame != sent and socket in self.sockets:
                self.sockets[socket] = frame
                await self._send(socket, frame)

    async def _send_all(self, is_meant: Callable[[Socket], Any], frame: dict[str, Any]) -> None:
        for socket in filter(is_meant, list(self.sockets)):
            await self._send(socket, orjson.dumps(frame))

    async def _send(self, socket: Socket, frame: bytes) -> None:
        try:
            await socket.send(frame.decode())
        except Exception as error:  # the client has gone, whatever way the server tells us so
            logger.info("lobby: a socket broke: %r", error)
            self.sockets.pop(socket, None)

    async def _turn_out(self, is_meant: Callable[[Socket], bool]) -> None:
        """Close some sockets; a browser that is still logged in comes back by itself."""
        meant = list(filter(is_meant, self.sockets))
        for socket in meant:
            del self.sockets[socket]
            await socket.close()
        if meant:
            await self._say_who()


def _frames(readers: Collection[Reader], here: list[str]) -> dict[Reader, bytes]:
    """What each user is sent, in each language in which he reads."""
    frames: dict[Reader, bytes] = {}
    for language in {language for _, language in readers}:
        with translation.override(language):
            texts = _texts({user for user, reads in readers if reads == language}, here)
        frames |= {(user, language): text for user, text in texts.items()}
    return frames


def _texts(user_ids: set[int], here: list[str]) -> dict[int, bytes]:
    """What each user is sent; each list is made and encoded once, and not on the loop, which duels are waiting for."""
    lists = lists_for(user_ids)
    distinct = {id(offers): offers for offers in lists.values()}
    texts = {
        key: orjson.dumps({"type": "lobby", "challenges": offers, "here": here}) for key, offers in distinct.items()
    }
    return {user: texts[id(offers)] for user, offers in lists.items()}


_rooms: WeakKeyDictionary[asyncio.AbstractEventLoop, Room] = WeakKeyDictionary()


def room() -> Room:
    """The room of this process (of this event loop, to be exact)."""
    return _rooms.setdefault(asyncio.get_running_loop(), Room())


@receiver(challenge_changed)
def _tell_changed(token: str, **_: Any) -> None:
    """Tell every room that the challenges have changed, and the pages of this one."""
    _tell_safely({"type": "changed", "token": token})


@receiver(duel_started)
def _tell_started(users: list[int], url: str, **_: Any) -> None:
    """Send these users to their duel."""
    _tell_safely({"type": "started", "users": users, "url": url})


@receiver(user_logged_out)
@receiver(password_changed)
@receiver(password_reset)
def _tell_logged_out(user: Any, **_: Any) -> None:
    if user is not None:
        _tell_safely({"type": "logged_out", "user": user.pk})


def _tell_safely(message: dict[str, Any]) -> None:
    with _pushes_may_fail():
        async_to_sync(tell_group)(GROUP, message)


@contextmanager
def _pushes_may_fail() -> Iterator[None]:
    """Go on when the layer cannot be reached: what it carries are hints, and the next beat shows what is true."""
    try:
        yield
    except Exception:
        logger.exception("lobby: the layer cannot be reached")


async def _for_ever(task: Callable[[], Awaitable[None]]) -> None:
    while True:
        try:
            await task()
        except Exception:
            logger.exception("lobby: starting again")
            await asyncio.sleep(PAUSE)
