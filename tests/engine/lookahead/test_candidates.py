from dataclasses import replace

import pytest

from tests.search.duels import a_duel, played
from wavinghands import engine
from wavinghands.engine.duel import Banked, InForce


@pytest.mark.parametrize("book", engine.BOOKS)
def test_all_candidates_are_legal_and_none_surrenders(book):
    for duel in played(book, rounds=25, seed=2)[::4]:
        for name in duel.acting:
            believed = engine.belief(duel, name)
            for candidate in engine.candidates(believed, name):
                orders = engine.orders_for(believed, name, candidate).as_json()
                assert engine.check_orders(duel, name, orders)
                assert candidate.pair != ("P", "P")


def test_half_claps_two_knives_and_idle_hands_are_left_out():
    pairs = {candidate.pair for candidate in engine.candidates(a_duel(), "A")}
    assert ("C", "C") in pairs
    assert {(">", "D"), ("D", ">")} <= pairs
    assert not pairs & {("C", "D"), (">", ">"), ("-", "D"), ("-", "-")}


def test_a_hand_that_can_only_clap_leaves_the_other_free():
    duel = a_duel()
    clapping = {"confusion": InForce(by="B", hand="right", since=duel.number, repeats="C")}
    duel = replace(duel, wizards=tuple(there._replace(effects=clapping) for there in duel.wizards))
    pairs = {candidate.pair for candidate in engine.candidates(duel, "A")}
    assert pairs == {(gesture, "C") for gesture in "FPSWDC>"}


def test_a_spell_has_its_likeliest_targets_first():
    duel = a_duel(wizards=["A", "B", "C"])
    duel = engine.settle(duel, {name: {"left": "S" if name == "A" else "-", "right": "-"} for name in "ABC"})
    missiles = [
        casting.target
        for candidate in engine.candidates(duel, "A")
        for casting in candidate.castings
        if candidate.pair == ("D", "W") and casting.spell.slug == "magic_missile"
    ]
    assert missiles == ["B", "C"]


@pytest.mark.parametrize(("made", "targets"), [("DP", ["B", "A"]), ("WF", ["B"])])
def test_a_mind_spell_is_aimed_at_oneself_only_to_cancel_one_that_may_come(made, targets):
    duel = a_duel()
    for theirs in made:
        duel = engine.settle(duel, {"A": {"left": "F", "right": "-"}, "B": {"left": theirs, "right": "-"}})
    paralyses = [
        casting.target
        for candidate in engine.candidates(duel, "A")
        for casting in candidate.castings
        if candidate.pair == ("F", "D") and casting.spell.slug == "paralysis"
    ]
    assert paralyses == targets


def test_only_known_banked_spells_are_released():
    duel = a_duel()
    duel = replace(
        duel, wizards=tuple(there._replace(banked=Banked("fireball", "left", "A")) for there in duel.wizards)
    )
    believed = engine.belief(duel, "A")
    fires = {name: engine.orders_for(believed, name, engine.candidates(believed, name)[0]).fire for name in "AB"}
    assert fires == {"A": True, "B": False}


@pytest.mark.parametrize(("allowed", "made_permanent"), [(True, {"right"}), (False, {""})])
def test_a_charm_monster_is_made_permanent_only_if_the_rules_allow_it(allowed, made_permanent):
    duel = engine.start("classic", [{"name": "A"}, {"name": "B"}], seed=1, options={"permanent_permanency": allowed})
    for gesture in "PSD":
        duel = engine.settle(duel, {"A": {"left": "-", "right": gesture}, "B": {"left": "-", "right": "-"}})
    ready = duel.wizard("A")._replace(effects={"permanency": InForce(2, "A")})
    duel = replace(duel, wizards=(ready, duel.wizard("B")))
    charming = [
        candidate
        for candidate in engine.candidates(duel, "A")
        if [casting.spell.slug for casting in candidate.castings] == ["charm_monster"]
    ]
    assert {engine.orders_for(duel, "A", candidate).permanent for candidate in charming} == made_permanent


@pytest.mark.parametrize("book", engine.BOOKS)
@pytest.mark.parametrize(("gesture", "is_safe"), [("F", True), ("S", True), ("P", False), ("W", False)])
def test_a_paralysed_wizard_may_shield_unless_the_held_hand_may_show_a_palm(book, gesture, is_safe):
    duel = a_duel(book)
    named = {"paralyze": {"A": "left"}} if duel.rules.hand_choice == "at_cast" else {}
    for _ in range(3):
        duel = engine.settle(duel, {"A": {"left": gesture, "right": "-"}, "B": {"left": "F", "right": "-"} | named})
    assert "paralysis" in duel.wizard("A").effects
    believed = engine.belief(duel, "A")
    assert any(candidate.pair[1] == "P" for candidate in engine.candidates(believed, "A")) == is_safe


def spell_on_b(book, spell, hands, answers=None):
    """Return what B knows of a duel in which A's left hand made the gestures `spell`, and B's hands made `hands`."""
    duel = a_duel(book)
    for mine, left, right in zip(spell, *hands, strict=True):
        duel = engine.settle(duel, {"A": {"left": mine, "right": "-"}, "B": {"left": left, "right": right}}, answers)
    return engine.belief(duel, "B")


def usual_orders(duel, name):
    return engine.orders_for(duel, name, engine.candidates(duel, name)[0])


@pytest.mark.parametrize(("hands", "further"), [(("-PSF", "----"), "left"), (("----", "-PSF"), "right")])
def test_the_hand_to_charm_or_paralyse_is_the_one_further_with_a_spell(hands, further):
    charmed = spell_on_b("standard", "PSDF", hands)
    assert usual_orders(charmed, "A").direct == {"B": {"hand": further, "gesture": "-"}}
    paralysed = spell_on_b("standard", "-FFF", hands)
    assert usual_orders(paralysed, "A").paralyze == {"B": further}
    assert not usual_orders(paralysed, "B").paralyze


def test_a_charmed_hand_makes_nothing_of_what_its_wizard_orders():
    duel = spell_on_b("classic", "PSDF", ("----", "----"), {"A": {"direct": {"B": {"hand": "left"}}}})
    orders = {"A": usual_orders(duel, "A"), "B": engine.Orders(left="D", right="D")}
    left, right = engine.branch(duel, orders).wizard("B").woven
    assert (left[-1:], right[-1:]) == ("-", "D")
