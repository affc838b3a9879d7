from dataclasses import replace

import pytest

from tests.search.test_advising import after
from tests.search.test_dangers import repeating
from wavinghands import search
from wavinghands.search.evaluation import Evaluator
from wavinghands.search.lines import lines_of
from wavinghands.search.stalemate import LONG, LONG_IF_DECIDED, discourage_repetition

GOBLINS = [("SS", "SS"), ("FF", "FF"), ("WW", "WW")]


def discouraged(*, rounds, effects=None):
    """Return Black's pairs of gestures whose estimates are lowered after `rounds` rounds, to avoid repetition.

    Most of these rounds repeat the same pair. `effects` are the effects on White.
    """
    duel = after(*GOBLINS, *[("PF", "PF")] * (rounds - len(GOBLINS)))
    assert duel.number == rounds
    if effects is not None:
        duel = replace(duel, wizards=(duel.wizard("Black"), duel.wizard("White")._replace(effects=effects)))
    lines = lines_of(duel, "Black", Evaluator())
    before = {id(line): line.estimate for line in lines}
    return {line.chosen.pair for line in discourage_repetition(duel, lines) if line.estimate < before[id(line)]}


def test_a_repeated_pair_loses_value_once_the_duel_is_long():
    assert not discouraged(rounds=LONG - 1)
    found = discouraged(rounds=LONG)
    assert ("P", "F") in found
    assert ("W", "D") not in found


def test_pairs_lose_value_later_in_a_duel_that_is_decided():
    effects = repeating("classic", "P").wizard("Black").effects
    assert not discouraged(rounds=LONG_IF_DECIDED - 1, effects=effects)
    assert discouraged(rounds=LONG_IF_DECIDED - 1, effects={})
    assert discouraged(rounds=LONG_IF_DECIDED, effects=effects)


@pytest.mark.parametrize(
    ("level", "rounds", "goes_on"),
    [(level, rounds, rounds == LONG) for level in (1, 2, 3) for rounds in (LONG - 1, LONG)],
)
def test_in_a_long_duel_all_levels_work_towards_all_spells(level, rounds, goes_on):
    duel = after(*[("--", "--")] * (rounds - 3), *[(f"{gesture}-", "--") for gesture in "FSS"])
    orders = search.choose(duel, "Black", level, 3).orders
    assert (orders["left"] == "D") is goes_on  # towards Fireball, FSSDD
