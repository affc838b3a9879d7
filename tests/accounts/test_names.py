import re
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from accounts.models import FormerUsername, Mage, User
from accounts.names import is_reserved, skeleton
from accounts.services.mages import check_newcomer, register_mage
from accounts.services.preferences import change_username
from tests.builders import PASSWORD, a_guest, a_mage, a_user

I_CYRILLIC = "\N{CYRILLIC SMALL LETTER BYELORUSSIAN-UKRAINIAN I}"
T_WIDE = "\N{FULLWIDTH LATIN CAPITAL LETTER T}"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Twin9060", f"Tw{I_CYRILLIC}n9060"),
        ("Twin9060", f"{T_WIDE}win9060"),
        ("Bill", "BiIl"),
        ("Merlin1", "Merlinl"),
        ("Nyx0", "NyxO"),
        ("amber", "arnber"),
        ("morgana", "M0rgana"),
        ("cop", "\N{CYRILLIC SMALL LETTER ES}\N{CYRILLIC SMALL LETTER O}\N{CYRILLIC SMALL LETTER ER}"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(one, other):
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("Ali", "All"), ("Emil", "Emma"), ("Merlin", "Merlyn"), ("Zoe", "Zo\xeb")])
def test_names_that_look_different_have_different_skeletons(one, other):
    assert skeleton(one) != skeleton(other)


def test_look_alikes_of_reserved_names_are_reserved():
    assert is_reserved("0sric")


def sign_up(username):
    return Client().post("/accounts/signup/", {"username": username, "password1": PASSWORD, "gender": "x"})


def keep(username):
    client = Client()
    client.force_login(a_guest().owner)
    return client.post("/keep/", {"username": username, "password": PASSWORD})


def rename(username):
    client = Client()
    client.force_login(a_user())
    return client.post("/settings/username/", {"username": username})


WAYS = pytest.mark.parametrize("way", [sign_up, keep, rename])


@pytest.mark.django_db
@WAYS
@pytest.mark.parametrize("name", [f"Tw{I_CYRILLIC}n9060", f"{T_WIDE}win9060", "Twin9O60", "twin9060", "x" * 31])
def test_look_alike_and_overlong_usernames_are_refused_everywhere(way, name):
    a_user("Twin9060")
    answer = way(name)
    assert answer.status_code == 200
    assert "errorlist" in answer.content.decode() or 'aria-invalid="true"' in answer.content.decode()
    assert not User.objects.exclude(username="Twin9060").filter(username__icontains=name).exists()


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/accounts/signup/", "/keep/", "/settings/username/"])
def test_browsers_refuse_long_names_and_spaces_and_do_not_cut_names(address, client):
    if address != "/accounts/signup/":
        client.force_login((a_guest() if address == "/keep/" else a_mage()).owner)
    (field,) = re.findall('<input [^>]*name="username"[^>]*>', client.get(address).text)
    assert "maxlength" not in field
    (pattern,) = re.findall('pattern="([^"]*)"', field)
    assert re.fullmatch(pattern, "n" * 30)
    assert not any(re.fullmatch(pattern, name) for name in ("n" * 31, "Black Knight"))


@pytest.mark.django_db
@WAYS
@pytest.mark.parametrize("name", ["Moderator", "M0derator", "0sric", "ad-min"])
def test_look_alikes_of_reserved_usernames_are_refused_everywhere(way, name):
    assert "is reserved" in way(name).content.decode()
    assert not User.objects.filter(username=name).exists()


@pytest.mark.django_db
@WAYS
def test_a_username_with_a_space_is_refused_with_the_rule(way):
    assert "letters, digits and @ . + - _, without spaces." in way("Twin Two").content.decode()


@pytest.mark.django_db
@WAYS
def test_usernames_are_stored_in_normal_form(way):
    assert way(f"{T_WIDE}win").status_code == 302
    assert User.objects.filter(username="Twin").exists()


@pytest.mark.django_db
def test_a_user_logs_in_by_any_form_of_the_name():
    sign_up(f"{T_WIDE}win")
    answer = Client().post("/accounts/login/", {"login": f"{T_WIDE}win", "password": PASSWORD})
    assert answer.status_code == 302


@pytest.mark.django_db
def test_a_user_with_an_old_name_that_is_not_normalised_can_log_in():
    User.objects.filter(pk=a_user("merlin").pk).update(username=f"{T_WIDE}win")
    answer = Client().post("/accounts/login/", {"login": f"{T_WIDE}win", "password": PASSWORD})
    assert answer.status_code == 302


@pytest.mark.django_db
def test_a_user_who_joins_by_e_mail_needs_a_name_of_their_own():
    a_user("Twin9060")
    for name in (f"Tw{I_CYRILLIC}n9060", "Twin9O60", "x" * 31):
        with pytest.raises(ValidationError):
            check_newcomer(username=name, email="twin@example.org")


@pytest.mark.django_db
def test_a_user_with_an_old_overlong_name_can_still_log_in():
    long = a_user("x" * 150)
    client = Client()
    assert client.post("/accounts/login/", {"login": long.username, "password": PASSWORD}).status_code == 302
    assert client.get(f"/user/{long.username}/").status_code == 200
    assert client.post("/settings/", {"mail": "never"}).status_code == 302


@pytest.mark.django_db
def test_look_alikes_of_mages_are_refused_except_those_of_ones_own():
    mage = a_mage("Bill")
    with pytest.raises(ValidationError, match="looks too much like that of the mage Bill"):
        register_mage(owner=a_user(), name="BiIl", gender="x")
    assert register_mage(owner=mage.owner, name="BiIl", gender="x").skeleton == mage.skeleton
    assert Mage.objects.count() == 2


@pytest.mark.django_db
def test_a_former_name_redirects_until_another_user_takes_it(client):
    user = a_user("merlin")
    change_username(user=user, username="ambrosius")
    assert client.get("/user/Merlin/").url == "/user/ambrosius/"
    with pytest.raises(ValidationError, match="too similar to another user’s current or recent name"):
        change_username(user=a_user(), username="Merlin")
    FormerUsername.objects.update(given_up=timezone.now() - timedelta(days=91))
    assert client.get("/user/merlin/").url == "/user/ambrosius/"
    change_username(user=a_user(), username="Merlin")
    assert client.get("/user/merlin/").status_code == 200


@pytest.mark.django_db
def test_a_user_can_take_back_a_former_name(client):
    user = a_user("merlin")
    for name in ("ambrosius", "merlin"):
        change_username(user=user, username=name)
        User.objects.update(renamed=None)
    assert client.get("/user/merlin/").status_code == 200
    assert client.get("/user/ambrosius/").url == "/user/merlin/"


@pytest.mark.django_db
def test_the_page_for_quitting_says_what_stays_public(client):
    client.force_login(a_user("merlin"))
    page = client.get("/settings/quit/").content.decode()
    assert "What stays public" in page
    assert "The profile page of merlin" in page
