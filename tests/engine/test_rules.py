"""The named options of the rules. Source: ruling 1.3."""

from typing import Any

import pytest

from tests.engine.duels import a_record
from wavinghands import engine
from wavinghands.engine.books import BOOKS
from wavinghands.engine.rules import Rules, choices

WIZARDS = [{"name": "Black"}, {"name": "White"}]
STANDARD = {
    "elementals": "two",
    "hand_choice": "next_orders",
    "self_stab": True,
    "delay_and_permanency": "may",
    "window_includes_casting": False,
    "mind_clash": "paralysis_yields",
    "amnesia_on_monster": "idle_now",
    "paralysis_on_monster": "now",
    "fear_on_monster": "now",
    "mind_binds_elementals": True,
    "permanent_mind": "renew",
    "charmed_monster_keeps_target": True,
    "idle_without_target": True,
    "elemental_target": "none",
    "remove_kills_new_monsters": False,
    "blind_caster_misses": True,
    "sickness_rounds": 6,
    "haste": "free_round",
    "surrender_and_kill": "draw",
    "unseen_casts_are_named": False,
}


def test_classic_is_what_the_rules_are_without_options() -> None:
    assert BOOKS["classic"].rules == Rules()


def test_standard_differs_from_classic_as_the_table_says() -> None:
    assert BOOKS["standard"].rules.differences(BOOKS["classic"].rules) == STANDARD


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(engine.RecordError, match=r"options\.fairness: there is no such rule option"):
        engine.start("classic", WIZARDS, options={"fairness": True})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("max_hp", 14),
        ("max_hp", 16.0),
        ("max_hp", True),
        ("protection_rounds", "4"),
        ("mind_clash", "sometimes"),
        ("monsters", 1),
        ("monsters", None),
        ("haste", ["pair"]),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused(name: str, value: Any) -> None:
    with pytest.raises(engine.RecordError, match=rf"^options\.{name}: .* is none of "):
        engine.start("classic", WIZARDS, options={name: value})


@pytest.mark.parametrize("options", [[], "monsters", 0, True])
def test_options_are_an_object(options: Any) -> None:
    with pytest.raises(engine.RecordError, match=r"^options: is an object$"):
        engine.load(a_record(options=options))


@pytest.mark.parametrize("name", choices())
def test_every_value_of_every_option_makes_a_duel(name: str) -> None:
    for book in engine.BOOKS:
        for value in choices()[name]:
            duel = engine.start(book, WIZARDS, options={name: value})
            assert getattr(duel.rules, name) == value
            assert engine.dump(engine.load(engine.dump(duel)))["options"] == engine.dump(duel)["options"]


def slugs(book: str, **options: Any) -> set[str]:
    return set(engine.start(book, WIZARDS, options=options).lexicon.patterns)


def test_without_monsters_there_are_no_summons_and_no_charm_monster() -> None:
    gone = slugs("standard") - slugs("standard", monsters=False)
    assert gone == {
        "summon_goblin",
        "summon_ogre",
        "summon_troll",
        "summon_giant",
        "summon_fire_elemental",
        "summon_ice_elemental",
        "charm_monster",
    }


def test_either_book_may_have_one_elemental_spell_or_two() -> None:
    assert slugs("classic", elementals="two") - slugs("classic") == {"summon_fire_elemental", "summon_ice_elemental"}
    assert slugs("standard", elementals="choice") - slugs("standard") == {"summon_elemental"}


def test_raise_dead_may_be_left_out() -> None:
    assert slugs("classic") - slugs("classic", raise_dead=False) == {"raise_dead"}


def test_maladroitness_takes_the_place_of_confusion() -> None:
    assert slugs("classic", maladroit=True) ^ slugs("classic") == {"maladroitness", "confusion"}


def test_paralysis_may_be_f_d_f() -> None:
    patterns = engine.start("classic", WIZARDS, options={"para_fdf": True}).lexicon.patterns
    assert (patterns["paralysis"], patterns["disease"]) == (("FDF",), ("DSFDFc",))
