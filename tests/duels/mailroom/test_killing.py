"""Tests that no e-mail is lost or carried out twice if a process is killed before it sends the reply."""

import email
import sqlite3
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.duels.mailroom.killing import PLACES
from tests.servers import ROOT, clean_environment
from tests.sites import DATABASE, copy_of_sqlite


@pytest.fixture(
    scope="module", params=[pytest.param(10, marks=pytest.mark.brief), pytest.param(50, marks=pytest.mark.thorough)]
)
def times(request: pytest.FixtureRequest) -> int:
    """Return the number of processes to kill, one after another: more than there are steps to interrupt."""
    assert request.param > len(PLACES)
    return request.param


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, times: int) -> Path:
    """Kill `times` processes of a new site's mailroom, process all e-mails, and return the site's folder."""
    folder = tmp_path_factory.mktemp("killed")
    copy_of_sqlite(folder / DATABASE)
    environment = {
        "VAR_DIR": str(folder),
        "MAILROOM_ADDRESS": "duels@localhost",
        "EMAIL_URL": f"filemail:///{folder}/sent",
        "DJANGO_SETTINGS_MODULE": "wavinghands.settings",
    }
    command = [sys.executable, "-m", "tests.duels.mailroom.killing", str(times)]
    done = subprocess.run(
        command, cwd=ROOT, env=clean_environment(environment), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return folder


def rows(folder: Path, query: str) -> list[tuple]:
    with sqlite3.connect(folder / DATABASE) as database:
        return list(database.execute(query))


def test_every_e_mail_is_processed_once(folder: Path, times: int):
    outcomes = Counter(outcome for (outcome,) in rows(folder, "SELECT outcome FROM duels_incomingletter"))
    assert outcomes == {"done": times - times // 5, "refused": times // 5}
    assert rows(folder, "SELECT count(*), count(DISTINCT folded) FROM accounts_mage") == [(times // 5, times // 5)]


def test_every_e_mail_has_one_reply_and_repeats_have_its_message_id(folder: Path, times: int):
    assert rows(folder, "SELECT count(*), count(sent) FROM duels_outgoingletter") == [(times, times)]
    files = [path.read_bytes() for path in (folder / "sent").iterdir()]
    messages = [email.message_from_bytes(part.strip()) for it in files for part in it.split(b"-" * 79) if part.strip()]
    sent = {message["Message-ID"]: message["In-Reply-To"] for message in messages}
    assert len(sent) == len(set(sent.values())) == times
    assert times < len(messages) <= times + times // 7 + 1
