"""Tests for the order in which rows are locked.

SQLite has no row locks, so `test_on_postgres.py` runs this file again.
"""

import re
import threading
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Mage, User
from duels.models import Duel, Entry, Pairing, Tournament
from duels.play.transaction import give_up, submit_orders, time_out
from duels.tournaments import schedule
from duels.tournaments.entering import join, leave
from duels.tournaments.formats import scores_of
from duels.tournaments.pairing import begin_duels, pair
from duels.tournaments.results import GRACE
from duels.wording.time_controls import DAY
from tests.builders import a_mage
from tests.duels.people import at_once, wait_until_blocked
from tests.duels.tournaments.arenas import an_arena, beat, draw, duel_of, joined, pass_time, players, with_rounds

pytestmark = pytest.mark.django_db(transaction=True)

ORDER = ("duels_duel", "accounts_user", "accounts_mage", "duels_tournament", "duels_pairing", "duels_entry")
LATE, ALONE = GRACE.total_seconds() + 1, 21
AFTER_ALL = timedelta(hours=1).total_seconds() + schedule.OVERTIME.total_seconds() + 1
SLOW = {"pace": DAY, "reserve": 0}
A_LOCK = re.compile(r'^(?:SELECT .*? FROM|UPDATE|DELETE FROM) "(\w+)"')


def locks_of(transaction_: list[str]) -> list[str]:
    """Return the tables in which a transaction locks rows, in the order of the first lock in each."""
    locks = [sql for sql in transaction_ if not sql.startswith("SELECT") or re.search(r"FOR (NO KEY )?UPDATE", sql)]
    tables = [found[1] for sql in locks if (found := A_LOCK.match(sql)) and found[1] in ORDER]
    return list(dict.fromkeys(tables))


def transactions_of(work) -> list[list[str]]:
    """Return the SQL statements of each transaction in which `work` is done."""
    with CaptureQueriesContext(connection) as captured:
        work()
    found: list[list[str]] = [[]]
    for query in captured:
        if query["sql"] in ("BEGIN", "COMMIT"):
            found.append([])
        found[-1].append(query["sql"])
    return found


def paired(number=2, **fields):
    entries = players(an_arena(**fields), number)
    pass_time()
    return entries


def in_rounds(format_, number=4, **fields):
    """Start a tournament with rounds, and then its first duels. Return the tournament's entries."""
    entries = players(with_rounds(format_, friendly=False, **fields), number)
    pass_time()
    return entries


def won_by_all_first_players(format_):
    found = in_rounds(format_, **SLOW)[0].tournament
    for it in found.pairings.filter(ended=None).select_related("first"):
        beat(it.first)
    return pass_time


def ended_with_a_duel_in_progress():
    one, _other = paired()
    arena = one.tournament
    arena.ends = timezone.now()
    arena.save()
    return partial(pass_time, schedule.OVERTIME.total_seconds() + 1)


def a_table():
    """Return the players at a table of a rated melee cup whose duel has begun."""
    entries = joined(with_rounds("melee", friendly=False), *(a_mage() for _ in range(3)))
    pass_time()
    return entries


def give_up_all_but(one):
    duel = duel_of(one)
    for seat in duel.seats.exclude(mage=one.mage_id):
        give_up(duel=duel, wizard=seat.name)


def miss_all_rounds(entry):
    duel = duel_of(entry)
    for days in (2, 4, 6):
        time_out(slug=duel.slug, now=timezone.now() + timedelta(days=days))


WORK = {
    "joining": lambda: partial(join, slug=an_arena().slug, mage=a_mage()),
    "returning": lambda: partial(join, slug=(one := paired()[0]).tournament.slug, mage=one.mage),
    "leaving": lambda: partial(leave, slug=(one := paired()[0]).tournament.slug, user_id=one.user_id),
    "pairing": lambda: players(an_arena(), 4) and pass_time,
    "a house wizard": lambda: players(an_arena(), 1) and partial(pass_time, ALONE),
    "a result": lambda: partial(beat, paired(friendly=False)[0]),
    "a table": lambda: joined(with_rounds("melee"), *(a_mage() for _ in range(5))) and pass_time,
    "a result at a table": lambda: partial(give_up_all_but, a_table()[0]),
    "an absence at a table": lambda: a_table() and partial(pass_time, LATE, seen=False),
    "an absence": lambda: paired(friendly=False) and partial(pass_time, LATE, seen=False),
    "the end": ended_with_a_duel_in_progress,
    "the first round": lambda: players(with_rounds("swiss"), 3) and pass_time,
    "a result in a round": lambda: partial(beat, in_rounds("swiss")[0]),
    "an absence in a round": lambda: in_rounds("swiss") and partial(pass_time, LATE, seen=False),
    "the time limit of a round": lambda: in_rounds("swiss") and partial(pass_time, AFTER_ALL),
    "the next round of a Swiss": lambda: won_by_all_first_players("swiss"),
    "the next round of a knockout": lambda: won_by_all_first_players("knockout"),
    "a drawn duel in a knockout": lambda: draw(in_rounds("knockout", 2, **SLOW)[0]) or pass_time,
    "a slow no-show": lambda: partial(miss_all_rounds, in_rounds("swiss", 2, **SLOW)[0]),
}


if connection.features.has_select_for_update:

    @pytest.mark.parametrize("name", WORK)
    def test_rows_are_locked_before_others_in_one_order(name):
        found = [locks for it in transactions_of(WORK[name]()) if len(locks := locks_of(it)) > 1]
        assert found
        assert found == [sorted(locks, key=ORDER.index) for locks in found]


