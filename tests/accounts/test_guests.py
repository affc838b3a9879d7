from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from accounts.models import Mage, User
from accounts.services.mages import keep_guest, welcome_guest
from duels.ladder.guests import forget_guests
from duels.models import Duel
from tests.builders import PASSWORD, a_guest, a_mage, a_result, a_user, rows_of_a_duel

pytestmark = pytest.mark.django_db

KEPT = {"username": "arthur", "email": "", "password": PASSWORD}


def guest_in(client: Client, name: str = "Merlin") -> User:
    client.post("/guest/", {"name": name})
    return Mage.objects.get(name=name).owner


def test_a_guest_plays_at_once_under_a_free_name(client):
    answer = client.post("/guest/", {"name": "Merlin", "gender": "m"})
    guest = Mage.objects.get(name="Merlin").owner
    assert answer.url == "/lobby/"
    assert guest.is_guest
    assert not guest.has_usable_password()
    assert client.session["_auth_user_id"] == str(guest.pk)


def test_no_guest_is_created_with_a_taken_name(client):
    a_mage("Merlin")
    answer = client.post("/guest/", {"name": "MERLIN"})
    assert "Another mage already has this name" in answer.content.decode()
    assert not User.objects.filter(is_guest=True).exists()


def test_no_guest_is_created_if_the_name_is_taken_at_the_last_moment():
    a_mage("Merlin")
    with pytest.raises(ValidationError):
        welcome_guest(name="merlin")
    assert not User.objects.filter(is_guest=True).exists()


def test_a_guest_gets_a_new_session_key(client):
    client.session["seen"] = True
    session = client.session
    session.save()
    before = session.session_key
    guest_in(client)
    assert client.session.session_key != before


def test_a_guest_session_lasts_for_months(client):
    guest_in(client)
    assert client.session.get_expiry_age() > 100 * 24 * 60 * 60
    assert client.cookies["sessionid"]["httponly"]


def test_the_guest_page_never_redirects_to_another_site(client):
    assert client.post("/guest/", {"name": "Merlin", "next": "https://evil.example/"}).url == "/lobby/"
    assert client.get("/guest/?next=//evil.example/").url == "/lobby/"


def test_viewing_the_guest_page_creates_nothing(client):
    for address in ("/", "/guest/", "/lobby/", "/guest/?name=Merlin", "/keep/"):
        client.get(address)
    assert not User.objects.exists()


def test_a_post_from_another_site_is_refused():
    client = Client(enforce_csrf_checks=True)
    for address in ("/guest/", "/practice/", "/lobby/", "/accounts/login/"):
        assert client.post(address, {"name": "Merlin"}).status_code == 403
    assert not User.objects.exists()


def test_creating_guests_is_rate_limited(client):
    answers = [client.post("/guest/", {"name": "no such: name"}).status_code for _ in range(21)]
    assert answers == [200] * 20 + [429]


def test_a_guest_becomes_a_full_user_and_keeps_mage_and_history(client):
    guest = guest_in(client)
    duel = rows_of_a_duel(guest.mages.get(), a_mage(), counts=False, ended=timezone.now(), result=a_result())
    answer = client.post("/keep/", KEPT, follow=True)
    user = User.objects.get(username="arthur")
    assert user.pk == guest.pk
    assert not user.is_guest
    assert [mage.name for mage in user.mages.all()] == ["Merlin"]
    assert Duel.objects.filter(seats__mage__owner=user).get() == duel
    assert answer.context["user"] == user  # still logged in
    assert Client().login(username="arthur", password=PASSWORD)


@pytest.mark.usefixtures("jobs_at_once")
def test_a_guest_with_an_e_mail_address_is_asked_to_confirm_it(client, mailoutbox):
    guest_in(client)
    client.post("/keep/", KEPT | {"email": "arthur@example.org"})
    assert [mail.to for mail in mailoutbox] == [["arthur@example.org"]]
    assert User.objects.get(username="arthur").emailaddress_set.get().verified is False


