"""A cache of engine states, so that a process need not replay a duel for each action."""

from collections import OrderedDict
from threading import Lock

from wavinghands import engine

MOST_ROUNDS = 20_000
"""A round takes 3 to 5 KB: at most 100 MB, or a thousand duels of twenty rounds."""


class StateCache:
    """The latest known state of each duel, by slug; shared by all threads.

    A state contains the states of all its earlier rounds. Rounds are never changed once they are committed, so a state
    cannot be outdated, only short of the latest rounds. Do not put states of uncommitted rounds here.
    """

    def __init__(self, most_rounds: int = MOST_ROUNDS) -> None:
        self._most_rounds, self._rounds = most_rounds, 0
        self._states: OrderedDict[str, engine.Duel] = OrderedDict()
        self._lock = Lock()

    def get(self, slug: str, rounds: int) -> engine.Duel | None:
        """Return the state after `rounds` rounds, or the latest one before, or None."""
        with self._lock:
            state = self._states.get(slug)
            if state is not None:
                self._states.move_to_end(slug)
        while state is not None and state.number > rounds:
            state = state.before
        return state

    def put(self, slug: str, state: engine.Duel) -> None:
        """Cache a state, unless it has a later one of this duel; evict the least recently used ones if it is full."""
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
        """Forget all states."""
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
