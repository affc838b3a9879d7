from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone, translation

from duels.ladder import settlement
from duels.models import Duel, Standing
from duels.wording.dates import ago
from duels.wording.duel_lists import names_of, outcome, rows
from tests.builders import a_mage, a_result, rows_of_a_duel

pytestmark = pytest.mark.django_db


def settled(black, white, hit_points=(), **result):
    told = a_result(**result)
    duel = rows_of_a_duel(black, white, result=told, ended=timezone.now(), round=10)
    left = dict(zip((black.name, white.name), hit_points, strict=False))
    settlement.settle(duel, duel.seats.all(), dict.fromkeys((*told["killed"], *told["surrendered"]), 9), left)
    return duel


def the_row(duel, of=()):
    (row,) = rows([duel], of)
    return row


def test_a_mages_list_shows_its_result_in_each_duel():
    black, white = a_mage("Black"), a_mage("White")
    won, drawn = settled(black, white, won=["Black"], killed=["White"]), settled(black, white)
    goes_on = rows_of_a_duel(black, white)
    assert [row.result and row.result.code for row in rows([won, drawn, goes_on], ["black"])] == ["won", "drew", None]
    assert the_row(won, ["White"]).result.code == "lost"
    assert the_row(won).result is None
    assert the_row(won, [""]).result is None
    assert the_row(won, names_of(black.owner)).result.code == "won"


def test_a_finished_duel_shows_rounds_hit_points_and_prior_ratings():
    black, white = a_mage("Black"), a_mage("White")
    for mage, rating, deviation in ((black, 1612.4, 90), (white, 1500, 200)):
        Standing.objects.create(mage=mage, rating=rating, deviation=deviation, wins=2)
    duel = settled(black, white, hit_points=(7, -2), won=["Black"], killed=["White"])
    assert the_row(duel).facts == ["9 rounds", "hit points 7\u00a0:\u00a0−2", "ratings 1612\u00a0:\u00a01500?"]


@pytest.mark.parametrize(
    ("ending", "melee", "text"),
    [
        ("timeout", False, "a draw: both ran out of time"),
        ("timeout", True, "a draw: all ran out of time"),
        ("draw", False, "a draw: one died, one surrendered"),
        ("", False, "a draw"),
    ],
)
def test_a_draw_says_why(ending, melee, text):
    assert outcome(Duel(result=a_result(), ending=ending, melee=melee)) == text


def test_numbers_are_in_the_order_of_the_names():
    black, grey, white = a_mage("Black"), a_mage("Grey"), a_mage("White")
    duel = rows_of_a_duel(black, grey, white, melee=True, round=10)
    for mage, team, rating in ((black, 1, 1400), (grey, 2, 1500), (white, 1, 1600)):
        duel.seats.filter(mage=mage).update(team=team)
        Standing.objects.create(mage=mage, melee=True, rating=rating, deviation=100, draws=3)
    row = the_row(duel)
    assert row.title == "Black and White against Grey"
    assert row.facts == ["ratings 1400\u00a0:\u00a01600\u00a0:\u00a01500"]


def test_a_timeout_in_a_melee_is_no_surrender_even_if_others_left_otherwise():
    mages = [a_mage(name) for name in ("Black", "Grey", "White", "Red")]
    told = a_result(won=["Red"], killed=["Grey"], surrendered=["Black", "White"])
    duel = rows_of_a_duel(*mages, melee=True, result=told, ended=timezone.now(), ending="both")
    duel.seats.filter(mage__name="White").update(missed=3)
    assert the_row(duel).outcome == "Red won: Grey died, Black surrendered, White ran out of time"


def test_losers_who_fell_in_the_same_way_share_a_text():
    told = a_result(won=["Red"], killed=["Grey", "Blue"], surrendered=["Black", "White"])
    duel = Duel(result=told, ending="both")
    assert outcome(duel) == "Red won: Grey and Blue died, Black and White surrendered"


def test_unknown_facts_are_left_out():
    black, white = a_mage("Black"), a_mage("White")
    assert the_row(rows_of_a_duel(black, white)).facts == []
    assert the_row(rows_of_a_duel(black, None, practice=True, counts=False)).facts == []
    assert the_row(settled(black, white)).facts == ["9 rounds"]


def test_the_rating_of_a_mage_with_fewer_than_three_rated_duels_is_left_out():
    black, white = a_mage("Black"), a_mage("White")
    Standing.objects.create(mage=black, deviation=80, wins=3)
    Standing.objects.create(mage=white, deviation=80, wins=1)
    assert the_row(rows_of_a_duel(black, white)).facts == ["ratings 1500\u00a0:\u00a0–"]
    assert the_row(settled(black, white)).facts == ["9 rounds", "ratings 1500\u00a0:\u00a0–"]


def test_lists_need_no_more_queries_for_many_duels(django_assert_num_queries):
    black, white = a_mage("Black"), a_mage("White")
    for _ in range(4):
        settled(black, white)
        rows_of_a_duel(black, white)
    duels = list(Duel.objects.prefetch_related("seats"))
    with django_assert_num_queries(4):
        rows(duels, ["Black"])


NOW = datetime(2026, 5, 9, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("past", "english", "german"),
    [
        (timedelta(seconds=-5), "1 min ago", "vor 1 Min."),
        (timedelta(minutes=59), "59 min ago", "vor 59 Min."),
        (timedelta(hours=2), "2 hr ago", "vor 2 Std."),
        (timedelta(hours=30), "1 day ago", "vor 1 Tag"),
        (timedelta(days=6), "6 days ago", "vor 6 Tagen"),
        (timedelta(days=7), "2 May 2026", "02.05.2026"),
    ],
)
def test_recent_times_are_relative_and_older_times_are_days(past, english, german):
    assert ago(NOW - past, NOW) == english
    with translation.override("de"):
        assert ago(NOW - past, NOW) == german


def test_days_are_in_the_readers_time_zone():
    midnight = datetime(2026, 5, 2, tzinfo=UTC)
    with timezone.override("America/New_York"):
        assert ago(midnight, NOW) == "1 May 2026"
