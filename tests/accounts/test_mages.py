import re

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError

from accounts.models import Mage
from accounts.name_generator import made_up_names
from accounts.selectors import mage_named, name_of
from accounts.services.mages import MAGES_OF_A_USER, free_name, register_mage, welcome_guest
from tests.builders import a_guest, a_mage, a_user
from wavinghands.engine import is_name

pytestmark = pytest.mark.django_db


def test_a_user_registers_a_mage():
    owner = a_user()
    mage = register_mage(owner=owner, name="Merlin the Grey", gender="m")
    assert list(owner.mages.all()) == [mage]


@pytest.mark.parametrize("taken", ["Merlin Ørsted", "merlin ørsted", "MERLIN ØRSTED"])
def test_names_are_unique_ignoring_case(taken):
    a_mage("Merlin Ørsted")
    with pytest.raises(ValidationError, match="Another mage already has this name"):
        register_mage(owner=a_user(), name=taken, gender="x")


def test_the_database_itself_keeps_names_unique():
    a_mage("Merlin Ørsted")
    with pytest.raises(IntegrityError):
        a_mage("mERLIN øRSTED")


@pytest.mark.parametrize(
    "name", ["", " Merlin", "Merlin ", "Mer  lin", "Mer\nlin", "nobody", "Nobody", "<b>", "a/b", "a:b", "x" * 25]
)
def test_a_name_that_records_do_not_allow_is_refused(name):
    with pytest.raises(ValidationError):
        register_mage(owner=a_user(), name=name, gender="x")
    assert not Mage.objects.exists()


@pytest.mark.parametrize("name", ["Apprentice", "apprentice", "House_", "HOUSE", "Ap-prentice", "Yourself 7"])
def test_names_of_the_house_are_refused(name):
    with pytest.raises(ValidationError, match="is reserved"):
        register_mage(owner=a_user(), name=name, gender="x")


@pytest.mark.parametrize("name", ["-", "_ -", "М\N{LATIN SMALL LETTER E}rlin", "\N{GREEK CAPITAL LETTER MU}organa"])
def test_names_of_mixed_alphabets_are_refused(name):
    with pytest.raises(ValidationError, match=r"alphabets|one letter or digit"):
        register_mage(owner=a_user(), name=name, gender="x")


@pytest.mark.parametrize("name", ["Мерлин 2", "Μέρλιν", "マーリン", "Ørsted-7"])
def test_names_in_any_single_alphabet_are_valid(name):
    assert register_mage(owner=a_user(), name=name, gender="x").name == name


def test_an_unknown_gender_is_refused():
    with pytest.raises(ValidationError):
        register_mage(owner=a_user(), name="Merlin", gender="q")


def test_a_user_has_at_most_twelve_mages():
    owner = a_user()
    for number in range(MAGES_OF_A_USER):
        a_mage(f"Merlin {number}", owner=owner)
    with pytest.raises(ValidationError, match="at most 12 mages"):
        register_mage(owner=owner, name="One too many", gender="x")


def test_a_guest_has_one_mage():
    guest = a_guest().owner
    with pytest.raises(ValidationError, match="Guests have one mage"):
        register_mage(owner=guest, name="Another", gender="x")


def test_a_mage_is_found_ignoring_case():
    mage = a_mage("Merlin")
    assert mage_named("mERLIN") == mage
    assert mage_named("Merli") is None
    assert mage_named("Merli%") is None


def test_others_see_a_user_as_their_first_mage():
    user = a_user("arthur")
    assert name_of(user) == "arthur"
    a_mage("Merlin", owner=user)
    a_mage("Morgana", owner=user)
    assert name_of(user) == "Merlin"


def test_generated_names_are_valid():
    names = [name for _ in range(20) for name in made_up_names()]
    assert all(is_name(name) for name in names)
    assert max(len(name) for name in names) <= 24


def test_a_generated_name_gets_a_place_before_it_gets_a_number(monkeypatch):
    monkeypatch.setattr("accounts.name_generator.EPITHETS", ["Amber"])
    monkeypatch.setattr("accounts.name_generator.CREATURES", ["Owl"])
    monkeypatch.setattr("accounts.name_generator.PLACES", ["Rye"])
    for name in ("Amber Owl", "Amber Owl of Rye"):
        assert free_name() == name
        a_mage(name)
    assert re.fullmatch("Amber Owl [1-9][0-9]?", free_name())


def test_a_user_registers_a_mage_on_the_page(client):
    user = a_user()
    client.force_login(user)
    answer = client.post("/mages/", {"name": "Merlin", "gender": "m"}, follow=True)
    assert answer.redirect_chain == [("/mages/", 302)]
    assert "Merlin is ready to duel." in answer.content.decode()
    assert Mage.objects.get().gender == "m"


def test_the_page_says_what_is_wrong_with_a_name(client):
    a_mage("Merlin")
    client.force_login(a_user())
    answer = client.post("/mages/", {"name": "merlin", "gender": "m"})
    assert "Another mage already has this name" in answer.content.decode()
    assert 'aria-invalid="true"' in answer.content.decode()


def test_an_anonymous_user_must_log_in_before_registering_a_mage(client):
    answer = client.post("/mages/", {"name": "Merlin", "gender": "m"})
    assert answer.url == "/accounts/login/?next=/mages/"
    assert not Mage.objects.exists()


def test_next_never_redirects_to_another_site(client):
    client.force_login(a_user())
    assert client.post("/mages/?next=/lobby/", {"name": "Merlin"}).url == "/lobby/"
    for number, evil in enumerate(
        ("https://evil.example/", "//evil.example/", "javascript:alert(1)", "/\\evil.example")
    ):
        assert client.post("/mages/", {"name": f"Morgana {number}", "next": evil}).url == "/mages/"


def test_a_guest_gets_a_name_even_if_all_generated_ones_are_taken(monkeypatch):
    a_mage("Amber Owl")
    monkeypatch.setattr("accounts.services.mages.made_up_names", lambda: ["Amber Owl"])
    assert welcome_guest().name.startswith("Stranger ")
