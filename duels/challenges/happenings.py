"""What there is for users: challenges to them by name, and duels of theirs; and what has become of those that were.

Only what concerns a user's own mages, so that it tells nobody anything else.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from duels.challenges.open_challenges import challenges_standing, standing
from duels.models import Challenge, Duel, Invitation, Seat

Json = dict[str, Any]
MOST_ENDED = 200
"""Duels that are told to have ended to one who comes back."""


@dataclass(frozen=True, slots=True)
class Happenings:
    """What there is for a user: events as the stream has them, by the key of what they tell of.

    `challenges` and `duels` by token and slug; `waits`, by slug: of those duels that wait for him.
    """

    challenges: dict[str, Json] = field(default_factory=dict)
    duels: dict[str, Json] = field(default_factory=dict)
    waits: dict[str, Json] = field(default_factory=dict)


def happenings_of(user_ids: Collection[int]) -> dict[int, Happenings]:
    """What there is now for each of these users."""
    users = list(user_ids)
    found = {user: Happenings() for user in users}
    for challenge in _challenges_to(users):
        event = challenge_event(challenge)
        for invitation in challenge.invitations.all():
            if invitation.mage.owner_id in found and invitation.state == Invitation.State.CHALLENGED:
                found[invitation.mage.owner_id].challenges[challenge.token] = event
    for seat in _seats(users).filter(duel__ended=None):
        his = found[seat.mage.owner_id]
        his.duels[seat.duel.slug] = duel_event("duel_begins", seat)
        if seat.due:
            his.waits[seat.duel.slug] = waits_event(seat)
    return found


def ended_for(user_id: int, *, since: datetime | None = None, slugs: Collection[str] = ()) -> list[Json]:
    """The user's duels that have ended since then, or of these, each as an event, the first to end first."""
    meant = Q(duel__ended__gte=since) if since else Q(duel__slug__in=list(slugs), duel__ended__isnull=False)
    seats = _seats([user_id]).filter(meant).order_by("duel__ended", "pk")[:MOST_ENDED]
    return list({seat.duel.slug: duel_event("duel_ends", seat) for seat in seats}.values())


def became_of(tokens: Collection[str]) -> dict[str, Json]:
    """What has become of challenges that are a user's no more, each as an event."""
    challenges = Challenge.objects.filter(token__in=list(tokens)).select_related("duel")
    stand = set(Challenge.objects.filter(standing(), token__in=list(tokens)).values_list("token", flat=True))
    states = {it.token: "declined" if it.token in stand else _state(it) for it in challenges}
    return {token: {"type": "challenge_gone", "token": token, "state": states.get(token, "gone")} for token in tokens}


def _state(challenge: Challenge) -> str:
    return "too_old" if challenge.state == Challenge.State.OPEN else str(challenge.state)


def challenge_event(challenge: Challenge) -> Json:
    """That somebody challenges him."""
    return {
        "type": "challenge",
        "token": challenge.token,
        "challenger": challenge.challenger.name,
        "book": challenge.book,
        "pace": challenge.pace,
        "friendly": challenge.friendly,
        "named": [it.mage.name for it in challenge.invitations.all() if it.state == Invitation.State.CHALLENGED],
        "url": reverse("challenge", args=[challenge.token]),
    }


def duel_event(type_: str, seat: Seat) -> Json:
    """That a duel has begun, or ended; `result`: as duel records have it."""
    duel: Duel = seat.duel
    told = {"type": type_, "slug": duel.slug, "wizard": seat.name, "url": reverse("duel", args=[duel.slug])}
    if duel.ended is not None:
        return {**told, "result": duel.result}
    return {**told, "book": duel.book, "pace": duel.pace, "practice": duel.practice}


def waits_event(seat: Seat) -> Json:
    """That a duel waits for his orders, or for his answers after the reveal."""
    duel: Duel = seat.duel
    return {"type": "duel_waits", "slug": duel.slug, "wizard": seat.name, "round": duel.round, "asking": duel.asking}


def now_in_milliseconds() -> int:
    """This moment, since 1970."""
    return round(timezone.now().timestamp() * 1000)


def _challenges_to(users: Collection[int]) -> Any:
    named = {"invitations__mage__owner__in": users, "invitations__state": Invitation.State.CHALLENGED}
    return challenges_standing().filter(**named).distinct()


def _seats(users: Collection[int]) -> Any:
    return Seat.objects.filter(mage__owner__in=users).select_related("duel", "mage").order_by("duel__started", "pk")
