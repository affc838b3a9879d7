"""Migrate the database and load the puzzles: `python -m wavinghands.db.prepare`.

`make run` calls this before it starts the site. Each step takes seconds even if there is nothing to do. A SQLite
database therefore stores, in `user_version`, a hash of the files it was prepared from. If the hash still matches, both
steps are skipped, and no apps are loaded.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 2**31
"""The exclusive upper limit for values of SQLite's `user_version`."""


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wavinghands.settings")
    from wavinghands.settings import DATABASES

    is_sqlite = DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3"
    database = Path(DATABASES["default"]["NAME"]) if is_sqlite else None
    if database is None:
        _prepare()
    elif _remembered(database) != fingerprint():
        _prepare()
        _remember(database, fingerprint())


def fingerprint(root: Path = ROOT) -> int:
    """Return a hash of the files that a prepared database depends on."""
    digest = sha256()
    for file in _sources(root):
        digest.update(f"{file.relative_to(root)}\0".encode() + file.read_bytes() + b"\0")
    return int.from_bytes(digest.digest()[:4]) % LONGEST


def _sources(root: Path) -> Iterator[Path]:
    yield from sorted(root.glob("*/migrations/*.py"))
    yield from sorted((root / "duels" / "puzzles").glob("shipp*"))
    yield from (root / "wavinghands" / "settings.py", root / "requirements.lock")  # third-party apps and their versions


def _prepare() -> None:
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    call_command("load_puzzles", verbosity=0)


def _remembered(database: Path) -> int:
    with closing(sqlite3.connect(database)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _remember(database: Path, version: int) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(f"PRAGMA user_version = {version:d}")


if __name__ == "__main__":
    main()
