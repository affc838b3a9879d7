"""Who works in the mailroom is killed between taking and answering: nothing is lost, nothing done twice."""

import email
import sqlite3
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.servers import ROOT, clean_environment

TIMES = 50


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a site is whose mailroom has been killed fifty times, and has come to its end."""
    folder = tmp_path_factory.mktemp("killed")
    environment = {
        "VAR_DIR": str(folder),
        "MAILROOM_ADDRESS": "duels@localhost",
        "EMAIL_URL": f"filemail:///{folder}/sent",
        "DJANGO_SETTINGS_MODULE": "wavinghands.settings",
    }
    command = [sys.executable, "-m", "tests.duels.mailroom.killing", str(TIMES)]
    done = subprocess.run(
        command, cwd=ROOT, env=clean_environment(environment), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return folder


def rows(folder: Path, query: str) -> list[tuple]:
    with sqlite3.connect(folder / "wavinghands.sqlite3") as database:
        return list(database.execute(query))


def test_every_letter_is_done_once(folder: Path):
    outcomes = Counter(outcome for (outcome,) in rows(folder, "SELECT outcome FROM duels_incomingletter"))
    assert outcomes == {"done": TIMES - TIMES // 5, "refused": TIMES // 5}
    assert rows(folder, "SELECT count(*), count(DISTINCT folded) FROM accounts_mage") == [(TIMES // 5, TIMES // 5)]


def test_every_letter_is_answered_once_and_what_was_sent_twice_is_the_same_message(folder: Path):
    assert rows(folder, "SELECT count(*), count(sent) FROM duels_outgoingletter") == [(TIMES, TIMES)]
    files = [path.read_bytes() for path in (folder / "sent").iterdir()]
    messages = [email.message_from_bytes(part.strip()) for it in files for part in it.split(b"-" * 79) if part.strip()]
    sent = {message["Message-ID"]: message["In-Reply-To"] for message in messages}
    assert len(sent) == len(set(sent.values())) == TIMES
    assert TIMES < len(messages) <= TIMES + TIMES // 7 + 1
