"""Events in users' streams, about their duels and about challenges that name their mages.

An event is sent when such a challenge reaches the user or a duel begins, and another when the challenge or duel is
over.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from duels.challenges.open_challenges import challenges_standing, standing
from duels.models import Challenge, Duel, Invitation, Seat
from duels.wording.time_controls import code_of
from wavinghands.engine import Json

MOST_ENDED = 200
"""The maximum number of ended duels that are reported at once."""


@dataclass(frozen=True, slots=True)
class Events:
    """A user's current events, in the format used by the stream.

    `challenges` maps tokens of challenges to events. `duels` and `waits` map slugs of duels to events. `waits` contains
    the duels that are waiting for the user's orders or answers.
    """

    challenges: dict[str, Json] = field(default_factory=dict)
    duels: dict[str, Json] = field(default_factory=dict)
    waits: dict[str, Json] = field(default_factory=dict)


def events_of(user_ids: Collection[int]) -> dict[int, Events]:
    """Return the current events for each of these users, by user id."""
    users = list(user_ids)
    found = {user: Events() for user in users}
    for challenge in _challenges_to(users):
        event = challenge_event(challenge)
        for invitation in challenge.invitations.all():
            if invitation.mage.owner_id in found and invitation.state == Invitation.State.CHALLENGED:
                found[invitation.mage.owner_id].challenges[challenge.token] = event
    for seat in _seats(users).filter(duel__ended=None):
        events = found[seat.mage.owner_id]
        events.duels[seat.duel.slug] = duel_event("duel_begins", seat)
        if seat.due:
            events.waits[seat.duel.slug] = waits_event(seat)
    return found


def ended_for(user_id: int, *, since: datetime | None = None, slugs: Collection[str] = ()) -> list[Json]:
    """Return an event for each of the user's duels that have ended, in the order in which they ended.

    If `since` is given, these are the duels that have ended since then. Otherwise, they are the ended duels in `slugs`.
    """
    meant = Q(duel__ended__gte=since) if since else Q(duel__slug__in=list(slugs), duel__ended__isnull=False)
    seats = _seats([user_id]).filter(meant).order_by("duel__ended", "pk")[:MOST_ENDED]
    return list({seat.duel.slug: duel_event("duel_ends", seat) for seat in seats}.values())


def became_of(tokens: Collection[str]) -> dict[str, Json]:
    """Return an event for each of these challenges, which are no longer waiting for the user's answer.

    The keys are tokens. An event's `state` says why the challenge is no longer waiting.
    """
    challenges = Challenge.objects.filter(token__in=list(tokens)).select_related("duel")
    open_tokens = set(Challenge.objects.filter(standing(), token__in=list(tokens)).values_list("token", flat=True))
    states = {it.token: "declined" if it.token in open_tokens else _state(it) for it in challenges}
    return {token: {"type": "challenge_gone", "token": token, "state": states.get(token, "gone")} for token in tokens}


def _state(challenge: Challenge) -> str:
    return "too_old" if challenge.state == Challenge.State.OPEN else str(challenge.state)


def challenge_event(challenge: Challenge) -> Json:
    """Return the event for a challenge that names one of the user's mages."""
    return {
        "type": "challenge",
        "token": challenge.token,
        "challenger": challenge.challenger.name,
        "book": challenge.book,
        "control": code_of(challenge.pace, challenge.reserve, challenge.mountain),
        "friendly": challenge.friendly,
        "named": [it.mage.name for it in challenge.invitations.all() if it.state == Invitation.State.CHALLENGED],
        "url": reverse("challenge", args=[challenge.token]),
    }


def duel_event(type_: str, seat: Seat) -> Json:
    """Return the event for a duel that has begun or ended.

    If the duel has ended, the event contains its `result`, in the format of duel records.
    """
    duel: Duel = seat.duel
    fields = {"type": type_, "slug": duel.slug, "wizard": seat.name, "url": reverse("duel", args=[duel.slug])}
    if duel.ended is not None:
        return {**fields, "result": duel.result}
    control = code_of(duel.pace, duel.reserve, duel.mountain)
    return {**fields, "book": duel.book, "control": control, "practice": duel.practice}


def waits_event(seat: Seat) -> Json:
    """Return the event for a duel that is waiting for a user's orders, or for their answers after the reveal."""
    duel: Duel = seat.duel
    return {"type": "duel_waits", "slug": duel.slug, "wizard": seat.name, "round": duel.round, "asking": duel.asking}


def now_in_milliseconds() -> int:
    return round(timezone.now().timestamp() * 1000)


def _challenges_to(users: Collection[int]) -> Any:
    named = {"invitations__mage__owner__in": users, "invitations__state": Invitation.State.CHALLENGED}
    return challenges_standing().filter(**named).distinct()


def _seats(users: Collection[int]) -> Any:
    return Seat.objects.filter(mage__owner__in=users).select_related("duel", "mage").order_by("duel__started", "pk")


def news(user_id: int, sent: Events | None, now: Events, since: datetime | None) -> list[Json]:
    """Return the events to send to a user.

    These are the new events in `now`, and events for challenges and duels that have ended. `sent` contains the events
    that have already been sent, or is `None` at the start of a stream. `since` is the time of the last event that a
    reconnecting user has received.
    """
    before = sent or Events()
    ended = ended_for(user_id, since=since) if sent is None and since else []
    ended += ended_for(user_id, slugs=before.duels.keys() - now.duels.keys()) if before.duels.keys() - now.duels else []
    gone = before.challenges.keys() - now.challenges.keys()
    return [
        *(became_of(gone).values() if gone else ()),
        *_new(before.challenges, now.challenges),
        *_new(before.duels, now.duels),
        *_new(before.waits, now.waits),
        *ended,
    ]


def _new(before: dict[str, Json], now: dict[str, Json]) -> Iterator[Json]:
    """Yield the events in `now` that are not in `before`.

    If a duel was already waiting for the user, its event is yielded again only if the duel now waits for something
    else: orders for another round, or answers instead of orders.
    """
    return (event for key, event in now.items() if key not in before or _waits_again(before[key], event))


def _waits_again(before: Json, now: Json) -> bool:
    return bool(now["type"] == "duel_waits" and before != now)
