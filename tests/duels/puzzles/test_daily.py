"""Tests for the puzzle of the day, which is not repeated until all other puzzles have appeared."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duels.models import Puzzle
from duels.puzzles.daily import chosen, next_change, slug_of, today
from tests.duels.puzzles.made import ALL, a_puzzle

SLUGS = st.lists(st.text("abcdef0123456789", min_size=8, max_size=8), min_size=1, max_size=40, unique=True)


@given(SLUGS, st.dates(date(2020, 1, 1), date(2100, 1, 1)), st.randoms())
def test_the_choice_depends_only_on_the_day_and_the_puzzles(slugs, day, random):
    mixed = slugs.copy()
    random.shuffle(mixed)
    assert chosen(slugs, day) == chosen(mixed, day)


@given(SLUGS, st.integers(10_000, 20_000))
def test_every_puzzle_appears_once_before_any_repeats(slugs, turn):
    first = date.fromordinal(turn * len(slugs))
    days = [first + timedelta(days=number) for number in range(len(slugs))]
    assert sorted(chosen(slugs, day) for day in days) == sorted(slugs)


def test_without_puzzles_there_is_no_puzzle_of_the_day():
    assert chosen([], date(2026, 1, 1)) is None


def test_days_begin_at_midnight_utc():
    assert today(datetime(2026, 11, 1, 23, 59, tzinfo=UTC)) == date(2026, 11, 1)
    for moment in (datetime(2026, 11, 1, tzinfo=UTC), datetime(2026, 11, 1, 23, 59, tzinfo=UTC)):
        assert next_change(moment) == datetime(2026, 11, 2, tzinfo=UTC)


@pytest.mark.django_db
def test_withdrawn_and_hidden_puzzles_are_not_chosen():
    for told in ALL:
        a_puzzle(told)
    Puzzle.objects.filter(slug="winner").update(withdrawn=True)
    Puzzle.objects.filter(slug="saver").update(hidden=True)
    assert {slug_of(date(2026, 11, number)) for number in range(1, 8)} == {"reader"}
