import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.friends import count_followers, followed_among, hidden_from, hidden_from_each
from accounts.models import Follow, User
from accounts.permissions import Forbidden
from accounts.services import blocking
from accounts.services.accounts import close_account
from accounts.services.friends import follow, unfollow
from tests.builders import a_guest, a_user

pytestmark = pytest.mark.django_db

SeenBy = User.SeenBy


def test_following_twice_is_following_once_and_ends_at_once():
    user, friend, other = a_user(), a_user(), a_user()
    assert follow(user=user, other=friend) == follow(user=user, other=friend)
    assert followed_among(user.pk, [friend.pk, other.pk, user.pk]) == {friend.pk}
    assert (count_followers(friend.pk), count_followers(user.pk)) == (1, 0)
    unfollow(user=user, other=friend)
    unfollow(user=user, other=friend)
    assert followed_among(user.pk, [friend.pk]) == set()
    assert followed_among(None, [friend.pk]) == set()


def test_only_accounts_follow_and_are_followed():
    user, guest = a_user(), a_guest().owner
    for nobody in (guest, AnonymousUser()):
        with pytest.raises(Forbidden):
            follow(user=nobody, other=user)
        with pytest.raises(Forbidden):
            unfollow(user=nobody, other=user)
    closed, banned = a_user(), a_user(is_active=False)
    close_account(closed)
    for other in (guest, closed, banned):
        with pytest.raises(ValidationError, match="only players with an account"):
            follow(user=user, other=other)
    with pytest.raises(ValidationError, match="follow yourself"):
        follow(user=user, other=user)
    assert not Follow.objects.exists()


def test_the_number_of_followed_players_is_limited(monkeypatch):
    monkeypatch.setattr("accounts.services.friends.MOST_FOLLOWED", 1)
    user, friend = a_user(), a_user()
    follow(user=user, other=friend)
    follow(user=user, other=friend)
    with pytest.raises(ValidationError, match="at most 1 players"):
        follow(user=user, other=a_user())


def test_a_block_ends_following_both_ways_and_prevents_it_and_a_mute_does_not():
    user, other = a_user(), a_user()
    follow(user=user, other=other)
    follow(user=other, other=user)
    blocking.block(user=user, other=other, mutes_only=True)
    assert Follow.objects.count() == 2
    blocking.block(user=user, other=other)
    assert not Follow.objects.exists()
    for one, another in ((user, other), (other, user)):
        with pytest.raises(Forbidden, match="has blocked"):
            follow(user=one, other=another)


def test_a_closed_account_follows_nobody_and_has_no_followers():
    user, other, third = a_user(), a_user(), a_user()
    for one, another in ((user, other), (other, user), (other, third)):
        follow(user=one, other=another)
    close_account(user)
    assert list(Follow.objects.values_list("user", "followed")) == [(other.pk, third.pk)]


def test_users_are_visible_to_those_whom_they_have_chosen():
    friend, stranger = a_user(), a_user()
    public, shy, secret = a_user(), a_user(seen_by=SeenBy.FOLLOWED), a_user(seen_by=SeenBy.NOBODY)
    for one in (public, shy, secret):
        follow(user=one, other=friend)
        follow(user=stranger, other=one)  # following someone does not reveal their presence
    everybody = [public.pk, shy.pk, secret.pk]
    hidden = hidden_from_each([friend.pk, stranger.pk, None, secret.pk], everybody)
    assert hidden == {
        friend.pk: {secret.pk},
        stranger.pk: {shy.pk, secret.pk},
        None: {shy.pk, secret.pk},
        secret.pk: {shy.pk},
    }


@pytest.mark.parametrize("who_blocks", ["viewer", "other"])
def test_users_with_a_block_are_hidden_from_each_other(who_blocks):
    viewer, other = a_user(), a_user()
    one, another = (viewer, other) if who_blocks == "viewer" else (other, viewer)
    blocking.block(user=one, other=another)
    assert hidden_from(viewer.pk, [other.pk, viewer.pk]) == {other.pk}
    assert hidden_from(other.pk, [other.pk, viewer.pk]) == {viewer.pk}
    assert hidden_from(None, [other.pk, viewer.pk]) == set()


def test_the_number_of_queries_for_visibility_is_constant():
    counts = []
    for _ in range(2):
        users = [a_user(seen_by=seen_by).pk for seen_by in SeenBy for _ in range(len(counts) * 5 + 1)]
        with CaptureQueriesContext(
            connection,
        ) as queries:
            hidden_from_each(users, users)
        counts.append(len(queries))
    assert counts[0] == counts[1]
