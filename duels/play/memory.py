"""What a process remembers of duels: so many rounds in all, of which those used least are forgotten first."""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

MOST_ROUNDS = 20_000
"""A round takes 3 to 5 KB: at most 100 MB, or a thousand duels of twenty rounds."""

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Memory(Generic[Key, Value]):
    """Values by key, for all threads. What is forgotten can be had from the database again."""

    def __init__(self, most_rounds: int = MOST_ROUNDS) -> None:
        self._most, self._rounds = most_rounds, 0
        self._values: OrderedDict[Key, tuple[int, Value]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Key) -> Value | None:
        """The value of this key, if it is remembered."""
        with self._lock:
            if key not in self._values:
                return None
            self._values.move_to_end(key)
            return self._values[key][1]

    def take(self, key: Key) -> Value | None:
        """The value of this key, remembered no longer."""
        with self._lock:
            return self._forget(key)

    def put(self, key: Key, value: Value, *, rounds: int) -> None:
        """Remember a value that has so many rounds."""
        with self._lock:
            self._forget(key)
            self._values[key] = rounds + 1, value
            self._rounds += rounds + 1
            while self._rounds > self._most:
                self._forget(next(iter(self._values)))

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._values.clear()
            self._rounds = 0

    def _forget(self, key: Key) -> Value | None:
        rounds, value = self._values.pop(key, (0, None))
        self._rounds -= rounds
        return value
