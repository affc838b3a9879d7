"""Tests for the divisions of a season, including promotion and relegation."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache

from duels.jobs import JOBS
from duels.ladder import settlement
from duels.ladder.divisions import (
    DIVISIONS,
    SETTLED_AFTER,
    badges_of,
    division_for,
    division_of,
    moves,
    table_of_division,
    update_divisions,
)
from duels.ladder.seasons import Season
from duels.models import SeasonEntry, Standing
from tests.builders import a_mage, a_result, a_user, rows_of_a_duel
from tests.duels.people import as_user

AUTUMN = Season(2026, 4)
WINTER = AUTUMN.next
OCTOBER = datetime(2026, 10, 5, tzinfo=UTC)
JANUARY = WINTER.start + SETTLED_AFTER
APPRENTICES, ADEPTS, MASTERS, ARCHMAGES = DIVISIONS


@pytest.fixture(autouse=True)
def _no_old_tables():
    cache.clear()


def a_player(name, rating=1500.0):
    mage = a_mage(owner=a_user(name))
    Standing.objects.create(mage=mage, rating=rating, deviation=60, rated=OCTOBER)
    return mage


def settled(winner, loser, *, ended=OCTOBER):
    """Settle a duel in which `loser` surrendered to `winner`."""
    result = a_result(won=[winner.name], surrendered=[loser.name])
    duel = rows_of_a_duel(winner, loser, result=result, ended=ended, round=10)
    settlement.settle(duel, duel.seats.all(), {loser.name: 9})


def league(count=5):
    """Return `count` players of the division Adepts, best first.

    In autumn, each of them has won one duel more than the player after them.
    """
    players = [a_player(f"player{number}") for number in range(count)]
    for at, player in enumerate(players):
        for number in range(count - at):
            settled(player, a_player(f"foe{at}-{number}", rating=1000))
    update_divisions(OCTOBER)
    return players


def numbers(season=AUTUMN):
    entries = SeasonEntry.objects.filter(season=str(season)).exclude(user__username__startswith="foe")
    return dict(entries.values_list("user__username", "division"))


@pytest.mark.parametrize(
    ("rating", "division"),
    [(900, APPRENTICES), (1449, APPRENTICES), (1450, ADEPTS), (1600, MASTERS), (1749, MASTERS), (2300, ARCHMAGES)],
)
def test_the_rating_decides_the_first_division(rating, division):
    assert division_for(rating) == division


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ([9, 5, 3, 1], [0, 0, 0, 0]),
        ([9, 5, 3, 1, 0], [1, 0, 0, 0, -1]),
        ([9, 9, 3, 1, 1], [1, 1, 0, 0, 0]),
        ([0, 0, -1, -2, -3], [0, 0, 0, 0, -1]),
        ([9, 8, 7, 6, 5, 4, 3, 2, 1, 0], [1, 1, 0, 0, 0, 0, 0, 0, -1, -1]),
        ([4, 4, 4, 4, 4], [1, 1, 1, 1, 1]),
    ],
    ids=["too few", "five", "equal points", "without points", "ten", "all equal"],
)
def test_the_best_fifth_moves_up_and_the_last_fifth_down(totals, expected):
    assert moves(totals, ADEPTS) == expected


def test_nobody_leaves_the_lowest_division_downwards_or_the_highest_upwards():
    assert moves([9, 5, 3, 1, 0], APPRENTICES) == [1, 0, 0, 0, 0]
    assert moves([9, 5, 3, 1, 0], ARCHMAGES) == [0, 0, 0, 0, -1]


@pytest.mark.django_db
def test_users_enter_by_the_rating_before_their_first_rated_duel():
    strong, weak = a_player("strong", 1610), a_player("weak", 1400)
    settled(weak, strong)
    settled(strong, weak, ended=OCTOBER + timedelta(days=1))
    for _ in range(2):
        update_divisions(OCTOBER + timedelta(days=2))
    assert numbers() == {"strong": 3, "weak": 1}
    assert division_of(strong.owner, AUTUMN) == MASTERS
    assert division_of(strong.owner, WINTER) is None


@pytest.mark.django_db
def test_a_season_is_settled_once_an_hour_after_its_end():
    best, *_, last = league()
    settled(best, last, ended=WINTER.start)
    update_divisions(WINTER.start)
    assert not SeasonEntry.objects.filter(place__isnull=False).exists()
    assert division_of(best.owner, WINTER) is None  # depends on whether they move up
    for _ in range(2):
        update_divisions(JANUARY)
    badges = [badges_of(mage.owner)[-1] for mage in (best, last)]
    assert [(it.division, it.season, it.place, it.moved) for it in badges] == [
        (ADEPTS, AUTUMN, 1, 1),
        (ADEPTS, AUTUMN, 5, -1),
    ]
    SeasonEntry.objects.filter(user=best.owner).update(moved=0)
    update_divisions(JANUARY)
    assert badges_of(best.owner)[-1].moved == 0


@pytest.mark.django_db
def test_users_start_the_next_season_where_the_last_one_has_left_them():
    best, middle, *_, last = league()
    update_divisions(JANUARY)
    for mage in (best, middle, last):
        settled(mage, a_player(f"foe-of-{mage.owner}"), ended=JANUARY)
    update_divisions(JANUARY)
    assert numbers(WINTER) == {"player0": 3, "player1": 2, "player4": 1}
    assert [it.place for it in badges_of(best.owner)] == [None, 1]


@pytest.mark.django_db
def test_a_duel_shortly_before_the_end_of_a_season_counts_in_it():
    late = WINTER.start - timedelta(minutes=1)
    settled(a_player("late"), a_player("foe"), ended=late)
    update_divisions(JANUARY)
    assert numbers() == {"late": 2}
    assert SeasonEntry.objects.get(user__username="late").place == 1


@pytest.mark.django_db
def test_the_table_of_a_division_marks_who_moves(client):
    league()
    page = client.get("/season/2026-4/?division=adepts").content.decode()
    assert [(line.username, move) for line, move in table_of_division(AUTUMN, ADEPTS)] == [
        ("player0", 1), ("player1", 0), ("player2", 0), ("player3", 0), ("player4", -1)
    ]  # fmt: skip
    assert "foe0-0" not in page
    assert "foe0-0" in client.get("/season/2026-4/?division=apprentices").content.decode()
    assert "foe0-0" in client.get("/season/2026-4/?division=unknown").content.decode()
    assert "Nobody in this division" in client.get("/season/2026-4/?division=archmages").content.decode()


@pytest.mark.django_db
def test_the_profile_keeps_the_divisions_as_badges(client):
    best, *_ = league()
    assert "Adepts, this season" in client.get("/user/player0/").content.decode()
    update_divisions(JANUARY)
    page = client.get("/user/player0/").content.decode()
    assert "Adepts, rank 1, October to December 2026" in page
    assert "moved up" in page
    assert "You" in as_user(best.owner).get("/season/2026-4/").content.decode()


@pytest.mark.django_db
def test_deleted_users_are_in_no_table():
    best, *_ = league()
    best.owner.ended = OCTOBER
    best.owner.save()
    cache.clear()
    assert table_of_division(AUTUMN, ADEPTS)[0][0].username == "player1"
    update_divisions(JANUARY)
    assert SeasonEntry.objects.get(user=best.owner).place is None


@pytest.mark.django_db
def test_the_table_of_a_settled_season_stays_when_a_user_leaves():
    best, *_ = league(10)
    update_divisions(JANUARY)
    cache.clear()
    before = table_of_division(AUTUMN, ADEPTS)
    best.owner.ended = JANUARY
    best.owner.save()
    cache.clear()
    assert table_of_division(AUTUMN, ADEPTS) == before[1:]
    assert [(line.place, move) for line, move in before[1:]] == [
        (2, 1), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, 0), (9, -1), (10, -1)
    ]  # fmt: skip


@pytest.mark.django_db
def test_seasons_that_ended_while_the_worker_was_stopped_are_settled_in_order():
    best, *_ = league()
    settled(best, a_player("winter"), ended=JANUARY)
    SeasonEntry.objects.create(user=best.owner, season="2026-3", division=2)
    update_divisions(WINTER.next.start + SETTLED_AFTER)
    assert [(it.season, it.place) for it in badges_of(best.owner)] == [
        (WINTER, 1),
        (AUTUMN, 1),
        (Season(2026, 3), None),
    ]
    assert numbers(WINTER)["player0"] == 3


@pytest.mark.django_db
@pytest.mark.parametrize(("rating", "division"), [(1610, MASTERS), (None, ADEPTS)], ids=["rated in duels", "new"])
def test_a_first_melee_leaves_the_division_to_the_rating_in_duels(rating, division):
    mages = [a_mage(owner=a_user(name)) for name in ("winner", "second", "third")]
    Standing.objects.create(mage=mages[0], melee=True, rating=2000, deviation=60, rated=OCTOBER)
    if rating:
        Standing.objects.create(mage=mages[0], rating=rating, deviation=60, rated=OCTOBER)
    first, *others = [mage.name for mage in mages]
    duel = rows_of_a_duel(*mages, result=a_result(won=[first], surrendered=others), ended=OCTOBER, round=10)
    settlement.settle(duel, duel.seats.all(), dict.fromkeys(others, 9))
    update_divisions(OCTOBER)
    assert division_of(mages[0].owner, AUTUMN) == division


def test_the_worker_updates_divisions_and_awards_trophies():
    assert {"divisions", "trophies"} <= {job.name for job in JOBS}
