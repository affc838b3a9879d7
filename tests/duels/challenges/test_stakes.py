import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone

from duels.challenges.lobby import offers_for
from duels.challenges.open_challenges import challenge_of, open_challenges
from duels.challenges.stakes import stakes_for
from duels.models import Challenge, Duel
from tests.builders import a_challenge, a_guest, a_mage, a_user
from tests.duels.people import as_user

pytestmark = pytest.mark.django_db


def a_rated_mage(name, **standing):
    mage = a_mage(name)
    mage.standings.create(**{"deviation": 60, "rated": timezone.now(), "wins": 3} | standing)
    return mage


def stakes_of(challenge, mage):
    return stakes_for(challenge_of(challenge.token), mage.owner, [mage])


def test_a_rated_duel_can_cost_the_mage_and_its_score():
    merlin = a_rated_mage("Merlin", rating=1480, score=6)
    stakes = stakes_of(a_challenge(a_rated_mage("Morgana", rating=1542)), merlin)
    assert stakes.is_rated
    assert stakes.title == "Rated: your mage can die."
    assert "If Merlin dies, you lose this mage and its score of 6. You can register a new mage" in stakes.details
    assert "If you surrender in time by showing both palms, your mage survives, but you lose 1 point." in stakes.details
    assert stakes.details.endswith("to your rating of 1480.")


def test_stakes_name_no_rating_before_the_third_rated_duel():
    details = stakes_of(a_challenge(a_rated_mage("Morgana")), a_rated_mage("Merlin", wins=2)).details
    assert details.endswith("A win adds 1 point, and your rating rises.")


def test_a_negative_score_at_stake_has_a_minus_sign():
    details = stakes_of(a_challenge(), a_rated_mage("Merlin", score=-2)).details
    assert "its score of −2" in details


def test_a_score_of_zero_is_not_named_among_the_stakes():
    details = stakes_of(a_challenge(), a_rated_mage("Merlin", score=0)).details
    assert details.startswith("If Merlin dies, you lose this mage. You can register a new mage")


def test_with_several_mages_or_opponents_the_stakes_are_general():
    merlin, other = a_mage("Merlin"), a_mage("Other")
    general = stakes_for(challenge_of(a_challenge().token), merlin.owner, [merlin, other]).details
    assert "If your mage dies" in general
    assert "A win adds 1 point, and your rating rises." in general
    assert "1 point for each opponent you defeat" in stakes_of(a_challenge(limit=4), merlin).details


@pytest.mark.parametrize(
    ("terms", "why"),
    [({"friendly": True}, "No rating changes"), ({"house": ["Nyx"], "limit": 4}, "Duels with computer")],
)
def test_a_casual_duel_costs_nothing(terms, why):
    stakes = stakes_of(a_challenge(**terms), a_mage())
    assert (stakes.is_rated, stakes.title) == (False, "Casual: nothing is at stake.")
    assert stakes.details.startswith(why)


def test_duels_of_guests_are_casual():
    assert not stakes_of(a_challenge(a_guest()), a_mage()).is_rated
    assert "The duels of guests" in stakes_of(a_challenge(), a_guest()).details
    assert not stakes_for(challenge_of(a_challenge().token), AnonymousUser(), []).is_rated


def test_the_page_has_the_opponents_rating_and_record_and_the_clock_in_words():
    challenge = a_challenge(a_rated_mage("Morgana", rating=1542, wins=34, losses=21), pace=120, reserve=600)
    page = as_user(a_mage().owner).get(f"/challenge/{challenge.token}/").content.decode()
    for words in ("1542", "34 – 21", "None yet", "Rated: your mage can die."):
        assert words in page
    assert "2 minutes per round, plus 10 minutes in reserve for the whole duel." in page


def test_a_first_rated_duel_is_accepted_only_with_the_box():
    mage = a_mage(owner=a_user(knows_mages_die=False))
    challenge = a_challenge()
    address, client = f"/challenge/{challenge.token}/", as_user(mage.owner)
    assert "We’ll ask only once." in client.get(address).content.decode()
    assert "Tick the box first" in client.post(address, {"mage": mage.pk}).content.decode()
    assert not Duel.objects.exists()
    client.post(address, {"mage": mage.pk, "knows": "on"})
    assert Duel.objects.get().counts
    mage.owner.refresh_from_db()
    assert mage.owner.knows_mages_die


def test_a_casual_duel_is_accepted_without_the_box():
    mage = a_mage(owner=a_user(knows_mages_die=False))
    address = f"/challenge/{a_challenge(friendly=True).token}/"
    assert "We’ll ask only once." not in as_user(mage.owner).get(address).content.decode()
    as_user(mage.owner).post(address, {"mage": mage.pk})
    assert Challenge.objects.get().state == "accepted"


