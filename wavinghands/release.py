"""Which code runs."""

from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MADE_BY = ("accounts", "duels", "templates", "wavinghands")
KINDS = {".html", ".json", ".mo", ".py", ".txt"}

SINCE = datetime.now(UTC)
"""Since when it runs in this process. The times of its files would not do: with an earlier release they go back."""


@cache
def release() -> str:
    """A name of the code and its texts, the same in all processes that run them; with it alters what they answer."""
    files = sorted(file for folder in MADE_BY for file in (ROOT / folder).rglob("*") if file.suffix in KINDS)
    told = "\n".join(f"{file.relative_to(ROOT)} {file.stat().st_size} {file.stat().st_mtime_ns}" for file in files)
    return sha256(told.encode()).hexdigest()[:16]
