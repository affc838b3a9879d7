"""Tests for the rule options. Source: docs/rulings.md, section 1.3."""

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

SPELLCAST = {
    "self_stab": True,
    "half_clap": "clap",
    "window_includes_casting": False,
    "confusion_on_monster": "next",
    "mirror_spares": "own_and_beneficial",
    "remove_kills_new_monsters": False,
    "blind_caster_misses": True,
    "permanent_delay": False,
    "blind_sense_spells": True,
}
WARLOCKS = {
    "raise_dead": False,
    "paralysis_same_hand": "caster",
    "half_clap": "clap",
    "mind_clash": "any",
    "confusion_die": "eight",
    "anti_spell_blanks_memory": True,
    "mirror_needs_sight": True,
    "counter_new_monster": False,
    "elemental_target": "optional",
    "remove_stops_anti_spell": False,
    "remove_stops_charm_monster": False,
    "storm_clash": "pairwise",
    "sight_ends_at_once": False,
    "max_hp": 16,
    "cure_first": True,
    "protection_rounds": 3,
    "sickness_on_monster": "now",
    "mirror_lasts_into_haste": False,
    "time_stop_strips_self": True,
    "surrender_and_kill": "wins_any",
    "late_haste": "loses_one",
    "second_bank": "replaces",
    "permanent_permanency": True,
    "forfeit": "dies",
}


def test_classic_has_the_default_options() -> None:
    assert BOOKS["classic"].rules == Rules()


def test_standard_differs_from_classic_as_in_the_table() -> None:
    assert BOOKS["standard"].rules.differences(BOOKS["classic"].rules) == STANDARD


def test_nomonsters_is_standard_without_monsters() -> None:
    assert BOOKS["nomonsters"].rules.differences(BOOKS["standard"].rules) == {"monsters": False}


def test_spellcast_differs_from_classic_as_in_the_table() -> None:
    assert BOOKS["spellcast"].rules.differences(BOOKS["classic"].rules) == SPELLCAST


def test_warlocks_differs_from_standard_as_in_the_table() -> None:
    assert BOOKS["warlocks"].rules.differences(BOOKS["standard"].rules) == WARLOCKS


def test_an_unknown_option_is_rejected() -> None:
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
def test_a_value_of_the_wrong_kind_is_rejected(name: str, value: Any) -> None:
    with pytest.raises(engine.RecordError, match=rf"^options\.{name}: .* is not (from|one of) "):
        engine.start("classic", WIZARDS, options={name: value})


@pytest.mark.parametrize("options", [[], "monsters", 0, True])
def test_options_are_an_object(options: Any) -> None:
    with pytest.raises(engine.RecordError, match=r"^options: must be an object$"):
        engine.load(a_record(options=options))


AGREEING: dict[tuple[str, Any], dict[str, Any]] = {
    ("elementals", "choice"): {"elemental_target": "being"},
    ("elemental_target", "none"): {"elementals": "two"},
}
"""Options that must be set together with a value, because the value would contradict the defaults of some book."""


@pytest.mark.parametrize("book", engine.BOOKS)
def test_every_value_of_every_option_makes_a_duel(book: str) -> None:
    wrong = [
        (name, value) for name, values in choices().items() for value in values if not is_played_with(book, name, value)
    ]
    assert not wrong


def is_played_with(book: str, name: str, value: Any) -> bool:
    """Return whether a duel can start with this option value, and keeps it when its record is dumped and loaded."""
    duel = engine.start(book, WIZARDS, options=AGREEING.get((name, value), {}) | {name: value})
    again = engine.load(engine.dump(duel))
    return getattr(duel.rules, name) == value and engine.dump(again)["options"] == engine.dump(duel)["options"]


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
    assert slugs("standard", elementals="choice", elemental_target="being") - slugs("standard") == {"summon_elemental"}


@pytest.mark.parametrize(
    ("book", "option"), [("classic", {"elemental_target": "none"}), ("standard", {"elementals": "choice"})]
)
def test_options_that_contradict_each_other_are_rejected(book: str, option: dict[str, Any]) -> None:
    with pytest.raises(engine.RecordError, match=r"^options\.elemental_target: contradicts elementals: choice"):
        engine.start(book, WIZARDS, options=option)


def test_raise_dead_may_be_left_out() -> None:
    assert slugs("classic") - slugs("classic", raise_dead=False) == {"raise_dead"}


def test_maladroitness_takes_the_place_of_confusion() -> None:
    assert slugs("classic", maladroit=True) ^ slugs("classic") == {"maladroitness", "confusion"}


def test_paralysis_may_be_f_d_f() -> None:
    patterns = engine.start("classic", WIZARDS, options={"para_fdf": True}).lexicon.patterns
    assert (patterns["paralysis"], patterns["disease"]) == (("FDF",), ("DSFDFc",))
