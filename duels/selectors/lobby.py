"""Reads of challenges: what stands open, and what of it one viewer may see."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from duels.models import Challenge, Pace
from duels.terms import brief, differences
from wavinghands.engine import BOOKS

# Who waits for an opponent by the minute is gone after a while; an old offer would only cost him a forfeit.
LIVE_STANDS = timedelta(hours=2)
SLOW_STANDS = timedelta(days=14)
LONGEST_LIST = 200

CLOSED = {
    Challenge.State.OPEN: "it is too old",
    Challenge.State.ACCEPTED: "it has been accepted",
    Challenge.State.WITHDRAWN: "{challenge.challenger} has withdrawn it",
    Challenge.State.DECLINED: "{challenge.opponent} has declined it",
}

Offer = dict[str, Any]


def standing(now: datetime | None = None) -> Q:
    """What is true of the challenges that can still be accepted."""
    now = now or timezone.now()
    live = Q(pace__lt=Pace.DAY, posted__gte=now - LIVE_STANDS)
    slow = Q(pace__gte=Pace.DAY, posted__gte=now - SLOW_STANDS)
    return Q(state=Challenge.State.OPEN) & (live | slow)


def open_challenges() -> list[Challenge]:
    """The newest open challenges, whoever may see them."""
    return list(_challenges().filter(standing()).order_by("-posted", "-pk")[:LONGEST_LIST])


def challenge_of(token: str) -> Challenge | None:
    """The challenge at this address, with its mages and its duel."""
    return _challenges().filter(token=token).first()


def is_standing(challenge: Challenge) -> bool:
    """Whether it can still be accepted."""
    return Challenge.objects.filter(standing(), pk=challenge.pk).exists()


def why_closed(challenge: Challenge) -> str | None:
    """Why it can no longer be accepted, as it is at this moment; none while it can."""
    if is_standing(challenge):
        return None
    challenge.refresh_from_db(fields=["state", "duel"])
    return CLOSED[Challenge.State(challenge.state)].format(challenge=challenge)


def offers_for(challenges: Iterable[Challenge], user_id: int | None) -> list[Offer]:
    """What the lobby of this user lists: challenges to him, then his own, then those open to all.

    Each has ``token url challenger challenger_url opponent book options differs pace comment audience mine to_me
    may_accept``; ``options``: those that differ from the book, in words; ``differs``: the same in a line.
    ``user_id`` None: somebody not logged in.
    """
    offers = [offer(challenge, user_id) for challenge in challenges if _is_listed(challenge, user_id)]
    return sorted(offers, key=lambda offer: (not offer["to_me"], not offer["mine"]))


def lists_for(user_ids: Iterable[int]) -> dict[int, list[Offer]]:
    """What the lobby lists now, by user. Those whom no challenge concerns, most of a full lobby, share one list."""
    challenges = open_challenges()
    concerned = {owner for challenge in challenges for owner in _owners(challenge)}
    for_all = offers_for(challenges, None)
    return {user: offers_for(challenges, user) if user in concerned else for_all for user in user_ids}


def offer(challenge: Challenge, user_id: int | None) -> Offer:
    """One challenge as this user sees it."""
    opponent = challenge.opponent
    mine = challenge.challenger.owner_id == user_id
    options = differences(challenge.book, challenge.options)
    to_me = opponent is not None and opponent.owner_id == user_id
    return {
        "token": challenge.token,
        "url": reverse("challenge", args=[challenge.token]),
        "challenger": challenge.challenger.name,
        "challenger_url": reverse("mage", args=[challenge.challenger.name]),
        "opponent": opponent.name if opponent else None,
        "book": BOOKS[challenge.book].title,
        "options": options,
        "differs": brief(options),
        "pace": challenge.get_pace_display(),
        "comment": challenge.comment,
        "audience": challenge.audience,
        "mine": mine,
        "to_me": to_me,
        "may_accept": to_me or (opponent is None and not mine),
    }


def _challenges() -> QuerySet[Challenge]:
    return Challenge.objects.select_related("challenger__owner", "opponent__owner", "duel")


def _is_listed(challenge: Challenge, user_id: int | None) -> bool:
    """A challenge by link is for whoever has the link, so only its maker has it listed."""
    return challenge.audience == Challenge.Audience.ALL or user_id in _owners(challenge)


def _owners(challenge: Challenge) -> set[int]:
    """The users whose mages it names."""
    return {mage.owner_id for mage in (challenge.challenger, challenge.opponent) if mage is not None}
