"""Tests for challenges to the members of a club, and tournaments that only members may join."""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from accounts.models import EmailNotification
from accounts.permissions import Forbidden
from accounts.services import blocking
from accounts.services.friends import follow
from duels.challenges.joining import accept_challenge
from duels.challenges.lobby import lists_for, offers_for, offers_in_club
from duels.challenges.open_challenges import challenges_listed, open_challenges
from duels.challenges.posting import post_challenge
from duels.challenges.proposals import propose_change
from duels.challenges.terms import Terms
from duels.models import Challenge
from duels.tournaments.entering import create_tournament, join
from duels.tournaments.listing import coming
from tests.builders import a_challenge, a_mage, a_user
from tests.duels.clubs.clubs import a_club, members
from tests.duels.people import as_user
from tests.duels.tournaments.arenas import HOUR, an_arena

pytestmark = pytest.mark.django_db


@pytest.fixture
def merlin():
    return a_mage("Merlin")


@pytest.fixture
def club(merlin):
    return a_club("Newts", merlin.owner)


def a_member(club, name):
    mage = a_mage(name)
    members(club, mage.owner)
    return mage


def to_club(merlin, club, **terms):
    return post_challenge(challenger=merlin, terms=Terms(friendly=True, **terms), club=club)


# Challenges -----------------------------------------------------------------------------------------------------------


def test_only_members_can_accept_a_challenge_to_their_club(merlin, club):
    posted, member, asked = to_club(merlin, club), a_member(club, "Anna"), a_mage("Bert")
    members(club, asked.owner, state="requested")
    for stranger in (a_mage(), asked):
        with pytest.raises(ValidationError, match="Only members of the club Newts"):
            accept_challenge(token=posted.token, mage=stranger)
    assert accept_challenge(token=posted.token, mage=member) is not None


def test_only_members_can_challenge_a_club(club):
    with pytest.raises(ValidationError, match="You aren’t a member of Newts"):
        to_club(a_mage(), club)


def test_a_challenge_to_a_club_cannot_be_made_private(merlin, club):
    posted = to_club(merlin, club)
    with pytest.raises(ValidationError, match="can’t be private"):
        propose_change(token=posted.token, user_id=merlin.owner_id, terms={"private": True})


def test_the_same_terms_to_everybody_are_another_challenge(merlin, club):
    assert to_club(merlin, club) == to_club(merlin, club)
    assert to_club(merlin, club) != post_challenge(challenger=merlin, terms=Terms(friendly=True))


def test_members_alone_see_the_challenge_in_the_lobby(merlin, club):
    posted, member, stranger = to_club(merlin, club), a_member(club, "Anna"), a_mage()
    foe = a_member(club, "Foe")
    blocking.block(user=foe.owner, other=merlin.owner)
    users = [merlin.owner_id, member.owner_id, foe.owner_id, stranger.owner_id]
    lists = lists_for(users)
    assert lists == {user: offers_for(open_challenges(), user) for user in users}
    assert [[it["token"] for it in lists[user]] for user in users] == [[posted.token]] * 2 + [[]] * 2
    assert lists[member.owner_id][0]["club"] == "Newts"
    assert offers_for(open_challenges(), None) == []
    assert not challenges_listed().exists()


def test_the_page_of_the_club_lists_its_challenges_only(merlin, club):
    posted = to_club(merlin, club)
    a_challenge(merlin)
    assert [it["token"] for it in offers_in_club(club, merlin.owner_id)] == [posted.token]


def test_followers_are_not_notified_of_a_challenge_to_a_club(merlin, club):
    follow(user=a_user(), other=merlin.owner)
    to_club(merlin, club)
    assert not EmailNotification.objects.exists()


def test_the_form_offers_own_clubs(merlin, club):
    a_club("Toads")
    client = as_user(merlin.owner)
    shown = client.get("/challenges/new/?audience=club&club=newts").content.decode()
    assert '<option value="newts" selected>Newts</option>' in shown
    assert "Toads" not in shown
    given = {"mage": merlin.pk, "audience": "club", "club": "newts", "book": "classic", "control": "1d"}
    client.post("/challenges/new/", given | {"friendly": "True"})
    posted = Challenge.objects.get()
    assert (posted.club, posted.is_open, posted.private) == (club, True, False)
    page = client.get(f"/challenge/{posted.token}/").content.decode()
    assert "open to members of Newts" in page
    assert "Members of Newts" in page  # in the form for changing it
    assert "Friend (by link)" not in page
    assert "Only members of Newts can accept this challenge." in page
    assert "Send this link to a friend" not in page
    for wrong in ("toads", ""):
        refused = client.post("/challenges/new/", given | {"club": wrong})
        assert "club" in refused.context["form"].errors


def test_users_without_a_club_are_not_offered_one():
    client = as_user(a_user())
    assert "My club" not in client.get("/challenges/new/").content.decode()
    assert "audience" in client.post("/challenges/new/", {"audience": "club"}).context["form"].errors


# Tournaments ----------------------------------------------------------------------------------------------------------


def test_only_members_join_a_tournament_of_their_club(merlin, club):
    arena = an_arena(club=club)
    with pytest.raises(ValidationError, match="Only members of"):
        join(slug=arena.slug, mage=a_mage())
    assert join(slug=arena.slug, mage=merlin).is_active
    assert [it.tournament for it in coming(merlin.owner_id)] == [arena]
    assert coming(a_user().pk) == coming(None) == []


def test_outsiders_see_the_club_in_place_of_the_form(merlin, club):
    address = f"/tournaments/{an_arena(club=club).slug}/"
    for client in (Client(), as_user(a_user())):
        shown = client.get(address).content.decode()
        assert 'For members of <a href="/clubs/newts/">Newts</a>.' in shown
        assert 'id="join"' not in shown
        assert "No account needed" not in shown
    assert 'id="join"' in as_user(merlin.owner).get(address).content.decode()


def test_officers_alone_create_tournaments_of_a_club(merlin, club):
    terms = {"name": "Friday", "starts": timezone.now() + HOUR, "minutes": 60, "club": club}
    with pytest.raises(Forbidden, match="Only officers"):
        create_tournament(host=a_member(club, "Anna").owner, **terms)
    assert create_tournament(host=merlin.owner, **terms).club == club
    shown = as_user(merlin.owner).get("/tournaments/new/arena/?club=newts").content.decode()
    assert '<option value="newts" selected>Newts</option>' in shown
    assert "Admission" not in as_user(a_user()).get("/tournaments/new/arena/").content.decode()
    assert "members of Newts" in as_user(a_user()).get("/tournaments/").content.decode()
