"""The news on every page: the sockets of this process by user, and what each of them was sent last.

It hears what services announce and what other processes hint at, looks up what waits for the users concerned, and sends
it to those for whom it has changed. A hint that is lost is made good by the next beat.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import orjson
from allauth.account.signals import password_changed, password_reset
from django.contrib.auth.signals import user_logged_out
from django.db import connections
from django.dispatch import receiver

from accounts.models import Letter
from accounts.selectors import closed_accounts, ended_sessions
from accounts.signals import letters_written, unread_changed
from duels.realtime import bus
from duels.realtime.connection import LOGGED_OUT, Socket
from duels.realtime.duel_hub import hubs
from duels.selectors.news import counts_of, letters_by_user, owners_of
from duels.selectors.tables import Table
from duels.signals import duels_changed
from wavinghands.realtime import refresh_connections

logger = logging.getLogger(__name__)

BEAT = 20.0
"""Seconds between two looks whether a hint was lost, or a session has ended unnoticed."""
DELAY = 0.1
"""Seconds for which changes are gathered."""

T = TypeVar("T")


class UserHub:
    """The sockets of one event loop, which in a server is one process."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.sockets: dict[int, dict[Socket, str]] = {}
        self._users: set[int] = set()
        self._mages: set[int] = set()
        self._stale = asyncio.Event()
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="news")
        work = (self._for_ever(self._send_counts), self._for_ever(self._beat), bus.listen(self._hear))
        self._tasks = {self.loop.create_task(task) for task in work}

    def join(self, user_id: int, socket: Socket) -> None:
        """Let a socket in; it is sent what waits for its user, and from then on each change of it."""
        self.sockets.setdefault(user_id, {})[socket] = ""
        self.recount(users=[user_id])

    def leave(self, user_id: int, socket: Socket) -> None:
        """Let a socket out."""
        own = self.sockets.get(user_id, {})
        own.pop(socket, None)
        if not own:
            self.sockets.pop(user_id, None)

    def greet(self, user_id: int, socket: Socket) -> None:
        """Send him once more what waits."""
        if socket in self.sockets.get(user_id, ()):
            self.join(user_id, socket)

    def recount(self, *, users: Iterable[int] = (), mages: Iterable[int] = ()) -> None:
        """Look again, soon, what waits for these users, and for the owners of these mages."""
        self._users.update(user for user in users if user in self.sockets)
        self._mages.update(mages if self.sockets else ())
        if self._users or self._mages:
            self._stale.set()

    def tell(self, letters: Iterable[Letter]) -> None:
        """Show users who are here what they have just been written."""
        for letter in letters:
            told = {"type": "told", "about": letter.about, "subject": letter.subject, "path": letter.path}
            for socket in self.sockets.get(letter.user_id, ()):
                socket.push(orjson.dumps(told).decode())

    def log_out(self, is_meant: Callable[[Socket], bool]) -> None:
        """Close sockets; a browser that is still logged in comes back with its next page."""
        for user_id, socket in [(user_id, socket) for user_id, own in self.sockets.items() for socket in own]:
            if is_meant(socket):
                socket.close(LOGGED_OUT)
                self.leave(user_id, socket)

    async def close(self) -> None:
        """End everything that runs for this room."""
        _user_hubs.pop(self.loop, None)
        for task in self._tasks:
            task.cancel()
        await self._read(connections.close_all)
        self._reader.shutdown(wait=False)

    async def _send_counts(self) -> None:
        await self._stale.wait()
        await asyncio.sleep(DELAY)
        self._stale.clear()
        users, mages = self._users, self._mages
        self._users, self._mages = set(), set()
        try:
            counts = await self._read(_counted, users, mages, set(self.sockets))
        except Exception:
            self._users |= users
            self._mages |= mages
            self._stale.set()
            raise
        for user_id, count in counts.items():
            self._send(user_id, orjson.dumps({"type": "news", **asdict(count)}).decode())

    def _send(self, user_id: int, text: str) -> None:
        own = self.sockets.get(user_id, {})
        for socket, sent in own.items():
            if sent != text:
                own[socket] = text
                socket.push(text)

    async def _beat(self) -> None:
        await asyncio.sleep(BEAT)
        everybody = [socket for own in self.sockets.values() for socket in own]
        ended = await self._read(ended_sessions, {socket.session for socket in everybody if socket.session})
        closed = await self._read(closed_accounts, set(self.sockets))
        self.log_out(lambda socket: socket.session in ended or socket.user_id in closed)
        self.recount(users=list(self.sockets))

    def _hear(self, hint: bus.Hint) -> None:
        match hint:
            case {"about": "changed", "mages": mages}:
                self.recount(mages=mages)
            case {"about": "unread", "users": users}:
                self.recount(users=users)
            case {"about": "letters", "letters": letters, "users": users} if self.sockets.keys() & set(users):
                self.recount(users=users)
                self._run(self._tell_of(letters))
            case {"about": "logged_out", "user": user_id}:
                self.log_out(lambda socket: socket.user_id == user_id)

    async def _tell_of(self, ids: Collection[int]) -> None:
        self.tell(await self._read(letters_by_user, ids, set(self.sockets)))

    async def _read(self, function: Callable[..., T], *args: Any) -> T:
        def work() -> T:
            refresh_connections()
            return function(*args)

        return await self.loop.run_in_executor(self._reader, work)

    def call(self, function: Callable[..., object], *args: object, **kwargs: Any) -> None:
        """Call a function on the loop of the sockets; from any thread."""
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(lambda: function(*args, **kwargs))

    async def _for_ever(self, work: Callable[[], Any]) -> None:
        while True:
            try:
                await work()
            except Exception:
                logger.exception("news: starting again")
                await asyncio.sleep(1)

    def _run(self, work: Any) -> None:
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _counted(users: set[int], mages: set[int], here: set[int]) -> dict[int, Any]:
    """What waits for those of them who are here."""
    meant = (users | owners_of(mages) if mages else users) & here
    return counts_of(meant) if meant else {}


