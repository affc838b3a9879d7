"""Tests for the form that replaces Firetop Mountain's command NEWGAME."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts.models import Block, Mage, Vacation
from duels.challenges.invitations import ABOUT
from duels.challenges.posting import post_challenge
from duels.challenges.proposals import propose_change
from duels.challenges.terms import Terms
from duels.models import Challenge
from tests.builders import a_challenge, a_mage
from tests.duels.people import as_user

pytestmark = pytest.mark.django_db

MEAGRE = {"mage": "", "audience": "all", "book": "classic", "control": "2m"}


def states(challenge: Challenge) -> dict[str, str]:
    return {it.mage.name: it.state for it in challenge.invitations.select_related("mage")}


def posted(form: dict, **mage) -> Challenge:
    """Post this form as a new mage, and return the resulting challenge."""
    merlin = a_mage("Merlin", **mage)
    answer = as_user(merlin.owner).post("/challenges/new/", MEAGRE | {"mage": merlin.pk} | form)
    assert answer.status_code == 302, answer.context["form"].errors
    return Challenge.objects.get()


@pytest.mark.parametrize(
    ("form", "stands"),
    [
        ({}, {"is_open": True, "limit": 2, "per_user": 1, "private": False, "authoritarian": False, "teams": 0}),
        ({"audience": "mage", "named": "Arthur, morgana"}, {"is_open": False, "limit": None}),
        ({"audience": "mage", "named": "Arthur", "limit": "4"}, {"is_open": False, "limit": 4}),
        ({"audience": "link"}, {"is_open": True, "private": True, "limit": 2}),
        ({"limit": "8"}, {"limit": 8}),
        ({"limit": "none"}, {"limit": None}),
        ({"limit": "4", "per_user": "0"}, {"per_user": 0}),
        ({"limit": "4", "per_user": "2"}, {"per_user": 2}),
        ({"excluded": "Arthur"}, {"is_open": True}),
        ({"everybody": "on", "limit": "8"}, {"is_open": True}),
        ({"audience": "mage", "everybody": "on"}, {"is_open": False}),  # "all", then "closed"
        ({"authoritarian": "on"}, {"authoritarian": True}),
        ({"friendly": "on"}, {"friendly": True}),
        ({"limit": "4", "teams": "2", "team": "2"}, {"teams": 2}),
        ({"lowest": "1400", "highest": "1600"}, {"lowest": 1400, "highest": 1600}),
        ({"control": "mountain"}, {"mountain": True}),
        ({"control": "3d"}, {"pace": 3 * 86_400, "reserve": 0, "mountain": False}),
        ({"book": "warlocks", "option_haste": "pair"}, {"book": "warlocks", "options": {"haste": "pair"}}),
        ({"comment": "Looking for a fast battle!"}, {"comment": "Looking for a fast battle!"}),
    ],
)
def test_each_option_of_the_form_is_a_term_of_the_challenge(form, stands):
    a_mage("Arthur"), a_mage("Morgana")
    challenge = posted(form)
    assert {name: getattr(challenge, name) for name in stands} == stands


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ({"audience": "mage", "named": "Arthur, morgana"}, {"Arthur": "challenged", "Morgana": "challenged"}),
        ({"named": " Arthur ,, "}, {"Arthur": "challenged"}),
        ({"excluded": "Arthur"}, {"Arthur": "excluded"}),
        ({"everybody": "on", "limit": "8", "excluded": "Arthur"}, {"Arthur": "excluded", "Morgana": "challenged"}),
    ],
)
def test_named_mages_are_challenged_or_excluded(form, expected):
    a_mage("Arthur"), a_mage("Morgana")
    assert states(posted(form)) == {"Merlin": "accepted", **expected}


@pytest.mark.parametrize(
    ("form", "why"),
    [
        ({"limit": "1"}, "Select a valid choice"),
        ({"limit": "9"}, "Select a valid choice"),
        ({"per_user": "9"}, "less than or equal to 8"),
        ({"per_user": "-1"}, "greater than or equal to 0"),
        ({"teams": "3"}, "2 to 2 teams"),
        ({"teams": "5"}, "Select a valid choice"),
        ({"team": "1"}, "no such team"),
        ({"lowest": "1700", "highest": "1600"}, "below the minimum"),
        ({"lowest": "many"}, "Enter a whole number"),
        ({"named": "Nobody at all"}, "no living mage named Nobody at all"),
        ({"named": "Dead One"}, "no living mage named Dead One"),
        ({"excluded": "Merlin"}, "can’t be excluded"),
        ({"named": "Merlin"}, "You can’t duel yourself"),
        ({"audience": "mage"}, "Enter at least one opponent."),
        ({"book": "cookery"}, "Select a valid choice"),
        ({"comment": "x" * 201}, "at most 200"),
    ],
)
def test_contradictory_terms_are_refused_at_their_field(form, why):
    a_mage("Dead One"), Mage.objects.filter(name="Dead One").update(ended=timezone.now(), end="died")
    merlin = a_mage("Merlin")
    answer = as_user(merlin.owner).post("/challenges/new/", MEAGRE | {"mage": merlin.pk} | form)
    assert why in answer.content.decode()
    assert not Challenge.objects.exists()


def test_without_a_limit_at_most_eight_can_be_challenged():
    mages = [a_mage() for _ in range(8)]
    with pytest.raises(ValidationError, match="Set a limit"):
        post_challenge(challenger=a_mage(), terms=Terms(is_open=False, limit=None), named=mages)
    assert not Challenge.objects.exists()
    assert post_challenge(challenger=a_mage(), terms=Terms(is_open=False, limit=8), named=mages)


# All


def test_all_means_one_recently_active_mage_of_each_user_online():
    owner = a_mage("Arthur").owner
    a_mage("Kay", owner=owner), a_mage("Retired"), a_mage("Idle"), a_mage("Away"), a_mage("Foe"), a_mage("Dead")
    now = timezone.now()
    Mage.objects.filter(name="Kay").update(active=now + timedelta(seconds=1))
    Mage.objects.filter(name="Retired").update(retired=now)
    Mage.objects.filter(name="Dead").update(ended=now, end="died")
    Mage.objects.filter(name="Idle").update(active=now - ABOUT)
    away, foe = Mage.objects.get(name="Away").owner, Mage.objects.get(name="Foe").owner
    Vacation.objects.create(user=away, began=now, until=now + timedelta(days=3))
    merlin = a_mage("Merlin")
    a_mage("Own", owner=merlin.owner)
    Block.objects.create(user=foe, blocked=merlin.owner)
    challenge = post_challenge(challenger=merlin, terms=Terms(limit=8), everybody=True)
    assert states(challenge) == {"Merlin": "accepted", "Kay": "challenged"}


def test_a_change_may_challenge_all_and_keep_the_challenge_closed():
    merlin, _ = a_mage("Merlin"), a_mage("Kay")
    challenge = a_challenge(merlin, is_open=False, limit=None)
    terms = {"token": challenge.token, "user_id": merlin.owner_id, "terms": {"all": True, "is_open": False}}
    assert propose_change(**terms).state == "adopted"
    challenge.refresh_from_db()
    assert (challenge.is_open, states(challenge)["Kay"]) == (False, "challenged")
    for _ in range(7):
        a_mage()
    with pytest.raises(ValidationError, match="Set a limit"):
        propose_change(**terms)
