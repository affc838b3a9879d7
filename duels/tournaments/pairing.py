"""Pairing, in two steps that can safely be repeated if a process is killed.

`pair()` chooses opponents in an arena and saves the pairings, in one transaction that locks the tournament and the free
players. `duels.tournaments.rounds` does the same for a round. `begin_duels()` then starts the duel of each pairing that
has none, in a transaction of its own. These functions are safe to repeat, and to run in two processes at once.
"""

import logging
import time
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db import connection, transaction
from django.db.models import OuterRef, Subquery
from django.urls import reverse

from accounts.blocks import blocked_among
from accounts.models import Mage
from accounts.services.mage_lifecycle import hold_mages, hold_users
from duels.challenges.loading import load_busy
from duels.house.duels import house_seat, start_house_duel
from duels.house.matching import level_for
from duels.house.records import next_wizard
from duels.house.wizards import BY_NAME
from duels.models import Duel, Entry, Pairing, Tournament
from duels.play.transaction import SeatSpec, start_duel
from duels.signals import duel_started, tournament_changed
from duels.tournaments import melees
from duels.tournaments.entering import AWAY
from duels.tournaments.results import forfeit_without_duel
from duels.tournaments.rules.matching import Free, matched
from duels.tournaments.words import occasion_of
from wavinghands.db.after_commit import after_commit
from wavinghands.db.connections import AWAY as DATABASE_AWAY
from wavinghands.engine import Json

logger = logging.getLogger(__name__)

LONELY = timedelta(seconds=20)
"""How long a player waits for an opponent before a house wizard (a computer player) steps in."""
PAUSE = 0.04
"""How many seconds to leave a SQLite database to other processes between two duels.

A process that waits for the lock tries again only every few milliseconds, so it would rarely get the lock.
"""


@transaction.atomic
def pair(tournament_id: int, now: datetime) -> None:
    """Pair the free players of an arena with each other, and those who have waited too long with house wizards."""
    arenas = Tournament.objects.filter(format=Tournament.Format.ARENA)
    running = arenas.filter(pk=tournament_id, state=Tournament.State.RUNNING, ends__gt=now)
    tournament = running.select_for_update(no_key=True).first()
    if tournament is None:
        return
    free = _free(tournament, now)
    if not free:
        return
    pairs, alone = matched(free, blocked_among([it.user for it in free]))
    made = [Pairing(tournament=tournament, first_id=one.entry, second_id=other.entry, made=now) for one, other in pairs]
    made += [
        Pairing(tournament=tournament, first_id=it.entry, wizard=_wizard_for(it), made=now)
        for it in alone
        if it.since <= now - LONELY
    ]
    save_pairings(made)


def _free(tournament: Tournament, now: datetime) -> list[Free]:
    """Lock the entries of the players who are waiting for a pairing, and return those who can play now."""
    waiting = Entry.objects.filter(
        tournament=tournament, state=Entry.State.ACTIVE, pairing=None, seen__gt=now - AWAY, user__is_active=True
    )
    rows = waiting.select_for_update(of=("self",), no_key=True).select_related("mage", "user").order_by("pk")
    columns = ("points", "rating", "free_since", "last_opponent", "mage__ended", "user__is_active")
    entries = [it for it in rows.only(*columns) if ensure_mage(it, is_rated=not tournament.friendly)]
    busy = load_busy([it.user_id for it in entries]) if entries else frozenset()
    return [
        Free(it.pk, it.user_id, it.points, it.rating, it.free_since, it.last_opponent_id)
        for it in entries
        if it.user_id not in busy
    ]


def ensure_mage(entry: Entry, *, is_rated: bool) -> bool:
    """Let a player whose mage has died continue with another mage, or pause the player. Return whether they can play.

    In a rated tournament, the player is always paused, because they must choose which mage to risk next.
    """
    if not entry.user.is_active:
        return False
    if entry.mage.ended is None:
        return True
    living = Mage.objects.filter(owner=entry.user_id, ended=None, retired=None).order_by("pk")
    mage = None if is_rated else living.first()
    if mage is not None:
        entry.mage = mage
    else:
        entry.state = Entry.State.PAUSED
    entry.save(update_fields=["mage", "state"])
    return mage is not None


def _wizard_for(player: Free) -> str:
    return next_wizard(player.user, level_for(player.user)).name


