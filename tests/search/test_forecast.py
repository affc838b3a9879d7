import pytest

from tests.search.duels import a_duel, played
from wavinghands import engine
from wavinghands.search.calibration import OPENS, bins, chart, in_markdown, opened, thirds
from wavinghands.search.experience import positions
from wavinghands.search.fitting import Example, brier
from wavinghands.search.forecast import FORECASTER, TABLE

CONSTANT = 0.25
"""The Brier score of a forecast that is always one half."""
FRESH = range(9000, 9024)
"""The numbers of duels that no weights were fitted to."""


@pytest.mark.parametrize("book", engine.BOOKS)
def test_a_duel_starts_even(book):
    assert FORECASTER.chance(a_duel(book), "A") == 0.5


@pytest.mark.parametrize("book", engine.BOOKS)
def test_the_chances_of_both_add_up_to_one(book):
    for duel in played(book, rounds=18, seed=3):
        assert FORECASTER.chance(duel, "A") + FORECASTER.chance(duel, "B") == pytest.approx(1)


def test_the_end_is_certain():
    over = engine.settle(a_duel(), {"A": {"left": "P", "right": "P"}, "B": {"left": "-", "right": "-"}})
    assert (FORECASTER.chance(over, "A"), FORECASTER.chance(over, "B")) == (0, 1)


def test_the_same_lead_is_worth_more_later():
    early, late = (opened([Example({"hp": 4.0}, 1, number)], OPENS)[0].difference["hp"] for number in (2, 20))
    assert early < late < 4


def test_the_table_contains_its_scores():
    assert TABLE["brier"] <= 0.21
    assert all(third < CONSTANT for third in TABLE["brier by thirds"])


@pytest.mark.thorough
def test_held_out_duels_go_as_forecast():
    duels = [opened(found, TABLE["opens"]) for found in map(positions, FRESH) if found]
    every = [example for duel in duels for example in duel]
    assert brier(TABLE["weights"], every) <= 0.21
    assert all(brier(TABLE["weights"], third) < CONSTANT for third in thirds(duels))


def test_bins_count_each_position_for_both_wizards():
    duels = [[Example({"hp": 2.0}, 1.0, 5)] * 3 + [Example({"hp": -2.0}, 1.0, 5)]]
    found = bins({"hp": 0.5}, duels)
    assert [(one.positions, one.came) for one in found] == [(4, 0.25), (4, 0.75)]
    assert in_markdown(found).splitlines()[-1] == "| 73% | 75% | 4 |"
    assert chart(found).count("<circle") == 2
