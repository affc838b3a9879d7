from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from duels.challenges.house_wizards import BOOKS
from duels.house.wizards import WIZARDS
from duels.models import Duel
from duels.play.transaction import CLICKS
from tests.builders import a_challenge, a_mage, rows_of_a_duel
from tests.duels.people import as_user
from wavinghands import engine

pytestmark = pytest.mark.django_db


def test_each_house_wizard_offers_a_duel_by_one_of_the_books():
    assert set(BOOKS) == {wizard.slug for wizard in WIZARDS}
    assert set(BOOKS.values()) == set(engine.BOOKS)


def test_the_lobby_lists_house_offers_after_peoples_challenges():
    a_challenge(a_mage("Merlin"))
    for client in (Client(), as_user(a_mage().owner)):
        page = unescape(client.get("/lobby/").content.decode())
        at = [page.index(text) for text in ("Merlin", "Tansy</strong>", "Nyx</strong>")]
        assert at == sorted(at)
        assert [f"Duel Corvin · {clock}" in page for clock in ("2 min", "1 day")] == [True, False]
        assert "Journeyman" in page


def test_the_lobby_offers_slow_duels_of_the_house_on_request(client):
    assert "Duel Corvin · 1 day" in client.get("/lobby/?clock=1d").content.decode()
    assert "Duel Corvin · 2 min" in client.get("/lobby/?clock=mountain").content.decode()


@pytest.mark.parametrize(("control", "clock"), [("2m", (120, 600)), ("1d", (86_400, 0))])
def test_accepting_a_house_offer_begins_the_duel(control, clock):
    mage = a_mage("Merlin")
    answer = as_user(mage.owner).post("/lobby/house/corvin/", {"control": control})
    duel = Duel.objects.get()
    assert answer.url == f"/duel/{duel.slug}/"
    assert [(seat.name, seat.level) for seat in duel.seats.all()] == [("Merlin", None), ("Corvin", 3)]
    assert (duel.book, duel.pace, duel.reserve) == ("nomonsters", *clock)
    assert (duel.counts, duel.practice) == (False, False)


def test_a_visitor_who_accepts_becomes_a_guest():
    client = Client()
    client.post("/lobby/house/tansy/", {"control": "2m"})
    assert Duel.objects.get().seats.first().mage.owner.is_guest


@pytest.mark.parametrize(("slug", "control"), [("merlin", "2m"), ("tansy", "30s"), ("tansy", "")])
def test_an_unknown_offer_is_refused_and_creates_no_guest(slug, control):
    client = Client()
    assert client.post(f"/lobby/house/{slug}/", {"control": control}).url == "/lobby/"
    assert "No computer player offers this duel." in client.get("/lobby/").content.decode()
    assert not Duel.objects.exists()
    assert not User.objects.exists()


def test_a_double_click_accepts_once_and_a_later_click_again():
    client = as_user(a_mage().owner)
    one, same = (client.post("/lobby/house/tansy/", {"control": "1d"}).url for _ in range(2))
    assert one == same
    Duel.objects.update(started=timezone.now() - 2 * CLICKS)
    assert client.post("/lobby/house/tansy/", {"control": "1d"}).url != one


def test_during_a_live_duel_only_slow_offers_can_be_accepted():
    mage = a_mage()
    rows_of_a_duel(mage, a_mage(), pace=60, started=timezone.now() - timedelta(minutes=1))
    client = as_user(mage.owner)
    assert client.post("/lobby/house/tansy/", {"control": "2m"}).url == "/lobby/"
    assert ">Finish it first.</a>" in client.get("/lobby/").content.decode()
    assert client.post("/lobby/house/tansy/", {"control": "1d"}).url.startswith("/duel/")
