"""Tests that frames with unusual values are accepted, or rejected without a change, and never close the socket."""

import json
import logging
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from duels.models import Duel
from duels.realtime.process import Process
from tests.builders import a_mage, a_user
from tests.duels import odd
from tests.duels.play.test_protocol import CLIENT
from tests.duels.players import viewers
from tests.duels.realtime.test_limits import frame, logged_in, socket
from tests.duels.tables import a_duel

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
async def _process():
    yield
    await Process.current().close()


FRAMES = [
    *(frame for frame in CLIENT if frame["type"] != "forfeit"),  # a forfeit would end the duel
    {"type": "orders", "id": "c", "round": 1, "orders": {"left": "P", "right": "W", "say": "Ha!"}},
]
SENT = 200


def spoilt(die: Random) -> str:
    """Return the text of a frame in which one or two values are invalid."""
    frame: Any = {**deepcopy(die.choice(FRAMES)), "round": 1}
    for _ in range(die.choice([1, 1, 2])):
        place, key = die.choice([*_places(frame)])
        place[key] = deepcopy(die.choice(odd.VALUES))
    text = json.dumps(frame)
    return text[: die.randrange(1, len(text))] + die.choice(["", "\x00", "{", '"']) if die.random() < 0.1 else text


def _places(value: Any):
    """Yield all places in a JSON value where another value can be put, including new fields.

    A place consists of a dictionary or list, and a key or index in it.
    """
    if isinstance(value, dict):
        yield value, "left"
        yield value, "x"
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        yield value, key
        if isinstance(inner, dict | list):
            yield from _places(inner)


@sync_to_async
def begun(who: str) -> tuple[Duel, User]:
    """Start a duel, and return it with a user.

    The user is a player if `who` is "wizard", and a spectator otherwise.
    """
    black = a_mage("Black")
    return a_duel(black, a_mage("White")), black.owner if who == "wizard" else a_user()


@pytest.mark.parametrize("who", ["wizard", "watcher"])
async def test_every_odd_frame_at_a_duel_is_accepted_or_refused(who, settings, caplog):
    settings.FRAMES_A_SECOND = 100_000
    (duel, user), die, sealed, refused = await begun(who), Random(1), None, 0
    async with viewers(duel, user) as (one,):
        for _ in range(SENT):
            text = spoilt(die)
            await one.send_text(text)
            answer = await one.frame("accepted", "refused", "duel")
            refused += answer["type"] == "refused"
            assert answer.get("code") not in ("failed", "rate"), text
            sealed = answer.get("orders", sealed) if answer["type"] == "accepted" else sealed
        known = await one.fetch_duel()
    assert refused > SENT / 2
    assert known["entered"] == sealed
    assert errors(caplog) == []


async def test_every_odd_frame_in_the_lobby_is_accepted_or_refused(settings, caplog):
    settings.FRAMES_A_SECOND, die = 100_000, Random(1)
    async with socket("/ws/lobby/", await logged_in(await sync_to_async(a_user)())) as it:
        for _ in range(60):
            await it.send_to(text_data=spoilt(die))
            while (answer := await frame(it))["type"] not in ("accepted", "refused"):
                pass
            assert answer.get("code") not in ("failed", "rate")
    assert errors(caplog) == []


async def test_every_odd_frame_of_a_page_is_answered_with_the_news(settings, caplog):
    settings.FRAMES_A_SECOND, die = 100_000, Random(1)
    async with socket("/ws/news/", await logged_in(await sync_to_async(a_user)())) as it:
        for _ in range(60):
            await it.send_to(text_data=spoilt(die))
            assert (await frame(it))["type"] == "news"
    assert errors(caplog) == []


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
