"""HTTP validators for responses that change only with their data, the language or the release."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache, wraps
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import Any

from django.http import HttpResponseBase
from django.utils.translation import get_language
from django.views.decorators.http import condition

from wavinghands.assets.version import version

View = Callable[..., HttpResponseBase]

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("accounts", "duels", "templates", "wavinghands")
SUFFIXES = {".html", ".json", ".mo", ".py", ".txt"}

STARTED = datetime.now(UTC)
"""The time at which this process started. No response gets an earlier date.

The modification times of files are unsuitable, because they go back when an earlier release is restored.
"""


@cache
def release() -> str:
    """Return a hash that changes with the code, the templates and the translations.

    It is the same in all processes that run the same release.
    """
    files = sorted(file for folder in SOURCES for file in (ROOT / folder).rglob("*") if file.suffix in SUFFIXES)
    facts = "\n".join(f"{file.relative_to(ROOT)} {file.stat().st_size} {file.stat().st_mtime_ns}" for file in files)
    return sha256(facts.encode()).hexdigest()[:16]


def etag(*facts: object) -> str:
    """Return the ETag of a response that depends on these facts, the language, the release and the static files."""
    text = " ".join(map(str, (*facts, get_language(), release(), version())))
    return f'"{sha256(text.encode()).hexdigest()[:20]}"'


def last_modified(*changes: datetime | None) -> datetime | None:
    """Return the time of the latest change, or `None` if it was in the current second.

    The start of this process counts as a change. Within one second, another change might follow, and the header could
    not distinguish the two.
    """
    latest = max([STARTED, *filter(None, changes)])
    return latest if int(latest.timestamp()) < int(time.time()) else None


def conditional(
    etag_of: Callable[..., str | None], last_modified_of: Callable[..., datetime | None]
) -> Callable[[View], View]:
    """Return a decorator like Django's `condition` that sets the headers only on success.

    Errors are therefore not cached.
    """

    def decorate(view: View) -> View:
        checked = condition(etag_of, last_modified_of)(view)

        @wraps(view)
        def respond(*args: Any, **kwargs: Any) -> HttpResponseBase:
            response = checked(*args, **kwargs)
            if response.status_code not in {HTTPStatus.OK, HTTPStatus.NOT_MODIFIED}:
                del response.headers["ETag"], response.headers["Last-Modified"]
            return response

        return respond

    return decorate
