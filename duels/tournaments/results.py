"""The results of duels in tournaments, counted in the transactions that end the duels, and players who never come.

A pairing is locked before its entries. Its `ended` is set once, so that no result counts twice.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.dispatch import receiver
from django.utils import timezone

from accounts.services.mage_lifecycle import hold_mages
from duels.house.settlement import result_for
from duels.ladder.scores import DREW, LOST, WON
from duels.models import Duel, Entry, Pairing, Seat, Tournament
from duels.play.actions import Forfeit
from duels.play.tables import Table, locked_tables
from duels.play.transaction import perform
from duels.signals import duel_settled, tournament_changed
from duels.tournaments.scoring import score_for
from wavinghands.db.after_commit import after_commit
from wavinghands.db.connections import AWAY

logger = logging.getLogger(__name__)

GRACE = timedelta(seconds=90)
"""How long a player may take to give a sign of life in a duel. It is shorter than the first round of every clock."""
MOST_ABSENCES = 2
"""A player who has never come to this many duels is removed."""

OPPOSITE = {WON: LOST, LOST: WON, DREW: DREW}
COUNTS = {WON: "wins", LOST: "losses", DREW: "draws"}


@receiver(duel_settled)
def count_result(duel: Duel, seats: Sequence[Seat], **_given: Any) -> None:
    """Count the result of a duel in its tournament, if it has one that is not over.

    The results are saved in the transaction that ends the duel.
    """
    rows = Pairing.objects.select_for_update(of=("self",), no_key=True).select_related("tournament")
    pairing = rows.filter(duel=duel, ended=None).first()
    if pairing is None:
        return
    players = Entry.objects.select_for_update(no_key=True).order_by("pk")
    entries = {it.pk: it for it in players.filter(pk__in=[pairing.first_id, pairing.second_id])}
    first, second = entries[pairing.first_id], entries.get(pairing.second_id or 0)
    pairing.ended = duel.ended or timezone.now()
    if not pairing.tournament.is_over:
        names = {seat.mage_id: seat.name for seat in seats}
        pairing.result = result_for(names[first.mage_id], duel.result or {})
        _score(pairing, first, second)
    pairing.save()
    for entry in entries.values():
        entry.pairing, entry.free_since = None, pairing.ended
        entry.save()
    after_commit(tournament_changed.send_robust, None, slug=pairing.tournament.slug)


def _score(pairing: Pairing, first: Entry, second: Entry | None) -> None:
    """Add a result to the scores. A player who never came has lost, whatever the duel says."""
    is_house = second is None
    told = LOST if pairing.first_absent else pairing.result
    pairing.first_points = _add(first, told, is_house=is_house, is_absent=pairing.first_absent)
    if second is not None:
        told = LOST if pairing.second_absent else OPPOSITE[pairing.result]
        pairing.second_points = _add(second, told, is_house=False, is_absent=pairing.second_absent)


def _add(entry: Entry, result: str, *, is_house: bool, is_absent: bool) -> float:
    """Add a result to a player's score without saving it. Return the points."""
    points, entry.streak = score_for(result, entry.streak, is_house=is_house)
    entry.points += points
    setattr(entry, COUNTS[result], getattr(entry, COUNTS[result]) + 1)
    if is_absent:
        entry.absences += 1
        entry.state = Entry.State.REMOVED if entry.absences >= MOST_ABSENCES else Entry.State.PAUSED
    return points


def expire_absent(tournament_id: int, now: datetime) -> None:
    """End the duels to which a player has not come. That player loses, and is paused or removed.

    A duel that cannot be ended does not keep the tournament from going on.
    """
    late = Pairing.objects.filter(tournament=tournament_id, ended=None, duel__ended=None, duel__round=1)
    for slug in list(late.filter(duel__started__lte=now - GRACE).values_list("duel__slug", flat=True)):
        try:
            _expire(slug)
        except AWAY:
            raise
        except Exception:
            logger.exception("Duel %s cannot be ended, and is tried again", slug)


@transaction.atomic
def _expire(slug: str) -> None:
    """Give up the duel for a player who has neither opened its page nor picked anything in its first round."""
    table = locked_tables([slug], skip_locked=True).get(slug)
    absent = _absent(table) if table else []
    if table is None or not absent:
        return
    hold_mages({seat.mage_id for seat in table.seats if seat.mage_id is not None})  # before the pairing
    mages = [seat.mage_id for seat in absent]
    open_ = Pairing.objects.filter(duel__slug=slug, ended=None)
    open_.filter(first__mage__in=mages).update(first_absent=True)
    open_.filter(second__mage__in=mages).update(second_absent=True)
    perform([Forfeit(slug=slug, wizard=absent[0].name, round_number=None)])


def _absent(table: Table) -> list[Seat]:
    if table.duel.ended is not None or table.duel.round > 1 or table.duel.asking:
        return []
    away = Entry.objects.filter(pairing__duel=table.duel, seen__lt=table.duel.started).values_list("mage", flat=True)
    late = [seat for seat in table.seats if seat.orders is None and not hasattr(seat, "draft")]
    return [seat for seat in late if seat.mage_id in set(away)]


def close(tournament: Tournament) -> None:
    """Free the players of a tournament that is over. Results of duels that are still in progress do not count.

    Players whose duel is just ending are left to the transaction that ends it.
    """
    playing = Entry.objects.filter(tournament=tournament, pairing__isnull=False)
    keys = list(playing.select_for_update(no_key=True, skip_locked=True).order_by("pk").values_list("pk", flat=True))
    Entry.objects.filter(pk__in=keys).update(pairing=None)
