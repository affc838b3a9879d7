from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from duels.house.practice import start_melee, start_practice, ways_on
from duels.house.wizards import BY_SLUG, WIZARDS
from duels.models import Duel
from duels.play.transaction import give_up
from tests.builders import a_mage, a_user
from tests.duels.people import as_user, at_once

pytestmark = pytest.mark.django_db


def finished_practice(mage, slug, *, loser):
    """Return a practice duel between this mage and the computer player `slug`, in which `loser` has surrendered."""
    duel = start_practice(mage=mage, book="classic", wizard=BY_SLUG[slug])
    give_up(duel=duel, wizard=loser)
    return duel


def test_a_visitor_starts_a_practice_duel_with_one_click():
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


def test_a_user_practises_with_their_first_mage():
    user = a_user()
    first, _ = a_mage(owner=user), a_mage(owner=user)
    as_user(user).post("/practice/", {"book": "standard"})
    assert Duel.objects.get().seats.first().mage == first


def test_a_namesake_of_a_house_wizard_meets_another_of_that_level():
    duel = start_practice(mage=a_mage("tansy"), book="classic")
    assert duel.seats.get(level=1).name == "Bramble"


def test_a_user_without_a_mage_gets_one_for_practice():
    user = a_user()
    as_user(user).post("/practice/", {"book": "classic"})
    assert user.mages.get() == Duel.objects.get().seats.first().mage


def test_an_unknown_book_is_refused():
    client = Client()
    answer = client.post("/practice/", {"book": "cookery"})
    assert answer.status_code == 200
    assert "cookery" in answer.content.decode()
    assert not User.objects.exists()


def test_the_form_sets_opponent_level_book_options_and_seat():
    terms = {"book": "warlocks", "opponent": "osric", "level": "3", "position": "1", "option_max_hp": "18"}
    as_user(a_mage("Black").owner).post("/practice/", terms)
    duel = Duel.objects.get()
    assert (duel.book, duel.options) == ("warlocks", {"max_hp": 18})
    osric, black = duel.seats.all()
    assert (osric.name, osric.level, osric.temperament) == ("Osric", 3, "healer")
    assert black.name == "Black"


def test_a_visitor_starts_a_melee_against_computer_players_of_one_level():
    client = Client()
    assert 'action="/practice/melee/"' in client.get("/practice/").content.decode()
    answer = client.post("/practice/melee/", {"opponents": "3", "level": "2", "book": "standard"})
    duel = Duel.objects.get()
    assert answer.url == f"/duel/{duel.slug}/"
    assert (duel.practice, duel.melee, duel.pace, duel.book) == (True, True, None, "standard")
    stranger, *others = duel.seats.all()
    assert stranger.mage.owner.is_guest
    assert [(seat.name, seat.level) for seat in others] == [("Osric", 2), ("Ysolde", 2), ("Tansy", 2)]


def test_opponents_in_a_melee_are_near_the_users_level_and_play_at_theirs():
    duel = start_melee(mage=a_mage("tansy"), opponents=5)
    assert [(seat.name, seat.level) for seat in duel.seats.all()][1:] == [
        *(("Bramble", 1), ("Osric", 2), ("Ysolde", 2), ("Corvin", 3), ("Melisande", 3))
    ]


@pytest.mark.parametrize("given", [{"opponents": "6"}, {"opponents": "1"}, {"level": "9"}, {"book": "cookery"}])
def test_a_melee_that_the_form_does_not_offer_is_refused(given):
    answer = Client().post("/practice/melee/", {"opponents": "2", "book": "classic", **given}, follow=True)
    assert "Choose 2 to 5 opponents" in answer.content.decode()
    assert not Duel.objects.exists()
    assert not User.objects.exists()


def test_choosing_only_a_level_gives_a_wizard_of_that_level():
    as_user(a_mage("Black").owner).post("/practice/", {"book": "classic", "level": "3"})
    assert Duel.objects.get().seats.get(mage=None).name == "Corvin"


def test_the_page_offers_every_house_wizard_and_the_next_one():
    client = Client()
    page = client.get("/practice/").content.decode()
    assert all(wizard.name in page for wizard in WIZARDS)
    assert "Your next opponent: Tansy" in page


def test_a_namesake_is_refused_with_a_reason():
    user = a_mage("Tansy").owner
    answer = as_user(user).post("/practice/", {"book": "classic", "opponent": "tansy"})
    assert "has already joined" in answer.content.decode()


def test_after_a_win_the_next_duel_starts_with_one_click():
    mage = a_mage("Black")
    duel, client = finished_practice(mage, "tansy", loser="Tansy"), as_user(mage.owner)
    told = client.get(f"/duel/{duel.slug}/next/").json()
    assert told["ways"][0] == {"wizard": "osric", "text": "Next: Osric (Apprentice)"}
    assert told["ways"][1] == {"wizard": "tansy", "text": "Again: Tansy (Novice)"}
    assert told["rating"] is None
    answer = client.post(f"/duel/{duel.slug}/next/", {"wizard": "osric"})
    begun = Duel.objects.latest("pk")
    assert answer.url == f"/duel/{begun.slug}/"
    assert [seat.name for seat in begun.seats.all()] == ["Black", "Osric"]


