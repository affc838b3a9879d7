"""Tests for the command `demo`, which fills a new site."""

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from accounts.models import Mage, Message, User
from duels.make_up import present
from duels.make_up.present import DEMO, LONGEST, PEOPLE
from duels.models import Challenge, Club, Duel, Line, Membership, Pairing, PuzzleAttempt, Seat, Tournament
from duels.puzzles.shipping import load, shipped

pytestmark = pytest.mark.django_db
SMALL = {"duels": 12, "mages": 20, "plays": 6, "verbosity": 0}


BRIEF = 5
"""A maximum number of rounds that is so low that most duels end by surrender."""


@pytest.fixture(
    scope="module",
    params=[pytest.param(BRIEF, marks=pytest.mark.brief), pytest.param(LONGEST, marks=pytest.mark.thorough)],
)
def password(request, django_db_setup, django_db_blocker):
    """Create the demonstration site for all tests in this file, and return the password of its account."""
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock(), transaction.atomic():
        patch.setattr(present, "LONGEST", request.param)
        load(shipped())
        told = StringIO()
        call_command("demo", **SMALL, stdout=told)
        yield re.search(r"with the password (\S+)", told.getvalue())[1]
        transaction.set_rollback(True)


def test_the_printed_account_has_duels_challenges_and_messages_that_wait(client, password):
    assert client.post("/accounts/login/", {"login": DEMO, "password": password}).status_code == 302
    mage = Mage.objects.filter(owner__username=DEMO).latest("life")
    assert Seat.objects.filter(mage=mage, due=True, duel__ended=None).exists()
    assert Seat.objects.filter(mage=mage, due=False, duel__ended=None).exists()
    assert Challenge.objects.filter(invitations__mage=mage, invitations__state="challenged").exists()
    assert Message.objects.filter(recipient=mage.owner, read=None).count() == 3
    for page in (
        "/",
        "/lobby/",
        "/duels/",
        "/messages/",
        "/puzzles/",
        f"/user/{DEMO}/",
        "/ladder/",
        "/stats/",
        "/tournaments/",
        "/clubs/",
        "/clubs/the-quiet-hands/",
    ):
        assert client.get(page).status_code == 200
    for page, name in (("/friends/", "isolde"), ("/bots/", "tocsin")):
        assert f'href="/user/{name}' in client.get(page).text
    if present.LONGEST > BRIEF:  # rated duels have ended
        assert "<tbody>" in client.get("/season/").text


def test_there_is_something_to_see_everywhere(password):
    assert {name for name, *_ in PEOPLE} <= set(User.objects.values_list("username", flat=True))
    assert Duel.objects.filter(ended=None).count() >= 8
    assert Duel.objects.exclude(ended=None).count() > SMALL["duels"]
    assert Challenge.objects.filter(state="open").count() == 6
    assert Club.objects.count() == 2
    assert {"requested", "member"} == set(Membership.objects.values_list("state", flat=True))
    assert Line.objects.filter(duel=None).exists()
    assert Pairing.objects.filter(ended=None).exists()
    assert Pairing.objects.exclude(result="").exists()
    assert {"running", "upcoming"} <= set(Tournament.objects.values_list("state", flat=True))
    assert Tournament.objects.get(format="swiss", state="running").round == 3
    assert Tournament.objects.get(format="knockout", state="finished").round == 3
    assert Tournament.objects.get(format="melee", state="running").round == 2
    assert Tournament.objects.get(only_bots=True, state="finished").pairings.exclude(result="").exists()
    assert PuzzleAttempt.objects.count() >= 8 * len(PEOPLE)


def test_a_site_with_users_is_left_alone(password):
    with pytest.raises(CommandError, match="There are users already"):
        call_command("demo", **SMALL)
