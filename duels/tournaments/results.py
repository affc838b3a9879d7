"""The results of duels in tournaments, including duels for which a player never shows up.

A result is counted in the transaction that ends the duel. A pairing is locked before its entries. The column `ended` of
a pairing is set once, so that no result counts twice. In an arena, an entry's points are added up here. In the other
formats, `duels.tournaments.rounds` calculates them from all pairings.
"""

import logging
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, prefetch_related_objects
from django.dispatch import receiver
from django.utils import timezone

from accounts.models import Mage
from duels.challenges.loading import load_busy
from duels.house.settlement import result_for
from duels.ladder.scores import DREW, LOST, WON
from duels.ladder.settlement import hold_players
from duels.models import MISSES_ALLOWED, Duel, Entry, Pairing, Seat, TableSeat, Tournament
from duels.play.actions import Adjudicate, Expel
from duels.play.cancellation import cancel_broken
from duels.play.loading import locked_tables
from duels.play.tables import Table
from duels.play.transaction import perform
from duels.signals import duel_cancelled, duel_settled, tournament_changed
from duels.tournaments import melees
from duels.tournaments.formats import MOST_ABSENCES
from duels.tournaments.rules.scoring import score_for
from duels.tournaments.rules.standings import POINTS
from wavinghands.db.after_commit import after_commit
from wavinghands.db.connections import AWAY

logger = logging.getLogger(__name__)

GRACE = timedelta(seconds=90)
"""How long a player may take to show up for a duel. The first round is longer than this with any clock."""

OPPOSITE = {WON: LOST, LOST: WON, DREW: DREW}
COUNTS = {WON: "wins", LOST: "losses", DREW: "draws"}


@receiver(duel_settled)
def count_result(duel: Duel, seats: Sequence[Seat], falls: Mapping[str, int], **_given: Any) -> None:
    """Count the result of a duel that belongs to a tournament, unless the tournament is over.

    The results are saved in the transaction that ends the duel.
    """
    pairing = _locked(duel=duel)
    if pairing is None:
        return
    result, ended = duel.result or {}, duel.ended or timezone.now()
    if not pairing.tournament.is_live:
        _mark_absent(pairing, {it.mage_id for it in seats if _never_came(it, falls.get(it.name, duel.round - 1))})
    if pairing.first is None:
        _decide_table(pairing, melees.strengths_after(seats, result, falls), ended)
    else:
        names = {seat.mage_id: seat.name for seat in seats}
        _decide(pairing, result_for(names.get(pairing.first.mage_id, ""), result), ended)


@receiver(duel_cancelled)
def count_cancelled(duel: Duel, **_given: Any) -> None:
    """Record a cancelled duel as a draw of its pairing, or as a tie of all players at its table."""
    if pairing := _locked(duel=duel):
        _decide_as_equal(pairing, duel.ended or timezone.now())


def _never_came(seat: Seat, rounds: int) -> bool:
    """Return whether a wizard missed all of the `rounds` rounds that they were in, and so forfeited the duel."""
    return seat.missed > MISSES_ALLOWED and seat.missed >= rounds


def _mark_absent(pairing: Pairing, mages: Collection[int | None]) -> None:
    """Record that the players of these mages never showed up.

    The caller must have locked `pairing`, and must save it.
    """
    pairing.first_absent = pairing.first is not None and pairing.first.mage_id in mages
    pairing.second_absent = pairing.second is not None and pairing.second.mage_id in mages
    for seat in pairing.seats.all():
        seat.is_absent = seat.is_absent or (seat.entry is not None and seat.entry.mage_id in mages)


def _locked(**which: Any) -> Pairing | None:
    """Lock the pairing that matches these filters, then its entries. Return `None` if the pairing is over."""
    rows = Pairing.objects.select_for_update(no_key=True)  # without the tournament, which may end before the lock
    pairing = rows.filter(ended=None, **which).first()
    if pairing is None:
        return None
    prefetch_related_objects([pairing], "seats")
    seats = pairing.seats.all()
    keys = [pairing.first_id, pairing.second_id, *(it.entry_id for it in seats)]
    entries = {it.pk: it for it in Entry.objects.select_for_update(no_key=True).filter(pk__in=keys).order_by("pk")}
    pairing.first, pairing.second = entries.get(pairing.first_id or 0), entries.get(pairing.second_id or 0)
    for seat in seats:
        seat.entry = entries.get(seat.entry_id or 0)
    return pairing


def _decide(pairing: Pairing, result: str, ended: datetime) -> None:
    """Save the result of a locked pairing, and free its players. If the tournament is over, save no result."""
    if pairing.first is not None and not pairing.tournament.is_over:
        pairing.result = result
        _score(pairing, pairing.first, pairing.second)
    _end(pairing, ended)