def test_the_third_duel_against_the_house_shows_a_rating():
    mage = a_mage("Black")
    *_, duel = [finished_practice(mage, "tansy", loser="Tansy") for _ in range(3)]
    before, after = as_user(mage.owner).get(f"/duel/{duel.slug}/next/").json()["rating"]
    assert 1000 < before < after


def test_after_losses_an_easier_wizard_is_offered():
    mage = a_mage("Black")
    finished_practice(mage, "tansy", loser="Tansy")
    once = finished_practice(mage, "osric", loser="Black")
    assert [way.wizard for way in ways_on(once, mage.owner_id)] == ["osric", "bramble"]
    assert ways_on(once, mage.owner_id)[0].text == "Again: Osric (Apprentice)"
    twice = finished_practice(mage, "osric", loser="Black")
    assert [way.wizard for way in ways_on(twice, mage.owner_id)] == ["bramble", "osric"]
    assert ways_on(twice, mage.owner_id)[0].text == "Easier: Bramble (Novice)"


def test_repeating_a_duel_keeps_terms_and_level():
    mage = a_mage("Black")
    terms = {"options": {"max_hp": 18}, "level": 4, "position": 1}
    duel = start_practice(mage=mage, book="warlocks", wizard=BY_SLUG["osric"], **terms)
    give_up(duel=duel, wizard="Black")
    as_user(mage.owner).post(f"/duel/{duel.slug}/next/")
    again = Duel.objects.latest("pk")
    assert again != duel
    assert (again.book, again.options) == ("warlocks", {"max_hp": 18})
    assert [(seat.name, seat.level) for seat in again.seats.all()] == [("Osric", 4), ("Black", None)]


def test_after_a_melee_the_same_opponents_are_offered_again():
    mage = a_mage("Black")
    duel = start_melee(mage=mage, opponents=3, level=1, book="standard")
    Duel.objects.update(started=timezone.now() - timedelta(minutes=1))
    as_user(mage.owner).post(f"/duel/{duel.slug}/next/")
    assert Duel.objects.get() == duel
    give_up(duel=duel, wizard="Black")
    assert Duel.objects.get().ended is None
    client = as_user(mage.owner)
    first, second = client.get(f"/duel/{duel.slug}/next/").json()["ways"]
    assert first == {"wizard": "", "text": "Play the same opponents again"}
    assert second["wizard"]
    client.post(f"/duel/{duel.slug}/next/", {"wizard": first["wizard"]})
    again = Duel.objects.latest("pk")
    assert again != duel
    assert (again.book, again.practice) == ("standard", True)
    seats = [[(seat.name, seat.level) for seat in each.seats.all()] for each in (duel, again)]
    assert seats[0] == seats[1]


def test_only_the_practising_user_gets_suggestions():
    duel = finished_practice(a_mage("Black"), "tansy", loser="Tansy")
    for client in (Client(), as_user(a_mage("White").owner)):
        assert client.get(f"/duel/{duel.slug}/next/").status_code == 404
        assert client.post(f"/duel/{duel.slug}/next/").status_code == 404


def test_during_practice_the_next_duel_is_refused():
    mage = a_mage("Black")
    duel = start_practice(mage=mage, book="classic")
    Duel.objects.update(started=timezone.now() - timedelta(minutes=1))
    answer = as_user(mage.owner).post(f"/duel/{duel.slug}/next/", follow=True)
    assert answer.redirect_chain == [(f"/duel/{duel.slug}/", 302)]
    assert "The duel is not over yet." in answer.content.decode()
    assert Duel.objects.get() == duel


def test_an_unknown_wizard_starts_nothing():
    mage = a_mage("Black")
    duel = finished_practice(mage, "tansy", loser="Tansy")
    answer = as_user(mage.owner).post(f"/duel/{duel.slug}/next/", {"wizard": "merlin"}, follow=True)
    assert "no such computer" in answer.content.decode()
    assert Duel.objects.count() == 1


def test_the_house_gives_its_orders_immediately():
    duel = start_practice(mage=a_mage(), book="classic")
    assert duel.seats.get(mage=None).orders is not None
    assert duel.seats.exclude(mage=None).get().orders is None


@pytest.mark.django_db(transaction=True)
def test_a_double_click_starts_one_practice_duel():
    mage = a_mage()
    one, other = at_once([lambda: start_practice(mage=mage, book="classic")] * 2)
    assert one == other
    assert start_practice(mage=mage, book="warlocks") != one
    Duel.objects.update(started=timezone.now() - timedelta(minutes=1))
    assert start_practice(mage=mage, book="classic") != one
