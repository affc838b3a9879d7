"""On PostgreSQL: what several do in one moment, who do not wait there as on SQLite, and statements written out.

Thorough: what becomes of workers that are killed, and rows that the code before a migration writes and reads.
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
    "tests/duels/play/test_rows.py",
    "tests/duels/play/test_sql.py",
    "tests/duels/play/test_taking_back.py",
    "tests/duels/house/test_sweeper.py",
)
CHOSEN = [
    pytest.param("at_once or two_clicks or written_twice or django_reads", AT_ONCE, id="at once"),
    pytest.param("killed", ["tests/duels/house/test_workers.py"], id="killed", marks=pytest.mark.thorough),
    pytest.param("the_code_before", ["tests/test_migrations.py"], id="code before", marks=pytest.mark.thorough),
]
"""Names of tests, and their files."""


@pytest.mark.parametrize(("chosen", "files"), CHOSEN)
def test_what_postgresql_may_do_otherwise_holds_there_too(postgres_url, tmp_path, chosen, files):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", chosen, *files]
    variables = {"DATABASE_URL": postgres_url, "VAR_DIR": str(tmp_path), "TEMPLATE_DATABASE": TEMPLATE}
    environment = clean_environment(variables)
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
