"""Who is logged in by which session, found for many at once."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.selectors import users_of_sessions
from tests.builders import a_user

pytestmark = pytest.mark.django_db


def session_of(user):
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def ends(session, user):
    Session.objects.filter(pk=session).update(expire_date=timezone.now() - timedelta(seconds=1))


def is_deleted(session, user):
    Session.objects.filter(pk=session).delete()


def is_forged(session, user):
    Session.objects.filter(pk=session).update(session_data="eyJfYXV0aF91c2VyX2lkIjoiMSJ9:1:x")


def password_is_changed(session, user):
    user.set_password("staple battery horse correct")
    user.save()


def account_is_closed(session, user):
    user.is_active = False
    user.save()


def test_each_session_is_of_the_user_who_logged_in():
    users = [a_user(), a_user()]
    sessions = [session_of(user) for user in users]
    assert users_of_sessions([*sessions, "unknown"]) == dict(zip(sessions, users, strict=True))


def test_many_sessions_take_as_many_queries_as_one(django_assert_num_queries):
    sessions = [session_of(a_user()) for _ in range(5)]
    with django_assert_num_queries(2):
        assert len(users_of_sessions(sessions[:1])) == 1
    with django_assert_num_queries(2):
        assert len(users_of_sessions(sessions)) == 5


def test_a_session_of_nobody_is_of_nobody():
    client = Client()
    client.get("/accounts/login/")
    session = client.session
    session["tried"] = True
    session.save()
    assert users_of_sessions([session.session_key]) == {}


@pytest.mark.parametrize("happens", [ends, is_deleted, is_forged, password_is_changed, account_is_closed])
def test_what_ends_a_session(happens):
    user, other = a_user(), a_user()
    session, stays = session_of(user), session_of(other)
    happens(session, user)
    assert users_of_sessions([session, stays]) == {stays: other}
