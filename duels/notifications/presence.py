"""How many users have a page of the site open: each process tells the cache at its beats who is with it."""

import time
from collections.abc import Collection

from django.core.cache import cache

KEY = "here"
SILENCE = 50.0
"""Seconds after which a process that says nothing is forgotten: longer than two beats."""


def note_here(process: str, user_ids: Collection[int]) -> None:
    """Keep who is with this process now. Of two that tell at once one may be lost until its next beat."""
    told = _told() | {process: (time.time(), list(user_ids))}
    cache.set(KEY, told, SILENCE)


def here_now(besides: int | None = None) -> int:
    """How many users are here, in whatever process, besides this one; as of its last beat."""
    return len({user for _, users in _told().values() for user in users} - {besides})


def _told() -> dict[str, tuple[float, list[int]]]:
    oldest = time.time() - SILENCE
    return {process: told for process, told in cache.get(KEY, {}).items() if told[0] > oldest}
