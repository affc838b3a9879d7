"""Tests for finding signs that two users do not play fairly against each other."""

from datetime import UTC, datetime, timedelta

import pytest

from duels.moderation.suspicions import Meeting, Sign, suspicions

ARTHUR, BORS, KAY = 1, 2, 3
START = datetime(2026, 11, 1, tzinfo=UTC)


def met(number=0, *, winner=ARTHUR, users=(ARTHUR, BORS), rounds=20, surrendered=True, hit_points=1):
    ended = START + timedelta(hours=number)
    return Meeting(f"duel-{number}", ended, frozenset(users), winner, rounds, surrendered, hit_points)


def series(count, **fields):
    return [met(number, **fields) for number in range(count)]


def signs(meetings, sharing=()):
    return [it.signs for it in suspicions(meetings, sharing)]


@pytest.mark.parametrize("fields", [{"hit_points": 12}, {"rounds": 4, "surrendered": False}])
def test_five_duels_given_away_to_the_same_user_are_suspicious(fields):
    assert signs(series(5, **fields)) == [(Sign.ONE_SIDED,)]
    assert signs(series(4, **fields)) == []


def test_a_stronger_player_is_not_suspicious():
    assert signs(series(12)) == []
    assert signs(series(12, surrendered=False, hit_points=0)) == []


def test_one_in_five_duels_may_be_in_earnest_but_not_two():
    given = series(8, hit_points=15)
    assert signs([*given, *series(2)]) == [(Sign.ONE_SIDED,)]
    assert signs([*given, *series(3)]) == []


def test_users_who_give_duels_away_to_each_other_in_turn_are_not_one_sided():
    assert signs([*series(4, hit_points=15), *series(4, hit_points=15, winner=BORS)]) == []


def test_draws_are_no_gifts():
    assert signs(series(6, winner=None, rounds=3, surrendered=False)) == []


def test_three_early_surrenders_to_one_user_are_suspicious_among_many_duels():
    early = series(3, rounds=4)
    assert signs([*early, *series(20)]) == [(Sign.EARLY_SURRENDERS,)]
    assert signs([*early[:2], met(winner=BORS, rounds=4), *series(20)]) == []


def test_two_duels_of_users_who_share_a_browser_are_suspicious():
    pair = frozenset({ARTHUR, BORS})
    assert signs(series(2), {pair}) == [(Sign.SAME_BROWSER,)]
    assert signs(series(1), {pair}) == []
    assert signs(series(2, users=(ARTHUR, KAY)), {pair}) == []


def test_a_pair_is_suspected_once_with_all_signs_and_its_duels_latest_first():
    gifts = series(5, winner=BORS, rounds=3, hit_points=15)
    (found,) = suspicions([*gifts, met(5, users=(ARTHUR, KAY))])
    assert (found.winner, found.loser) == (BORS, ARTHUR)
    assert found.signs == (Sign.ONE_SIDED, Sign.EARLY_SURRENDERS)
    assert [it.slug for it in found.meetings] == [f"duel-{number}" for number in (4, 3, 2, 1, 0)]
