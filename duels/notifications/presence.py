"""The users who are online. Each web process regularly writes the users connected to it to the cache."""

import time
from collections.abc import Collection

from django.core.cache import cache

KEY = "here"
SILENCE = 50.0
"""Seconds after which a process that has not written is ignored. Processes write more than twice in that time."""


def note_here(process: str, user_ids: Collection[int]) -> None:
    """Store the users connected to a process.

    If two processes write at the same time, the users of one process may be missing until that process writes again.
    """
    told = _told() | {process: (time.time(), list(user_ids))}
    cache.set(KEY, told, SILENCE)


def here_now(besides: int | None = None) -> int:
    """Return the number of users online according to the last writes of all processes, not counting `besides`."""
    return len(users_here() - {besides})


def users_here() -> set[int | None]:
    """Return the primary keys of the users online, according to the last writes of all processes."""
    return {user for _, users in _told().values() for user in users}


def _told() -> dict[str, tuple[float, list[int]]]:
    oldest = time.time() - SILENCE
    return {process: told for process, told in cache.get(KEY, {}).items() if told[0] > oldest}
