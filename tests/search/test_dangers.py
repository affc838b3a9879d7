import pytest

from tests.search.players.test_players import after, given
from wavinghands import engine
from wavinghands.search.dangers import cures, rounds_to, sicknesses_of, slack

DISEASED = ("DSFFFC", "-----C")
"""The gestures that cast Disease."""


def sick(book="classic", *, rounds=0):
    """Return a duel in which Black has been sick with Disease for `rounds` idle rounds."""
    white, black = (hand + "-" * rounds for hand in DISEASED), ("-" * (6 + rounds),) * 2
    return after(book, tuple(white), black)


def sickness_in(duel):
    return next(sicknesses_of(duel.lexicon, duel.wizard("Black")))


@pytest.mark.parametrize("book", engine.BOOKS)
def test_a_cure_in_the_last_round_is_in_time_and_one_a_round_later_is_not(book):
    start = sick(book)
    left = sickness_in(start).left
    for late, survives in ((0, True), (1, False)):
        duel = sick(book, rounds=left - 4 + late)
        for gesture in "DFPW"[: 4 - late]:
            duel = engine.settle(duel, {"Black": {"left": gesture, "right": "-"}, "White": {"left": "-", "right": "-"}})
        assert duel.wizard("Black").alive is survives


def test_the_spare_rounds_count_from_the_gestures_already_made():
    duel, lexicon = sick(rounds=1), sick().lexicon
    sickness = sickness_in(duel)
    assert sickness.left == 4
    assert slack(lexicon, ("", ""), sickness) == 0
    assert slack(lexicon, ("DFP", ""), sickness) == 3
    assert slack(lexicon, ("", "PD"), sickness) == 2
    assert slack(lexicon, ("", ""), sickness._replace(left=3)) == -1


def test_heavy_cures_help_against_disease_but_not_against_poison():
    lexicon = sick().lexicon
    assert cures(lexicon, "disease") - cures(lexicon, "poison") == {"cure_heavy_wounds"}
    assert cures(lexicon, "poison") == {"remove_enchantment", "dispel_magic"}
    assert rounds_to(lexicon, ("DFP", ""), cures(lexicon, "poison")) == 3  # P begins Remove Enchantment


@pytest.mark.parametrize("level", ["level-3", "level-4", "level-5"])
@pytest.mark.parametrize("made", ["", "D", "DF", "DFP"])
def test_a_sick_wizard_cures_in_time(level, made):
    duel = sick(rounds=1)
    for gesture in made:
        duel = engine.settle(duel, {"Black": {"left": gesture, "right": "-"}, "White": {"left": "-", "right": "-"}})
    orders = given(level, duel, "Black")
    then = engine.settle(duel, {"Black": orders, "White": {"left": "-", "right": "-"}})
    assert not [
        each
        for each in sicknesses_of(then.lexicon, then.wizard("Black"))
        if slack(then.lexicon, then.wizard("Black").woven, each) < 0
    ]
