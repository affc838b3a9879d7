from tests.search.test_advising import after
from wavinghands.search.evaluation import Evaluator
from wavinghands.search.lines import lines_of
from wavinghands.search.stalemate import LONG, discourage_repetition

GOBLINS = [("SS", "SS"), ("FF", "FF"), ("WW", "WW")]


def discouraged(*, rounds):
    """Return the pairs of gestures that lose value for Black in a duel after `rounds` rounds.

    Most of these rounds repeat the same pair.
    """
    duel = after(*GOBLINS, *[("PF", "PF")] * (rounds - len(GOBLINS)))
    assert duel.number == rounds
    lines = lines_of(duel, "Black", Evaluator())
    before = {id(line): line.estimate for line in lines}
    return {line.chosen.pair for line in discourage_repetition(duel, lines) if line.estimate < before[id(line)]}


def test_a_repeated_pair_loses_value_once_the_duel_is_long():
    assert not discouraged(rounds=LONG - 1)
    found = discouraged(rounds=LONG)
    assert ("P", "F") in found
    assert ("W", "D") not in found