def _decide_table(pairing: Pairing, strengths: melees.Strengths, ended: datetime) -> None:
    """Save the result of a locked table of a melee cup, and free its players, as in `_decide()`."""
    if not pairing.tournament.is_over:
        for entry in melees.score(pairing, strengths):
            _note_absence(entry, entry.state, is_absent=True)
    _end(pairing, ended)


def _end(pairing: Pairing, ended: datetime) -> None:
    pairing.ended = ended
    pairing.save()
    for entry in pairing.players:
        entry.pairing, entry.free_since = None, ended
        entry.save()
    after_commit(tournament_changed.send_robust, None, slug=pairing.tournament.slug)


def _score(pairing: Pairing, first: Entry, second: Entry | None) -> None:
    """Set the points for a pairing's result. A player who never showed up loses, whatever the result of the duel."""
    add = _add_in_arena if pairing.tournament.is_arena else _add_in_round
    result = LOST if pairing.first_absent else pairing.result
    pairing.first_points = add(first, result, is_house=second is None, is_absent=pairing.first_absent)
    if second is not None:
        result = LOST if pairing.second_absent else OPPOSITE[pairing.result]
        pairing.second_points = add(second, result, is_house=False, is_absent=pairing.second_absent)


def _add_in_arena(entry: Entry, result: str, *, is_house: bool, is_absent: bool) -> float:
    """Add a result to a player's score without saving the score. Return the points for the result."""
    points, entry.streak = score_for(result, entry.streak, is_house=is_house)
    entry.points += points
    setattr(entry, COUNTS[result], getattr(entry, COUNTS[result]) + 1)
    _note_absence(entry, Entry.State.PAUSED, is_absent=is_absent)
    return points


def _add_in_round(entry: Entry, result: str, *, is_house: bool, is_absent: bool) -> float:
    """Return the points for a result. If the player did not show up, increase their number of absences."""
    _note_absence(entry, entry.state, is_absent=is_absent)
    return POINTS[result]


def _note_absence(entry: Entry, state: str, *, is_absent: bool) -> None:
    if is_absent:
        entry.absences += 1
        entry.state = Entry.State.REMOVED if entry.absences >= MOST_ABSENCES else state


def expire_absent(tournament_id: int, now: datetime) -> None:
    """End duels in which a player has not shown up. That player loses, and is paused or removed.

    The tournament continues even if a duel cannot be ended.
    """
    late = Pairing.objects.filter(tournament=tournament_id, ended=None, duel__ended=None, duel__round=1)
    late = late.filter(Exists(Entry.objects.filter(pairing=OuterRef("pk"), seen__lt=OuterRef("duel__started"))))
    for slug in list(late.filter(duel__started__lte=now - GRACE).values_list("duel__slug", flat=True)):
        try:
            _expire(slug)
        except AWAY:
            raise
        except Exception:
            logger.exception("Duel %s cannot be ended, and is tried again", slug)


@transaction.atomic
def _expire(slug: str) -> None:
    """Give up a duel on behalf of players who have neither opened its page nor picked anything in its first round."""
    table = locked_tables([slug], skip_locked=True).get(slug)
    absent = _absent(table) if table else []
    if table is None or not absent:
        return
    hold_players(table.seats)  # locked before the pairing
    mages = [seat.mage_id for seat in absent]
    open_ = Pairing.objects.filter(duel__slug=slug, ended=None)
    open_.filter(first__mage__in=mages).update(first_absent=True)
    open_.filter(second__mage__in=mages).update(second_absent=True)
    TableSeat.objects.filter(pairing__in=open_, entry__mage__in=mages).update(is_absent=True)
    names = [seat.name for seat in absent]
    is_over = len(table.seats) - len(names) < 2  # if nobody has shown up, the duel is a draw
    perform([Adjudicate(slug=slug, losers=[names], absent=True) if is_over else Expel(slug=slug, wizards=names)])


def _absent(table: Table) -> list[Seat]:
    if table.duel.ended is not None or table.duel.round > 1 or table.duel.asking:
        return []
    away = Entry.objects.filter(pairing__duel=table.duel, seen__lt=table.duel.started).values_list("mage", flat=True)
    late = [seat for seat in table.seats if seat.orders is None and not hasattr(seat, "draft")]
    return [seat for seat in late if seat.mage_id in set(away)]


