"""Tests for the puzzle of the day, which most users can solve and which is not repeated soon."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duels.models import Puzzle
from duels.puzzles.daily import EASIEST, HARDEST, TURNS, Choice, chosen, easy_slug_of, next_change, slug_of, today
from tests.duels.puzzles.made import ALL, a_puzzle

CHOICES = st.lists(
    st.builds(
        Choice,
        st.text("abcdef0123456789", min_size=8, max_size=8),
        st.sampled_from(TURNS),
        st.floats(700, 2500),
        st.none() | st.dates(date(2026, 1, 1), date(2026, 10, 31)),
    ),
    min_size=1,
    max_size=40,
    unique_by=lambda choice: choice.slug,
)
DAY = date(2026, 11, 1)


def choice_of(slug, choices):
    return next(choice for choice in choices if choice.slug == slug)


@given(CHOICES, st.dates(DAY, date(2100, 1, 1)), st.randoms())
def test_the_choice_depends_only_on_the_day_and_the_puzzles(choices, day, random):
    mixed = choices.copy()
    random.shuffle(mixed)
    assert chosen(choices, day) == chosen(mixed, day)


@given(CHOICES, st.dates(DAY, date(2100, 1, 1)))
def test_the_puzzle_is_neither_too_easy_nor_too_hard_if_there_is_one(choices, day):
    fitting = [choice for choice in choices if EASIEST <= choice.rating <= HARDEST]
    assert not fitting or choice_of(chosen(choices, day), choices) in fitting


def test_without_a_fitting_puzzle_the_nearest_one_is_chosen():
    choices = [Choice(slug, "win", rating, None) for slug, rating in (("low", 800), ("near", 1750), ("high", 2300))]
    assert chosen(choices, DAY) == "near"


def test_the_kinds_take_turns_and_the_longest_unseen_puzzle_comes_first():
    choices = [Choice(f"{kind}{number}", kind, 1500, None) for kind in TURNS for number in range(3)]
    seen = []
    for number in range(2 * len(choices)):
        day = DAY + timedelta(days=number)
        slug = chosen(choices, day)
        seen.append(slug)
        choices = [choice._replace(day=day) if choice.slug == slug else choice for choice in choices]
    assert all(one[:-1] != other[:-1] for one, other in pairwise(seen))
    assert len({*seen[: len(choices)]}) == len(choices)
    assert seen[: len(choices)] == seen[len(choices) :]


def test_without_puzzles_there_is_no_puzzle_of_the_day():
    assert chosen([], DAY) is None


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


@pytest.mark.django_db
def test_newcomers_get_no_melee_and_no_other_rules():
    a_puzzle(ALL[0], rating=900)
    Puzzle.objects.update(themes=" melee ")
    assert easy_slug_of(DAY) is None
    Puzzle.objects.update(themes="", book="warlocks")
    assert easy_slug_of(DAY) is None
    Puzzle.objects.update(book="classic")
    assert easy_slug_of(DAY) == ALL[0]["id"]


@pytest.mark.django_db
def test_a_failed_try_at_the_newcomers_puzzle_does_not_change_it_on_that_day():
    for told in ALL:
        a_puzzle(told, rating=900)
    slug = easy_slug_of(DAY)
    Puzzle.objects.filter(slug=slug).update(rating=1200)
    assert easy_slug_of(DAY) == slug


@pytest.mark.django_db
def test_the_puzzle_stays_the_same_all_day_when_ratings_change():
    for told in ALL:
        a_puzzle(told)
    slug = slug_of(DAY)
    Puzzle.objects.filter(slug=slug).update(rating=2300)
    assert slug_of(DAY) == slug
    assert slug_of(DAY + timedelta(days=1)) != slug


@pytest.mark.django_db
def test_a_puzzle_hidden_on_its_day_is_replaced():
    for told in ALL:
        a_puzzle(told)
    slug = slug_of(DAY)
    Puzzle.objects.filter(slug=slug).update(hidden=True)
    assert slug_of(DAY) not in {slug, None}
