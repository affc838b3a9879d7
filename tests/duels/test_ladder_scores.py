"""What a duel's end does to scores. Source: Firetop Mountain, "Winning" and "Surrender"."""

import pytest

from duels.models import Standing
from duels.services.ladder import settle_scores
from duels.services.lobby import accept_challenge
from duels.services.play import give_up
from tests.builders import a_challenge, a_guest, a_mage, a_result, rows_of_a_duel

pytestmark = pytest.mark.django_db

WON, LOST, DRAWN = {"wins": 1}, {"losses": 1}, {"draws": 1}

CASES = {
    "a death": (a_result(won=["White"], killed=["Black"]), (0, LOST | {"deaths": 1}), (6, WON)),
    "a surrender": (a_result(won=["White"], surrendered=["Black"]), (4, LOST), (6, WON)),
    "a forfeit by the clock": (a_result(won=["White"], surrendered=["Black"]), (4, LOST), (6, WON)),
    "surrender as the last spell kills, where that wins": (
        a_result(won=["Black"], surrendered=["Black"], killed=["White"]), (6, WON), (0, LOST | {"deaths": 1}),
    ),
    "surrender as the last spell kills, where that is a draw": (
        a_result(surrendered=["Black"], killed=["White"]), (5, DRAWN), (0, DRAWN | {"deaths": 1}),
    ),
    "both surrender": (a_result(surrendered=["Black", "White"]), (5, DRAWN), (5, DRAWN)),
    "both die": (a_result(killed=["Black", "White"]), (0, DRAWN | {"deaths": 1}), (0, DRAWN | {"deaths": 1})),
}  # fmt: skip


def standing(mage):
    """Score, and the counts that are not zero."""
    row = Standing.objects.get(mage=mage)
    counts = {count: getattr(row, count) for count in ("wins", "losses", "draws", "deaths")}
    return row.score, {count: number for count, number in counts.items() if number}


@pytest.mark.parametrize("case", CASES)
def test_a_duel_between_mages_of_five_points_each_settles_at(case):
    result, blacks, whites = CASES[case]
    black, white = a_mage("Black"), a_mage("White")
    for mage in (black, white):
        Standing.objects.create(mage=mage, score=5)
    settle_scores(rows_of_a_duel(black, white), result)
    assert (standing(black), standing(white)) == (blacks, whites)


def test_a_first_duel_makes_the_standings():
    black, white = a_mage("Black"), a_mage("White")
    settle_scores(rows_of_a_duel(black, white), a_result(won=["White"], surrendered=["Black"]))
    assert (standing(black), standing(white)) == ((-1, LOST), (1, WON))


def test_a_win_counts_one_for_each_wizard_defeated():
    mages = [a_mage("Black"), a_mage("White"), a_mage("Grey")]
    settle_scores(rows_of_a_duel(*mages), a_result(won=["Grey"], surrendered=["Black"], killed=["White"]))
    assert [standing(mage)[0] for mage in mages] == [-1, 0, 2]


def test_a_duel_that_does_not_count_changes_nothing():
    duel = rows_of_a_duel(a_guest("Black"), a_mage("White"), counts=False)
    settle_scores(duel, a_result(won=["White"], killed=["Black"]))
    assert not Standing.objects.exists()


def test_practice_changes_nothing():
    duel = rows_of_a_duel(a_mage("Black"), None, practice=True, counts=False)
    settle_scores(duel, a_result(won=["Black"], killed=["Apprentice"]))
    assert not Standing.objects.exists()


def test_points_add_up_over_duels():
    black, white = a_mage("Black"), a_mage("White")
    for _ in range(3):
        settle_scores(rows_of_a_duel(black, white), a_result(won=["White"], surrendered=["Black"]))
    settle_scores(rows_of_a_duel(black, white), a_result(won=["Black"], killed=["White"]))
    assert standing(black) == (-2, {"wins": 1, "losses": 3})
    assert standing(white) == (0, {"wins": 3, "losses": 1, "deaths": 1})


def test_a_duel_that_is_given_up_settles_the_scores_of_both():
    black, white = a_mage("Black"), a_mage("White")
    duel = accept_challenge(token=a_challenge(black).token, mage=white)
    give_up(duel=duel, wizard="Black")
    assert (standing(black), standing(white)) == ((-1, LOST), (1, WON))


def test_a_duel_that_a_guest_gives_up_settles_nothing():
    duel = accept_challenge(token=a_challenge(a_guest("Black")).token, mage=a_mage("White"))
    give_up(duel=duel, wizard="Black")
    duel.refresh_from_db()
    assert duel.ended
    assert not Standing.objects.exists()
