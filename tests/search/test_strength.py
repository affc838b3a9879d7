import pytest

from wavinghands.search.levels import LEVELS
from wavinghands.search.players import PLAYERS
from wavinghands.search.strength import CELLS, POOL, SCRIPTS, Bar, measured


def lines(only, duels=2, books=("classic",)):
    return "\n".join(measured(duels, only, books, map)).splitlines()


def test_every_measured_player_exists():
    assert {name for cell in CELLS for name in (cell.first, cell.second)} <= PLAYERS.keys()


def test_every_pair_of_levels_is_played():
    pairs = {frozenset((cell.first, cell.second)) for cell in CELLS}
    assert all(frozenset((f"level-{one}", f"level-{other}")) in pairs for one in LEVELS for other in LEVELS)


def test_each_level_meets_every_script_and_the_strongest_must_win_nearly_always():
    met = {(cell.first, cell.second) for cell in CELLS}
    assert {(f"level-{level}", script) for level in LEVELS if level > 1 for script in SCRIPTS} <= met
    assert {cell.bar for cell in POOL if cell.first == "level-5"} == {Bar(0.9)}
    assert len(SCRIPTS) >= 12


@pytest.mark.thorough
def test_the_scores_against_a_script_show_whether_the_levels_are_in_order():
    found = lines("finger_racer", duels=2)
    row = next(line for line in found if line.startswith("| finger_racer"))
    assert row.endswith(("| yes |", "| NO |"))
    assert row.count("%") == len(LEVELS)


@pytest.mark.parametrize(
    ("bar", "share", "holds"),
    [(Bar(0.65), 0.65, True), (Bar(0.65), 0.64, False), (Bar(0.2, 0.4), 0.3, True), (Bar(0.2, 0.4), 0.41, False)],
)
def test_a_bar_holds_or_does_not(bar, share, holds):
    assert bar.holds(share) is holds


def test_a_row_has_the_bar_and_the_measured_score():
    found = lines("level-1 random")
    assert found[2].startswith("| 95% or more | yes | 2 | level-1 | random | classic | 2 | 0 | 0 | 0 | 100.0% (34.2%")


def test_the_final_tables_show_long_duels_and_times():
    found = lines("level-2 level-1")
    assert found[3:5] == ["", "| levels |  | over 60 rounds, 95 % | less than 3% | duels |"]
    assert [row.split(" | ")[0] for row in found[-2:]] == ["| level-1", "| level-2"]


def test_rows_are_printed_as_soon_as_they_are_complete():
    played = []

    def spread(share, numbers):
        played.append(len(numbers))
        return map(share, numbers)

    report = measured(2, "level-1 random", ("classic", "warlocks"), spread)
    assert next(report).startswith("| bar")
    assert "classic" in next(report)
    assert played == [1, 1]
