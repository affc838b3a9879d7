"""Tests for workers in separate processes, including killed workers and an unavailable database."""

import asyncio
import signal
import subprocess
import sys
import time
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection
from django_tasks_db.models import DBTaskResult

from duels.models import Duel, RecurringJob, Round
from duels.play import heartbeat
from duels.play.actions import GiveOrders
from duels.play.loading import table
from duels.play.transaction import perform
from tests import servers
from tests.chaos.site import postgres, url_of
from tests.conftest import skip_or_fail
from tests.duels.house.duels import against
from tests.duels.tables import a_duel, make_overdue
from tests.servers import ROOT, clean_environment

REST = {"left": "-", "right": "-"}
PATIENCE = 300
LEVELS = (4, 5)
SLOW_WORKER = """
import time, os, django
os.environ["DJANGO_SETTINGS_MODULE"] = "wavinghands.settings"
django.setup()
from django.core.management import call_command
from wavinghands import search
choose = search.choose
search.choose = lambda *given, **more: time.sleep(0.2) or choose(*given, **more)
call_command("worker")
"""
BACK_WITHIN = 10.0
"""The number of seconds within which a worker must resume work after a database outage. An idle machine needs half."""


@pytest.fixture
def start_worker(tmp_path):
    """Return a function that starts a worker, on this test's database or another one.

    All workers are killed after the test.
    """
    started = []

    def start(program=("manage.py", "worker"), database=None):
        variables = {"DATABASE_URL": database or _address(connection.settings_dict), "VAR_DIR": str(tmp_path)}
        environment = clean_environment(variables)
        started.append(subprocess.Popen([sys.executable, *program], cwd=ROOT, env=environment))
        return started[-1]

    yield start
    for worker in started:
        worker.kill()
        worker.wait()


def _address(database):
    """Return the URL of a database in the format of the settings."""
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    return "postgres://{USER}:{PASSWORD}@{HOST}:{PORT}/{NAME}".format(**database)


def play(level):
    """Make Black do nothing in the running duel against this level's computer player, if the duel is waiting for Black.

    If no such duel is running, start one.
    """
    duel = Duel.objects.filter(seats__level=level, ended=None).first() or against(level)
    if "Black" in table(duel.slug).waiting():
        perform([GiveOrders(slug=duel.slug, wizard="Black", round_number=None, orders=REST)])


def until(is_so, worker, levels=()):
    """Play duels against computer players of these levels until `is_so()` returns true."""
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        for level in levels:
            play(level)
        with suppress(subprocess.TimeoutExpired):
            worker.wait(0.02)


def test_the_command_is_known_to_django():
    with pytest.raises(SystemExit):
        call_command("worker", "--help")


@pytest.mark.django_db(transaction=True)
def test_a_worker_plays_on_gives_orders_runs_jobs_and_stops_on_request(start_worker, tmp_path):
    heartbeat.beat()
    overdue, house = a_duel(pace=60), against(5)
    make_overdue(overdue)
    worker = start_worker()
    until(lambda: Duel.objects.get(pk=overdue.pk).round == 2, worker)
    until(lambda: table(house.slug).waiting() == ["Black"], worker)
    until(RecurringJob.objects.filter(name="sessions", done__isnull=False).exists, worker)
    assert (tmp_path / "worker.heartbeat").exists()
    worker.send_signal(signal.SIGTERM)
    assert worker.wait(PATIENCE) == 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "killed", [pytest.param(1, marks=pytest.mark.brief), pytest.param(3, marks=pytest.mark.thorough)]
)
def test_workers_killed_during_a_search_lose_and_repeat_nothing(start_worker, killed):
    dice, running = Random(1), DBTaskResult.objects.running()
    worker = start_worker(["-c", SLOW_WORKER])
    for _ in range(killed):
        rounds = Round.objects.count() + dice.randint(1, 4)
        until(lambda: Round.objects.count() >= rounds, worker, LEVELS)  # noqa: B023
        until(running.exists, worker, LEVELS)
        worker.kill()
        worker.wait()
        running.delete()
        worker = start_worker(["-c", SLOW_WORKER])
    rounds = Round.objects.count() + 2 * len(LEVELS)
    until(lambda: Round.objects.count() >= rounds, worker, LEVELS)
    for duel in Duel.objects.all():
        numbers = list(duel.rounds.values_list("number", flat=True))
        assert numbers == list(range(1, duel.round)), "nothing is lost"


@pytest.mark.thorough
async def test_a_worker_waits_for_an_unavailable_database_at_any_time(start_worker, tmp_path):
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)  # PostgreSQL runs as a different user
        try:
            database = postgres(folder, folder)
        except servers.MissingError as why:
            skip_or_fail(why)
        try:
            await _is_back_at_work_each_time(database, start_worker, tmp_path)
        finally:
            database.end()


async def _is_back_at_work_each_time(database, start_worker, tmp_path):
    worker = start_worker(database=url_of(database))
    for _ in range(2):  # the database is down when the worker starts, and again while it works
        for _ in range(3):
            await _look(tmp_path / "worker.heartbeat")
        await _start(database)
        async with asyncio.timeout(BACK_WITHIN):
            while _silence(url_of(database)) > heartbeat.BEAT * 2:
                await asyncio.sleep(0.02)
        await database.stop(signal.SIGINT)
    assert worker.poll() is None


async def _look(file):
    """Wait until the worker touches this file again, which it does after each check of the deadlines."""
    before = file.stat().st_mtime if file.exists() else 0
    async with asyncio.timeout(PATIENCE):
        while not file.exists() or file.stat().st_mtime == before:
            await asyncio.sleep(0.02)


async def _start(database):
    database.start()
    await database.ready()


def _silence(url):
    """Return how long ago a worker last renewed its heartbeat, which is stored in the database at `url`."""
    with psycopg.connect(url) as database:
        row = database.execute("SELECT now() - done FROM duels_chore WHERE name = %s", [heartbeat.NAME]).fetchone()
    return row[0] if row else timedelta.max
