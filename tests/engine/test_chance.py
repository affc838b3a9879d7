from collections import Counter

import pytest

from wavinghands.engine.chance import NAMES, Chance


def test_the_same_seed_and_round_give_the_same_dice() -> None:
    assert Chance(7, 3).confusion("Black", "CDFPSW") == Chance(7, 3).confusion("Black", "CDFPSW")


def test_a_die_does_not_depend_on_other_dice() -> None:
    alone, among = Chance(7, 3), Chance(7, 3)
    among.confusion("White", "CDFPSW")
    among.attack("Grub", ["Black", "White"])
    among.name("goblin", [])
    assert alone.confusion("Black", "CDFPSW") == among.confusion("Black", "CDFPSW")
    assert alone.paralyze("Black") == among.paralyze("Black")


def test_dice_depend_on_seed_round_and_wizard() -> None:
    for throws in (
        {Chance(seed, 1).confusion("Black", "CDFPSW") for seed in range(40)},
        {Chance(1, number).confusion("Black", "CDFPSW") for number in range(40)},
        {Chance(1, 1).confusion(f"Wizard {number}", "CDFPSW") for number in range(40)},
    ):
        assert len(throws) > 6


def test_dice_are_fair() -> None:
    thrown = Counter(Chance(seed, 1).confusion("Black", "CDFPSW") for seed in range(2400))
    assert len(thrown) == 12
    assert all(130 < count < 270 for count in thrown.values())


def test_a_fixed_die_has_its_value_and_is_recorded() -> None:
    fixed = {
        "confusion": {"Black": {"hand": "left", "gesture": "P"}},
        "attack": {"Grub": "White"},
        "paralyze": {"Black": "right"},
        "names": ["Grim"],
    }
    chance = Chance(1, 1, fixed)
    assert chance.confusion("Black", "CDFPSW") == ("left", "P")
    assert chance.attack("Grub", ["Black", "White"]) == "White"
    assert chance.paralyze("Black") == "right"
    assert chance.name("goblin", []) == "Grim"
    assert chance.rolled == fixed


def test_a_fixed_victim_who_is_absent_is_replaced() -> None:
    assert Chance(1, 1, {"attack": {"Grub": "Grey"}}).attack("Grub", ["Black"]) == "Black"


@pytest.mark.parametrize("seed", range(12))
def test_both_dice_of_a_hastened_monster_replay_from_the_record(seed: int) -> None:
    first = Chance(seed, 1)
    drawn = [throw("Grub", ["Black", "White"]) for throw in (first.attack, first.second_attack)]
    assert first.rolled["attack"]["Grub"] == (drawn[0] if drawn[0] == drawn[1] else drawn)
    again = Chance(99, 1, first.rolled)
    assert [throw("Grub", ["Black", "White"]) for throw in (again.attack, again.second_attack)] == drawn
    assert again.rolled == first.rolled


def test_two_choices_of_a_monster_replay_from_one_recorded_die() -> None:
    first = Chance(5, 1)
    drawn = [first.attack("Grub", ["Black", "White", "Grey"]) for _ in range(2)]
    again = Chance(5, 1, first.rolled)
    assert first.rolled == {"attack": {"Grub": drawn[0]}}
    assert [again.attack("Grub", ["Black", "White", "Grey"]) for _ in range(2)] == drawn


@pytest.mark.parametrize("kind", NAMES)
def test_a_new_monster_has_a_new_name(kind: str) -> None:
    chance, taken = Chance(1, 1), {NAMES[kind][0].upper(), "Black"}
    for _ in range(30):
        name = chance.name(kind, taken)
        assert name.lower() not in {other.lower() for other in taken}
        taken.add(name)
