"""Tests that duels that are running during a migration continue with the same clocks and drafts.

Also tests that old databases end up with the same tables as new ones, which are created by the squashed migrations.
"""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.sites import copy_of_sqlite

BEFORE = [("duels", "0002_challenge_options"), ("accounts", "0001_initial")]
AFTER = [("duels", "0004_running_clocks")]
DEADLINE = datetime(2026, 5, 1, 12, tzinfo=UTC)
STARTED = DEADLINE - timedelta(days=1)

pytestmark = [pytest.mark.django_db, pytest.mark.thorough]


WAITING = {
    "live": ({"pace": 120, "deadline": DEADLINE}, DEADLINE - timedelta(seconds=120)),
    "untimed": ({"pace": None, "practice": True, "counts": False}, STARTED),
    "over": ({"pace": 120, "ended": DEADLINE, "result": {"outcome": "draw"}}, None),
}
"""For each duel, its fields and the time at which its current round was opened."""


def test_the_opening_time_of_a_running_round_follows_from_its_clock(migrate):
    apps = migrate(BEFORE)
    seats = apps.get_model("duels", "Seat").objects
    for slug, (fields, _) in WAITING.items():
        duel = apps.get_model("duels", "Duel").objects.create(
            slug=slug, book="classic", seed=1, started=STARTED, **fields
        )
        for position, name in enumerate(("Black", "White")):
            seats.create(duel=duel, position=position, name=name, gender="x", due=name == "Black")
    apps = migrate(AFTER)
    for slug, (fields, opened) in WAITING.items():
        after = apps.get_model("duels", "Duel").objects.get(slug=slug)
        assert (after.opened, after.deadline, after.reserve) == (opened, fields.get("deadline"), 0), slug
        due_since = dict(after.seats.values_list("name", "due_since"))
        assert due_since == {"Black": opened, "White": None}, slug


PICKS = {"made": 5, "picks": {"left": "P"}}
AT_SEATS, IN_ROWS = [("duels", "0007_imported")], [("duels", "0008_drafts")]


def test_drafts_move_from_seats_to_rows_of_their_own_and_back(migrate):
    apps = migrate(AT_SEATS)
    seats = apps.get_model("duels", "Seat").objects
    for slug, fields in (("on", {"round": 7}), ("over", {"round": 9, "ended": DEADLINE, "result": {}})):
        duel = apps.get_model("duels", "Duel").objects.create(slug=slug, book="classic", seed=1, **fields)
        for position, (name, draft) in enumerate({"Black": PICKS, "White": None}.items()):
            seats.create(duel=duel, position=position, name=name, gender="x", draft=draft)
    apps = migrate(IN_ROWS)
    (draft,) = apps.get_model("duels", "Draft").objects.select_related("seat__duel")
    assert (draft.seat.duel.slug, draft.seat.name, draft.round, draft.content) == ("on", "Black", 7, PICKS)
    apps = migrate(AT_SEATS)
    rows = apps.get_model("duels", "Seat").objects.order_by("duel__slug", "position").values_list("draft", flat=True)
    assert list(rows) == [PICKS, None, None, None]


HALF_WAY = [("accounts", "0010_knows_mages_die"), ("duels", "0027_lobby_chat")]
SCHEMA = "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"


def schema(rows):
    """Return the words that define each table and index, sorted so that the order of columns does not matter."""
    return {
        (kind, name): sorted(sql.replace("(", " ").replace(")", " ").replace(",", " ").split())
        for kind, name, sql in rows
    }


def test_a_database_of_an_old_version_gets_the_tables_of_a_new_one(migrate, tmp_path):
    migrate(HALF_WAY)
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    applied = {name for app, name in executor.recorder.applied_migrations() if app == "duels"}
    assert {"0001_initial", "0001_squashed_0044_tournaments_without_vacations"} < applied
    with connection.cursor() as cursor:
        old = schema(cursor.execute(SCHEMA))
    copy_of_sqlite(tmp_path / "new")
    with closing(sqlite3.connect(tmp_path / "new")) as new:
        assert old == schema(new.execute(SCHEMA))
