"""On PostgreSQL: what several do in one moment, who do not wait there as on SQLite, and statements written out.

And servers of the version before, which go on with its rows. All in one run of tests: each takes seconds to start.
"""

import subprocess
import sys

import pytest

from tests.servers import ROOT, clean_environment
from tests.sites import TEMPLATE

FILES = (
    "tests/duels/challenges/test_joining.py",
    "tests/duels/challenges/test_proposals.py",
    "tests/duels/challenges/test_matchmaking.py",
    "tests/duels/challenges/test_rematches.py",
    "tests/duels/challenges/test_challenges.py",
    "tests/duels/play/test_rows.py",
    "tests/duels/play/test_sql.py",
    "tests/duels/play/test_taking_back.py",
    "tests/duels/house/test_sweeper.py",
    "tests/duels/house/test_workers.py",
    "tests/test_migrations.py",
)
CHOSEN = "at_once or two_clicks or killed or written_twice or django_reads or the_code_before"


@pytest.mark.parametrize("marked", ["not thorough", pytest.param("thorough", marks=pytest.mark.thorough)])
def test_what_postgresql_may_do_otherwise_holds_there_too(postgres_url, tmp_path, marked):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", CHOSEN, "-m", marked, *FILES]
    variables = {"DATABASE_URL": postgres_url, "VAR_DIR": str(tmp_path), "TEMPLATE_DATABASE": TEMPLATE}
    environment = clean_environment(variables)
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
