"""Tests for two-factor authentication with codes.

For passkeys, see `tests/browser/test_passkeys.py`.
"""

import re
from html import unescape

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.core.cache import cache
from django.test import Client

from tests.builders import PASSWORD, a_guest, a_user

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_used_codes():
    cache.clear()


def log_in(user):
    """Enter the user's password in a new client. Return the client and the response."""
    client = Client()
    return client, client.post("/accounts/login/", {"login": user.username, "password": PASSWORD}, follow=True)


def is_logged_in(client):
    return client.get("/lobby/").wsgi_request.user.is_authenticated


def code_of(secret):
    """Return the current code of an authenticator app with this secret."""
    return format_hotp_value(hotp_value(secret, next(yield_hotp_counters_from_time())))


def a_protected_user():
    """Create a user with two-factor authentication.

    Return the user, the secret of their authenticator app, and their recovery codes.
    """
    user = a_user()
    client, _ = log_in(user)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    page = client.get("/accounts/2fa/totp/activate/").content.decode()
    secret = re.search(r"<code>(\w+)</code>", page)[1]
    page = client.post("/accounts/2fa/totp/activate/", {"code": code_of(secret)}, follow=True).content.decode()
    cache.clear()  # so that the same code can be used again, as if 30 seconds had passed
    return user, secret, re.findall(r"<code>(\d+)</code>", page)


def test_a_login_needs_the_code_of_the_app():
    user, secret, _ = a_protected_user()
    client, response = log_in(user)
    assert response.redirect_chain[-1][0] == "/accounts/2fa/authenticate/"
    assert not is_logged_in(client)
    wrong = client.post("/accounts/2fa/authenticate/", {"code": "000000" if code_of(secret) != "000000" else "1"})
    assert "This code is wrong" in wrong.content.decode()
    assert not is_logged_in(client)
    client.post("/accounts/2fa/authenticate/", {"code": code_of(secret)})
    assert is_logged_in(client)


def test_a_recovery_code_works_once():
    user, _, codes = a_protected_user()
    assert len(codes) == 10
    for is_new in (True, False):
        client, _ = log_in(user)
        client.post("/accounts/2fa/authenticate/", {"code": codes[0]})
        assert is_logged_in(client) == is_new


def test_secrets_are_encrypted_in_the_database():
    user, secret, codes = a_protected_user()
    stored = str(list(Authenticator.objects.filter(user=user).values_list("data", flat=True)))
    assert secret not in stored
    assert not any(code in stored for code in codes)


def test_with_a_new_secret_key_no_code_is_right(settings):
    user, secret, codes = a_protected_user()
    settings.SECOND_FACTORS_KEY = "A" * 43 + "="
    client, _ = log_in(user)
    for code in (code_of(secret), codes[0]):
        assert "This code is wrong" in client.post("/accounts/2fa/authenticate/", {"code": code}).content.decode()
    assert not is_logged_in(client)


def test_with_a_new_secret_key_the_pages_say_that_codes_no_longer_work(settings):
    user, _, codes = a_protected_user()
    client = Client()
    client.force_login(user)
    assert "no longer work" not in client.get("/accounts/2fa/").content.decode()
    settings.SECOND_FACTORS_KEY = "A" * 43 + "="
    page = client.get("/accounts/2fa/").content.decode()
    assert "The codes of your app no longer work" in page
    assert "Your recovery codes no longer work" in page
    for address in ("/accounts/2fa/recovery-codes/", "/accounts/2fa/recovery-codes/download/"):
        assert client.get(address).url == "/accounts/2fa/recovery-codes/generate/"
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    page = client.post("/accounts/2fa/recovery-codes/generate/", follow=True).content.decode()
    assert len(re.findall(r"<code>(\d+)</code>", page)) == len(codes)
    assert "Your recovery codes no longer work" not in client.get("/accounts/2fa/").content.decode()


def test_turning_the_app_off_needs_the_password_again_and_ends_the_second_step():
    user, secret, _ = a_protected_user()
    client, _ = log_in(user)
    client.post("/accounts/2fa/authenticate/", {"code": code_of(secret)})
    assert client.post("/accounts/2fa/totp/deactivate/").url.startswith("/accounts/reauthenticate/")
    page = unescape(client.get("/accounts/reauthenticate/").content.decode())
    assert "Use a code instead" in page
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post("/accounts/2fa/totp/deactivate/")
    client, _ = log_in(user)
    assert is_logged_in(client)


def test_visitors_log_in_and_guests_sign_up_first(client):
    pages = ("/accounts/2fa/", "/accounts/2fa/totp/activate/", "/accounts/2fa/webauthn/add/")
    for page in pages:
        assert "/login/" in client.get(page).url
    client.force_login(a_guest().owner)
    for page in pages:
        assert client.get(page).url == "/keep/"