def test_the_lobby_lists_stakes_and_ratings():
    a_challenge(a_rated_mage("Morgana", rating=1542.4))
    a_challenge(a_rated_mage("Kay", rating=1400, deviation=200), friendly=True)
    a_challenge(a_mage("Newt"))
    a_challenge(a_rated_mage("Eft", rating=1600, wins=2))
    offers = {it["challenger"]: (it["rated"], it["rating"]) for it in offers_for(open_challenges(), None)}
    assert offers == {"Morgana": (True, "1542"), "Kay": (False, "1400?"), "Newt": (True, ""), "Eft": (True, "")}


def test_only_a_challenge_to_the_viewer_has_a_primary_button():
    black, white = a_mage("Black"), a_mage("White")
    a_challenge(black, friendly=True)
    assert 'class="button primary"' not in as_user(white.owner).get("/challenges/").content.decode()
    a_challenge(black, opponent=white, friendly=True)
    assert as_user(white.owner).get("/challenges/").content.decode().count('class="button primary"') == 1


BEFORE = [("accounts", "0010_knows_mages_die"), ("duels", "0027_lobby_chat")]
AFTER = [("duels", "0028_veterans_know")]


@pytest.mark.thorough
def test_users_with_rated_duels_are_not_asked_later(migrate):
    apps = migrate(BEFORE)
    user, mage, standing = (
        apps.get_model(*name) for name in (("accounts", "User"), ("accounts", "Mage"), ("duels", "Standing"))
    )
    for name in ("Veteran", "Novice"):
        mage.objects.create(name=name, folded=name.lower(), owner=user.objects.create(username=name))
    standing.objects.create(mage=mage.objects.get(name="Veteran"))
    found = migrate(AFTER).get_model("accounts", "User").objects.values_list("username", "knows_mages_die")
    assert dict(found) == {"Veteran": True, "Novice": False}


def test_a_quick_duel_says_its_stakes_and_asks_once():
    mage = a_mage("Merlin", owner=a_user(knows_mages_die=False))
    client = as_user(mage.owner)
    page = client.get("/quick/").content.decode()
    for words in ("If Merlin dies", "1 minute per round, plus 5 minutes in reserve", "We’ll ask only once."):
        assert words in page
    assert _chosen_stakes(page) == "True"
    assert client.post("/quick/beat/", {"mage": mage.pk, "friendly": "True"}).json()["duel"] is None
    assert "Tick the box" in client.post("/quick/beat/", {"mage": mage.pk, "friendly": "False"}).json()["why"]
    assert client.post("/quick/beat/", {"mage": mage.pk, "knows": "on"}).json()["duel"] is None
    assert client.post("/quick/beat/", {"mage": mage.pk}).status_code == 200
    page = client.get("/quick/").content.decode()
    assert "We’ll ask only once." not in page
    assert _chosen_stakes(page) == "False"


def _chosen_stakes(page: str) -> str:
    return re.search(r'name="friendly" value="(\w+)"[^>]*checked', page)[1]


def test_a_quick_duel_of_a_guest_is_casual():
    page = as_user(a_guest().owner).get("/quick/").content.decode()
    assert "The duels of guests are always casual." in page
    assert "We’ll ask only once." not in page


def rows_that_accept(client):
    """Return the address of each form in the lobby that accepts a challenge, and the id of the mage that it submits."""
    found = r'<form method="post" action="(/challenge/[^"]+)">.*?name="mage" value="(\d+)"'
    return re.findall(found, client.get("/lobby/").content.decode())


def test_a_casual_challenge_is_accepted_in_its_row():
    casual, own = a_challenge(friendly=True), a_mage()
    client = as_user(own.owner)
    ((address, mage),) = rows_that_accept(client)
    assert (address, mage) == (f"/challenge/{casual.token}/", str(own.pk))
    assert rows_that_accept(as_user(casual.challenger.owner)) == []
    answer = client.post(address, {"mage": mage})
    assert answer.url == f"/duel/{Duel.objects.get().slug}/"


@pytest.mark.parametrize("terms", [{"friendly": False}, {"friendly": True, "limit": 4, "teams": 2}])
def test_a_challenge_with_more_to_read_or_choose_is_accepted_on_its_page(terms):
    a_challenge(**terms)
    assert rows_that_accept(as_user(a_mage().owner)) == []


def test_a_player_without_mages_or_with_several_accepts_on_the_page():
    a_challenge(friendly=True)
    user = a_user()
    a_mage(owner=user), a_mage(owner=user)
    assert rows_that_accept(as_user(user)) == []
    assert rows_that_accept(Client()) == []
