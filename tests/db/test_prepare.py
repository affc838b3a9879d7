"""Tests that a database is prepared only when something has changed."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from tests.servers import ROOT, clean_environment
from tests.sites import DATABASE, copy_of_sqlite
from wavinghands.db.prepare import fingerprint


def prepare(folder: Path) -> str:
    """Prepare the database in `folder`, and return Python's log of all imports."""
    command = [sys.executable, "-X", "importtime", "-m", "wavinghands.db.prepare"]
    environment = clean_environment({"VAR_DIR": str(folder)})
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stderr


def puzzles_and_version(folder: Path) -> tuple[int, int]:
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        (puzzles,) = connection.execute("SELECT count(*) FROM duels_puzzle").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    return puzzles, version


def test_a_database_is_prepared_once_and_then_left_alone(tmp_path: Path):
    copy_of_sqlite(tmp_path / DATABASE)
    assert "accounts.models" in prepare(tmp_path)
    puzzles, version = puzzles_and_version(tmp_path)
    assert puzzles > 0
    assert version == fingerprint()
    assert "accounts.models" not in prepare(tmp_path)


def test_a_new_migration_changes_the_fingerprint(tmp_path: Path):
    for file in ("wavinghands/settings.py", "requirements.lock", "duels/migrations/0001_initial.py"):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()
    before = fingerprint(tmp_path)
    assert fingerprint(tmp_path) == before
    (tmp_path / "duels/migrations/0002_more.py").touch()
    assert fingerprint(tmp_path) != before
