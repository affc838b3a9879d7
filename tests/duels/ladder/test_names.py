from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from accounts.models import Block, Mage
from duels.challenges.invitations import mages_named
from duels.ladder.names import MOST, suggested
from duels.models import Standing
from tests.builders import a_mage, a_user

pytestmark = pytest.mark.django_db

STRANGER = AnonymousUser()


def names(typed, viewer=STRANGER):
    return [one["name"] for one in suggested(typed, viewer)]


def seen(mage, ago):
    Mage.objects.filter(pk=mage.pk).update(active=timezone.now() - ago)


def test_matching_beginnings_come_first_then_recent_activity():
    for name, days in (("Old Merlin", 0), ("Merlin", 3), ("Merle", 1)):
        seen(a_mage(name), timedelta(days=days))
    assert names("MER") == ["Merle", "Merlin", "Old Merlin"]
    assert names("m") == []
    assert names("  old   mer ") == ["Old Merlin"]


def test_suggestions_show_rating_and_last_activity():
    merlin = a_mage("Merlin")
    standing = Standing.objects.create(mage=merlin, rating=1632.4, deviation=60, wins=2)
    seen(merlin, timedelta(hours=2))
    answer = Client().get("/names/", {"q": "merl"}).json()
    assert answer == {"mages": [{"name": "Merlin", "told": "last online 2 hr ago"}]}
    Standing.objects.filter(pk=standing.pk).update(draws=1)
    answer = Client().get("/names/", {"q": "merl"}).json()
    assert answer == {"mages": [{"name": "Merlin", "told": "rating 1632, last online 2 hr ago"}]}


def test_the_last_activity_of_a_hidden_user_is_only_the_day():
    mage = a_mage("Merlin", owner=a_user(seen_by="nobody"))
    Mage.objects.filter(pk=mage.pk).update(active=datetime(2026, 11, 27, 23, 5, tzinfo=UTC))
    assert suggested("merlin", STRANGER)[0]["told"] == "last online 27 Nov 2026"


def test_dead_retired_own_and_blocked_mages_are_not_suggested():
    viewer = a_user()
    a_mage("Merlin Own", owner=viewer)
    for name, fields in (
        ("Merlin Dead", {"ended": timezone.now(), "end": "died"}),
        ("Merlin Rests", {"retired": timezone.now()}),
    ):
        Mage.objects.filter(pk=a_mage(name).pk).update(**fields)
    Block.objects.create(user=a_mage("Merlin Blocks").owner, blocked=viewer, mutes_only=False)
    Block.objects.create(user=viewer, blocked=a_mage("Merlin Blocked").owner, mutes_only=False)
    a_mage("Merlin Else")
    assert names("merlin", viewer) == ["Merlin Else"]


def test_house_wizards_are_suggested_except_on_the_ladder():
    a_mage("Tansley")
    assert Client().get("/names/", {"q": "TANS"}).json()["mages"][1:] == [
        {"name": "Tansy", "told": "Computer · Novice"}
    ]
    assert [it["name"] for it in Client().get("/names/", {"q": "tans", "of": "mages"}).json()["mages"]] == ["Tansley"]
    for number in range(MOST):
        a_mage(f"Tansy {number}")
    crowd = Client().get("/names/", {"q": "tans"}).json()["mages"]
    assert (len(crowd), crowd[-1]["name"]) == (MOST, "Tansy")
    assert Client().get("/names/", {"q": "t"}).json() == {"mages": []}


def test_the_number_of_suggestions_is_limited():
    for number in range(MOST + 3):
        a_mage(f"Merlin {number}")
    assert len(names("merlin")) == MOST


@pytest.mark.parametrize("slip", ["Merln", "merlim", "Mrelin", "Merlinn"])
def test_a_misspelt_name_gets_a_correction(slip):
    a_mage("Merlin"), a_mage("Morgana")
    with pytest.raises(ValidationError, match=rf"named {slip}\. Did you mean Merlin\?"):
        mages_named([slip])


def test_a_correction_may_be_a_house_wizard():
    with pytest.raises(ValidationError, match=r"named Tansi\. Did you mean Tansy\?"):
        mages_named(["Tansi"])


def test_a_dissimilar_name_gets_no_correction():
    a_mage("Merlin")
    with pytest.raises(ValidationError) as refused:
        mages_named(["Xanthippe"])
    assert refused.value.messages == ["There is no living mage named Xanthippe."]
