from dataclasses import replace

import pytest

from tests.search.duels import TEAMS, a_duel, played
from wavinghands import engine, search
from wavinghands.engine.duel import Banked


@pytest.mark.parametrize(
    "every", [pytest.param(5, marks=pytest.mark.brief), pytest.param(1, marks=pytest.mark.thorough)]
)
@pytest.mark.parametrize("book", engine.BOOKS)
@pytest.mark.parametrize("level", search.LEVELS)
def test_every_level_gives_legal_orders_in_every_book(book, level, every):
    """Check fewer rounds for slow levels and in quick runs."""
    for duel in played(book, rounds=15, seed=level)[:: -every if level < search.SLOW else -5 * every]:
        for name in duel.acting:
            choice = search.choose(duel, name, level, 5)
            assert engine.check_orders(duel, name, choice.orders) == choice.orders


@pytest.mark.parametrize(
    "rounds", [pytest.param(2, marks=pytest.mark.brief), pytest.param(4, marks=pytest.mark.thorough)]
)
@pytest.mark.parametrize("wizards", [["A", "B", "C", "D"], TEAMS])
@pytest.mark.parametrize("level", search.LEVELS)
def test_every_level_plays_melees_and_teams(wizards, level, rounds):
    duel = a_duel("classic", wizards)
    while duel.result is None and duel.number < rounds:
        duel = engine.settle(duel, {name: search.choose(duel, name, level, 3).orders for name in duel.acting})
    assert duel.number == rounds


@pytest.mark.parametrize(("temperament", "goes_on"), [("pyromancer", True), ("mind_bender", False), ("", False)])
@pytest.mark.parametrize("level", [2, 3])
def test_a_named_temperament_adds_the_spells_that_it_likes(level, temperament, goes_on):
    duel = a_duel("classic", seed=1)
    for gesture in "FSS":
        duel = engine.settle(duel, {"A": {"left": gesture, "right": "-"}, "B": {"left": "-", "right": "-"}})
    orders = search.choose(duel, "A", level, 3, temperament=temperament).orders
    assert (orders["left"] == "D") is goes_on  # towards Fireball, FSSDD


def test_wizards_in_teams_do_not_aim_at_teammates():
    for duel in played("classic", rounds=12, seed=4, wizards=TEAMS):
        for name in duel.acting:
            mates = {other.name for other in duel.wizards if other.side == duel.wizard(name).side} - {name}
            orders = search.choose(duel, name, 3, 1).orders
            assert not mates & {*orders.get("target", {}).values(), *orders.get("attack", {}).values()}


@pytest.mark.parametrize("level", search.LEVELS)
def test_the_same_seed_gives_the_same_orders(level):
    (*_, duel) = played("warlocks", rounds=8, seed=2)
    assert search.choose(duel, "A", level, 9) == search.choose(duel, "A", level, 9)


@pytest.mark.parametrize("level", [2, 3])
def test_the_mixture_is_a_distribution_that_contains_the_choice(level):
    for duel in played("classic", rounds=10, seed=6):
        choice = search.choose(duel, "A", level, 1)
        assert sum(share for _, share in choice.mixture) == pytest.approx(1)
        assert choice.orders in [orders for orders, _ in choice.mixture]
        assert -1 <= choice.value <= 1


def test_each_line_is_played_once_against_each_reply_in_the_coming_round():
    for duel in played("classic", rounds=10, seed=6):
        choice = search.choose(duel, "A", 2, 1)
        assert 0 < choice.branches == len(choice.lines) * len(choice.replies)


def test_no_level_surrenders_without_need():
    for duel in played("classic", rounds=20, seed=8):
        for level in (1, 2, 3):
            orders = search.choose(duel, "A", level, 1).orders
            assert (orders["left"], orders["right"]) != ("P", "P")


def test_the_banked_spell_of_another_wizard_does_not_affect_the_choice():
    (*_, duel) = played("classic", rounds=9, seed=3)
    mine, theirs = duel.wizards
    choices = [
        search.choose(replace(duel, wizards=(mine, theirs._replace(banked=Banked(slug, "left", "A")))), "A", 3, 1)
        for slug in ("finger_of_death", "shield")
    ]
    assert choices[0] == choices[1]


def test_a_wizard_who_can_win_at_once_does():
    duel = a_duel("classic")
    for left in "PWPFSSS":
        duel = engine.settle(duel, {"A": {"left": left, "right": "-"}, "B": {"left": "-", "right": "-"}})
    orders = search.choose(duel, "A", 5, 1, temperament="even").orders
    assert orders["left"] == "D"
    assert orders["target"]["left"] == "B"


@pytest.mark.parametrize("level", [2, 3, 4, 5])
def test_a_wizard_with_a_mirror_ready_reflects_the_finger_of_death(level):
    duel = a_duel("classic")
    for left, mine in zip("PWPFSSS", "------C", strict=True):
        duel = engine.settle(duel, {"A": {"left": left, "right": "-"}, "B": {"left": mine, "right": mine}})
    choice = search.choose(duel, "B", level, 1, temperament="even")
    assert (choice.orders["left"], choice.orders["right"]) == ("W", "W")


def test_answers_are_legal():
    """Check answers to questions about the spell that a hand casts, by giving orders without `cast`."""
    asked = 0
    for seed in range(12):
        for duel in played("classic", rounds=25, seed=seed):
            given = {name: {**search.choose(duel, name, 1, seed).orders, "cast": {}} for name in duel.acting}
            outcome = engine.play(duel, given, {})
            if isinstance(outcome, engine.Asked):
                asked += 1
                for name in outcome.asks:
                    engine.check_answers(outcome, name, search.answer(outcome, name, 3))
    assert asked


IDLE = "-----"


def bound_after(book, spell, hands, level=5):
    """Return the answers or orders by which A, a player of this level, chooses which of B's hands to bind.

    Before that, A's left hand makes the gestures `spell`, and B's hands make the gestures `hands`. In `classic`, A
    chooses after the reveal, and in `standard` in the next orders.
    """
    reached = a_duel(book)
    for mine, left, right in zip(spell, *hands, strict=True):
        reached = engine.play(reached, {"A": {"left": mine, "right": "-"}, "B": {"left": left, "right": right}}, {})
    if isinstance(reached, engine.Asked):
        return search.answer(reached, "A", level)
    return search.choose(reached, "A", level, 1).orders


@pytest.mark.parametrize(("hands", "better"), [(("PWPFS", IDLE), "left"), ((IDLE, "PWPFS"), "right")])
@pytest.mark.parametrize("book", ["classic", "standard"])
def test_paralysis_and_charm_person_bind_the_hand_with_the_better_spell(book, hands, better):
    assert bound_after(book, "--FFF", hands)["paralyze"]["B"] == better
    assert bound_after(book, "-PSDF", hands)["direct"]["B"]["hand"] == better


def test_a_charmed_hand_does_not_continue_its_spell():
    duel = a_duel()
    for mine, theirs in zip("-PSDF", "-DFFD", strict=True):
        given = {"A": {"left": mine, "right": "-"}, "B": {"left": theirs, "right": "-"}}
        duel = engine.settle(duel, given, {"A": {"direct": {"B": {"hand": "left"}}}})
    led = {search.choose(duel, "A", 4, seed).orders["direct"]["B"]["gesture"] for seed in range(20)}
    assert "D" not in led  # DFFDD is Lightning Bolt
