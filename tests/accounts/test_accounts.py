"""Tests for sign-up, login, logout and passwords."""

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import mail
from django.test import Client

from accounts.models import Mage, User
from accounts.services.accounts import close_account
from tests.builders import PASSWORD, a_mage, a_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("jobs_at_once")]

NEW = {"username": "arthur", "email": "arthur@example.org", "password1": PASSWORD}


def test_a_visitor_signs_up_with_a_mage_in_one_step(client):
    answer = client.post("/accounts/signup/", NEW | {"name": "Merlin", "gender": "m"})
    user = User.objects.get(username="arthur")
    assert answer.url == "/lobby/"
    assert client.session["_auth_user_id"] == str(user.pk)
    assert [(mage.name, mage.gender) for mage in user.mages.all()] == [("Merlin", "m")]
    assert not user.is_guest


def test_without_a_name_the_first_mage_has_the_username(client):
    client.post("/accounts/signup/", NEW | {"name": ""})
    assert Mage.objects.get(owner__username="arthur").name == "arthur"


def test_if_a_mage_has_the_username_the_first_mage_gets_another_name(client):
    a_mage("Arthur")
    client.post("/accounts/signup/", NEW)
    assert Mage.objects.filter(owner__username="arthur").count() == 1


@pytest.mark.parametrize("name", ["merlin", "Apprentice", "no<body>"])
def test_an_invalid_name_is_refused_when_signing_up(client, name):
    a_mage("Merlin")
    answer = client.post("/accounts/signup/", NEW | {"name": name})
    assert 'class="errorlist"' in answer.content.decode()
    assert not User.objects.filter(username="arthur").exists()


def test_if_the_mage_name_is_taken_meanwhile_the_account_remains(client, monkeypatch):
    a_mage("Merlin")
    monkeypatch.setattr("accounts.forms.mages.validate_free", lambda name: None)
    monkeypatch.setattr("accounts.forms.mages.why_no_mage_name", lambda name: None)
    answer = client.post("/accounts/signup/", NEW | {"name": "Merlin"}, follow=True)
    assert User.objects.filter(username="arthur").exists()
    assert "Another mage already has this name" in answer.content.decode()


@pytest.mark.parametrize(
    "bad",
    [
        {"username": "ARTHUR2"},
        {"username": "Moderator"},
        {"username": "k1ke"},
        {"username": ""},
        {"password1": "1234"},
        {"email": "nowhere"},
    ],
)
def test_invalid_input_creates_no_user(client, bad):
    a_user("arthur2")
    client.post("/accounts/signup/", NEW | bad)
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("username", "why", "free"),
    [
        ("galahad", "", []),
        ("ARTHUR", "This username is taken. Please choose another.", ["ARTHUR3", "ARTHUR4", "ARTHUR5"]),
        ("Tansy", "This name is reserved. Please choose another.", []),
        ("k1ke", "“k1ke” isn’t allowed here. Please rephrase your text.", []),
    ],
)
def test_a_username_is_checked_before_the_form_is_sent(client, username, why, free):
    a_user("arthur")
    a_user("arthur2")
    assert client.get("/accounts/username/", {"name": username}).json() == {"why": why, "free": free}


@pytest.mark.parametrize(
    ("name", "why", "free"),
    [
        ("Morgan", "", []),
        (
            " merlin",
            "Another mage already has this name. Please choose a different name.",
            ["merlin 2", "merlin 4", "merlin 5"],
        ),
        (
            "Mer1in",
            "This name looks too much like that of the mage Merlin. Please choose a different name.",
            ["Mer1in 2", "Mer1in 4", "Mer1in 5"],
        ),
        ("k1ke", "“k1ke” isn’t allowed here. Please rephrase your text.", []),
    ],
)
def test_the_name_of_a_first_mage_is_checked_before_the_form_is_sent(client, name, why, free):
    for taken in ("Merlin", "merlin 3"):
        a_mage(taken)
    assert client.get("/accounts/mage-name/", {"name": name}).json() == {"why": why, "free": free}


def test_checking_usernames_is_rate_limited(client, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "names": "2/m/ip"}
    answers = [client.get("/accounts/username/", {"name": "arthur"}).status_code for _ in range(3)]
    assert answers == [200, 200, 429]


def test_a_user_logs_in_ignoring_case_and_logs_out(client):
    a_user("arthur")
    answer = client.post("/accounts/login/", {"login": "Arthur", "password": PASSWORD})
    assert answer.url == "/lobby/"
    assert not client.session.get_expire_at_browser_close()
    assert client.post("/accounts/logout/").url == "/"
    assert "_auth_user_id" not in client.session


def test_the_message_after_logging_in_is_in_the_language_of_the_account(client):
    a_user("arthur", language="en")
    given = {"login": "arthur", "password": PASSWORD}
    page = client.post("/accounts/login/", given, follow=True, headers={"Accept-Language": "de"}).text
    assert "You’re logged in as arthur." in page


def test_the_message_after_logging_out_is_in_the_language_of_the_next_page(client):
    client.force_login(a_user(language="de"))
    page = client.post("/accounts/logout/", follow=True, headers={"Accept-Language": "en"}).text
    assert '<html lang="en"' in page
    assert "You’re logged out." in page


def test_logging_out_takes_a_post(client):
    client.force_login(a_user())
    client.get("/accounts/logout/")
    assert "_auth_user_id" in client.session


def test_logging_in_never_redirects_to_another_site(client):
    a_user("arthur")
    form = {"login": "arthur", "password": PASSWORD}
    assert (
        client.post("/accounts/login/?next=//evil.example/", form | {"next": "https://evil.example/"}).url == "/lobby/"
    )


