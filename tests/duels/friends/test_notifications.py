import json
from datetime import timedelta

import pytest
import pywebpush
from django.utils import timezone

from accounts.models import EmailNotification, PushSubscription
from accounts.services import blocking, web_push
from accounts.services.friends import follow
from accounts.services.mail import send_ripe
from duels.challenges.posting import post_challenge
from duels.challenges.terms import Terms
from duels.friends.notifications import PAUSES, tell_arrivals
from duels.notifications.presence import arrivals
from tests.builders import a_mage, a_user
from tests.duels.tables import a_duel

pytestmark = pytest.mark.django_db

TERMS = {"book": "classic", "pace": 120}
ALL = {"hears_friends_challenges": True, "hears_friends_duels": True, "hears_friends_come": True}


@pytest.fixture
def zoe():
    return a_mage("Zoe", owner=a_user("zoe"))


def a_follower(*mages, **fields):
    """Return a user who follows the owners of these mages and receives all notifications about followed players."""
    user = a_user(**(ALL | fields))
    for mage in mages:
        follow(user=user, other=mage.owner)
    return user


def subjects_for(user):
    found = EmailNotification.objects.filter(user=user, about="friend").order_by("pk")
    return list(found.values_list("subject", flat=True))


def posts(mage, **terms):
    return post_challenge(challenger=mage, terms=Terms(**TERMS | terms))


def comes(mage):
    tell_arrivals({mage.owner_id})


def wait(pause):
    """Make all notifications look as if they had been written `pause` ago."""
    EmailNotification.objects.update(written=timezone.now() - pause)


# Events ---------------------------------------------------------------------------------------------------------------


def test_followers_are_told_of_an_open_challenge(zoe):
    user, stranger = a_follower(zoe), a_user(**ALL)
    challenge = posts(zoe)
    assert subjects_for(user) == ["Zoe is looking for an opponent"]
    notification = EmailNotification.objects.get(user=user)
    assert notification.path == f"/challenge/{challenge.token}/"
    assert notification.text == "Classic, 2 minutes per round"
    assert subjects_for(stranger) == subjects_for(zoe.owner) == []


def test_a_mage_is_named_with_the_username_that_followers_know():
    mage = a_mage("Ambrosius", owner=a_user("merlin"))
    user = a_follower(mage)
    posts(mage)
    assert subjects_for(user) == ["Ambrosius (merlin) is looking for an opponent"]


def test_nobody_is_told_of_challenges_that_are_not_open_to_all(zoe):
    user = a_follower(zoe)
    own = a_mage("Own", owner=user)
    posts(zoe, private=True)
    post_challenge(challenger=zoe, terms=Terms(**TERMS, is_open=False, limit=None), named=[a_mage()])
    post_challenge(challenger=zoe, terms=Terms(**TERMS, limit=4), excluded=[own])
    post_challenge(challenger=zoe, terms=Terms(**TERMS, limit=5), named=[own])
    assert subjects_for(user) == []


def test_followers_are_told_of_a_public_duel(zoe):
    user = a_follower(zoe)
    duel = a_duel(zoe, a_mage("Yvain"))
    assert subjects_for(user) == ["Zoe has started a duel"]
    notification = EmailNotification.objects.get(user=user)
    assert notification.path == f"/duel/{duel.slug}/"
    assert notification.text.startswith("Zoe against Yvain: ")


def test_a_duel_of_two_friends_is_told_once_and_not_to_its_players(zoe):
    yvain = a_mage("Yvain", owner=a_user("yvain", **ALL))
    follow(user=yvain.owner, other=zoe.owner)
    user = a_follower(zoe, yvain)
    a_duel(zoe, yvain)
    assert len(subjects_for(user)) == 1
    assert subjects_for(yvain.owner) == []


def test_nobody_is_told_of_duels_that_they_could_not_see(zoe):
    user = a_follower(zoe)
    foe, shy = a_mage("Foe"), a_mage("Shy", owner=a_user(seen_by="nobody"))
    blocking.block(user=foe.owner, other=user)
    a_duel(zoe, a_mage(), public=False)
    a_duel(zoe, None, practice=True)
    a_duel(zoe, foe)
    a_duel(zoe, shy)
    assert subjects_for(user) == []


