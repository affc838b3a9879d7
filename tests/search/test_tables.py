import pytest

from wavinghands.search.matches import Outcome
from wavinghands.search.tables import head, line, percentile, row, tally, wilson


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (5, 10, 0.2366, 0.7634),
        (81, 263, 0.2553, 0.3662),  # an example of Newcombe (1998), "Two-sided confidence intervals", table I
        (15, 148, 0.0624, 0.1605),  # the same table
        (0, 0, 0.0, 1.0),
    ],
)
def test_intervals_match_published_values(hits, of, low, high):
    assert wilson(hits, of)[1:] == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(
    ("values", "percent", "found"),
    [(range(1, 101), 95, 95), ([3, 1, 2], 95, 3), ([3, 1, 2], 50, 2), ([7], 95, 7), ([], 95, 0)],
)
def test_a_percentile_is_the_smallest_value_with_enough_below(values, percent, found):
    assert percentile(values, percent) == found


def outcome(score, rounds, **more):
    return Outcome(score, rounds, more.pop("is_finished", True), ((0.001, 0.003, 0.002), (0.004,)), **more)


def test_a_tally_counts_draws_half_and_long_duels():
    found = tally([outcome(1, 10), outcome(0.5, 120, is_finished=False), outcome(0, 60), outcome(1, 61)])
    assert (found.won, found.drawn, found.lost, found.unfinished) == (2, 1, 1, 1)
    assert (found.score.share, found.long.share, found.rounds) == (0.625, 0.5, 62.75)
    assert (found.median_ms, found.p95_ms) == ((2, 4), (3, 4))


def test_a_tally_names_the_player_at_fault():
    found = tally([outcome(0, 5, fault="ended"), outcome(1, 5), outcome(1, 5, fault="took long")])
    assert found.faults == ("the first player: ended", "the second player: took long")


def test_a_row_has_the_score_with_its_interval():
    cells = row("level-2", "level-1", "classic", tally([outcome(1, 10)] * 3 + [outcome(0, 20)]))
    assert cells[:7] == ("level-2", "level-1", "classic", "3", "0", "1", "0")
    assert cells[7] == "75.0% (30.1% to 95.4%)"


def test_table_cells_are_escaped_for_markdown():
    assert head(("a", "b")) == "| a | b |\n| --- | --- |"
    assert line(("cat | tee",)) == "| cat \\| tee |"
