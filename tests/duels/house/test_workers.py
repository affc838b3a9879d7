"""Workers in processes of their own, and what becomes of duels when they are killed."""

import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from datetime import timedelta
from random import Random

import pytest
from django.db import connection
from django_tasks_db.models import DBTaskResult

from duels.house import sweeper, thinking
from duels.house.sweeper import sweep
from duels.models import Duel, Round
from duels.play.actions import GiveOrders
from duels.play.tables import table
from duels.play.transaction import perform
from duels.wording.refusals import Refused
from tests.duels.house.duels import against
from tests.servers import ROOT, clean_environment

pytestmark = pytest.mark.django_db(transaction=True)

REST = {"left": "-", "right": "-"}
PATIENCE = 300
LEVELS = (4, 5)
SLOW_WORKER = """
import os, time, django
os.environ["DJANGO_SETTINGS_MODULE"] = "wavinghands.settings"
django.setup()
from django.core.management import call_command
from wavinghands import search
choose = search.choose
search.choose = lambda *given, **more: time.sleep(0.2) or choose(*given, **more)
call_command("worker")
"""


@pytest.fixture
def start_worker(tmp_path):
    """Starts a worker at the database of this test; ends all of them."""
    started = []

    def start(program=("manage.py", "worker")):
        environment = clean_environment({"DATABASE_URL": _address(connection.settings_dict), "VAR_DIR": str(tmp_path)})
        started.append(subprocess.Popen([sys.executable, *program], cwd=ROOT, env=environment))
        return started[-1]

    yield start
    for worker in started:
        worker.kill()
        worker.wait()


def _address(database):
    """The address of a database, as the settings take it."""
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    return "postgres://{USER}:{PASSWORD}@{HOST}:{PORT}/{NAME}".format(**database)


@contextmanager
def giving(monkeypatch):
    """Notes whose orders are given in which round, and whether they were thought out."""
    given = []

    def listen(actions):
        outcomes = perform(actions)
        for action, outcome in zip(actions, outcomes, strict=True):
            if not isinstance(outcome, Refused):
                given.append(((action.slug, action.round_number, action.wizard), action.orders is not None))
        return outcomes

    with monkeypatch.context() as patch:
        patch.setattr(sweeper, "perform", listen)
        yield given


def play(level):
    """Have Black do nothing, if he is awaited in the last duel with this level; a new one is begun after it."""
    duel = Duel.objects.filter(seats__level=level, ended=None).first() or against(level)
    if "Black" in table(duel.slug).waiting():
        perform([GiveOrders(slug=duel.slug, wizard="Black", round_number=None, orders=REST)])


def until(is_so, worker, levels=()):
    """Play duels with these levels until something is so."""
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        for level in levels:
            play(level)
        sweep()
        with suppress(subprocess.TimeoutExpired):
            worker.wait(0.02)


def test_a_worker_finds_orders_and_comes_to_its_end_when_it_is_told_to(start_worker, tmp_path, monkeypatch):
    monkeypatch.setattr(sweeper, "PATIENCE", PATIENCE)  # however busy this machine is
    monkeypatch.setattr(thinking, "LONGEST_SILENCE", timedelta(seconds=PATIENCE))
    worker = start_worker()
    until(thinking.has_worker, worker)
    with giving(monkeypatch) as given:
        duel = against(5)
        until(lambda: given, worker)
    assert given == [((duel.slug, 1, "House"), True)]
    assert (tmp_path / "worker.heartbeat").exists()
    worker.send_signal(signal.SIGTERM)
    assert worker.wait(PATIENCE) == 0


@pytest.mark.parametrize("killed", [1, pytest.param(3, marks=pytest.mark.thorough)])
def test_workers_that_are_killed_while_they_think_lose_nothing_and_have_nothing_played_twice(
    start_worker, monkeypatch, killed
):
    dice, jobs = Random(1), DBTaskResult.objects
    with giving(monkeypatch) as given:
        for _ in range(killed):
            worker, thoughts = start_worker(["-c", SLOW_WORKER]), _thought_out(given) + dice.randint(1, 4)
            until(lambda: _thought_out(given) >= thoughts, worker, LEVELS)  # noqa: B023
            until(jobs.running().exists, worker, LEVELS)
            worker.kill()
            rounds = Round.objects.count() + 2 * len(LEVELS)
            until(lambda: Round.objects.count() >= rounds, worker, LEVELS)  # noqa: B023
    assert len({key for key, _ in given}) == len(given), "nothing is given twice"
    for duel in Duel.objects.all():
        numbers = list(duel.rounds.values_list("number", flat=True))
        assert numbers == list(range(1, duel.round)), "nothing is lost"


def _thought_out(given):
    """How many orders have come from workers."""
    return sum(is_thought_out for _, is_thought_out in given)
