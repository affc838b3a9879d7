import pytest
from allauth.usersessions.models import UserSession
from django.contrib.auth.signals import user_logged_out
from django.test import Client

from accounts.services.accounts import forget_sessions
from duels.ladder.retirement import quit_account
from tests.builders import PASSWORD, a_guest, a_user

pytestmark = pytest.mark.django_db


def log_in(user, browser: str) -> Client:
    client = Client(headers={"User-Agent": browser})
    assert client.post("/accounts/login/", {"login": user.username, "password": PASSWORD}).status_code == 302
    return client


def is_logged_in(client: Client) -> bool:
    return bool(client.get("/lobby/").wsgi_request.user.is_authenticated)


def test_a_user_sees_their_sessions_and_logs_out_everywhere_else():
    user, other = a_user(), a_user()
    here, phone, foreign = log_in(user, "Firefox"), log_in(user, "Safari"), log_in(other, "Opera")
    page = here.get("/accounts/sessions/").content.decode()
    assert "Firefox" in page
    assert "Safari" in page
    assert "Opera" not in page
    told = here.post("/accounts/sessions/", follow=True).content.decode()
    assert "logged out everywhere else" in told
    assert "not logged in anywhere else" in told
    assert [is_logged_in(client) for client in (here, phone, foreign)] == [True, False, True]


def test_a_session_that_is_older_than_the_list_is_in_it():
    client = Client()
    client.force_login(a_user())
    UserSession.objects.all().delete()
    assert "this browser" in client.get("/accounts/sessions/").content.decode()


def test_visitors_and_guests_have_no_list(client):
    assert client.get("/accounts/sessions/").url.startswith("/accounts/login/")
    client.force_login(a_guest().owner)
    assert client.get("/accounts/sessions/").url == "/keep/"


def test_logging_out_everywhere_else_closes_the_sockets(django_capture_on_commit_callbacks):
    user, told = a_user(), []
    here = log_in(user, "Firefox")
    log_in(user, "Safari")

    def listen(sender, user, **_):
        told.append(user)

    user_logged_out.connect(listen)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            here.post("/accounts/sessions/")
    finally:
        user_logged_out.disconnect(listen)
    assert told == [user]


def test_ip_addresses_are_forgotten_with_their_sessions_and_accounts():
    user = a_user()
    client, other = log_in(user, "Firefox"), log_in(user, "Safari")
    client.post("/accounts/logout/")
    forget_sessions()
    assert [session.user_agent for session in UserSession.objects.all()] == ["Safari"]
    assert is_logged_in(other)
    quit_account(user=user)
    assert not UserSession.objects.exists()
