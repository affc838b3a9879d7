import re
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts.models import Token
from accounts.permissions import Forbidden
from accounts.services import tokens
from accounts.services.accounts import close_account
from accounts.signals import token_revoked
from tests.builders import a_guest, a_user

pytestmark = pytest.mark.django_db
SECRET = re.compile(r'value="(wh_\w{40}|mail_\w{20})"')


def a_token(user=None, scopes=("read",), name="phone"):
    return tokens.make(user=user or a_user(), name=name, scopes=scopes)


def test_a_token_grants_its_scopes_and_nothing_else():
    token, secret = a_token(scopes=["play", "read"])
    assert re.fullmatch(r"wh_\w{40}", secret)
    assert tokens.of(secret) == tokens.of(secret, "read") == tokens.of(secret, "play") == token
    assert tokens.of(secret, "message") is None
    assert tokens.of(secret, "mail") is None
    assert tokens.of(secret[:-1]) is tokens.of("") is tokens.of("wh_\0") is None


def test_the_secret_is_not_stored():
    _token, secret = a_token()
    kept = " ".join(str(value) for row in Token.objects.values() for value in row.values())
    assert secret not in kept
    assert secret[:8] in kept


def test_a_mail_key_ignores_case_and_grants_only_mail():
    token, secret = a_token(scopes=["mail"])
    assert re.fullmatch(r"mail_[a-z2-9]{20}", secret)
    assert tokens.of(f" {secret.upper()}\n", "mail") == token
    assert tokens.of(secret, "read") is None


@pytest.mark.parametrize("scopes", [[], ["mail", "read"], ["everything"], ["read", "everything"]])
def test_invalid_scopes_are_refused(scopes):
    with pytest.raises(ValidationError, match="Select at least one permission"):
        a_token(scopes=scopes)


@pytest.mark.parametrize("name", ["", "x" * 61])
def test_a_token_needs_a_valid_name(name):
    with pytest.raises(ValidationError):
        a_token(name=name)


def test_guests_cannot_have_tokens():
    guest = a_guest().owner
    with pytest.raises(Forbidden):
        a_token(guest)


def test_the_number_of_tokens_per_user_is_limited():
    user = a_user()
    made = [a_token(user)[0] for _number in range(tokens.MOST_TOKENS)]
    with pytest.raises(ValidationError, match="Revoke one first"):
        a_token(user)
    tokens.revoke(made[0])
    assert a_token(user)


def test_the_last_use_is_saved_once_per_minute():
    token, secret = a_token()
    tokens.of(secret)
    token.refresh_from_db()
    first = token.last_used
    tokens.of(secret)
    token.refresh_from_db()
    assert token.last_used == first
    Token.objects.update(last_used=timezone.now() - timedelta(minutes=2))
    tokens.of(secret)
    token.refresh_from_db()
    assert token.last_used > first


@pytest.fixture
def heard():
    """Return a list that collects the primary keys of revoked tokens."""
    told = []

    def hear(tokens, **also):
        told.extend(tokens)

    token_revoked.connect(hear)
    yield told
    token_revoked.disconnect(hear)


def test_a_revoked_token_grants_nothing_and_is_announced_once(heard, django_capture_on_commit_callbacks):
    token, secret = a_token()
    with django_capture_on_commit_callbacks(execute=True):
        tokens.revoke(token)
        tokens.revoke(token)
    assert tokens.of(secret) is None
    assert heard == [token.pk]


def test_tokens_of_users_who_quit_or_are_banned_grant_nothing(heard, django_capture_on_commit_callbacks):
    (gone, of_gone), (banned, of_banned) = a_token(), a_token()
    with django_capture_on_commit_callbacks(execute=True):
        close_account(gone.user)
    banned.user.is_active = False
    banned.user.save()
    assert tokens.of(of_gone) is tokens.of(of_banned) is None
    assert heard == [gone.pk]


# The page -------------------------------------------------------------------------------------------------------------


def test_the_page_shows_the_secret_once(client):
    user = a_user()
    client.force_login(user)
    answer = client.post("/settings/tokens/", {"make": "token", "name": "My bot", "scopes": ["read", "play"]})
    secret = SECRET.search(answer.content.decode())[1]
    assert tokens.of(secret, "play").name == "My bot"
    assert "no-store" in answer["Cache-Control"]
    page = client.get("/settings/tokens/").content.decode()
    assert secret not in page
    assert "My bot" in page
    assert "Play my duels" in page


def test_the_page_creates_mail_keys_with_a_text_of_their_own(client):
    user = a_user("merlin")
    client.force_login(user)
    page = client.post("/settings/tokens/", {"make": "key", "name": "My laptop"}).content.decode()
    secret = SECRET.search(page)[1]
    assert f"USER merlin {secret}" in page
    assert tokens.of(secret, "mail").user == user


@pytest.mark.parametrize(
    "given", [{"make": "token", "name": "x"}, {"make": "token", "name": "", "scopes": ["read"]},
              {"make": "token", "name": "x", "scopes": ["mail"]}, {"make": "key"}, {"make": "gold", "name": "x"}]
)  # fmt: skip
def test_an_invalid_form_creates_no_token(client, given):
    client.force_login(a_user())
    answer = client.post("/settings/tokens/", given)
    assert answer.status_code == 200
    assert not Token.objects.exists()


def test_the_page_revokes_only_ones_own_tokens(client):
    user = a_user()
    (mine, of_mine), (other, of_other) = a_token(user), a_token()
    client.force_login(user)
    assert "is revoked" in client.post(f"/settings/tokens/{mine.pk}/revoke/", follow=True).content.decode()
    assert client.post(f"/settings/tokens/{other.pk}/revoke/").status_code == 404
    assert tokens.of(of_mine) is None
    assert tokens.of(of_other) == other


def test_a_guest_is_redirected_to_sign_up_first(client):
    client.force_login(a_guest().owner)
    assert client.get("/settings/tokens/").url == "/keep/"


def test_the_number_of_queries_does_not_depend_on_the_tokens(client, django_assert_num_queries):
    user = a_user()
    client.force_login(user)
    for _number in range(5):
        a_token(user)
    client.get("/settings/tokens/")
    with django_assert_num_queries(5):  # session, user, tokens, and two for the counts in the header
        client.get("/settings/tokens/")