_user_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, UserHub] = WeakKeyDictionary()


def user_hub() -> UserHub:
    """The hub of this event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _user_hubs:
        _user_hubs[loop] = UserHub()
    return _user_hubs[loop]


def user_hubs() -> list[UserHub]:
    """The hubs of this process: one in a server that has seen a socket, none in a command."""
    return [room for room in list(_user_hubs.values()) if not room.loop.is_closed()]


# What services announce -----------------------------------------------------------------------------------------------


@receiver(duels_changed)
def _hear_changes(tables: Sequence[Table], **_: Any) -> None:
    """Other processes hear of it by the hint about the duels themselves."""
    mages = {seat.mage_id for table in tables for seat in table.seats if seat.mage_id is not None}
    for room in user_hubs():
        room.call(room.recount, mages=mages)


@receiver(letters_written)
def _hear_letters(letters: Sequence[Letter], **_: Any) -> None:
    users = [letter.user_id for letter in letters]
    for room in user_hubs():
        room.call(room.tell, letters)
        room.call(room.recount, users=users)
    _hint({"about": "letters", "letters": [letter.pk for letter in letters], "users": users})


@receiver(unread_changed)
def _hear_unread(user_ids: Collection[int], **_: Any) -> None:
    for room in user_hubs():
        room.call(room.recount, users=list(user_ids))
    _hint({"about": "unread", "users": list(user_ids)})


@receiver(user_logged_out)
@receiver(password_changed)
@receiver(password_reset)
def _hear_logged_out(user: Any, **_: Any) -> None:
    """Other processes hear of it by the hint to the rooms of duels."""
    if user is not None:
        for room in user_hubs():
            room.call(room.log_out, lambda socket: socket.user_id == user.pk)


def _hint(hint: bus.Hint) -> None:
    """Other processes are told from the loop of whatever sockets there are here."""
    loops = [room.loop for room in user_hubs()] + [hub.loop for hub in hubs()]
    bus.give(hint, loops[0] if loops else None)
