"""Tests for the picture and country that users show on their profiles."""

import re

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import translation

from accounts.avatars import AVATARS, address_of_avatar
from accounts.countries import COUNTRIES, Country, country_choices, country_of
from accounts.services.preferences import choose
from tests.builders import a_guest, a_user


def test_each_picture_is_a_drawing_of_the_site():
    drawings = {path.stem for path in (settings.BASE_DIR / "static" / "portraits").glob("*.svg")}
    assert set(AVATARS) == drawings
    assert address_of_avatar("nyx") == "portraits/nyx.svg"
    assert address_of_avatar("") == address_of_avatar("../admin") == ""


def test_a_country_has_a_flag_and_a_name_in_the_language_of_the_reader():
    assert country_of("DE") == Country("🇩🇪", "Germany")
    with translation.override("de"):
        assert country_of("DE") == Country("🇩🇪", "Deutschland")
    assert country_of("") is country_of("XX") is None


def test_countries_are_sorted_by_name_with_umlauts_among_plain_letters():
    with translation.override("de"):
        names = [name for _code, name in country_choices()]
    assert names.index("Afghanistan") < names.index("Ägypten") < names.index("Albanien")
    assert names.index("Norwegen") < names.index("Österreich") < names.index("Pakistan")
    assert len(names) == len(COUNTRIES) + 1


def test_codes_of_countries_are_two_letters():
    assert all(re.fullmatch("[A-Z]{2}", code) for code in COUNTRIES)


@pytest.mark.django_db
def test_the_profile_shows_the_picture_and_country_chosen_in_the_settings(client):
    user = a_user("merlin")
    client.force_login(user)
    own = client.get("/user/merlin/").content.decode()
    assert "sigil" in own
    assert '<a href="/settings/#id_about">Edit profile</a>' in own
    client.post("/settings/", {"mail": "soon", "avatar": "nyx", "country": "NZ"})
    user.refresh_from_db()
    assert (user.avatar, user.country) == ("nyx", "NZ")
    page = client.get("/user/merlin/").content.decode()
    assert "/portraits/nyx" in page
    assert "🇳🇿</span> New Zealand" in page
    assert 'class="sigil"' not in page
    settings = client.get("/settings/").content.decode()
    assert re.search(r'value="nyx"[^>]*checked', settings)
    assert '<option value="NZ" selected>' in settings


@pytest.mark.django_db
@pytest.mark.parametrize("wrong", [{"avatar": "../admin"}, {"avatar": "merlin"}, {"country": "XX"}, {"country": "de"}])
def test_other_pictures_and_countries_are_refused(wrong):
    with pytest.raises(ValidationError):
        choose(user=a_user(), **wrong)


@pytest.mark.django_db
def test_guests_have_no_profile_to_choose_a_picture_for(client):
    client.force_login(a_guest().owner)
    assert "New Zealand" not in client.get("/settings/").content.decode()
