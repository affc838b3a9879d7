"""Who wants to be told when somebody waits for an opponent: by a push, once."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils import timezone

from accounts.models import Block, PushSubscription
from accounts.permissions import Forbidden
from accounts.services import web_push
from duels.challenges.lobby import offer
from duels.challenges.matchmaking import seek
from duels.challenges.notifications import STANDS, ask_alert, end_alert, is_alert, tell_alerts
from duels.models import Invitation, OpponentAlert
from tests.builders import a_challenge, a_mage, a_user, rows_of_a_duel

pytestmark = pytest.mark.django_db

BEFORE = timedelta(minutes=1)


@pytest.fixture
def told(monkeypatch):
    """What is pushed, by the keys of users."""
    news = []
    monkeypatch.setattr("duels.challenges.notifications.push_soon", news.extend)
    return news


@pytest.fixture
def user():
    """One who asked a minute ago, and has a browser to which news are pushed."""
    user = a_user("persant", language="de")
    PushSubscription.objects.create(user=user, endpoint="https://fcm.googleapis.com/1", p256dh="k", auth="a")
    ask_alert(user=user, now=timezone.now() - BEFORE)
    return user


def test_who_asked_is_told_of_a_challenge_once_in_his_language(user, told):
    tell_alerts()
    assert told == []
    challenge = a_challenge(a_mage("Pertolepe"))
    tell_alerts()
    tell_alerts()
    [(who, news)] = told
    assert who == user.pk
    assert news.title == "Pertolepe wartet auf einen Gegner"
    assert news.path == reverse("challenge", args=[challenge.token])
    assert not is_alert(user)


def test_an_offer_is_put_into_words_only_for_who_may_accept_it(user, told, monkeypatch):
    worded = []
    monkeypatch.setattr("duels.challenges.notifications.offer", lambda *given: worded.append(given) or offer(*given))
    his = a_mage(owner=user)
    for _ in range(3):
        Invitation.objects.create(challenge=a_challenge(), mage=his, state=Invitation.State.EXCLUDED)
    tell_alerts()
    assert (told, worded) == ([], [])
    a_challenge()
    tell_alerts()
    assert len(told) == len(worded) == 1


def test_who_asked_is_told_of_a_quick_duel(user, told):
    seek(mage=a_mage())
    tell_alerts()
    [(_, news)] = told
    assert news.path == reverse("lobby")


def test_what_stood_before_is_not_told(told):
    challenge = a_challenge()
    user = a_user()
    PushSubscription.objects.create(user=user, endpoint="https://fcm.googleapis.com/1", p256dh="k", auth="a")
    ask_alert(user=user, now=challenge.posted + timedelta(seconds=1))
    tell_alerts()
    assert told == []
    assert is_alert(user)


@pytest.mark.parametrize("whose", ["own", "blocked", "private", "closed"])
def test_a_challenge_that_is_not_for_him_is_not_told(user, told, whose):
    challenger = a_mage(owner=user if whose == "own" else None)
    if whose == "blocked":
        Block.objects.create(user=challenger.owner, blocked=user)
    a_challenge(challenger, private=whose == "private", is_open=whose != "closed")
    tell_alerts()
    assert told == []
    assert is_alert(user)


def test_his_own_wish_for_a_quick_duel_is_not_told(user, told):
    seek(mage=a_mage(owner=user))
    tell_alerts()
    assert told == []


def test_who_duels_by_the_minute_is_told_afterwards(user, told):
    duel = rows_of_a_duel(a_mage(owner=user), a_mage())
    a_challenge()
    tell_alerts()
    assert told == []
    duel.ended = timezone.now()
    duel.save()
    tell_alerts()
    assert len(told) == 1


def test_after_half_a_day_nobody_is_told(user, told):
    OpponentAlert.objects.update(since=timezone.now() - STANDS)
    assert not is_alert(user)
    a_challenge()
    tell_alerts()
    assert told == []
    assert not OpponentAlert.objects.exists()


def test_who_has_no_browser_keeps_his_wish(user, told):
    web_push.unsubscribe(user=user)
    a_challenge()
    tell_alerts()
    assert told == []
    assert is_alert(user)


def test_who_wants_it_no_more_is_not_told(user, told):
    end_alert(user=user)
    a_challenge()
    tell_alerts()
    assert told == []


def test_the_page_asks_and_stops(client):
    user = a_user()
    assert client.post(reverse("alert")).status_code == 302
    client.force_login(user)
    assert client.post(reverse("alert")).json() == {}
    for page in ("home", "lobby"):
        assert b'aria-pressed="true"' in client.get(reverse(page)).content
    client.post(reverse("alert"), {"stop": "1"})
    assert not is_alert(user)


def test_who_is_not_logged_in_cannot_ask():
    with pytest.raises(Forbidden):
        ask_alert(user=AnonymousUser())