def test_followers_are_told_of_a_player_who_comes_online(zoe):
    user = a_follower(zoe)
    comes(zoe)
    assert subjects_for(user) == ["zoe is online"]
    assert EmailNotification.objects.get(user=user).path == "/user/zoe/"


# Recipients -----------------------------------------------------------------------------------------------------------

EVENTS = {"challenges": posts, "duels": lambda mage: a_duel(mage, a_mage()), "come": comes}


def test_at_first_only_open_challenges_are_told(zoe):
    user = a_user()
    follow(user=user, other=zoe.owner)
    for event in EVENTS.values():
        event(zoe)
    assert subjects_for(user) == ["Zoe is looking for an opponent"]


@pytest.mark.parametrize("kind", EVENTS)
def test_each_kind_of_event_has_its_setting(zoe, kind):
    user = a_follower(zoe, **{f"hears_friends_{kind}": False})
    EVENTS[kind](zoe)
    assert subjects_for(user) == []


@pytest.mark.parametrize("kind", EVENTS)
@pytest.mark.parametrize(("seen_by", "seen"), [("everybody", "ab"), ("followed", "a"), ("nobody", "")])
def test_only_followers_who_may_see_the_player_are_told(zoe, kind, seen_by, seen):
    """Check two followers: `a`, whom Zoe follows back, and `b`, whom she does not."""
    followers = {"a": a_follower(zoe), "b": a_follower(zoe)}
    follow(user=zoe.owner, other=followers["a"])
    zoe.owner.seen_by = seen_by
    zoe.owner.save()
    EVENTS[kind](zoe)
    assert [who for who, user in followers.items() if subjects_for(user)] == list(seen)


def test_banned_followers_are_not_told(zoe):
    user = a_follower(zoe)
    user.is_active = False
    user.save()
    posts(zoe)
    assert subjects_for(user) == []


# Frequency ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "event"), [("challenge", posts), ("duel", EVENTS["duels"])])
def test_a_kind_of_event_is_told_once_an_hour_for_each_player(zoe, kind, event):
    yvain = a_mage("Yvain", owner=a_user("yvain"))
    user = a_follower(zoe, yvain)
    for mage in (zoe, zoe, yvain):
        event(mage)
    assert [subject.split()[0] for subject in subjects_for(user)] == ["Zoe", "Yvain"]
    wait(PAUSES[kind] + timedelta(seconds=1))
    if kind == "challenge":
        posts(zoe, comment="Anybody?")  # another challenge
    else:
        event(zoe)
    assert [subject.split()[0] for subject in subjects_for(user)] == ["Zoe", "Yvain", "Zoe"]


def test_a_player_who_comes_and_goes_is_told_once_in_six_hours(zoe, monkeypatch):
    monkeypatch.setattr("duels.friends.notifications.arrivals", set)  # they had been away for a long time each time
    user = a_follower(zoe)
    comes(zoe)
    comes(zoe)
    wait(PAUSES["comes"] - timedelta(minutes=1))
    comes(zoe)
    assert len(subjects_for(user)) == 1
    wait(PAUSES["comes"] + timedelta(minutes=1))
    comes(zoe)
    assert len(subjects_for(user)) == 2


def test_a_player_who_stays_does_not_come(zoe):
    arrivals({zoe.owner_id})
    user = a_follower(zoe)
    comes(zoe)
    assert subjects_for(user) == []


# Channels -------------------------------------------------------------------------------------------------------------


def test_friends_are_shown_and_pushed_but_not_sent_by_e_mail(
    zoe, monkeypatch, mailoutbox, django_capture_on_commit_callbacks
):
    sent = []
    monkeypatch.setattr(
        pywebpush, "webpush", lambda *given, **options: sent.append((json.loads(options["data"]), options["ttl"]))
    )
    monkeypatch.setattr(web_push._workers, "submit", lambda do, *given: web_push.push(*given))
    user = a_follower(zoe, email="user@example.org")
    PushSubscription.objects.create(user=user, endpoint="https://fcm.googleapis.com/1", p256dh="k", auth="a")
    with django_capture_on_commit_callbacks(execute=True):
        posts(zoe)
    [(news, keeps)] = sent
    assert news["title"] == "Zoe is looking for an opponent"
    assert keeps < 3600
    send_ripe(timezone.now() + timedelta(days=1))
    assert mailoutbox == []
