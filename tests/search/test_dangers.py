from dataclasses import replace

import pytest

from tests.search.players.test_players import after, given
from wavinghands import engine
from wavinghands.engine.duel import InForce
from wavinghands.search.dangers import (
    NEVER,
    Held,
    binders,
    cures,
    futile,
    harmless,
    is_bound,
    is_decided,
    rounds_to,
    rounds_to_bind,
    rounds_to_break_free,
    shieldable,
    sicknesses_of,
    slack,
    wards,
)
from wavinghands.search.evaluation import prevents

DISEASED = ("DSFFFC", "-----C")
"""The gestures that cast Disease."""


def sick(book="classic", *, rounds=0):
    """Return a duel in which Black has been sick with Disease for `rounds` idle rounds."""
    white, black = (hand + "-" * rounds for hand in DISEASED), ("-" * (6 + rounds),) * 2
    return after(book, tuple(white), black)


def under(duel, name, effects):
    """Return the duel with only this wizard under effects."""
    wizards = (wizard._replace(effects=effects if wizard.name == name else {}) for wizard in duel.wizards)
    return replace(duel, wizards=tuple(wizards))


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


def idle(book, left, right):
    """Return a duel in which White has made these gestures, and Black none."""
    return after(book, (left, right), ("-" * len(left),) * 2)


def rounds_of(duel, name="White"):
    wizard = duel.wizard(name)
    return rounds_to_bind(duel, wizard, wizard.woven)


@pytest.mark.parametrize(
    ("book", "left", "right", "rounds"),
    [
        ("classic", "SPFPSD", "----DP", 1),  # Permanency and Amnesia in the same round
        ("warlocks", "SPFPSD", "----DP", 2),  # Amnesia has to wait for the window
        ("classic", "SPFPSD", "------", 3),  # any mind spell takes three gestures
        ("classic", "SPF", "---", 4),
        ("classic", "FSS", "---", 6),
        ("classic", "FFF", "---", NEVER),
        ("classic", "SPFPSDW", "-------", 3),
        ("classic", "SPFPSDW-", "--------", NEVER),  # two rounds are left for three gestures
        ("classic", "SPFPSDW-", "-------D", 2),
        ("classic", "SPFPSDW-", "----SPFP", 3),  # by a second Permanency
    ],
)
def test_a_permanent_mind_spell_needs_permanency_and_a_mind_spell(book, left, right, rounds):
    assert rounds_of(idle(book, left, right)) == rounds


def test_permanency_has_fewer_rounds_left_after_further_gestures():
    duel = idle("classic", "SPFPSDW-", "--------")
    rounds = [rounds_to_bind(duel, duel.wizard("White"), ("", made), passed=len(made)) for made in ("", "D", "DP")]
    assert rounds == [NEVER, NEVER, NEVER]
    duel = idle("classic", "SPFPSDW", "-------")
    rounds = [rounds_to_bind(duel, duel.wizard("White"), ("", made), passed=len(made)) for made in ("", "D", "DP")]
    assert rounds == [3, 2, 1]


@pytest.mark.parametrize("book", ["classic", "warlocks"])
def test_a_permanent_amnesia_binds_a_wizard_and_a_usual_one_does_not(book):
    duel = idle(book, "SPFPSDW", "-----DP")
    gestures = {"left": "-", "right": "P", "permanent": "right"}
    then = engine.settle(duel, {"White": gestures, "Black": {"left": "-", "right": "W"}})
    assert is_bound(then.lexicon, then.wizard("Black"))
    usual = idle(book, "DPP", "---")
    assert "amnesia" in usual.wizard("Black").effects
    assert not is_bound(usual.lexicon, usual.wizard("Black"))


@pytest.mark.parametrize("book", ["classic", "warlocks"])
@pytest.mark.parametrize("level", ["level-4", "level-5"])
def test_an_expert_prefers_a_permanent_amnesia_to_a_shield(level, book):
    orders = given(level, idle(book, "SPFPSDW-", "------DP"), "White")
    assert orders["right"] == "P"
    assert orders["cast"]["right"] == "amnesia"


