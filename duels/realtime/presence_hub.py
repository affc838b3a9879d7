"""Who is in the rooms of a hub, in whatever process.

Nothing of it is stored, and a process that falls silent is forgotten: nobody stays in a room whose server has died.
"""

import time
from abc import abstractmethod
from collections.abc import Collection, Iterable
from typing import Any, ClassVar

from duels.realtime import bus
from duels.realtime.hub import DELAY, Hub, S

Who = Any
"""Who is in a room of one process, as the hub in question tells it: what JSON has, and no dictionary."""


class PresenceHub(Hub[S]):
    """A hub that knows who is in its rooms: those of a kind tell each other at each beat, and when that changes."""

    silence: ClassVar[float] = 50.0
    """Seconds after which a process counts as dead: longer than two beats, at each of which it tells who is with it."""

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[Any, dict[str, tuple[float, Who]]] = {}
        self._shifted: set[Any] = set()

    @abstractmethod
    def who(self, key: Any) -> Who | None:
        """Who is in this room here; none if there is nobody."""

    @abstractmethod
    def shifted(self, keys: Collection[Any]) -> None:
        """See to it that those in these rooms are told who is there now."""

    def elsewhere(self, key: Any) -> list[Who]:
        """Who is in this room in other processes, for each of them."""
        return [who for _, who in self._told.get(key, {}).values()]

    def entered(self, socket: S) -> None:
        self._shift(socket.room)

    def left(self, socket: S) -> None:
        self._shift(socket.room)

    def hear(self, message: bus.Message) -> None:
        match message:
            case {"about": "presence", "of": self.kind, "here": here, "asks": asks, "from": process}:
                self.shifted({key for key, who in here if self._note(process, key, who)})
                if asks:
                    self._tell_others(self.rooms)
            case _:
                super().hear(message)

    def listening(self) -> None:
        self._tell_others(self.rooms, asks=True)

    async def look_around(self) -> None:
        await super().look_around()
        self.shifted(self._forget_the_silent())
        self._tell_others(self.rooms)

    def _shift(self, key: Any) -> None:
        """Tell soon who is here now."""
        if not self._shifted:
            self.loop.call_later(DELAY, self._tell_shifted)
        self._shifted.add(key)

    def _tell_shifted(self) -> None:
        keys, self._shifted = self._shifted, set()
        self.shifted(keys)
        self._tell_others(keys)

    def _tell_others(self, keys: Iterable[Any], *, asks: bool = False) -> None:
        here = [(key, self.who(key)) for key in keys]
        message = {"about": "presence", "of": self.kind, "here": here, "asks": asks, "from": self.process}
        bus.give(message, self.loop)

    def _note(self, process: str, key: Any, who: Who | None) -> bool:
        """Keep what a process says of a room; whether it has said something else before."""
        told = self._told.setdefault(key, {})
        _, before = told.pop(process, (0.0, None))
        if who is not None:
            told[process] = (time.monotonic(), who)
        if not told:
            del self._told[key]
        return who != before

    def _forget_the_silent(self) -> set[Any]:
        """Forget what processes have said that are no more; the rooms to which that makes a difference."""
        oldest = time.monotonic() - self.silence
        gone = [(key, process) for key, told in self._told.items() for process, (at, _) in told.items() if at < oldest]
        return {key for key, process in gone if self._note(process, key, None)}
