from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from duels.models import Puzzle, PuzzleAttempt, PuzzleStanding
from duels.puzzles import attempts, daily
from duels.puzzles.attempts import hint, try_once
from duels.puzzles.ratings import shown_standing
from tests.builders import a_guest, a_user
from tests.duels.people import at_once
from tests.duels.puzzles.made import ALL, SAVE, WIN, a_puzzle

pytestmark = pytest.mark.django_db


def standing_of(user):
    return PuzzleStanding.objects.get(user=user)


def test_a_first_try_moves_both_ratings_in_opposite_directions():
    winner, loser, puzzle = a_user(), a_user(), a_puzzle(WIN)
    won = try_once(puzzle, winner, is_right=True)
    assert won.before == 1500 < won.after
    assert Puzzle.objects.get().rating < 1400
    before = Puzzle.objects.get().rating
    lost = try_once(puzzle, loser, is_right=False)
    assert lost.after < lost.before
    row = Puzzle.objects.get()
    assert row.rating > before
    assert (row.plays, row.solved) == (2, 1)
    assert standing_of(winner).deviation < 350
    assert (standing_of(winner).plays, standing_of(winner).solved) == (1, 1)


def test_only_the_first_try_counts():
    user, puzzle = a_user(), a_puzzle(WIN)
    assert try_once(puzzle, user, is_right=False)
    rating = standing_of(user).rating
    assert try_once(puzzle, user, is_right=True) is None
    assert try_once(puzzle, user, is_right=False) is None
    assert standing_of(user).rating == rating
    assert PuzzleAttempt.objects.get().solved is False


@pytest.mark.django_db(transaction=True)
def test_concurrent_first_tries_count_once():
    user, puzzle = a_user(), a_puzzle(WIN)
    found = at_once([lambda: try_once(puzzle, user, is_right=True)] * 4)
    assert len([decided for decided in found if decided]) == 1
    assert standing_of(user).plays == Puzzle.objects.get().plays == 1


def test_each_hint_costs_half_of_the_score():
    changes = []
    for number in range(3):
        user = a_user()
        puzzle = a_puzzle(WIN | {"id": f"puzzle{number}"})
        for taken in range(number):
            assert len(hint(puzzle, user, taken + 1)) == taken + 1
        decided = try_once(puzzle, user, is_right=True)
        changes.append(decided.after - decided.before)
    assert changes[0] > changes[1] > changes[2]
    assert changes[0] > 0 > changes[2]


def test_hints_after_the_first_try_are_free():
    user, puzzle = a_user(), a_puzzle(WIN)
    try_once(puzzle, user, is_right=True)
    hint(puzzle, user, 2)
    assert PuzzleAttempt.objects.get().hints == 0


def test_giving_up_fails_and_ends_the_streak():
    user, puzzle = a_user(), a_puzzle(WIN)
    assert try_once(puzzle, user, is_right=False, gives_up=True).after < 1500
    try_once(puzzle, user, is_right=True)
    assert shown_standing(user.pk, daily.today()).streak == 0
    attempt = PuzzleAttempt.objects.get()
    assert attempt.given_up
    assert not attempt.solved_later


def test_viewing_the_solution_after_solving_is_not_giving_up():
    user, puzzle = a_user(), a_puzzle(WIN)
    try_once(puzzle, user, is_right=True)
    try_once(puzzle, user, is_right=False, gives_up=True)
    assert not PuzzleAttempt.objects.get().given_up


@pytest.mark.parametrize("who", [AnonymousUser, lambda: a_guest().owner])
def test_visitors_and_guests_are_not_rated(who):
    user, puzzle = who(), a_puzzle(WIN)
    assert try_once(puzzle, user, is_right=True) is None
    assert len(hint(puzzle, user, 2)) == 2
    assert not PuzzleAttempt.objects.exists()
    assert not PuzzleStanding.objects.exists()
    assert Puzzle.objects.get().plays == 0


# Days in a row --------------------------------------------------------------------------------------------------------

DAY = datetime(2026, 11, 1, 12, tzinfo=UTC)


def solves_the_daily(user, number, monkeypatch):
    now = DAY + timedelta(days=number)
    monkeypatch.setattr(attempts.timezone, "now", lambda: now)
    try_once(Puzzle.objects.get(slug=daily.slug_of(now.date())), user, is_right=True)


def test_a_streak_counts_days_in_a_row_and_ends_after_a_missed_one(monkeypatch):
    user = a_user()
    for told in ALL:
        a_puzzle(told)
    for number in (0, 1, 1, 2):
        solves_the_daily(user, number, monkeypatch)
    day = DAY.date()
    assert shown_standing(user.pk, day + timedelta(days=2)).streak == 3
    assert shown_standing(user.pk, day + timedelta(days=3)).streak == 3  # that day is not over yet
    assert shown_standing(user.pk, day + timedelta(days=4)).streak == 0
    solves_the_daily(user, 5, monkeypatch)
    shown = shown_standing(user.pk, day + timedelta(days=5))
    assert (shown.streak, shown.best_streak) == (1, 3)


def test_only_the_puzzle_of_the_day_continues_a_streak():
    user = a_user()
    a_puzzle(WIN)
    a_puzzle(SAVE)
    other = Puzzle.objects.exclude(slug=daily.slug_of(daily.today())).get()
    try_once(other, user, is_right=True)
    assert standing_of(user).streak == 0


def test_the_deviation_grows_over_time(monkeypatch):
    user = a_user()
    try_once(a_puzzle(WIN), user, is_right=True)
    PuzzleStanding.objects.update(deviation=60, rated=timezone.now() - timedelta(days=700))
    fresh = a_user()
    PuzzleStanding.objects.create(user=fresh, deviation=60, rating=standing_of(user).rating, rated=timezone.now())
    old, new = (
        try_once(a_puzzle(SAVE | {"id": name}), one, is_right=True) for name, one in (("a", user), ("b", fresh))
    )
    assert old.after > new.after
