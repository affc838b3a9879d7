"""Tedium: who has gone round in a circle for long does something else."""

import pytest

from tests.search.test_advising import after
from wavinghands import search
from wavinghands.search.tedium import TEDIOUS

GOBLINS = [("SS", "SS"), ("FF", "FF"), ("WW", "WW")]


def sealed(*, rounds):
    """The pairs that an adept may make after so many rounds in which both shielded and paralysed each other."""
    duel = after(*GOBLINS, *[("PF", "PF")] * (rounds - len(GOBLINS)))
    assert duel.number == rounds
    return {(orders["left"], orders["right"]) for orders, _ in search.choose(duel, "Black", 4, 1).mixture}


@pytest.mark.parametrize(("rounds", "is_tried"), [(TEDIOUS - 1, True), (TEDIOUS, False)])
def test_who_has_done_the_same_for_long_does_it_no_more_once_that_is_tedious(rounds, is_tried):
    assert (("P", "F") in sealed(rounds=rounds)) is is_tried
