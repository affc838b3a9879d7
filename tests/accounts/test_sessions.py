from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.selectors import ended_sessions
from tests.builders import PASSWORD, a_user

pytestmark = pytest.mark.django_db


def log_in():
    client = Client()
    client.force_login(a_user())
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def test_expired_and_deleted_sessions_have_ended():
    lasting, expired, deleted = log_in(), log_in(), log_in()
    Session.objects.filter(pk=expired).update(expire_date=timezone.now() - timedelta(seconds=1))
    Session.objects.filter(pk=deleted).delete()
    assert ended_sessions([lasting, expired, deleted]) == {expired, deleted}


def test_a_request_with_the_key_from_before_a_change_of_the_password_leaves_the_new_cookie_alone(client):
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
