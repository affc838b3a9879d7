"""Drafts: what the page of a wizard holds and he has not sealed, kept for his other tabs and devices.

Each has a row of its own, so that nobody who plays waits for it or has to read anything again. It is kept until he
seals, the gestures are revealed or the round is resolved; of a round that has passed it counts no more.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from duels.models import Draft, Seat
from duels.play.actions import NO_SEAT, refuse_other_round
from duels.signals import draft_kept
from duels.wording.refusals import Refused

LARGEST = 4096
"""Bytes of a draft, as JSON."""

Json = dict[str, Any]
Place = tuple[str, str]
"""The slug of a duel, and the name of a wizard there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepDraft:
    """What a wizard has picked in a round at the socket `origin`; whatever its page understands, empty: nothing."""

    slug: str
    wizard: str
    round_number: int
    draft: Json
    origin: object = field(default=None, compare=False, repr=False)


def keep_drafts(
    wanted: Sequence[KeepDraft], *, acknowledge: Callable[[Sequence[Json | Refused]], None] | None = None
) -> list[Json | Refused]:
    """What became of each, all kept in one transaction; `acknowledge` is called with it after the commit.

    Of several for one wizard the last is kept. A `Refused` stands in its place among the others: `oversized`, `stale`
    for another round than the present, `over`, `not_yours`. If anything is raised, none has been kept.
    """
    with transaction.atomic():
        seats = _seats(wanted)
        refusals = [_refusal(seats.get((it.slug, it.wizard)), it) for it in wanted]
        kept = [it for it, refusal in zip(wanted, refusals, strict=True) if refusal is None]
        _write({seats[it.slug, it.wizard].pk: it for it in kept})
        outcomes: list[Json | Refused] = [refusal or {} for refusal in refusals]
        if acknowledge is not None:
            transaction.on_commit(partial(acknowledge, outcomes))
        for it in kept:
            transaction.on_commit(partial(draft_kept.send_robust, None, kept=it))
    return outcomes


def _seats(wanted: Sequence[KeepDraft]) -> dict[Place, Seat]:
    found = Seat.objects.filter(duel__slug__in={it.slug for it in wanted}, name__in={it.wizard for it in wanted})
    seats = found.select_related("duel").only("name", "duel__slug", "duel__round", "duel__result")
    return {(seat.duel.slug, seat.name): seat for seat in seats}


def _refusal(seat: Seat | None, wanted: KeepDraft) -> Refused | None:
    try:
        _check(seat, wanted)
    except Refused as refusal:
        return refusal
    return None


def _check(seat: Seat | None, wanted: KeepDraft) -> None:
    if seat is None:
        raise Refused("not_yours", NO_SEAT)
    refuse_other_round(seat.duel, wanted.round_number)
    if len(msgspec.json.encode(wanted.draft)) > LARGEST:
        raise Refused("oversized", _("A draft has at most %(most)s bytes."), most=LARGEST)


def _write(drafts: dict[int, KeepDraft]) -> None:
    """By seats, in the order of their keys, so that two transactions never wait for each other."""
    rows = [Draft(seat_id=seat, round=drafts[seat].round_number, content=drafts[seat].draft) for seat in sorted(drafts)]
    Draft.objects.bulk_create(rows, update_conflicts=True, unique_fields=["seat"], update_fields=["round", "content"])