@pytest.mark.parametrize("level", ["level-3", "level-4", "level-5"])
def test_a_wizard_counters_a_permanent_mind_spell_in_time(level):
    duel = after("classic", ("SPFPSD", "----DP"), ("----WW", "------"))
    orders = given(level, duel, "Black")
    assert "counter_spell" in orders["cast"].values()


@pytest.mark.parametrize("level", ["level-4", "level-5"])
def test_an_expert_cancels_a_permanent_mind_spell_by_one_at_themselves(level):
    duel = after("classic", ("SPFPSD", "----DP"), ("---PSD", "------"))
    orders = given(level, duel, "Black")
    assert (orders["cast"]["left"], orders["target"]["left"]) == ("charm_person", "Black")


@pytest.mark.parametrize(
    ("hand", "far", "is_stopped"),
    [
        ("SP", 2, True),  # Anti-spell in the coming round
        ("SP", 1, False),  # too late: it works after this round
        ("S", 3, True),
        ("S", 2, False),
        ("WW", 1, True),  # Counter-spell in the same round
        ("W", 2, True),
        ("PSD", 1, False),  # Charm Person at oneself does harm if the opponent waits
        ("WP", 2, False),  # a round too early
        ("WW", 3, False),  # the mind spell may be delayed
        (Held("WP", ("P",)), 1, True),  # Counter-spell by a paralysed hand
        (Held("WW", ("P",)), 1, False),  # it would need an S
        (Held("S", ("P",)), 3, True),
        (Held("S", ("P",)), 2, False),  # Anti-spell needs an F after the forced P
        (Held("S", ("D",)), 3, False),
        (Held("W", ("P", "W", ">", "-")), 2, True),  # Counter-spell in Fear
    ],
)
def test_a_permanent_mind_spell_is_prevented_or_stopped_in_the_coming_round(hand, far, is_stopped):
    assert prevents(idle("classic", "", "").lexicon, (hand, ""), far) is is_stopped


def paralysed(left, right):
    """Return a duel in which Black has made these gestures, and the left hand is under a permanent Paralysis."""
    duel = after("classic", ("-" * len(left),) * 2, (left, right))
    return under(duel, "Black", {"paralysis": InForce(by="White", hand="left", since=duel.number)})


@pytest.mark.parametrize(
    ("left", "right", "rounds"),
    [
        ("---S", "---F", 4),  # Remove Enchantment; the left hand repeats D
        ("---S", "--PD", 2),
        ("---W", "--PD", NEVER),  # a P would surrender, because the left hand repeats P
        ("-PDW", "---F", 1),  # the P completes Remove Enchantment
        ("-C-F", "-CDP", 1),  # the clap of Dispel Magic is over
        ("---F", "--SD", 4),  # Dispel Magic needs a clap
    ],
)
def test_a_free_hand_can_end_a_permanent_paralysis_unless_palms_surrender(left, right, rounds):
    duel = paralysed(left, right)
    black = duel.wizard("Black")
    assert rounds_to_break_free(duel, black, black.woven) == rounds
    assert rounds_to_break_free(duel, duel.wizard("White"), black.woven) == NEVER


def test_fear_does_not_stop_the_last_gestures_of_a_spell_that_ends_it():
    duel = idle("classic", "---", "---")
    afraid = under(duel, "Black", {"fear": InForce(by="White", since=duel.number)})
    black = afraid.wizard("Black")
    assert rounds_to_break_free(afraid, black, ("PD", "")) == 2
    assert rounds_to_break_free(afraid, black, ("P", "")) == NEVER  # fear keeps hands from a D


def test_a_hand_that_the_other_one_copies_cannot_show_its_palm():
    duel = idle("classic", "---", "---")
    clumsy = under(duel, "Black", {"maladroitness": InForce(by="White", since=duel.number)})
    assert rounds_to_break_free(clumsy, clumsy.wizard("Black"), ("", "PDW")) == NEVER


