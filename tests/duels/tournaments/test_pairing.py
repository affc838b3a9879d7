from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Block, Mage
from duels.house.matching import level_for
from duels.house.wizards import BY_NAME
from duels.models import Duel, Entry, Pairing
from duels.tournaments import schedule
from duels.tournaments.entering import AWAY, join, stay
from duels.tournaments.pairing import LONELY, begin_duels, pair
from tests.builders import a_guest, a_mage, rows_of_a_duel
from tests.duels.people import at_once
from tests.duels.tournaments.arenas import an_arena, beat, break_start, duel_of, joined, pairing_of, pass_time, players

pytestmark = pytest.mark.django_db


def opponents(*entries):
    """Return the primary key of each player's opponent, or `None` for a player without a duel."""
    found = [pairing_of(entry) for entry in entries]
    return [
        it and (it.second_id if it.first_id == entry.pk else it.first_id)
        for it, entry in zip(found, entries, strict=True)
    ]


def test_free_players_are_paired_with_the_terms_of_the_arena():
    arena = an_arena(book="warlocks", pace=30, reserve=300, friendly=False)
    one, other = players(arena, 2)
    pass_time()
    assert opponents(one, other) == [other.pk, one.pk]
    duel = duel_of(one)
    assert duel == duel_of(other)
    assert (duel.book, duel.pace, duel.reserve, duel.counts, duel.public) == ("warlocks", 30, 300, True, True)


def test_duels_are_casual_if_the_arena_is_or_a_guest_plays():
    casual = players(an_arena(friendly=True), 2)
    rated = an_arena(friendly=False)
    visitor = Entry.objects.create(tournament=rated, user=(guest := a_guest()).owner, mage=guest)
    players(rated, 1)
    pass_time()
    assert [duel_of(entry).counts for entry in (casual[0], visitor)] == [False, False]


def test_players_who_have_just_met_wait_for_others():
    arena = an_arena()
    one, two, three, four = players(arena, 4)
    pass_time()
    first = opponents(one, two, three, four)
    for entry in (one, next(it for it in (two, three, four) if it.pk not in (opponents(one)[0],))):
        beat(entry)
    pass_time()
    second = opponents(one, two, three, four)
    assert None not in second
    assert all(before != after for before, after in zip(first, second, strict=True))


def test_a_player_alone_meets_a_house_wizard_after_a_while():
    arena = an_arena()
    (entry,) = players(arena, 1)
    pass_time()
    assert pairing_of(entry) is None
    pass_time(LONELY.total_seconds() + 1)
    found = pairing_of(entry)
    assert BY_NAME[found.wizard].level == level_for(entry.user_id)
    assert [seat.is_house for seat in found.duel.seats.all()] == [False, True]
    assert (found.duel.counts, found.duel.practice, found.duel.pace) == (False, False, 60)


@pytest.mark.parametrize("fields", [{"state": "paused"}, {"state": "removed"}])
def test_players_on_a_break_are_not_paired(fields):
    arena = an_arena()
    joined(arena, a_mage(), a_mage(), **fields)
    pass_time(LONELY.total_seconds() + 1)
    assert not Pairing.objects.exists()


def test_players_whose_page_is_closed_are_not_paired():
    entries = players(an_arena(), 2)
    pass_time(AWAY.total_seconds() + 1, seen=False)
    assert opponents(*entries) == [None, None]


def test_players_in_another_live_duel_are_not_paired():
    arena = an_arena()
    busy, other = players(arena, 2)
    rows_of_a_duel(busy.mage, a_mage(), pace=60)
    pass_time()
    assert opponents(busy, other) == [None, None]


def test_players_with_a_block_are_not_paired():
    one, other = players(an_arena(), 2)
    Block.objects.create(user=other.user, blocked=one.user)
    pass_time()
    assert opponents(one, other) == [None, None]


def test_a_player_whose_mage_has_died_goes_on_with_another_or_pauses():
    arena = an_arena()
    one, other = players(arena, 2)
    a_mage(owner=one.user, retired=timezone.now())
    heir = a_mage(owner=one.user)
    Mage.objects.filter(pk__in=[one.mage_id, other.mage_id]).update(ended=timezone.now(), end="died")
    (third,) = players(arena, 1)
    pass_time()
    assert opponents(one, third) == [third.pk, one.pk]
    other.refresh_from_db()
    assert (one.mage, other.state) == (heir, "paused")


