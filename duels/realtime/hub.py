"""What all hubs have in common: the sockets of one kind in this process, by room, and what has to be done for them all.

A hub lives on one event loop, which in a server is one process. What other processes tell, it hears from the bus; what
was lost there is made good by its beat, which looks what is true.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Self, TypeVar
from weakref import WeakKeyDictionary

from django.db import connections

from accounts.models import User
from accounts.selectors import closed_accounts, ended_sessions, revoked_tokens, users_of_sessions
from duels.realtime import bus
from duels.realtime.batches import Batches
from duels.realtime.calls import call
from duels.realtime.connection import LOGGED_OUT, Socket
from wavinghands.db.connections import refresh_connections

logger = logging.getLogger(__name__)

DELAY = 0.1
"""Seconds for which changes are gathered that nobody is in a hurry to hear of."""
PAUSE = 1.0
"""Seconds before that is tried again which has failed."""

S = TypeVar("S", bound=Socket)
T = TypeVar("T")


@dataclass(eq=False, slots=True)
class Room(Generic[S]):
    """Sockets that stand together. The set is replaced, never changed: whoever walks over it, in any thread, may go on.

    `version` and `rounds`: of a duel, the latest of which everybody in it has been told, or waits to be.
    """

    sockets: frozenset[S] = frozenset()
    version: int = 0
    rounds: int = 0


class Hub(ABC, Generic[S]):
    """The sockets of one kind. A kind says what they are sent: see "What a kind does"."""

    kind: ClassVar[str]
    beat: ClassVar[float] = 20.0
    """Seconds between two looks whether a message was lost, or a session has ended unnoticed."""
    logged_out: ClassVar[int] = LOGGED_OUT
    """The code with which sockets are closed whose user has logged out."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.rooms: dict[Any, Room[S]] = {}
        self.stale = asyncio.Event()
        self.process = bus.PROCESS
        self._reader = ThreadPoolExecutor(1, thread_name_prefix=self.kind)
        self._tasks: set[asyncio.Task[None]] = set()
        self._logged_in = Batches(self.read, users_of_sessions)
        for work in (self._listen, self._refresh, self._beat):
            self.run(self._for_ever(work))

    @classmethod
    def current(cls) -> Self:
        """The hub of this kind on this event loop."""
        hubs: dict[type[Hub[Any]], Any] = _hubs.setdefault(asyncio.get_running_loop(), {})
        if cls not in hubs:
            hubs[cls] = cls()
        return hubs[cls]

    @classmethod
    def all(cls) -> list[Self]:
        """The hubs of this kind in this process: one where such a socket has been or `lifespan` made it, or none."""
        hubs = [hub for hubs in list(_hubs.values()) for hub in list(hubs.values())]
        return [hub for hub in hubs if isinstance(hub, cls) and not hub.loop.is_closed()]

    async def close(self) -> None:
        """End everything that runs for this hub."""
        _hubs.get(self.loop, {}).pop(type(self), None)
        for task in self._tasks:
            task.cancel()
        await self.read(connections.close_all)
        self._reader.shutdown(wait=False)

    # Coming and going

    async def user_of(self, session: str | None) -> User | None:
        """Who is logged in by the session of this key."""
        return await self._logged_in.get(session) if session else None

    def enter(self, socket: S) -> None:
        """Let a socket in; it is sent how things stand, and from then on all that happens."""
        room = self.rooms.setdefault(socket.room, Room())
        room.sockets |= {socket}
        socket.on_end = self.leave
        self.entered(socket)

    def leave(self, socket: S) -> None:
        """Let a socket out."""
        if socket in self.at(socket.room):
            room = self.rooms[socket.room]
            room.sockets -= {socket}
            if not room.sockets:
                del self.rooms[socket.room]
            self.left(socket)

    def at(self, key: Any) -> frozenset[S]:
        """The sockets in one room; may be asked by any thread."""
        room = self.rooms.get(key)
        return room.sockets if room else frozenset()

    def sockets(self) -> list[S]:
        """All sockets; may be asked by any thread."""
        return [socket for room in list(self.rooms.values()) for socket in room.sockets]

    def turn_out(self, is_meant: Callable[[S], bool]) -> None:
        """Close sockets; a browser that is still logged in may come back."""
        for socket in filter(is_meant, self.sockets()):
            socket.close(self.logged_out)

    # What a kind does

    @abstractmethod
    def entered(self, socket: S) -> None:
        """See to it that a socket that has come is sent how things stand."""

    def left(self, socket: S) -> None:
        """Note that a socket has gone."""

    @abstractmethod
    async def refresh(self) -> None:
        """Send how things stand to those who do not know; called when `stale` is set, and again if it fails."""

    def hear(self, message: bus.Message) -> None:
        """Follow what is told, here or by another process."""
        match message:
            case {"about": "logged_out", "user": user_id}:
                self.turn_out(lambda socket: socket.user_id == user_id)
            case {"about": "revoked", "tokens": tokens}:
                self.turn_out(lambda socket: socket.token in tokens)

    def listening(self) -> None:
        """Ask what others know, who can answer from now on."""

    async def look_around(self) -> None:
        """Find out, at each beat, what nobody has told."""
        ended = await self.read(ended_sessions, {socket.session for socket in self.sockets() if socket.session})
        closed = await self.read(closed_accounts, {socket.user_id for socket in self.sockets() if socket.user_id})
        revoked = await self.read(revoked_tokens, {socket.token for socket in self.sockets() if socket.token})
        self.turn_out(lambda it: it.session in ended or it.user_id in closed or it.token in revoked)

    # What runs

    async def _listen(self) -> None:
        next_messages = await bus.subscribe()
        self.listening()
        while True:
            for message in await next_messages():
                if message["from"] != self.process:
                    self.hear(message)

    async def _refresh(self) -> None:
        await self.stale.wait()
        self.stale.clear()
        try:
            await self.refresh()
        except Exception:
            self.stale.set()
            raise

    async def _beat(self) -> None:
        await asyncio.sleep(self.beat)
        await self.look_around()

    async def _for_ever(self, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await work()
            except Exception:
                logger.exception("The hub of the %s stumbles", self.kind)
                await asyncio.sleep(PAUSE)

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something done beside all else, until the hub is closed."""
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Threads

    async def read(self, function: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        """What `function` finds in the database, in this hub's thread for it; raises what that raises."""

        def work() -> T:
            refresh_connections()
            return function(*args, **kwargs)

        return await self.loop.run_in_executor(self._reader, work)

    def call(self, function: Callable[..., object], *args: Any) -> None:
        """Call a function on the loop of the sockets; from any thread."""
        if not self.loop.is_closed():
            call(self.loop, function, *args)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[type[Hub[Any]], Hub[Any]]] = WeakKeyDictionary()
