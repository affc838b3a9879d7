"""Challenges posted with one click."""

import pytest
from django.test import Client

from accounts.models import Mage
from duels.models import Challenge
from tests.builders import a_challenge, a_mage

pytestmark = pytest.mark.django_db


def as_user(user):
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize(("control", "pace", "reserve"), [("2m", 120, 600), ("1d", 86_400, 0)])
def test_one_click_challenges_everybody_to_a_two_wizard_duel(control, pace, reserve):
    mage = a_mage()
    answer = as_user(mage.owner).post("/challenges/post/", {"control": control})
    posted = Challenge.objects.get()
    assert answer.url == f"/challenge/{posted.token}/"
    assert (posted.challenger, posted.book, posted.pace, posted.reserve) == (mage, "classic", pace, reserve)
    assert (posted.is_open, posted.private, posted.limit, posted.options) == (True, False, 2, {})


def test_a_quick_challenge_uses_the_book_of_the_users_last_one():
    mage = a_mage("Merlin")
    a_challenge(book="nomonsters")  # by another user
    a_challenge(mage, book="standard", state=Challenge.State.WITHDRAWN, options={"max_hp": 20})
    client = as_user(mage.owner)
    assert "with Standard rules, as Merlin" in client.get("/lobby/").content.decode()
    client.post("/challenges/post/", {"control": "2m"})
    posted = Challenge.objects.latest("pk")
    assert (posted.book, posted.options) == ("standard", {})


def test_a_double_click_posts_one_challenge():
    client = as_user(a_mage().owner)
    one, same = (client.post("/challenges/post/", {"control": "2m"}).url for _ in range(2))
    assert one == same


def test_a_visitor_challenges_as_a_guest():
    client = Client()
    assert "a mage with a random name" in client.get("/lobby/").content.decode()
    client.post("/challenges/post/", {"control": "2m"})
    posted = Challenge.objects.get()
    assert posted.challenger == Mage.objects.get()
    assert posted.challenger.owner.is_guest


def test_a_refusal_is_shown_in_the_lobby():
    mage = a_mage()
    for _ in range(10):
        a_challenge(mage)
    page = as_user(mage.owner).post("/challenges/post/", {"control": "2m"}, follow=True).content.decode()
    assert "You have 10 open challenges" in page


@pytest.mark.parametrize("control", ["", "2 minutes", "1s"])
def test_an_unknown_clock_redirects_to_the_full_form(control):
    assert as_user(a_mage().owner).post("/challenges/post/", {"control": control}).url == "/challenges/new/"
    assert not Challenge.objects.exists()
