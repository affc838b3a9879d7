from datetime import timedelta

import pytest

from duels.challenges.matchmaking import LONELY
from duels.models import Duel, Seeker
from tests.builders import a_mage
from tests.duels.api.programs import a_program

pytestmark = pytest.mark.django_db


@pytest.fixture
def black():
    program = a_program(username="black")
    a_mage("Black", owner=program.user)
    return program


@pytest.fixture
def white():
    program = a_program(username="white")
    a_mage("White", owner=program.user)
    return program


def test_two_programs_that_wait_find_the_same_duel(black, white):
    assert black.post("/quick", {}).json() == {"duel": None, "house": None}
    slug = white.post("/quick", {"book": "warlocks"}).json()["duel"]
    assert black.post("/quick", {}).json()["duel"] == slug
    duel = Duel.objects.get(slug=slug)
    assert (duel.book, {seat.name for seat in duel.seats.all()}) == ("warlocks", {"Black", "White"})


def test_a_program_that_leaves_is_not_paired(black, white):
    black.post("/quick", {})
    assert black.delete("/quick").status_code == 200
    assert white.post("/quick", {}).json()["duel"] is None


def test_after_a_while_a_house_wizard_is_offered_and_plays(black):
    black.post("/quick", {})
    Seeker.objects.update(since=Seeker.objects.get().since - LONELY - timedelta(seconds=1))
    house = black.post("/quick", {}).json()["house"]
    slug = black.post("/quick/house", {"wizard": house}).json()["duel"]
    assert Duel.objects.get(slug=slug).seats.count() == 2
    assert black.post("/quick", {}).json()["duel"] == slug


def test_refusals_say_what_is_wrong(black):
    assert "You’ve left the queue." in black.post("/quick/house", {"wizard": "tansy"}).json()["detail"]
    assert black.post("/quick/house", {"wizard": "nobody"}).json()["errors"][0]["where"] == "wizard"
    assert black.post("/quick", {"book": "nonsense"}).json()["errors"][0]["where"] == "body.book"
    bot = a_program(is_bot=True)
    a_mage(owner=bot.user)
    assert "Bots" in bot.post("/quick", {}).json()["detail"]
    assert a_program("read", "play").post("/quick", {}).json()["code"] == "scope"
