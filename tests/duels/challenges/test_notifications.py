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
def pushed(monkeypatch):
    """Return a list that collects pushed notifications, each with the primary key of its recipient."""
    news = []
    monkeypatch.setattr("duels.challenges.notifications.push_soon", news.extend)
    return news


@pytest.fixture
def user():
    """Return a user who has a push subscription and requested an alert a minute ago."""
    user = a_user("persant", language="de")
    PushSubscription.objects.create(user=user, endpoint="https://fcm.googleapis.com/1", p256dh="k", auth="a")
    ask_alert(user=user, now=timezone.now() - BEFORE)
    return user


def test_a_challenge_is_pushed_once_in_the_users_language(user, pushed):
    tell_alerts()
    assert pushed == []
    challenge = a_challenge(a_mage("Pertolepe"))
    tell_alerts()
    tell_alerts()
    [(who, news)] = pushed
    assert who == user.pk
    assert news.title == "Pertolepe sucht einen Gegner"
    assert news.path == reverse("challenge", args=[challenge.token])
    assert not is_alert(user)


def test_only_acceptable_challenges_are_formatted(user, pushed, monkeypatch):
    worded = []
    monkeypatch.setattr("duels.challenges.notifications.offer", lambda *given: worded.append(given) or offer(*given))
    his = a_mage(owner=user)
    for _ in range(3):
        Invitation.objects.create(challenge=a_challenge(), mage=his, state=Invitation.State.EXCLUDED)
    tell_alerts()
    assert (pushed, worded) == ([], [])
    a_challenge()
    tell_alerts()
    assert len(pushed) == len(worded) == 1


def test_a_seeker_is_pushed(user, pushed):
    seek(mage=a_mage())
    tell_alerts()
    [(_, news)] = pushed
    assert news.path == reverse("lobby")


def test_earlier_challenges_are_not_pushed(pushed):
    challenge = a_challenge()
    user = a_user()
    PushSubscription.objects.create(user=user, endpoint="https://fcm.googleapis.com/1", p256dh="k", auth="a")
    ask_alert(user=user, now=challenge.posted + timedelta(seconds=1))
    tell_alerts()
    assert pushed == []
    assert is_alert(user)


@pytest.mark.parametrize("whose", ["own", "blocked", "private", "closed"])
def test_unavailable_challenges_are_not_pushed(user, pushed, whose):
    challenger = a_mage(owner=user if whose == "own" else None)
    if whose == "blocked":
        Block.objects.create(user=challenger.owner, blocked=user)
    a_challenge(challenger, private=whose == "private", is_open=whose != "closed")
    tell_alerts()
    assert pushed == []
    assert is_alert(user)


def test_the_users_own_seeker_is_not_pushed(user, pushed):
    seek(mage=a_mage(owner=user))
    tell_alerts()
    assert pushed == []


def test_a_user_in_a_live_duel_gets_the_push_afterwards(user, pushed):
    duel = rows_of_a_duel(a_mage(owner=user), a_mage())
    a_challenge()
    tell_alerts()
    assert pushed == []
    duel.ended = timezone.now()
    duel.save()
    tell_alerts()
    assert len(pushed) == 1


def test_the_wish_expires_after_half_a_day(user, pushed):
    OpponentAlert.objects.update(since=timezone.now() - STANDS)
    assert not is_alert(user)
    a_challenge()
    tell_alerts()
    assert pushed == []
    assert not OpponentAlert.objects.exists()


def test_without_a_push_subscription_the_wish_is_kept(user, pushed):
    web_push.unsubscribe(user=user)
    a_challenge()
    tell_alerts()
    assert pushed == []
    assert is_alert(user)


def test_a_cancelled_wish_gets_no_push(user, pushed):
    end_alert(user=user)
    a_challenge()
    tell_alerts()
    assert pushed == []


def test_the_page_requests_and_cancels_a_push(client):
    user = a_user()
    assert client.post(reverse("alert")).status_code == 302
    client.force_login(user)
    assert client.post(reverse("alert")).json() == {}
    for page in ("home", "lobby"):
        assert b'aria-pressed="true"' in client.get(reverse(page)).content
    client.post(reverse("alert"), {"stop": "1"})
    assert not is_alert(user)


def test_a_visitor_cannot_request_a_push():
    with pytest.raises(Forbidden):
        ask_alert(user=AnonymousUser())
