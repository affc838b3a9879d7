"""Notifications about followed players.

They go to followers who want them. They are shown and pushed, but not sent by e-mail. Followers get no notifications
about events that they may not see, such as private duels, or about players who are hidden from them. `PAUSES` holds the
minimum time between two notifications of the same kind about the same player.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.dispatch import receiver
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.friends import hidden_from_each
from accounts.models import EmailNotification, Follow, Mage, User
from accounts.services.mage_lifecycle import hold_users
from accounts.services.notifications import News, notify_each
from duels.challenges.terms import Terms
from duels.models import Challenge, Duel, Invitation, Seat
from duels.notifications.presence import arrivals
from duels.signals import challenge_posted, duel_begun
from duels.wording.headings import versus_of
from duels.wording.languages import books
from duels.wording.time_controls import control_title

About = EmailNotification.About
CHALLENGE, DUEL, COMES = "challenge", "duel", "comes"
SETTINGS = {
    CHALLENGE: "hears_friends_challenges",
    DUEL: "hears_friends_duels",
    COMES: "hears_friends_come",
}
"""The user setting for each kind of event."""
PAUSES = {CHALLENGE: timedelta(hours=1), DUEL: timedelta(hours=1), COMES: timedelta(hours=6)}
"""The minimum time between two notifications of the same kind about the same player."""

Followers = Mapping[int, set[int]]
"""The followers to be notified, by the player they follow."""


@receiver(challenge_posted)
def tell_challenge(challenge: Challenge, **_given: Any) -> None:
    """Notify the challenger's followers of a challenge that is open to everyone.

    Users who are invited or excluded by name are left out. The notifications are saved in the transaction that posts
    the challenge.
    """
    if not challenge.is_open or challenge.private or challenge.club_id or challenge.after_id:
        return
    mage = challenge.challenger
    concerned = Invitation.objects.filter(challenge=challenge).values("mage__owner")
    followers = _followers(CHALLENGE, [mage.owner_id], without=concerned)
    _tell(
        CHALLENGE,
        followers,
        f"{challenge.pk}",
        lambda _player: News(
            (),
            About.FRIEND,
            subject=lambda: _("%(challenger)s is looking for an opponent") % {"challenger": _named(mage)},
            text=lambda: _challenge(challenge),
            path=reverse("challenge", args=[challenge.token]),
        ),
    )


def _challenge(challenge: Challenge) -> str:
    terms = Terms.of(challenge)
    return f"{books()[terms.book].title}, {control_title(terms.pace, terms.reserve, terms.mountain)}"


@receiver(duel_begun)
def tell_duel(duel: Duel, seats: Sequence[Seat], **_given: Any) -> None:
    """Notify the players' followers of a public duel.

    A follower of several of the players is notified once. The notifications are saved in the transaction that starts
    the duel.
    """
    if duel.practice or not duel.public:
        return
    named = {seat.mage.owner_id: _named(seat.mage) for seat in seats if seat.mage}
    followers = _followers(DUEL, named, without=set(named), all_visible=True)
    _tell(
        DUEL,
        _once(followers),
        f"{duel.pk}",
        lambda player: News(
            (),
            About.FRIEND,
            subject=lambda: _("%(player)s has started a duel") % {"player": named[player]},
            text=lambda: f"{versus_of(seats)}: {control_title(duel.pace, duel.reserve, duel.mountain)}",
            path=reverse("duel", args=[duel.slug]),
        ),
    )


def tell_arrivals(user_ids: Collection[int]) -> None:
    """Record that these users are online, and notify the followers of those who have just come online."""
    if came := arrivals(user_ids):
        _tell_arrivals(came)


@transaction.atomic
def _tell_arrivals(user_ids: Collection[int]) -> None:
    followers = _followers(COMES, user_ids)
    if not followers:
        return
    hold_users(list(followers))  # another process may be notifying followers of the same user
    names = dict(User.objects.filter(pk__in=list(followers)).values_list("pk", "username"))
    _tell(
        COMES,
        followers,
        f"{timezone.now().timestamp()}",
        lambda player: News(
            (),
            About.FRIEND,
            subject=lambda: _("%(player)s is online") % {"player": names[player]},
            text=lambda: _("Say hello, or challenge them to a duel."),
            path=reverse("user", args=[names[player]]),
        ),
    )


def _followers(
    kind: str, players: Collection[int], *, without: Any = (), all_visible: bool = False
) -> dict[int, set[int]]:
    """Return, for each player, the followers who want notifications of this kind and may see the player.

    If `all_visible` is true, return only followers who may see all of the players. `without` is a collection of the
    primary keys of users to leave out, or a query for them.
    """
    wanted = {f"user__{SETTINGS[kind]}": True, "user__is_active": True}
    rows = Follow.objects.filter(followed__in=players, **wanted).exclude(user__in=without)
    follows = list(rows.exclude(followed__seen_by=User.SeenBy.NOBODY).values_list("followed", "user"))
    hidden = hidden_from_each({user for _, user in follows}, players) if follows else {}
    found = defaultdict[int, set[int]](set)
    for player, user in follows:
        if not hidden[user] if all_visible else player not in hidden[user]:
            found[player].add(user)
    return dict(found)


def _once(followers: Followers) -> dict[int, set[int]]:
    """Return a copy of `followers` in which each follower is listed under only one player."""
    left = {user: player for player, users in followers.items() for user in users}
    return {player: {user for user in users if left[user] == player} for player, users in followers.items()}


def _tell(kind: str, followers: Followers, event: str, news: Callable[[int], News]) -> None:
    """Notify the followers of an event.

    Followers with a recent notification of this kind about the player are left out. `news` is a function that takes a
    player and returns the notification, without its readers and key.
    """
    if not followers:
        return
    recent = _recently_told(kind, {user for users in followers.values() for user in users})
    notify_each(
        news(player)._replace(user_ids=to, key=f"{_key(kind, player)} {event}")
        for player, users in followers.items()
        if (to := {user for user in users if (user, _key(kind, player)) not in recent})
    )


def _recently_told(kind: str, user_ids: Collection[int]) -> set[tuple[int, str]]:
    """Return the recent notifications of this kind to these users, as pairs.

    A pair contains the user's primary key and the notification's key, as returned by `_key()`. The key identifies the
    player that the notification was about.
    """
    since = timezone.now() - PAUSES[kind]
    found = EmailNotification.objects.filter(
        user__in=user_ids, about=About.FRIEND, written__gt=since, key__startswith=f"friend {kind} "
    )
    return {(user, key.rpartition(" ")[0]) for user, key in found.values_list("user", "key")}


def _key(kind: str, player: int) -> str:
    return f"friend {kind} {player}"


def _named(mage: Mage) -> str:
    """Return the mage's name, followed by the owner's username in brackets if it differs."""
    name, username = mage.name, mage.owner.username
    return name if name.casefold() == username.casefold() else f"{name} ({username})"
