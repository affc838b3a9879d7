"""The number of users online. At each beat, each process writes its connected users to the cache."""

import time
from collections.abc import Collection

from django.core.cache import cache

KEY = "here"
SILENCE = 50.0
"""Seconds after which a silent process is forgotten: longer than two beats."""


def note_here(process: str, user_ids: Collection[int]) -> None:
    """Store the users connected to a process. If two processes write at once, one may be lost until its next beat."""
    told = _told() | {process: (time.time(), list(user_ids))}
    cache.set(KEY, told, SILENCE)


def here_now(besides: int | None = None) -> int:
    """Return the number of users online in all processes, as of their last beats, without the user `besides`."""
    return len(users_here() - {besides})


def users_here() -> set[int | None]:
    """Return the users online in all processes, as of their last beats."""
    return {user for _, users in _told().values() for user in users}


def _told() -> dict[str, tuple[float, list[int]]]:
    oldest = time.time() - SILENCE
    return {process: told for process, told in cache.get(KEY, {}).items() if told[0] > oldest}
