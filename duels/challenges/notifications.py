"""E-mails about challenges, and push messages to users who are looking for an opponent.

E-mails are saved in the same transaction as the event that causes them. Each request for a push message is valid for
half a day, and leads to at most one message. While a page of the site is visible, browsers show the message silently.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.blocks import blocked_with
from accounts.languages import in_language_of
from accounts.models import EmailNotification, Mage, PushSubscription, User
from accounts.permissions import demand, standing_of
from accounts.services.notifications import notify
from accounts.services.web_push import News, push_soon
from duels.challenges.facts import State
from duels.challenges.loading import LockedChallenge, load_busy
from duels.challenges.lobby import Offer, is_offered_to, offer
from duels.challenges.matchmaking import waiting_for_a_duel
from duels.challenges.open_challenges import LISTED, challenges_standing
from duels.challenges.terms import Terms
from duels.challenges.terms_in_words import changes_in_words, in_full
from duels.models import Challenge, Change, Invitation, OpponentAlert, Seeker

About = EmailNotification.About
STANDS = timedelta(hours=12)
"""How long a user's request for a push message about a new opponent is valid."""
KEEPS = 300
"""Seconds after which a push message is stale. By then, a waiting player will have found an opponent or left."""
TAG = "waits"
"""The tag of the notification. Open pages use the same tag, so that no user is notified twice."""


# E-mails --------------------------------------------------------------------------------------------------------------


def announce_challenge(challenge: Challenge, invited: Iterable[Invitation]) -> None:
    """Notify the users whose mages are challenged by name.

    Do nothing for a rematch, because `announce_rematch` notifies all players of the original duel.
    """
    for it in [] if challenge.after_id else invited:
        _notify_challenged(challenge, it.mage)


def _notify_challenged(challenge: Challenge, mage: Mage) -> None:
    who = {"challenger": challenge.challenger, "mage": mage}
    terms = Terms.of(challenge)
    notify(
        [mage.owner_id],
        about=About.CHALLENGE,
        subject=lambda: _("%(challenger)s challenges %(mage)s") % who,
        text=lambda: (
            _("%(challenger)s challenges %(mage)s: %(terms)s.")
            % {**who, "terms": "; ".join(in_full(terms, challenge.challenger, challenge.club))}
            + _comment(challenge)
        ),
        path=_path(challenge),
        key=f"challenge {challenge.pk} to {mage.pk}",
    )


def announce_rematch(challenge: Challenge, users: Iterable[int]) -> None:
    """Tell these users, who fought in the original duel, that there is a challenge to a rematch.

    They are notified even if their mages are dead.
    """
    who, text = (
        {"challenger": challenge.challenger},
        gettext_lazy(
            "%(challenger)s wants a rematch on the same terms. If your mage has died, join with another mage."
        ),
    )
    notify(
        users,
        about=About.CHALLENGE,
        subject=lambda: _("%(challenger)s wants a rematch") % who,
        text=lambda: text % who,
        path=_path(challenge),
        key=f"challenge {challenge.pk} rematch",
    )


def announce_decline(challenge: Challenge, mages: Iterable[Mage]) -> None:
    for mage in mages:
        _notify_declined(challenge, mage)


def _notify_declined(challenge: Challenge, mage: Mage) -> None:
    text = gettext_lazy(
        "%(mage)s declined. Challenge someone else instead, start with the players who have joined, or cancel."
    )
    notify(
        [challenge.challenger.owner_id],
        about=About.CHALLENGE,
        subject=lambda: _("%(mage)s declined your challenge") % {"mage": mage},
        text=lambda: text % {"mage": mage},
        path=_path(challenge),
        key=f"challenge {challenge.pk} declined by {mage.pk}",
    )


def announce_withdrawal(found: LockedChallenge) -> None:
    """Tell the users whose mages are challenged or have accepted that the challenge has been withdrawn."""
    challenge = found.challenge
    who = {"challenger": challenge.challenger}
    notify(
        found.facts.users(State.CHALLENGED, State.ACCEPTED) - {challenge.challenger.owner_id},
        about=About.CHALLENGE,
        subject=lambda: _("%(challenger)s cancelled a challenge") % who,
        text=lambda: _("%(challenger)s cancelled the challenge.") % who,
        path=_path(challenge),
        key=f"challenge {challenge.pk} withdrawn",
    )


