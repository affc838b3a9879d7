"""Practice with the wizards of the house."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from duels.house.practice import start_practice
from duels.models import Duel
from tests.builders import a_mage, a_user
from tests.duels.people import as_user, at_once

pytestmark = pytest.mark.django_db


def test_a_stranger_is_in_a_practice_duel_by_one_click():
    client = Client()
    assert 'action="/practice/"' in client.get("/").content.decode()
    answer = client.post("/practice/", {"book": "classic"})
    duel = Duel.objects.get()
    assert answer.url == f"/duel/{duel.slug}/"
    assert (duel.practice, duel.counts, duel.pace) == (True, False, None)
    stranger, tansy = duel.seats.all()
    assert stranger.mage.owner.is_guest
    assert client.session["_auth_user_id"] == str(stranger.mage.owner_id)
    assert (tansy.name, tansy.is_house) == ("Tansy", True)


def test_a_user_practises_with_his_first_mage():
    user = a_user()
    first, _ = a_mage(owner=user), a_mage(owner=user)
    as_user(user).post("/practice/", {"book": "standard"})
    assert Duel.objects.get().seats.first().mage == first


def test_a_user_without_a_mage_gets_one_to_practise():
    user = a_user()
    as_user(user).post("/practice/", {"book": "classic"})
    assert user.mages.get() == Duel.objects.get().seats.first().mage


def test_practice_takes_a_post_and_a_book_there_is():
    client = Client()
    assert client.get("/practice/").status_code == 405
    answer = client.post("/practice/", {"book": "cookery"}, follow=True)
    assert "Please choose a spell book" in answer.content.decode()
    assert not User.objects.exists()


def test_the_house_gives_its_orders_at_once():
    duel = start_practice(mage=a_mage(), book="classic")
    assert duel.seats.get(mage=None).orders is not None
    assert duel.seats.exclude(mage=None).get().orders is None


@pytest.mark.django_db(transaction=True)
def test_practice_that_is_begun_by_two_clicks_is_one_duel():
    mage = a_mage()
    one, other = at_once([lambda: start_practice(mage=mage, book="classic")] * 2)
    assert one == other
    assert start_practice(mage=mage, book="warlocks") != one
    Duel.objects.update(started=timezone.now() - timedelta(minutes=1))
    assert start_practice(mage=mage, book="classic") != one
