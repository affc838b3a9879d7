"""Tests for the search field in the header of every page."""

import pytest
from django.test import Client

from tests.builders import a_mage, a_user

pytestmark = pytest.mark.django_db


def found(typed):
    return Client().get("/search/", {"q": typed}).content.decode()


def test_mages_users_and_house_wizards_are_found_by_a_part_of_their_name():
    a_mage("Missoula", owner=a_user("ann"))
    page = found("miss")
    assert 'href="/mage/Missoula/"' in page
    assert 'href="/user/ann/"' in page
    assert 'href="/house/tansy/"' in found("tansy")
    assert ["Duels of" in found(typed) for typed in ("miss", "missile")] == [True, False]


def test_spells_are_found_by_name_and_by_gestures():
    for typed in ("missile", "Magic missile", "sd"):
        assert "/rules/classic/rule/magic_missile/" in found(typed)


def test_a_search_without_results_says_so():
    page = found("Zzz\0")
    assert "No player or spell matches “Zzz”." in page
    assert "matches" not in found("  ")
