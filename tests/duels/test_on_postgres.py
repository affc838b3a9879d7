"""On PostgreSQL: what several do in one moment, who do not wait there as on SQLite, and statements written out."""

import subprocess
import sys

from tests.servers import ROOT, clean_environment

AT_ONCE = (
    "challenges/test_joining.py",
    "challenges/test_proposals.py",
    "challenges/test_matchmaking.py",
    "challenges/test_rematches.py",
    "challenges/test_challenges.py",
    "play/test_rows.py",
    "play/test_sql.py",
    "play/test_taking_back.py",
    "house/test_sweeper.py",
    "house/test_workers.py",
)


def test_what_is_done_at_once_is_done_once_on_postgresql_too(postgres_url, tmp_path):
    files = [f"tests/duels/{name}" for name in AT_ONCE]
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-k",
        "at_once or two_clicks or killed or written_twice or django_reads",
        *files,
    ]
    environment = clean_environment({"DATABASE_URL": postgres_url, "VAR_DIR": str(tmp_path)})
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