@transaction.atomic
def forfeit_without_duel(key: int, now: datetime, *, is_broken: bool) -> None:
    """Decide a pairing that has no duel yet, if one of these reasons applies.

    A table begins without its absent players. A player whose mage has died loses at once. If both mages have died in a
    knockout, the result is a draw, so the better seed advances. A player who is still in another live duel after the
    grace period loses, unless that duel belongs to this tournament. If an error prevents the duel from beginning
    (`is_broken`) until after the grace period, each player gets half a point.
    """
    pairing = _locked(pk=key, duel=None)
    if pairing is None:
        return
    players = melees.present(pairing) if pairing.is_table else pairing.players
    dead = set(
        Mage.objects.filter(pk__in=[it.mage_id for it in players], ended__isnull=False).values_list("pk", flat=True)
    )
    busy = load_busy([it.user_id for it in players]) if pairing.tournament.is_live else frozenset()
    is_late = pairing.made <= now - GRACE
    late = busy - _playing_in(pairing.tournament_id, busy) if is_late else frozenset()
    if players and not dead and not late and not (is_broken and is_late):
        return
    if pairing.is_table:
        absent = [it for it in players if it.mage_id in dead or it.user_id in late]
        _leave_out(absent, pairing, now, is_broken=is_broken and is_late)
        return
    if not (pairing.tournament.is_knockout and len(dead) == len(players)):
        pairing.first_absent, pairing.second_absent = (it.mage_id in dead or it.user_id in late for it in players)
    is_lost = pairing.first_absent
    _decide(pairing, LOST if is_lost else WON if pairing.second_absent else DREW, now)


def _leave_out(absent: Collection[Entry], pairing: Pairing, now: datetime, *, is_broken: bool) -> None:
    """Remove absent players from a locked table, and decide it if nobody is left or the duel cannot begin."""
    for seat in pairing.seats.all():
        if seat.entry in absent:
            seat.is_absent = True
            seat.save(update_fields=["is_absent"])
    for entry in absent:
        entry.pairing = None
        _note_absence(entry, entry.state, is_absent=True)
        entry.save()
    if is_broken or not melees.present(pairing):
        _decide_table(pairing, melees.all_equal(pairing), now)


def _playing_in(tournament_id: int, users: Collection[int]) -> set[int]:
    """Return the users in `users` who are still playing a duel in this tournament."""
    seats = Seat.objects.filter(duel__ended=None, duel__pairing__tournament=tournament_id, mage__owner__in=users)
    return set(seats.values_list("mage__owner", flat=True))


def end_round(tournament_id: int, now: datetime) -> None:
    """Adjudicate the duels that are still in progress when the time limit of their round has passed.

    A duel that cannot be loaded is cancelled, and counts as a draw. After any other error, the next run tries again.
    """
    late = Pairing.objects.filter(tournament=tournament_id, ended=None, tournament__round_ends__lte=now)
    for key, slug in list(late.order_by("pk").values_list("pk", "duel__slug")):
        try:
            if not (slug and cancel_broken(slug, now)):
                _decide_late(key, slug, now)
        except AWAY:
            raise
        except Exception:
            logger.exception("Duel %s cannot be adjudicated, and is tried again", slug)


@transaction.atomic
def _decide_late(key: int, slug: str | None, now: datetime) -> None:
    """Adjudicate a duel by hit points and end it, so that its players are free for the next round.

    The wizard with the most hit points wins. If several wizards have the most, the duel is a draw. `count_result`
    counts the result, like that of any duel. Without a duel, the pairing is a draw.
    """
    table = locked_tables([slug]).get(slug) if slug else None
    if table:
        if table.duel.ended is None:
            standing = [it for it in table.seats if table.state.wizard(it.name).stands]
            losers = melees.losers(standing, melees.strengths_now(table))
            perform([Adjudicate(slug=table.duel.slug, losers=losers)], now=now)
        return
    pairing = _locked(pk=key)
    if pairing is None:
        return
    if pairing.is_table or pairing.second is not None:
        _decide_as_equal(pairing, now)


def _decide_as_equal(pairing: Pairing, now: datetime) -> None:
    if pairing.is_table:
        _decide_table(pairing, melees.all_equal(pairing), now)
    else:
        _decide(pairing, DREW, now)


def close(tournament: Tournament) -> None:
    """Free the players of a tournament that is over. Results of duels that are still in progress do not count.

    Players whose duels are just ending are left to the transactions that end these duels.
    """
    playing = Entry.objects.filter(tournament=tournament, pairing__isnull=False)
    keys = list(playing.select_for_update(no_key=True, skip_locked=True).order_by("pk").values_list("pk", flat=True))
    Entry.objects.filter(pk__in=keys).update(pairing=None)
