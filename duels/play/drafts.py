"""Drafts: what the page of a wizard holds and he has not sealed, kept for his other tabs and devices.

Each has a row of its own, so that nobody who plays waits for it or has to read anything again. It is kept until he
seals, the gestures are revealed or the round is resolved; of a round that has passed it counts no more.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from duels.models import Duel
from duels.play import sql
from duels.play.actions import NO_SEAT, refuse_other_round
from duels.signals import draft_kept
from duels.wording.refusals import Refused
from wavinghands.db.after_commit import after_commit

LARGEST = 4096
"""Bytes of a draft, as JSON."""

Json = dict[str, Any]


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
    in_order = sorted(range(len(wanted)), key=lambda at: (wanted[at].slug, wanted[at].wizard))
    with transaction.atomic():
        outcomes = {at: _kept(wanted[at]) for at in in_order}
        told = [outcomes[at] for at in range(len(wanted))]
        if acknowledge is not None:
            after_commit(acknowledge, told)
        for it, outcome in zip(wanted, told, strict=True):
            if not isinstance(outcome, Refused):
                after_commit(draft_kept.send_robust, None, kept=it)
    return told


def _kept(wanted: KeepDraft) -> Json | Refused:
    if len(msgspec.json.encode(wanted.draft)) > LARGEST:
        return Refused("oversized", _("A draft has at most %(most)s bytes."), most=LARGEST)
    is_kept = sql.keep_draft(
        slug=wanted.slug, wizard=wanted.wizard, round_number=wanted.round_number, content=wanted.draft
    )
    return {} if is_kept else _why_not(wanted)


def _why_not(wanted: KeepDraft) -> Refused:
    try:
        refuse_other_round(Duel.objects.get(slug=wanted.slug), wanted.round_number)
    except Refused as refusal:
        return refusal
    return Refused("not_yours", NO_SEAT)
