"""Tests for the backup and restore commands in docs/operating.md, run exactly as they are printed there."""

import os
import re
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.servers import ROOT, clean_environment, create_database, find_program, manage, postgres_server
from tests.sites import DATABASE, copy_of_sqlite

COMMANDS = re.findall(r"^    (\S.*)$", (ROOT / "docs/operating.md").read_text(), re.MULTILINE)


def run_documented(start: str, folder: Path, **environment: str) -> None:
    """Run the command in docs/operating.md that starts with `start`, in a folder like the project's."""
    (command,) = [command for command in COMMANDS if command.startswith(start)]
    binaries = Path(find_program("initdb", package="postgresql", folders="usr/lib/postgresql/*/bin")).parent
    path = os.pathsep.join([os.environ["PATH"], str(binaries)])
    subprocess.run(command, shell=True, cwd=folder, env=clean_environment({"PATH": path, **environment}), check=True)


def fill(**environment: str) -> None:
    assert manage("make_up", "--duels", "10", "--mages", "10", "--plays", "2", **environment).returncode == 0


def contents(url: str) -> dict[str, list[tuple[object, ...]]]:
    """Return the rows of each table in the database at `url`, by table name."""
    with psycopg.connect(url) as connection:
        found = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        return {
            table: connection.execute(f'SELECT it::text FROM "{table}" it ORDER BY 1').fetchall() for (table,) in found
        }


@pytest.mark.thorough
def test_a_dump_of_postgresql_restores_all_rows(postgres_url: str, tmp_path: Path):
    environment = {"DATABASE_URL": postgres_url, "VAR_DIR": str(tmp_path)}
    fill(**environment)
    before = contents(postgres_url)
    assert len(before["duels_duel"]) == 10
    assert before["django_migrations"]
    run_documented("pg_dump", tmp_path, **environment)
    with psycopg.connect(postgres_url) as connection:
        connection.execute("DELETE FROM duels_round")
        connection.execute("UPDATE duels_seat SET name = 'Nobody' || id")
        connection.execute("DROP TABLE accounts_letter CASCADE")
    run_documented("pg_restore", tmp_path, **environment)
    assert contents(postgres_url) == before


IN_COMPOSE = "docker compose exec --no-TTY postgres "
UPGRADE = re.search(r"## A new major version.*?\n## ", (ROOT / "docs/operating.md").read_text(), re.DOTALL)[0]


@pytest.mark.thorough
def test_the_steps_of_a_major_upgrade_move_all_rows_into_an_empty_server(postgres_url: str, tmp_path: Path):
    """Run the steps without Docker, using the installed version of PostgreSQL for both servers."""
    fill(DATABASE_URL=postgres_url, VAR_DIR=str(tmp_path))
    before = contents(postgres_url)
    dump, restore, analyze = re.findall(rf"^ +{IN_COMPOSE}(.*)$", UPGRADE, re.MULTILINE)
    run_at(postgres_url, dump, tmp_path)
    with TemporaryDirectory() as place, postgres_server(Path(place)) as server:
        create_database(server, "wavinghands")
        for command in (restore, analyze):
            run_at(f"{server}/wavinghands", command, tmp_path)
        assert contents(f"{server}/wavinghands") == before


def run_at(url: str, command: str, folder: Path) -> None:
    """Run a command from docs/operating.md with the server, user and database in `url` instead of its own."""
    parts = urlsplit(url)
    command = command.replace("--username wavinghands", f"--username {parts.username}")
    command = re.sub(r"(--dbname|custom) wavinghands", rf"\1 {parts.path[1:]}", command)
    environment = {"PGHOST": str(parts.hostname), "PGPORT": str(parts.port), "PATH": os.environ["PATH"]}
    subprocess.run(command, shell=True, cwd=folder, env=clean_environment(environment), check=True)


def rows(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return list(connection.iterdump())


def test_a_copy_of_sqlite_contains_all_rows_written_before(tmp_path: Path):
    var = tmp_path / "var"
    var.mkdir()
    (tmp_path / ".venv").symlink_to(ROOT / ".venv")
    database = var / DATABASE
    copy_of_sqlite(database)
    fill(VAR_DIR=str(var))
    before = rows(database)
    run_documented(".venv/bin/python", tmp_path)
    shutil.copy(tmp_path / "backup.sqlite3", database)
    assert rows(database) == before
