"""Tests for the example bot in the documentation, against fake sites and a real server."""

import itertools
import json
import random
import runpy
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import SimpleNamespace

import httpx
import pytest

from tests import servers
from tests.duels.api.sites import a_site
from tests.engine.players import RandomPlayer
from tests.engine.plays import asked, merged, seats
from wavinghands import engine

BOT = Path(servers.ROOT, "docs/examples/bot.py")
ROUNDS = 24
GONE = httpx.RemoteProtocolError("the connection is gone")


def test_the_example_bot_is_short():
    assert len(BOT.read_text().splitlines()) < 80


class Door:
    """A fake site with a random duel, in which the bot controls all wizards.

    The site checks the bot's orders, but then plays the orders of random players instead, because they cast more
    spells. The bot's answers to questions are used. From time to time, the site is busy or unreachable, or the stream
    of events is interrupted.
    """

    def __init__(self, book, number):
        self.die, self.duel = Random(f"{book} {number}"), engine.start(book, seats(number), seed=number)
        self.subject, self.wizard, self.request_now, self.asks = None, None, None, 0
        self.given, self.answered, self.kinds, self.headers = [], set(), set(), {}
        self.owed, self.events = 0, self.all_events()

    def request(self, method, path, json):
        """Respond to a request, or pretend at random to be busy or unreachable.

        The attribute `owed` adds up the seconds for which the bot should wait.
        """
        trouble = self.die.random()
        if trouble < 0.02:
            self.owed += 2
            raise GONE
        if trouble < 0.06:
            self.owed += 7
            return httpx.Response(429 if trouble < 0.04 else 503, headers={"Retry-After": "7"})
        if method == "GET":
            waiting = [] if self.asks in self.answered else [self.wizard]
            now = {"request": self.request_now, "wizard": self.wizard, "waiting": waiting}
            fields = {"/challenges": [], "/duels/mine": [], "/duels/this/request": now}
            return httpx.Response(200, json=fields[path])
        check = {"/duels/this/orders": engine.check_orders, "/duels/this/answers": engine.check_answers}[path]
        try:
            self.given.append(check(self.subject, self.wizard, json[path.rpartition("/")[2]]))
        except engine.OrderError as refusal:
            pytest.fail(f"{refusal}: {json}")
        self.answered.add(self.asks)
        return httpx.Response(200, json={"round": 1}) if self.die.random() < 0.9 else httpx.Response(409, json={})

    @contextmanager
    def stream(self, method, path):
        yield SimpleNamespace(is_success=True, headers={}, iter_lines=self.lines)

    def lines(self):
        yield ""
        for event in self.events:
            yield json.dumps(event)
            if self.die.random() < 0.05:
                raise GONE
        sys.exit()

    def all_events(self):
        spells = list(self.duel.lexicon.spells)
        players = {it.name: RandomPlayer(self.die, self.die.sample(spells, len(spells))) for it in self.duel.wizards}
        while self.duel.result is None and self.duel.number < ROUNDS:
            orders = {}
            for name in self.duel.acting:
                yield self.waits(self.duel, name)
                orders[name] = players[name].orders(asked(self.duel, name))
            yield from self.round(orders)

    def round(self, orders):
        """Play a round with these orders, and yield the events that the bot receives during it."""
        answers = {}
        played = engine.play(self.duel, orders, answers)
        while isinstance(played, engine.Asked):
            for name in played.asks:
                yield self.waits(played, name)
                answers[name] = merged(answers.get(name, {}), self.given[-1])
            played = engine.play(self.duel, orders, answers)
        self.duel = played

    def waits(self, subject, name):
        self.request_now = asked(subject, name)
        self.subject, self.wizard, self.asks = subject, name, self.asks + 1
        if isinstance(subject, engine.Asked):
            self.kinds |= {question["kind"] for question in self.request_now["questions"]}
        return {"type": "duel_waits", "slug": "this"}


@pytest.mark.parametrize(
    "duels", [pytest.param(8, marks=pytest.mark.brief), pytest.param(16, marks=pytest.mark.thorough)]
)
def test_the_bot_gives_legal_orders_and_waits_as_long_as_requested(monkeypatch, duels):
    monkeypatch.setenv("WAVING_HANDS_TOKEN", "wh_")
    monkeypatch.setattr(sys, "argv", [str(BOT)])
    slept, owed, kinds = [], 0, set()
    monkeypatch.setattr(time, "sleep", slept.append)
    for book, number in itertools.product(engine.BOOKS, range(duels)):
        random.seed(number)
        door = Door(book, number)
        monkeypatch.setattr(httpx, "Client", lambda door=door, **_: door)
        with pytest.raises(SystemExit) as end:
            runpy.run_path(str(BOT), run_name="__main__")
        assert end.value.code is None
        assert len(door.answered) == door.asks
        owed += door.owed
        kinds |= door.kinds
    assert sum(slept) == owed > 0
    assert kinds == {"spells", "target", "hand", "element"}