@pytest.mark.parametrize("username", ["arthur", "ARTHUR"])
def test_a_guest_cannot_take_the_name_of_another_user(client, username):
    arthur = a_user("Arthur")
    guest = guest_in(client)
    answer = client.post("/keep/", KEPT | {"username": username})
    assert "This username is taken" in answer.content.decode()
    guest.refresh_from_db()
    arthur.refresh_from_db()
    assert guest.is_guest
    assert arthur.check_password(PASSWORD)


def test_the_service_refuses_a_taken_username_too():
    a_user("Arthur")
    with pytest.raises(ValidationError, match="This username is taken"):
        keep_guest(guest=a_guest().owner, username="arthur", email="", password=PASSWORD)


def test_a_full_user_cannot_become_a_full_user_again(client):
    user = a_user("arthur")
    with pytest.raises(ValidationError, match="already have an account"):
        keep_guest(guest=user, username="lancelot", email="", password="another one")
    client.force_login(user)
    assert client.post("/keep/", KEPT | {"username": "lancelot"}).url == "/mages/"
    user.refresh_from_db()
    assert user.username == "arthur"


@pytest.mark.parametrize(
    "bad",
    [
        {"password": "1234"},
        {"password": ""},
        {"username": "a b"},
        {"username": "Moderator"},
        {"username": "k1ke"},
        {"email": "nowhere"},
    ],
)
def test_a_guest_stays_a_guest_if_the_form_is_invalid(client, bad):
    guest = guest_in(client)
    answer = client.post("/keep/", KEPT | bad)
    assert 'aria-invalid="true"' in answer.content.decode()
    guest.refresh_from_db()
    assert guest.is_guest


@pytest.mark.parametrize("page", ["signup", "password/set", "password/change", "email"])
def test_pages_for_account_holders_redirect_guests_to_sign_up(client, page):
    guest_in(client)
    assert client.get(f"/accounts/{page}/").url == "/keep/"
    assert client.post(f"/accounts/{page}/", {"password1": PASSWORD, "password2": PASSWORD}).url == "/keep/"


def test_a_guest_with_an_account_logs_out_first_and_then_in(client):
    user = a_user("arthur")
    guest_in(client)
    assert 'href="/accounts/login/"' in client.get("/keep/").content.decode()
    asked = client.get("/accounts/login/?next=/ladder/").url
    assert asked.startswith("/accounts/logout/?next=")
    assert client.post(asked).url == "/accounts/login/?next=/ladder/"
    assert client.post("/accounts/login/?next=/ladder/", {"login": "arthur", "password": PASSWORD}).url == "/ladder/"
    assert client.session["_auth_user_id"] == str(user.pk)


def test_a_guest_is_warned_before_logging_out(client):
    guest_in(client)
    assert "Keep your mage" in client.get("/accounts/logout/").content.decode()


def long_gone(mage: Mage) -> Mage:
    User.objects.filter(pk=mage.owner_id).update(last_login=timezone.now() - timedelta(days=40))
    return mage


def test_names_of_guests_who_never_finished_a_duel_become_free():
    mage = long_gone(a_guest("Merlin"))
    begun = timezone.now() - timedelta(days=35)
    rows_of_a_duel(mage, None, practice=True, counts=False, pace=None, started=begun)
    assert forget_guests(now=timezone.now()) == 1
    assert not Duel.objects.exists()
    a_mage("Merlin")


def test_guests_with_duels_or_recent_logins_are_not_deleted():
    over = {"ended": timezone.now(), "result": a_result()}
    rows_of_a_duel(long_gone(a_guest("Finished")), a_mage(), **over)
    rows_of_a_duel(long_gone(a_guest("Practised")), None, practice=True, **over)
    rows_of_a_duel(long_gone(a_guest("Still playing")), a_mage())
    rows_of_a_duel(long_gone(a_guest("Practises again")), None, practice=True)
    a_guest("Here today")
    long_gone(a_mage("Full user"))
    assert forget_guests(now=timezone.now()) == 0
    assert Duel.objects.count() == 4


@pytest.mark.parametrize("address", ["foo", "https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_a_redirect_that_is_no_path_of_the_site_leads_to_the_lobby(client, address):
    client.force_login(a_user())
    answer = client.get("/guest/", {"next": address})
    assert (answer.status_code, answer["Location"]) == (302, "/lobby/")
