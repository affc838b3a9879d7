"""Tests for joining and leaving clubs, and for clubs whose leader leaves."""

from datetime import timedelta
from functools import partial

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts.models import EmailNotification
from accounts.permissions import Forbidden
from accounts.services import blocking, moderation
from duels.challenges.posting import post_challenge
from duels.challenges.terms import Terms
from duels.clubs import joining
from duels.clubs.joining import join, leave
from duels.clubs.notifications import tell_request
from duels.clubs.running import decline, remove
from duels.ladder.retirement import quit_account
from duels.models import Challenge, Club
from tests.builders import a_mage, a_user
from tests.duels.clubs.clubs import a_club, members, roles, states
from tests.duels.people import at_once

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]


def subjects_for(user):
    return list(EmailNotification.objects.filter(user=user, about="club").values_list("subject", flat=True))


def test_anyone_joins_an_open_club_at_once():
    club, ann = a_club(leader=a_user("leader")), a_user("ann")
    for _ in range(2):
        assert join(slug=club.slug, user=ann).is_member
    assert roles(club) == {"leader": "leader", "ann": "member"}


def test_a_request_to_join_is_announced_to_officers_once_per_day():
    leader, officer, ann = a_user(), a_user(), a_user("ann")
    club = a_club("Newts", leader, a_user(), is_open=False)
    members(club, officer, role="officer")
    for _ in range(2):
        assert not join(slug=club.slug, user=ann).is_member
        leave(slug=club.slug, user_id=ann.pk)
    join(slug=club.slug, user=ann)
    assert states(club)["ann"] == "requested"
    assert subjects_for(leader) == subjects_for(officer) == ["ann wants to join Newts"]
    assert EmailNotification.objects.count() == 2
    asked = club.memberships.get(user=ann)
    asked.since += timedelta(days=1)
    tell_request(asked)
    assert EmailNotification.objects.count() == 4


def test_a_user_who_was_removed_or_declined_can_only_ask_to_join():
    leader, ann = a_user(), a_user("ann")
    club = a_club("Newts", leader, ann)
    remove(slug=club.slug, officer=leader, user=ann)
    leave(slug=club.slug, user_id=ann.pk)  # has no effect
    assert not join(slug=club.slug, user=ann).is_member
    decline(slug=club.slug, officer=leader, user=ann)
    assert join(slug=club.slug, user=ann).state == "requested"
    leave(slug=club.slug, user_id=ann.pk)
    assert join(slug=club.slug, user=ann).state == "requested"


def test_a_block_with_an_officer_in_either_direction_prevents_joining():
    leader, officer, ann, bob = a_user(), a_user(), a_user(), a_user()
    club = a_club("Newts", leader, bob)
    members(club, officer, role="officer")
    blocking.block(user=ann, other=bob)  # is now an ordinary member
    blocking.block(user=officer, other=ann)
    with pytest.raises(Forbidden, match="has blocked the other"):
        join(slug=club.slug, user=ann)
    blocking.unblock(user=officer, other=ann)
    blocking.block(user=ann, other=leader)
    with pytest.raises(Forbidden):
        join(slug=club.slug, user=ann)
    blocking.unblock(user=ann, other=leader)
    assert join(slug=club.slug, user=ann).is_member


def test_clubs_and_users_have_a_maximum_of_memberships(monkeypatch):
    club, other, ann = a_club(), a_club("Toads"), a_user()
    monkeypatch.setattr(joining, "MOST_MEMBERS", 1)
    with pytest.raises(ValidationError, match="This club is full"):
        join(slug=club.slug, user=ann)
    monkeypatch.setattr(joining, "MOST_MEMBERS", 2)
    monkeypatch.setattr(joining, "MOST_JOINED", 1)
    join(slug=club.slug, user=ann)
    with pytest.raises(ValidationError, match="at most 1 clubs"):
        join(slug=other.slug, user=ann)


@pytest.mark.django_db(transaction=True)
def test_the_last_place_is_given_once_to_users_who_join_at_once(monkeypatch):
    club = a_club("Newts", a_user("leader"))
    monkeypatch.setattr(joining, "MOST_MEMBERS", 2)
    at_once([partial(join, slug=club.slug, user=a_user()) for _ in range(4)])
    assert club.memberships.count() == 2


@pytest.mark.django_db(transaction=True)
def test_one_leader_is_left_when_leader_and_officers_leave_at_once():
    users = [a_user() for _ in range(4)]
    club = a_club("Newts", users[0], a_user("ann"))
    members(club, *users[1:], role="officer")
    at_once([partial(leave, slug=club.slug, user_id=user.pk) for user in users])
    assert roles(club) == {"ann": "leader"}


def test_the_longest_serving_officer_or_else_member_leads_after_the_leader():
    leader, old, young, officer = a_user("leader"), a_user("old"), a_user("young"), a_user("officer")
    club = a_club("Newts", leader)
    now = timezone.now()
    members(club, young, since=now - timedelta(days=1))
    members(club, old, since=now - timedelta(days=2))
    members(club, officer, role="officer", since=now)
    leave(slug=club.slug, user_id=leader.pk)
    assert roles(club) == {"young": "member", "old": "member", "officer": "leader"}
    leave(slug=club.slug, user_id=officer.pk)
    assert roles(club) == {"young": "member", "old": "leader"}
    assert subjects_for(officer) == subjects_for(old) == ["You now lead Newts"]


def test_a_club_is_closed_when_its_last_member_leaves():
    leader = a_user()
    club = a_club("Newts", leader, is_open=False)
    join(slug=club.slug, user=a_user())  # can only ask to join
    leave(slug=club.slug, user_id=leader.pk)
    assert not Club.objects.exists()


def test_a_member_who_leaves_or_is_removed_no_longer_challenges_the_club():
    leader = a_user()
    club = a_club("Newts", leader)
    for part in (lambda user: leave(slug=club.slug, user_id=user.pk), lambda user: remove_by(leader, club, user)):
        mage = a_mage()
        members(club, mage.owner)
        posted = post_challenge(challenger=mage, terms=Terms(friendly=True), club=club)
        other = post_challenge(challenger=mage, terms=Terms(friendly=True))
        part(mage.owner)
        assert Challenge.objects.get(pk=posted.pk).state == "withdrawn"
        assert Challenge.objects.get(pk=other.pk).state == "open"


def remove_by(leader, club, user):
    remove(slug=club.slug, officer=leader, user=user)


def test_closed_and_banned_accounts_leave_their_clubs():
    leader, officer, ann = a_user(), a_user(), a_user("ann")
    club, alone = a_club("Newts", leader, ann), a_club("Toads", leader)
    members(club, officer, role="officer")
    quit_account(user=leader)
    assert set(roles(club)) == {officer.username, "ann"}
    assert not Club.objects.filter(pk=alone.pk).exists()
    moderation.take_measure(kind="banned", why="Rude", moderator=a_user(is_staff=True), user=officer)
    assert roles(club) == {"ann": "leader"}
