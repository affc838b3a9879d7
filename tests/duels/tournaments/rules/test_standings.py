"""Tests for points and tie-breaks in tournaments with rounds."""

from hypothesis import given
from hypothesis import strategies as st

from duels.tournaments.rules.standings import Game, TieBreak, scores

ALL = (TieBreak.BUCHHOLZ, TieBreak.SONNEBORN_BERGER, TieBreak.HEAD_TO_HEAD)
GAMES = [Game(1, 2, 1, 0), Game(3, 4, 0.5, 0.5), Game(1, 3, 0, 1), Game(2, 4, 1, 0)]
"""Games in which the four players score 1, 1, 1.5 and 0.5 points."""


def test_points_and_counts():
    found = scores([1, 2, 3, 4, 5], GAMES, ())
    assert [it[:4] for it in found.values()] == [
        (1, 1, 1, 0),
        (1, 1, 1, 0),
        (1.5, 1, 0, 1),
        (0.5, 0, 1, 1),
        (0, 0, 0, 0),
    ]


def test_buchholz_sums_the_points_of_all_opponents():
    found = scores([1, 2, 3, 4], GAMES, [TieBreak.BUCHHOLZ])
    assert [it.tie_breaks for it in found.values()] == [(2.5,), (1.5,), (1.5,), (2.5,)]


def test_sonneborn_berger_adds_points_of_beaten_and_half_of_drawn_opponents():
    found = scores([1, 2, 3, 4], GAMES, [TieBreak.SONNEBORN_BERGER])
    assert [it.tie_breaks for it in found.values()] == [(1,), (0.5,), (1.25,), (0.75,)]


def test_head_to_head_counts_only_games_between_players_who_are_still_tied():
    found = scores([1, 2, 3, 4], GAMES, [TieBreak.HEAD_TO_HEAD])
    assert [it.tie_breaks for it in found.values()] == [(1,), (0,), (0,), (0,)]
    later = scores([1, 2, 3, 4], GAMES, ALL)
    assert later[1].tie_breaks[2] == 0  # Buchholz has already broken the tie


def test_a_bye_and_a_win_by_forfeit_count_as_wins_against_an_equal_opponent():
    found = scores([1, 2, 3], [Game(1, None, 1), Game(2, 3, 1, 0, is_played=False)], ALL)
    assert found[1] == (1, 0, 0, 0, (1, 1, 0))
    assert found[2] == (1, 1, 0, 0, (1, 1, 0))
    assert found[3] == (0, 0, 1, 0, (0, 0, 0))


@st.composite
def all_games(draw):
    pairs = draw(st.lists(st.tuples(st.integers(1, 6), st.integers(7, 12)), max_size=20))
    return [
        Game(one, other, points, 1 - points) for one, other in pairs for points in [draw(st.sampled_from([0, 0.5, 1]))]
    ]


@given(all_games())
def test_each_game_gives_one_point_and_buchholz_bounds_the_tie_breaks(games):
    found = scores(range(1, 13), games, ALL)
    assert sum(it.points for it in found.values()) == len(games)
    assert sum(it.wins + it.losses + it.draws for it in found.values()) == 2 * len(games)
    for it in found.values():
        buchholz, sonneborn, head_to_head = it.tie_breaks
        assert 0 <= sonneborn <= buchholz
        assert 0 <= head_to_head <= it.points