def test_a_failed_login_is_an_error_of_the_password_field(client):
    form = client.post("/accounts/login/", {"login": "arthur", "password": "wrong"}).context["form"]
    assert form.errors == {"password": ["The username or the password is wrong."]}


def test_wrong_passwords_are_rate_limited(client):
    a_user("arthur")
    for _ in range(6):
        answer = client.post("/accounts/login/", {"login": "arthur", "password": "wrong"})
    assert "Too many failed login attempts" in answer.content.decode()
    client.post("/accounts/login/", {"login": "arthur", "password": PASSWORD})
    assert "_auth_user_id" not in client.session


def test_guessing_passwords_locks_out_only_the_guesser(client, settings):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    a_user("arthur")
    for _ in range(6):
        client.post(
            "/accounts/login/", {"login": "arthur", "password": "wrong"}, headers={"x-forwarded-for": "6.6.6.6"}
        )
    right = {"login": "arthur", "password": PASSWORD}
    client.post("/accounts/login/", right, headers={"x-forwarded-for": "6.6.6.6"})
    assert "_auth_user_id" not in client.session
    client.post("/accounts/login/", right, headers={"x-forwarded-for": "1.2.3.4"})
    assert "_auth_user_id" in client.session


@pytest.mark.parametrize("is_confirmed", [True, False])
def test_signing_up_does_not_reveal_whether_an_address_is_known(client, is_confirmed):
    owner = a_user("owner", email=NEW["email"])
    EmailAddress.objects.update_or_create(
        user=owner, email=NEW["email"], defaults={"verified": is_confirmed, "primary": True}
    )
    taken = client.post("/accounts/signup/", NEW)
    free = Client().post("/accounts/signup/", NEW | {"username": "galahad", "email": "galahad@example.org"})
    assert (taken.status_code, taken.url) == (free.status_code, free.url)
    assert User.objects.filter(username__in=["arthur", "galahad"]).count() == 2


def test_a_reset_sends_no_e_mail_to_unknown_addresses(client):
    answer = client.post("/accounts/password/reset/", {"email": "nobody@example.org"}, follow=True)
    assert "If there is an account with this address, we’ve sent an e-mail" in answer.content.decode()
    assert not mail.outbox


def test_a_user_changes_the_password_and_stays_logged_in(client):
    user = a_user("arthur")
    client.force_login(user)
    form = {"oldpassword": PASSWORD, "password1": "six feet under ground", "password2": "six feet under ground"}
    client.post("/accounts/password/change/", form)
    user.refresh_from_db()
    assert user.check_password("six feet under ground")
    assert client.get("/mages/").status_code == 200


def test_e_mails_about_the_account_are_in_the_name_of_the_site(client):
    client.post("/accounts/signup/", NEW | {"name": "Merlin"})
    client.post("/accounts/password/reset/", {"email": "arthur@example.org"})
    confirm, reset = mail.outbox
    assert confirm.subject == "[Waving Hands] Confirm your e-mail address"
    assert "/accounts/confirm-email/" in confirm.body
    assert reset.subject == "[Waving Hands] Reset your password"
    assert "arthur" not in confirm.body  # anyone can have this e-mail sent to any address
    assert "arthur" in reset.body
    for email in (confirm, reset):
        assert email.body.endswith("Waving Hands, testserver")
        assert "Hello from" not in email.body


def test_a_forgotten_password_is_reset_by_mail(client):
    user = a_user("arthur", email="arthur@example.org")
    answer = client.post("/accounts/password/reset/", {"email": "arthur@example.org"}, follow=True)
    assert "If there is an account with this address, we’ve sent an e-mail" in answer.content.decode()
    link = re.search(r"http://testserver(/accounts/password/reset/key/\S+)", mail.outbox[0].body)[1]
    page = client.get(link, follow=True)
    address = page.redirect_chain[-1][0]
    form = {"password1": "six feet under ground", "password2": "six feet under ground"}
    answer = client.post(address, form, follow=True)
    assert "Your password has been changed" in answer.content.decode()
    user.refresh_from_db()
    assert user.check_password("six feet under ground")


def test_a_used_reset_link_says_so(client):
    answer = client.get("/accounts/password/reset/key/1-set-password/")
    assert "This link is no longer valid" in answer.content.decode()


PAGES = ["login", "signup", "logout", "password/reset", "password/reset/done", "password/reset/key/done", "inactive"]
PAGES_OF_USERS = ["logout", "password/change", "email", "reauthenticate", "confirm-email"]


@pytest.mark.parametrize("page", PAGES)
def test_pages_for_visitors_use_the_layout_of_the_site(client, page):
    answer = client.get(f"/accounts/{page}/", follow=True)
    assert '<main id="main"' in answer.content.decode()


@pytest.mark.parametrize("page", PAGES_OF_USERS)
def test_pages_for_users_use_the_layout_of_the_site(client, page):
    client.force_login(a_user())
    answer = client.get(f"/accounts/{page}/", follow=True)
    body = answer.content.decode()
    assert '<main id="main"' in body
    assert "style=" not in body
    assert "<script>" not in body


def test_a_closed_account_keeps_no_personal_texts_and_no_second_factors():
    private = {
        "about": "I like newts.",
        "author": "Dr. Chandra",
        "first_name": "Ann",
        "email": "ann@example.com",
        "returned_from": "ann@example.com",
        "avatar": "owl",
        "country": "DE",
        "language": "de",
        "time_zone": "Europe/Berlin",
    }
    user = a_user(**private)
    Authenticator.objects.create(user=user, type=Authenticator.Type.WEBAUTHN, data={})
    close_account(user)
    user.refresh_from_db()
    assert {name: getattr(user, name) for name in private} == dict.fromkeys(private, "")
    assert not Authenticator.objects.exists()
