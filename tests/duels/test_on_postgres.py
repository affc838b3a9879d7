"""Tests that are repeated on PostgreSQL, where, unlike on SQLite, concurrent actions do not wait for each other.

They cover concurrent actions and raw SQL. Thorough runs also cover concurrent actions in tournaments, killed workers,
and an earlier release that reads and writes rows after a migration.
"""

import subprocess
import sys

import pytest

from tests.servers import ROOT, clean_environment
from tests.sites import TEMPLATE

AT_ONCE = (
    "tests/duels/challenges/test_joining.py",
    "tests/duels/challenges/test_proposals.py",
    "tests/duels/challenges/test_matchmaking.py",
    "tests/duels/challenges/test_rematches.py",
    "tests/duels/challenges/test_challenges.py",
    "tests/duels/clubs/test_joining.py",
    "tests/duels/play/test_saving.py",
    "tests/duels/play/test_heartbeat.py",
    "tests/duels/play/test_picks.py",
    "tests/duels/play/test_play.py",
    "tests/duels/play/test_taking_back.py",
    "tests/duels/house/test_orders.py",
    "tests/duels/ladder/test_repeats.py",
)
IN_TOURNAMENTS = (
    "tests/duels/tournaments/test_locks.py",
    "tests/duels/tournaments/test_melees.py",
    "tests/duels/tournaments/test_pairing.py",
    "tests/duels/tournaments/test_rounds.py",
)
CONCURRENT = "at_once or during_the_last or round_twice or every_column or locked_before"
CHOSEN = [
    pytest.param(CONCURRENT, AT_ONCE, id="at once", marks=pytest.mark.brief),
    pytest.param(CONCURRENT, AT_ONCE + IN_TOURNAMENTS, id="all at once", marks=pytest.mark.thorough),
    pytest.param("killed and [3]", ["tests/duels/test_worker.py"], id="killed", marks=pytest.mark.thorough),
    pytest.param("old_code", ["tests/test_migrations.py"], id="code before", marks=pytest.mark.thorough),
]
"""The names and files of the tests that are repeated on PostgreSQL."""


@pytest.mark.parametrize(("chosen", "files"), CHOSEN)
def test_concurrent_actions_and_raw_sql_work_on_postgresql(postgres_url, tmp_path, chosen, files):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", chosen, *files]
    variables = {"DATABASE_URL": postgres_url, "VAR_DIR": str(tmp_path), "TEMPLATE_DATABASE": TEMPLATE}
    environment = clean_environment(variables)
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
