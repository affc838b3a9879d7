"""A cache of engine states, which saves processes from replaying a duel for each action."""

from collections import OrderedDict
from threading import Lock

from wavinghands import engine

MOST_ROUNDS = 20_000
"""The capacity of the cache in rounds.

A round takes 3 to 5 KB, so the cache uses at most 100 MB, which is enough for a thousand duels of twenty rounds.
"""


class StateCache:
    """A thread-safe cache of the latest known state of each duel, by slug.

    A state gives access to the states after all earlier rounds. Committed rounds never change, so a cached state is
    never wrong, although it may lack the latest rounds. Do not cache a state that includes uncommitted rounds.
    """

    def __init__(self, most_rounds: int = MOST_ROUNDS) -> None:
        self._most_rounds, self._rounds = most_rounds, 0
        self._states: OrderedDict[str, engine.Duel] = OrderedDict()
        self._lock = Lock()

    def get(self, slug: str, rounds: int) -> engine.Duel | None:
        """Return the latest cached state of a duel after at most `rounds` rounds, or `None`."""
        with self._lock:
            state = self._states.get(slug)
            if state is not None:
                self._states.move_to_end(slug)
        while state is not None and state.number > rounds:
            state = state.before
        return state

    def put(self, slug: str, state: engine.Duel) -> None:
        """Cache a state, unless the same or a later state of the duel is already cached.

        If the cache is full, evict the least recently used duels.
        """
        with self._lock:
            known = self._states.get(slug)
            if known is not None and known.number >= state.number:
                return
            self._forget(slug)
            self._states[slug] = state
            self._rounds += _size(state)
            while self._rounds > self._most_rounds:
                self._forget(next(iter(self._states)))

    def clear(self) -> None:
        with self._lock:
            self._states.clear()
            self._rounds = 0

    def _forget(self, slug: str) -> None:
        if (state := self._states.pop(slug, None)) is not None:
            self._rounds -= _size(state)


def _size(state: engine.Duel) -> int:
    return state.number + 1


states = StateCache()
"""The cache of this process."""