@pytest.mark.parametrize("level", ["level-3", "level-4", "level-5"])
@pytest.mark.parametrize("made", ["P", "PD", "PDW"])
def test_a_wizard_ends_a_permanent_paralysis(level, made):
    orders = given(level, paralysed("---S", made.rjust(4, "-")), "Black")
    assert orders["right"] == "PDWP"[len(made)]
    assert (made == "PDW") == ("remove_enchantment" in orders["cast"].values())


def repeating(book, right):
    """Return a duel in which Black's left hand rests and the right hand repeats this gesture in every round."""
    orders = {"White": {"left": "-", "right": "P", "permanent": "right"}, "Black": {"left": "-", "right": right}}
    return engine.settle(idle(book, "SPFPSDW-", "------DP"), orders)


@pytest.mark.parametrize("book", ["classic", "warlocks"])
def test_what_a_wizard_repeats_decides_which_spells_are_futile(book):
    shielded, open_to_attack = repeating(book, "P"), repeating(book, "W")
    lexicon = shielded.lexicon
    assert futile(shielded, "White") == shieldable(lexicon) | harmless(lexicon)
    assert futile(open_to_attack, "White") == harmless(lexicon)
    assert {"amnesia", "anti_spell", "invisibility", "counter_spell"} <= harmless(lexicon)
    assert not harmless(lexicon) & {"fireball", "finger_of_death", "poison", "summon_goblin", "charm_monster"}
    assert futile(shielded, "Black") == frozenset()
    usual = idle(book, "DPP", "---")
    assert futile(usual, "White") == frozenset()


def test_against_a_hand_that_shields_for_ever_only_harm_helps():
    duel = after("classic", ("---", "---"), ("--P", "---"))
    bound = {"paralysis": InForce(by="White", hand="left", since=duel.number)}
    assert futile(under(duel, "Black", bound), "White") == shieldable(duel.lexicon) | harmless(duel.lexicon)


def test_a_wizard_in_permanent_fear_shields_for_ever():
    duel = idle("classic", "---", "---")
    afraid = {"fear": InForce(by="White", since=duel.number)}
    assert futile(under(duel, "Black", afraid), "White") == shieldable(duel.lexicon)


@pytest.mark.parametrize("book", ["classic", "warlocks"])
def test_a_permanent_protection_makes_missiles_and_summonings_futile(book):
    duel = idle(book, "SPFPSDW", "-----WW")
    then = engine.settle(
        duel, {"White": {"left": "-", "right": "P", "permanent": "right"}, "Black": {"left": "-", "right": "-"}}
    )
    assert {"magic_missile", "summon_ogre"} <= futile(then, "Black")
    assert not futile(then, "Black") & {"fireball", "cause_light_wounds", "amnesia"}
    assert not futile(idle(book, "WWP", "---"), "Black")


def test_a_bound_wizard_who_has_surrendered_decides_nothing():
    bound = repeating("classic", "P")
    assert is_decided(bound)
    gone = {"left": "-", "right": "P", "forfeit": True}
    after_it = engine.settle(bound, {"White": {"left": "-", "right": "-"}, "Black": gone})
    assert is_bound(after_it.lexicon, after_it.wizard("Black"))
    assert not is_decided(after_it)


def test_a_spell_for_monsters_only_is_no_answer_to_a_mind_spell():
    lexicon = idle("classic", "S", "S").lexicon
    assert "charm_monster" in lexicon.stopped_by["amnesia"]
    assert "charm_monster" not in wards(lexicon, binders(lexicon))


@pytest.mark.parametrize(("slug", "hand", "decides"), [("amnesia", None, True), ("paralysis", "left", False)])
def test_a_permanent_mind_spell_decides_the_duel_only_if_it_binds_both_hands(slug, hand, decides):
    duel = idle("classic", "FFF", "FFF")
    bound = {slug: InForce(by="Black", hand=hand, since=duel.number)}
    assert is_decided(under(duel, "White", bound)) is decides
