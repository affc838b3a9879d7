"""Stalemate avoidance: a wizard who has repeated moves for long tries something else."""

import pytest

from tests.search.test_advising import after
from wavinghands import search
from wavinghands.search.stalemate import LONG

GOBLINS = [("SS", "SS"), ("FF", "FF"), ("WW", "WW")]


def sealed(*, rounds):
    """Return the pairs of gestures that level 4 may make after `rounds` rounds, most of them with the same pair."""
    duel = after(*GOBLINS, *[("PF", "PF")] * (rounds - len(GOBLINS)))
    assert duel.number == rounds
    return {(orders["left"], orders["right"]) for orders, _ in search.choose(duel, "Black", 4, 1).mixture}


@pytest.mark.parametrize(("rounds", "is_tried"), [(LONG - 1, True), (LONG, False)])
def test_a_repeated_pair_is_dropped_once_the_duel_is_long(rounds, is_tried):
    assert (("P", "F") in sealed(rounds=rounds)) is is_tried