def test_a_rated_arena_risks_no_other_mage_of_a_player_whose_mage_has_died():
    one, _other = players(an_arena(friendly=False), 2)
    a_mage(owner=one.user)
    Mage.objects.filter(pk=one.mage_id).update(ended=timezone.now(), end="died")
    pass_time()
    assert pairing_of(one) is None
    assert one.state == "paused"


def test_nobody_is_paired_before_the_start_or_after_the_end():
    now = timezone.now()
    upcoming = an_arena(state="upcoming", starts=now + timedelta(minutes=5))
    players(upcoming, 2)
    ended = an_arena(ends=now - timedelta(seconds=1))
    for _ in range(2):
        mage = a_mage()
        Entry.objects.create(tournament=ended, user=mage.owner, mage=mage)
    pass_time()
    assert not Pairing.objects.exists()


# Processes that die or run at the same time


def test_a_process_that_dies_before_the_duel_begins_loses_nothing(monkeypatch):
    entries = players(arena := an_arena(), 4)

    def die(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as death:
        death.setattr(schedule, "begin_duels", die)
        with pytest.raises(KeyboardInterrupt):
            pass_time()
    before = opponents(*entries)
    assert None not in before
    assert not Duel.objects.exists()
    pass_time()
    assert opponents(*entries) == before
    assert Duel.objects.count() == arena.pairings.count() == 2


def test_pairing_again_changes_nothing():
    entries = players(arena := an_arena(), 4)
    now = pass_time()
    before = [duel_of(entry) for entry in entries]
    pair(arena.pk, now)
    begin_duels(arena.pk, now)
    assert [duel_of(entry) for entry in entries] == before
    assert Duel.objects.count() == 2


def test_a_pairing_whose_player_has_begun_another_duel_is_cancelled():
    one, other = players(arena := an_arena(), 2)
    pair(arena.pk, now := timezone.now())
    rows_of_a_duel(one.mage, a_mage(), pace=60)
    begin_duels(arena.pk, now)
    assert opponents(one, other) == [None, None]
    assert not Pairing.objects.exists()


def test_a_pairing_that_cannot_begin_does_not_stop_the_others(monkeypatch, caplog):
    broken, *_rest = players(arena := an_arena(), 4)
    break_start(monkeypatch, broken)
    pass_time()
    assert "cannot begin" in caplog.text
    assert pairing_of(broken) is None
    assert Duel.objects.count() == arena.pairings.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_pair_nobody_twice():
    entries = players(arena := an_arena(), 6)
    now = timezone.now()
    at_once([lambda: schedule.run(now)] * 2)
    schedule.run(now)
    assert Duel.objects.count() == arena.pairings.count() == 3
    assert None not in opponents(*entries)
    assert {duel.seats.count() for duel in Duel.objects.all()} == {2}


@pytest.mark.django_db(transaction=True)
def test_results_returns_and_pairings_at_once_lose_nothing():
    entries = players(arena := an_arena(), 8)
    pass_time()
    winners = [found.first for found in arena.pairings.select_related("first__mage__owner")]
    now = timezone.now()
    at_once(
        [lambda winner=winner: beat(winner) for winner in winners]
        + [lambda mage=winner.mage: join(slug=arena.slug, mage=mage) for winner in winners]
        + [lambda: stay(arena.slug, [entry.user_id for entry in entries], now), lambda: schedule.run(now)]
    )
    pass_time()
    ended = arena.pairings.exclude(ended=None)
    assert [found.result for found in ended] == ["won"] * 4
    assert sum(entry.points for entry in arena.entries.all()) == 8
    assert Duel.objects.count() == arena.pairings.count()
    playing = arena.entries.exclude(pairing=None)
    assert {entry.pairing.ended for entry in playing.select_related("pairing")} == {None}
    assert playing.count() == 2 * arena.pairings.filter(ended=None).count()


def test_pairing_takes_as_many_queries_for_sixty_players_as_for_ten():
    counts = []
    for number in (10, 60):
        arena = an_arena()
        mages = Mage.objects.bulk_create(
            Mage(name=f"P{number} {at}", folded=f"p{number} {at}", owner=a_mage().owner) for at in range(number)
        )
        Entry.objects.bulk_create(Entry(tournament=arena, user=mage.owner, mage=mage) for mage in mages)
        with CaptureQueriesContext(connection) as captured:
            pair(arena.pk, timezone.now())
        assert arena.pairings.count() == number // 2
        counts.append(len(captured))
    assert counts[0] == counts[1]