def announce_proposal(found: LockedChallenge, change: Change) -> None:
    """Notify the users who may vote on the change.

    In an authoritarian challenge, the challenger alone decides. In this case, notify the other participants that the
    terms have changed.
    """
    challenge = found.challenge
    makes = gettext_lazy("%(proposer)s changed %(challenger)s’s challenge")
    proposes = gettext_lazy("%(proposer)s suggests a change to %(challenger)s’s challenge")
    who = {"proposer": change.proposer, "challenger": challenge.challenger}
    notify(
        found.facts.users(State.ACCEPTED) - {change.proposer.owner_id},
        about=About.CHALLENGE,
        subject=lambda: (makes if challenge.authoritarian else proposes) % who,
        text=lambda: _proposal(challenge, change),
        path=_path(challenge),
        key=f"challenge {challenge.pk} change {change.number}",
    )


def _proposal(challenge: Challenge, change: Change) -> str:
    made = _("Change %(number)s: %(terms)s.")
    proposed = _("Change %(number)s: %(terms)s. Accept or reject it.")
    terms = "; ".join(changes_in_words(change.terms, Terms.of(challenge), challenge.club))
    return (made if challenge.authoritarian else proposed) % {"number": change.number, "terms": terms}


def _path(challenge: Challenge) -> str:
    return reverse("challenge", args=[challenge.token])


def _comment(challenge: Challenge) -> str:
    return f"\n\n“{challenge.comment}”" if challenge.comment else ""


# Pushes ---------------------------------------------------------------------------------------------------------------


def ask_alert(*, user: User, now: datetime | None = None) -> None:
    """Save the user's request to get a push message as soon as an opponent is waiting.

    Raise `Forbidden` if the user is not logged in.
    """
    demand("settings", standing_of(user))
    OpponentAlert.objects.update_or_create(user=user, defaults={"since": now or timezone.now()})


def end_alert(*, user: User) -> None:
    """Cancel the user's request to get a push message as soon as an opponent is waiting."""
    OpponentAlert.objects.filter(user=user).delete()


def is_alert(user: Any, now: datetime | None = None) -> bool:
    """Return whether the user has requested a push message that has not been sent yet."""
    oldest = (now or timezone.now()) - STANDS
    return bool(user.is_authenticated) and OpponentAlert.objects.filter(user=user, since__gt=oldest).exists()


def tell_alerts(now: datetime | None = None) -> None:
    """Send the requested push message to each user for whom an opponent has appeared.

    The opponent must have appeared since the request. Users in a live duel get the message later. The process that
    deletes the request sends the message, so that it is sent at most once.
    """
    now = now or timezone.now()
    OpponentAlert.objects.filter(since__lte=now - STANDS).delete()
    browsers = PushSubscription.objects.filter(user=OuterRef("user"))
    alerts = list(OpponentAlert.objects.filter(Exists(browsers), user__is_active=True).select_related("user"))
    if not alerts:
        return
    oldest = min(alert.since for alert in alerts)
    offered = list(challenges_standing().filter(LISTED, club=None, posted__gt=oldest))
    seekers = list(waiting_for_a_duel(now).filter(since__gt=oldest))
    if not (offered or seekers):
        return
    busy = load_busy([alert.user_id for alert in alerts])
    for alert in alerts:
        news = None if alert.user_id in busy else _news(alert, offered, seekers)
        if news and OpponentAlert.objects.filter(pk=alert.pk, since=alert.since).delete()[0]:
            push_soon([(alert.user_id, news)])


def _news(alert: OpponentAlert, offered: list[Challenge], seekers: list[Seeker]) -> News | None:
    """Return the push message for this user, or `None` if no opponent is waiting.

    Challenges take precedence over quick duels, and newer challenges over older ones.
    """
    strangers = {alert.user_id, *blocked_with(alert.user_id)}
    with in_language_of(alert.user):
        for it in offered:
            is_new = it.posted > alert.since and it.challenger.owner_id not in strangers
            if is_new and is_offered_to(it, alert.user_id):
                return _of_challenge(offer(it, alert.user_id))
        if any(it.since > alert.since and it.mage.owner_id not in strangers for it in seekers):
            title, text = _("Someone wants a quick duel"), _("One minute per round. Join now, before they leave.")
            return News(title, text, reverse("lobby"), TAG, KEEPS)
    return None


def _of_challenge(seen: Offer) -> News:
    title = _("%(challenger)s is looking for an opponent") % {"challenger": seen["challenger"]}
    return News(title, f"{seen['book']}, {seen['clock']}", seen["url"], TAG, KEEPS)
