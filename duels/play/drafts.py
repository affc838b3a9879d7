"""Drafts: picked but unsealed orders or answers, saved for a player's other tabs and devices.

A draft has a row of its own, so that saving it locks neither the duel nor the seat. It is deleted when the player seals
their picks, when the gestures are revealed, and when the round is resolved. Drafts for earlier rounds are ignored.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import msgspec
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from duels.models import Draft, Duel, Seat
from duels.play.actions import NO_SEAT, UNKNOWN, refuse_other_round
from duels.signals import draft_kept
from duels.wording.refusals import Refused
from wavinghands.db.after_commit import after_commit
from wavinghands.engine import Json

LARGEST = 4096
"""The maximum size of a draft, in bytes of JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepDraft:
    """A request to save a wizard's draft for a round.

    The page decides which fields `draft` contains. If nothing is picked, `draft` is empty. `origin` is the socket that
    sent the draft.
    """

    slug: str
    wizard: str
    round_number: int
    draft: Json
    origin: object = field(default=None, compare=False, repr=False)


@transaction.atomic
def keep_drafts(wanted: Sequence[KeepDraft]) -> list[Json | Refused]:
    """Save drafts in one transaction.

    Return an empty object for each saved draft, and a `Refused` for each of the others. If there are several drafts for
    one wizard, the last one is saved. A draft is refused with one of these codes:

    - `oversized`: The draft is too large.
    - `stale`, `over`, `unknown`: The duel is in another round, is over or does not exist.
    - `not_yours`: The wizard does not play in the duel.
    """
    found = Seat.objects.filter(duel__slug__in={it.slug for it in wanted}).select_related("duel")
    seats = {(seat.duel.slug, seat.name): seat for seat in found}
    duels = {seat.duel.slug: seat.duel for seat in found}
    outcomes, drafts = list[Json | Refused](), dict[int, Draft]()
    for it in wanted:
        try:
            seat = _seat(it, duels, seats)
        except Refused as refusal:
            outcomes.append(refusal)
        else:
            outcomes.append({})
            drafts[seat.pk] = Draft(seat=seat, round=it.round_number, content=it.draft)
            after_commit(draft_kept.send_robust, None, kept=it)
    in_order = [drafts[pk] for pk in sorted(drafts)]  # the same order as for deletion, to avoid deadlocks
    Draft.objects.bulk_create(
        in_order, update_conflicts=True, unique_fields=["seat"], update_fields=["round", "content"]
    )
    return outcomes


def _seat(wanted: KeepDraft, duels: Mapping[str, Duel], seats: Mapping[tuple[str, str], Seat]) -> Seat:
    """Return the seat that a draft belongs to, or raise `Refused` if the draft cannot be saved."""
    if len(msgspec.json.encode(wanted.draft)) > LARGEST:
        raise Refused("oversized", _("A draft can have at most %(most)s bytes."), most=LARGEST)
    if wanted.slug not in duels:
        raise Refused("unknown", UNKNOWN)
    refuse_other_round(duels[wanted.slug], wanted.round_number)
    if (wanted.slug, wanted.wizard) not in seats:
        raise Refused("not_yours", NO_SEAT)
    return seats[wanted.slug, wanted.wizard]
