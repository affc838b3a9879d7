from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.selectors import ended_logins, login_of
from tests.builders import PASSWORD, a_user

pytestmark = pytest.mark.django_db


def log_in():
    client, user = Client(), a_user()
    client.force_login(user)
    return login_of(user, client.cookies[settings.SESSION_COOKIE_NAME].value)


def test_logins_end_with_the_session_or_when_the_password_changes():
    lasting, expired, deleted, changed = log_in(), log_in(), log_in(), log_in()
    Session.objects.filter(pk=expired.session_key).update(expire_date=timezone.now() - timedelta(seconds=1))
    Session.objects.filter(pk=deleted.session_key).delete()
    user = User.objects.get(pk=changed.user_id)
    user.set_password("staple battery horse correct")
    user.save()
    assert ended_logins([lasting, expired, deleted, changed]) == {expired, deleted, changed}


def test_an_anonymous_session_is_no_login():
    assert login_of(AnonymousUser(), "a key") is None


def test_a_request_with_an_old_session_key_keeps_the_new_cookie(client):
    user = a_user()
    client.force_login(user)
    old = client.cookies[settings.SESSION_COOKIE_NAME].value
    new = "staple battery horse correct"
    given = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    assert client.post("/accounts/password/change/", given).status_code == 302
    late = Client()
    late.cookies[settings.SESSION_COOKIE_NAME] = old
    answer = late.get("/lobby/")
    assert answer.wsgi_request.user.is_anonymous
    assert settings.SESSION_COOKIE_NAME not in answer.cookies
    assert client.get("/lobby/").wsgi_request.user == user


def test_logging_out_deletes_the_cookie(client):
    client.force_login(a_user())
    assert client.post("/accounts/logout/").cookies[settings.SESSION_COOKIE_NAME].value == ""
