import re

import pytest
from django.test import Client

from accounts.models import Mage
from duels.models import Challenge, Duel
from tests.builders import a_challenge, a_guest, a_mage, a_user
from tests.duels.people import as_user

pytestmark = pytest.mark.django_db

FORM = {"audience": "all", "book": "classic", "control": "2m", "friendly": "True"}
RATED = FORM | {"friendly": "False"}
KNOW = "I know that my mage can die in a rated duel."


def page_of(user, query=""):
    return as_user(user).get(f"/challenges/new/{query}").content.decode()


def post(user, form):
    mage = user.mages.first()
    return as_user(user).post("/challenges/new/", form | ({"mage": mage.pk} if mage else {}))


def test_the_form_is_casual_and_live_at_first():
    page = page_of(a_mage().owner)
    for field, value in (("audience", "all"), ("control", "2m"), ("friendly", "True")):
        assert f'name="{field}" value="{value}"' in page
        chosen = page.split(f'name="{field}" value="{value}"')[1].split(">")[0]
        assert "checked" in chosen
    assert "any rating · bots allowed" in page


def test_the_form_offers_a_duel_or_a_melee():
    page = page_of(a_mage().owner)
    for number, title in (("", "Duel for 2"), ("8", "Melee for 8"), ("none", "Melee for any number of players")):
        assert re.search(rf'<option value="{number}"( selected)?>{title}</option>', page), title


def test_links_fill_in_the_form_and_post_nothing():
    user = a_mage().owner
    lobby = as_user(user).get("/lobby/").content.decode()
    for query in ("?control=2m", "?control=1d"):
        assert f'href="/challenges/new/{query}"' in lobby
    assert "checked" in page_of(user, "?control=1d").split('name="control" value="1d"')[1].split(">")[0]
    assert not Challenge.objects.exists()


@pytest.mark.parametrize(("control", "pace", "reserve"), [("2m", 120, 600), ("1d", 86_400, 0)])
def test_the_button_posts_a_casual_duel_of_two(control, pace, reserve):
    mage = a_mage()
    answer = post(mage.owner, FORM | {"control": control})
    posted = Challenge.objects.get()
    assert answer.url == f"/challenge/{posted.token}/"
    assert (posted.challenger, posted.book, posted.pace, posted.reserve) == (mage, "classic", pace, reserve)
    assert (posted.is_open, posted.private, posted.limit, posted.friendly) == (True, False, 2, True)


def test_the_form_says_what_a_death_costs():
    mage = a_mage("Merlin")
    mage.standings.create(score=6)
    assert "if Merlin dies, you lose this mage and its score of 6." in page_of(mage.owner)
    a_mage("Second", owner=mage.owner)
    assert "if your mage dies, you lose it and its score." in page_of(mage.owner)
    assert "As a guest you always play casual duels." in page_of(a_guest().owner)


def test_a_first_rated_challenge_asks_once_if_the_user_knows_that_mages_die():
    user = a_mage(owner=a_user(knows_mages_die=False)).owner
    assert KNOW in page_of(user)
    assert "Tick the box first, or choose a casual challenge." in post(user, RATED).content.decode()
    post(user, FORM)
    user.refresh_from_db()
    assert not user.knows_mages_die
    post(user, RATED | {"knows": "on"})
    user.refresh_from_db()
    assert user.knows_mages_die
    assert sorted(Challenge.objects.values_list("friendly", flat=True)) == [False, True]
    assert KNOW not in page_of(user)


def test_a_guest_or_a_user_without_a_mage_gets_one():
    client = Client()
    client.post("/challenges/new/", FORM)
    assert Challenge.objects.get().challenger == Mage.objects.get()
    user = a_user()
    post(user, FORM)
    assert Challenge.objects.latest("pk").challenger.owner == user


def test_a_guests_challenge_is_casual_also_after_an_error():
    guest = a_guest().owner
    refused = post(guest, RATED | {"control": "1s"}).context["form"]
    assert refused["friendly"].value() is True
    post(guest, RATED)
    assert Challenge.objects.get().friendly


def test_the_lobby_leads_to_practice():
    assert 'href="/practice/"' in Client().get("/lobby/").content.decode()


def test_a_challenge_to_computer_players_alone_becomes_a_melee_at_once():
    client = Client()
    form = client.get("/challenges/new/?opponent=Tansy,%20Osric&limit=3").context["form"]
    client.post("/challenges/new/", FORM | {name: form[name].value() for name in ("audience", "named", "limit")})
    assert [seat.name for seat in Duel.objects.get(melee=True).seats.all()][1:] == ["Tansy", "Osric"]


def test_a_refusal_is_shown_in_the_form():
    mage = a_mage()
    for _ in range(10):
        a_challenge(mage)
    assert "You have 10 open challenges" in post(mage.owner, FORM).content.decode()


def test_an_unknown_clock_is_refused():
    assert "Select a valid choice" in post(a_mage().owner, FORM | {"control": "1s"}).content.decode()
    assert not Challenge.objects.exists()


def test_a_challenge_by_link_is_casual():
    as_user(a_mage().owner).post("/friend/")
    assert Challenge.objects.get().friendly