def save_pairings(made: Collection[Pairing]) -> None:
    """Save pairings. Mark their players as paired, except in pairings that are already over, such as byes."""
    if not made:
        return
    Pairing.objects.bulk_create(made)
    made = [it for it in made if it.ended is None]
    for field, other in (("first", "second"), ("second", "first")):
        players = [getattr(it, f"{field}_id") for it in made if getattr(it, f"{field}_id") is not None]
        own = Pairing.objects.filter(**{field: OuterRef("pk")}, ended=None)
        Entry.objects.filter(pk__in=players).update(
            pairing=Subquery(own.values("pk")[:1]), last_opponent=Subquery(own.values(other)[:1])
        )


def begin_duels(tournament_id: int, now: datetime) -> None:
    """Start the duels of pairings that do not have one yet.

    In an arena, a pairing whose duel cannot begin is cancelled, which frees its players. In the other formats, the
    pairing waits while a player is still in another live duel. After the grace period, it is decided without a duel.
    """
    waiting = Pairing.objects.filter(tournament=tournament_id, duel=None, ended=None).order_by("pk")
    for place, (key, format_) in enumerate(list(waiting.values_list("pk", "tournament__format"))):
        if place and connection.vendor == "sqlite":
            time.sleep(PAUSE)
        is_possible = is_broken = False
        try:
            is_possible = _begin(key)
        except DATABASE_AWAY:
            raise
        except Exception:
            logger.exception("The duel of pairing %s cannot begin", key)
            is_broken = True
        if not is_possible and format_ == Tournament.Format.ARENA:
            _cancel(key)
        elif not is_possible:
            forfeit_without_duel(key, now, is_broken=is_broken)


@transaction.atomic
def _begin(key: int) -> bool:
    """Start the duel of a pairing, unless another process has done so. Return `False` if its players cannot play now.

    Users and mages are locked before the pairing. If another process removes players from a table in
    between, the duel is not started yet.
    """
    waiting = Pairing.objects.filter(pk=key, duel=None, ended=None)
    related = ("tournament", "first__mage__owner", "second__mage__owner")
    found = waiting.select_related(*related).prefetch_related("seats__entry__mage__owner").first()
    if found is None:
        return True
    players = melees.present(found) if found.is_table else found.players
    users = [it.user_id for it in players]
    hold_users(users)
    hold_mages([it.mage_id for it in players])
    if not list(waiting.select_for_update(no_key=True).values_list("pk")):
        return True
    if found.is_table and _have_changed(found, players):
        return True
    if not players or (found.tournament.is_live and load_busy(users)):
        return False
    if not found.tournament.is_arena and any(it.mage.ended is not None for it in players):
        return False
    found.duel = _start(found, players)
    found.save(update_fields=["duel"])
    if found.tournament.is_live:
        url = reverse("duel", args=[found.duel.slug])
        after_commit(duel_started.send_robust, None, users=users, url=url)
    after_commit(tournament_changed.send_robust, None, slug=found.tournament.slug)
    return True


def _have_changed(pairing: Pairing, players: Iterable[Entry]) -> bool:
    """Return whether the players at a locked table differ from these players."""
    seats = pairing.seats.filter(is_absent=False, entry__isnull=False)  # read again
    return set(seats.values_list("entry", flat=True)) != {it.pk for it in players}


def _start(pairing: Pairing, players: Sequence[Entry]) -> Duel:
    terms = pairing.tournament
    clock: Json = {"pace": terms.pace, "reserve": terms.reserve}
    mages = [it.mage for it in players]
    if pairing.wizard:
        wizards = [BY_NAME[pairing.wizard]]
        return start_house_duel(mage=mages[0], wizards=wizards, book=terms.book, practice=False, **clock)
    house = melees.seat_house(pairing, players) if pairing.is_table else []
    counts = not terms.friendly and not house and not any(mage.owner.is_guest for mage in mages)
    seats = [*(SeatSpec(mage.name, mage.gender, mage) for mage in mages), *map(house_seat, house)]
    occasion = None if terms.is_arena else partial(occasion_of, terms)
    return start_duel(seats=seats, book=terms.book, counts=counts, vacations=False, occasion=occasion, **clock)


@transaction.atomic
def _cancel(key: int) -> None:
    """Delete a pairing whose duel has not begun, which frees its players."""
    rows = Pairing.objects.select_for_update(of=("self",), no_key=True).select_related("tournament")
    if pairing := rows.filter(pk=key, duel=None).first():
        players = Entry.objects.filter(pk__in=[pairing.first_id, pairing.second_id])
        list(players.select_for_update(no_key=True).order_by("pk").values_list("pk"))
        players.update(last_opponent=None)
        after_commit(tournament_changed.send_robust, None, slug=pairing.tournament.slug)
        pairing.delete()