def test_players_are_locked_before_their_pairing_begins():
    """Delete a guest's mage while their duel begins. The deletion locks the user first and then the pairing."""
    one, other = players(arena := an_arena(), 2)
    pair(arena.pk, timezone.now())
    start = threading.Thread(target=lambda: (begin_duels(arena.pk, timezone.now()), connection.close()))
    with transaction.atomic():
        User.objects.select_for_update().get(pk=one.user_id)
        start.start()
        wait_until_blocked(start)
        Mage.objects.filter(pk=one.mage_id).delete()
    start.join()
    other.refresh_from_db()
    assert (other.pairing, Pairing.objects.count(), Duel.objects.count()) == (None, 0, 0)


def resigning(entry: Entry):
    """Return a function that surrenders this player's duel."""
    return partial(give_up, duel=duel_of(entry), wizard=entry.mage.name)


def test_a_tournament_does_not_end_at_once_while_a_result_is_being_saved():
    one, other = paired(friendly=False)
    work = resigning(one)
    end = threading.Thread(target=lambda: (pass_time(AFTER_ALL, seen=False), connection.close()))
    with transaction.atomic():
        work()
        end.start()
        if connection.features.has_select_for_update:
            end.join()  # does not wait
        assert not Tournament.objects.get().is_over
    end.join()
    pass_time(AFTER_ALL)
    other.refresh_from_db()
    assert (other.points, Tournament.objects.get().is_over) == (2, True)


def test_a_result_at_once_after_the_end_of_a_tournament_does_not_count():
    one, other = paired(friendly=False)
    for seat in (duel := duel_of(one)).seats.all():  # in the first round, the job also locks the duel
        submit_orders(duel=duel, wizard=seat.name, round_number=1, orders={"left": "-", "right": "-"})
    work = resigning(one)
    result = threading.Thread(target=lambda: (work(), connection.close()))
    with transaction.atomic():
        pass_time(AFTER_ALL)
        assert Tournament.objects.get().is_over
        result.start()
        wait_until_blocked(result)
    result.join()
    other.refresh_from_db()
    assert (other.points, Pairing.objects.filter(ended=None).count()) == (0, 0)


def test_a_return_at_once_after_a_change_of_the_standings_keeps_its_points():
    one, _other = paired()
    back = threading.Thread(target=lambda: (join(slug=one.tournament.slug, mage=one.mage), connection.close()))
    with transaction.atomic():
        Entry.objects.filter(pk=one.pk).update(points=2)  # as by the job, which locks no user
        back.start()
        wait_until_blocked(back)
    back.join()
    one.refresh_from_db()
    assert one.points == 2


def test_nobody_is_paired_at_once_after_the_end_of_a_tournament():
    players(arena := an_arena(), 2)
    late = threading.Thread(target=lambda: (pair(arena.pk, timezone.now()), connection.close()))
    with transaction.atomic():
        Tournament.objects.update(state=Tournament.State.FINISHED)
        late.start()
        wait_until_blocked(late)
    late.join()
    assert not Pairing.objects.exists()


def test_absences_results_returns_and_starts_at_once_do_not_deadlock():
    arena = an_arena(friendly=False)
    entries = joined(arena, *(a_mage() for _ in range(12)))
    pass_time()
    begun = list(arena.pairings.select_related("first__mage__owner", "duel"))
    joined(arena, *(a_mage() for _ in range(4)))
    later = timezone.now() + GRACE * 2
    Entry.objects.filter(pairing=None).update(seen=later)
    at_once(
        [partial(schedule.run, later)] * 3
        + [partial(join, slug=arena.slug, mage=it.first.mage) for it in begun]
        + [partial(leave, slug=arena.slug, user_id=it.first.user_id) for it in begun]
    )
    ended = arena.pairings.exclude(ended=None)
    assert {it.pk for it in ended} == {it.pk for it in begun}
    assert sum(it.losses for it in Entry.objects.filter(pk__in=[it.pk for it in entries])) == len(entries)
    assert arena.pairings.filter(ended=None).exclude(duel=None).count() == 2


@pytest.mark.parametrize(("format_", "number"), [("swiss", 7), ("knockout", 7)])
def test_results_rounds_and_withdrawals_at_once_lose_and_repeat_nothing(format_, number):
    found = with_rounds(format_, friendly=False, **SLOW)
    entries = players(found, number)
    pass_time()
    for _ in range(3):
        begun = list(found.pairings.filter(ended=None).select_related("first__mage", "duel"))
        results = [partial(give_up, duel=it.duel, wizard=it.first.mage.name) for it in begun]
        breaks = [partial(leave, slug=found.slug, user_id=entries[0].user_id)]
        at_once([*results, *[partial(schedule.run, timezone.now())] * 3, *breaks])
        assert_nothing_is_lost(found)
        pass_time()
    pass_time()
    found.refresh_from_db()
    assert found.is_over
    assert_nothing_is_lost(found)
    scores = scores_of(found, entries, found.pairings.order_by("round", "board", "game"))
    assert {it.pk: (it.points, it.wins, it.losses) for it in found.entries.all()} == {
        key: score[:3] for key, score in scores.items()
    }


def assert_nothing_is_lost(found):
    """Check that every pairing has one duel or a reason for none, and that no player has two open pairings."""
    pairings = list(found.pairings.order_by("pk"))
    for it in pairings:
        decided_at_once = it.is_bye or it.first_absent or it.second_absent
        assert (it.duel_id is None) == decided_at_once or not it.ended
        assert bool(it.ended) == bool(it.result)
    assert Duel.objects.count() == sum(it.duel_id is not None for it in pairings)
    playing = {player: it.pk for it in pairings if not it.ended for player in (it.first_id, it.second_id)}
    assert dict(found.entries.exclude(pairing=None).values_list("pk", "pairing")) == playing
    in_round = [(it.round, it.game, player) for it in pairings for player in (it.first_id, it.second_id) if player]
    assert len(in_round) == len(set(in_round))
