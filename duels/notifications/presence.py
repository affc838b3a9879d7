"""The users who are online.

Each web process regularly stores its connected users in the cache. `seen_here()` is the only function that
decides which of them a viewer may see.
"""

import time
from collections.abc import Collection

from django.core.cache import cache

from accounts.friends import hidden_from

KEY = "here"
SILENCE = 50.0
"""A process that has not written for this many seconds is ignored. Processes write more than twice in that time."""
LAST, AWAY = "last-here", 60 * 60.0
"""The cache key for when users were last online, and the seconds of absence after which a return is an arrival."""


def note_here(process: str, user_ids: Collection[int]) -> None:
    """Store the users who are connected to a process.

    If two processes write at the same time, the users of one process may be missing until that process writes again.
    """
    reports = _reports() | {process: (time.time(), list(user_ids))}
    cache.set(KEY, reports, SILENCE)


def arrivals(user_ids: Collection[int]) -> set[int]:
    """Record that these users are online.

    Return the users who had been away for at least `AWAY` seconds.
    """
    now = time.time()
    last = {user: at for user, at in cache.get(LAST, {}).items() if at > now - AWAY}
    cache.set(LAST, last | dict.fromkeys(user_ids, now), AWAY)
    return set(user_ids) - last.keys()


def seen_here(viewer_id: int | None) -> set[int]:
    """Return the primary keys of other users who are online and whom this viewer may see.

    `viewer_id` is `None` for anonymous viewers.
    """
    users = users_here() - {viewer_id or 0}
    return users - hidden_from(viewer_id, users)


def users_here() -> set[int]:
    """Return the primary keys of all users online, based on what each process last wrote."""
    return {user for _, users in _reports().values() for user in users}


def _reports() -> dict[str, tuple[float, list[int]]]:
    oldest = time.time() - SILENCE
    return {process: report for process, report in cache.get(KEY, {}).items() if report[0] > oldest}
