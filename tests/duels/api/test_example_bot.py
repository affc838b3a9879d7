"""The bot that the documentation shows plays a duel to its end, on a real server."""

import itertools
import json
import random
import runpy
import subprocess
import sys
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


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    settings = {"DJANGO_SETTINGS_MODULE": "tests.duels.api.unlimited"}
    with a_site(tmp_path_factory.mktemp("site"), "Robot", "Black", **settings) as site:
        site.program("Robot").post("/bot")
        yield site


def bot(site):
    environment = servers.clean_environment({"WAVING_HANDS_TOKEN": site.secrets["Robot"]})
    command = [sys.executable, str(BOT), site.address]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_it_is_short():
    assert len(BOT.read_text().splitlines()) < 60


class Door:
    """What the bot takes for a site: a duel at random in which it is asked all that anybody is, all of it twice.

    Its orders are checked and let be, so that the players come by every spell; its answers count.
    """

    def __init__(self, book, number):
        self.die, self.duel = Random(f"{book} {number}"), engine.start(book, seats(number), seed=number)
        self.subject, self.wizard, self.asks = None, None, 0
        self.given, self.kinds, self.headers = [], set(), {}

    def get(self, path):
        return httpx.Response(200, json=[], request=httpx.Request("GET", f"http://site{path}"))

    def request(self, method, path, json):
        """What comes of it: a duel with the house, or orders or answers checked as the site does, now and then late."""
        if method == "POST":
            return httpx.Response(201, json={"duel": "this"})
        check = {"/duels/this/orders": engine.check_orders, "/duels/this/answers": engine.check_answers}[path]
        try:
            self.given.append(check(self.subject, self.wizard, json[path.rpartition("/")[2]]))
        except engine.OrderError as refusal:
            return httpx.Response(422, text=f"{refusal}: {json}")
        return httpx.Response(409 if self.die.random() < 0.1 else 200, json={})

    @contextmanager
    def stream(self, method, path):
        lines = (json.dumps(frame) for frame in self.frames() for _ in range(2))
        yield SimpleNamespace(raise_for_status=lambda: SimpleNamespace(iter_lines=lambda: lines))

    def frames(self):
        spells = list(self.duel.lexicon.spells)
        players = {it.name: RandomPlayer(self.die, self.die.sample(spells, len(spells))) for it in self.duel.wizards}
        while self.duel.result is None and self.duel.number < ROUNDS:
            orders = {}
            for name in self.duel.acting:
                yield self.frame(self.duel, name)
                orders[name] = players[name].orders(asked(self.duel, name))
            yield from self.round(orders)
        yield {"view": {"result": {"outcome": "draw"}}}

    def round(self, orders):
        """The frames of a round after its orders."""
        answers = {}
        played = engine.play(self.duel, orders, answers)
        while isinstance(played, engine.Asked):
            for name in played.asks:
                yield self.frame(played, name)
                answers[name] = merged(answers.get(name, {}), self.given[-1])
            played = engine.play(self.duel, orders, answers)
        self.duel = played

    def frame(self, subject, name):
        request = asked(subject, name)
        self.subject, self.wizard, self.asks = subject, name, self.asks + 1
        if isinstance(subject, engine.Asked):
            self.kinds |= {question["kind"] for question in request["questions"]}
        return {"request": request, "entered": None}


@pytest.mark.parametrize("duels", [8, pytest.param(16, marks=pytest.mark.thorough)])
def test_whatever_it_is_asked_it_gives_what_is_taken(monkeypatch, duels):
    monkeypatch.setenv("WAVING_HANDS_TOKEN", "wh_")
    monkeypatch.setattr(sys, "argv", [str(BOT)])
    kinds = set()
    for book, number in itertools.product(engine.BOOKS, range(duels)):
        random.seed(number)
        door = Door(book, number)
        monkeypatch.setattr(httpx, "Client", lambda door=door, **_: door)
        with pytest.raises(SystemExit) as end:
            runpy.run_path(str(BOT), run_name="__main__")
        assert end.value.code is None
        assert len(door.given) == door.asks
        kinds |= door.kinds
    assert kinds == {"spells", "target", "hand", "element"}


def test_it_plays_a_wizard_of_the_house_to_the_end(site):
    with bot(site) as playing:
        told, complaint = playing.communicate(timeout=servers.PATIENCE)
    assert playing.returncode == 0, complaint
    slug = told.split("/replay/")[1].split("/")[0]
    record = site.program("Black").get(f"/duels/{slug}/record").json()
    assert record["result"]["outcome"] in ("victory", "draw")
    assert {wizard["name"] for wizard in record["wizards"]} == {"Robot", "Tansy"}


def test_it_meets_a_challenge_where_bots_may_come(site):
    black = site.program("Black")
    token = black.post("/challenges", json={"control": "2m", "bots": True}).json()["token"]
    with black.stream("GET", "/stream/events") as events, bot(site) as playing:
        begun = next(line for line in events.iter_lines() if "duel_begins" in line)
        slug = black.get(f"/challenges/{token}").json()["duel"]
        assert slug in begun
        assert black.post(f"/duels/{slug}/forfeit", json={"round": 1}).status_code == 200
        told, complaint = playing.communicate(timeout=servers.PATIENCE)
    assert playing.returncode == 0, complaint
    assert '"winners": ["Robot"]' in told