class AcceptingDoor:
    """A fake site on which the bot's challenge is accepted between two requests."""

    def __init__(self):
        self.headers, self.requests, self.posted = {}, 0, 0

    def request(self, method, path, json):
        self.requests += 1
        self.posted += method == "POST"
        challenges = [{"token": "mine", "mine": True, "may_accept": False}] if self.requests == 1 else []
        duels = [{"slug": "this", "waits": False}] if self.requests > 1 else []
        fields = {"/challenges": challenges, "/duels/mine": duels}
        return httpx.Response(200, json=fields.get(path, {}))

    @contextmanager
    def stream(self, method, path):
        yield SimpleNamespace(is_success=True, headers={}, iter_lines=self.lines)

    def lines(self):
        yield ""
        sys.exit()


def test_the_bot_posts_no_challenge_while_its_last_becomes_a_duel(monkeypatch):
    monkeypatch.setenv("WAVING_HANDS_TOKEN", "wh_")
    monkeypatch.setattr(sys, "argv", [str(BOT), "http://site", "Tansy"])
    door = AcceptingDoor()
    monkeypatch.setattr(httpx, "Client", lambda **_: door)
    with pytest.raises(SystemExit):
        runpy.run_path(str(BOT), run_name="__main__")
    assert (door.requests, door.posted) == (2, 0)


# On a real server -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    settings = {"DJANGO_SETTINGS_MODULE": "tests.duels.api.unlimited", "STREAM_BEAT": "0.5"}
    with a_site(tmp_path_factory.mktemp("site"), "Robot", "Black", "White", **settings) as site:
        site.program("Robot").post("/bot")
        yield site


class Bot:
    """The example bot in a separate process, with the events that it prints."""

    def __init__(self, site, name, *rivals):
        environment = servers.clean_environment({"WAVING_HANDS_TOKEN": site.secrets[name]})
        self.process = subprocess.Popen(
            [sys.executable, str(BOT), site.address, *rivals], env=environment, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.kill()
        self.process.communicate()

    def until(self, type_, **fields):
        """Wait for an event of this type with these fields, and return it."""
        for line in self.process.stdout:
            event = json.loads(line)
            if event["type"] == type_ and fields.items() <= event.items():
                return event
        raise AssertionError("The bot has ended.")


def test_the_bot_plays_against_a_house_wizard_to_the_end(site):
    with Bot(site, "Robot", "Tansy") as robot:
        slug = robot.until("duel_ends")["slug"]
    record = site.program("Black").get(f"/duels/{slug}/record").json()
    assert record["result"]["outcome"] in ("victory", "draw")
    assert {wizard["name"] for wizard in record["wizards"]} == {"Robot", "Tansy"}
    finish_all_of(site, "Robot")


def finish_all_of(site, *names):
    for name in names:
        program = site.program(name)
        for duel in program.get("/duels/mine").json():
            number = program.get(f"/duels/{duel['slug']}/request").json()["round"]
            program.post(f"/duels/{duel['slug']}/forfeit", json={"round": number})


def wait_for(program, slug, round_):
    """Wait until the duel has reached round `round_` and is only waiting for the orders of the client's user."""
    with program.stream("GET", f"/stream/duels/{slug}") as frames:
        for _frame in frames.iter_lines():
            now = program.get(f"/duels/{slug}/request").json()
            if now["round"] >= round_ and now["waiting"] == [now["wizard"]]:
                return


def test_a_bot_killed_during_a_duel_continues_after_a_restart(site):
    rival = site.program("White")
    with Bot(site, "Robot") as robot:
        rival.post("/challenges", json={"control": "2m", "audience": "mage", "named": ["Robot"]})
        slug = robot.until("duel_begins")["slug"]
        rival.put(f"/duels/{slug}/orders", json={"round": 1, "orders": {"left": "W", "right": "-"}})
        wait_for(rival, slug, round_=2)
    with Bot(site, "Robot", "White") as again:
        assert again.until("duel_begins")["slug"] == slug, "it begins no other duel"
        rival.put(f"/duels/{slug}/orders", json={"round": 2, "orders": {"left": "W", "right": "-"}})
        wait_for(rival, slug, round_=3)
        finish_all_of(site, "White")
        again.until("duel_ends", slug=slug)
    finish_all_of(site, "Robot")


def test_the_bot_accepts_challenges_and_plays_duels_in_parallel(site):
    black, white = site.program("Black"), site.program("White")
    with Bot(site, "Robot") as robot:
        to_all = black.post("/challenges", json={"control": "2m", "bots": True}).json()["token"]
        first = robot.until("duel_begins")["slug"]
        white.post("/challenges", json={"control": "2m", "audience": "mage", "named": ["Robot"]})
        second = robot.until("duel_begins")["slug"]
        assert black.get(f"/challenges/{to_all}").json()["duel"] == first
        for program, slug in ((black, first), (white, second)):
            program.put(f"/duels/{slug}/orders", json={"round": 1, "orders": {"left": "W", "right": "-"}})
        for program, slug in ((black, first), (white, second)):
            wait_for(program, slug, round_=2)
    finish_all_of(site, "Black", "White")


def test_a_wrong_token_ends_the_bot(site):
    environment = servers.clean_environment({"WAVING_HANDS_TOKEN": "wh_wrong"})
    command = [sys.executable, str(BOT), site.address]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, "unauthorized" in done.stderr) == (1, True)
