"""The connections to the database of threads that run beside Django's requests, which close theirs by themselves."""

import threading
import time

from django.db import connections

SECONDS_BETWEEN_CHECKS = 1.0


class _Checked(threading.local):
    at = float("-inf")


_checked = _Checked()


def refresh_connections(*, at_once: bool = False) -> None:
    """Close those of this thread's connections that are broken or too old; looks once a second and after an error."""
    now = time.monotonic()
    is_due = at_once or now - _checked.at >= SECONDS_BETWEEN_CHECKS
    for connection in connections.all(initialized_only=True):
        if is_due or connection.errors_occurred:
            connection.close_if_unusable_or_obsolete()
    if is_due:
        _checked.at = now
