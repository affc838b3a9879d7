import re
from typing import Any

import pytest

from wavinghands import engine
from wavinghands.engine.books import BOOKS
from wavinghands.engine.spells.lexicons import lexicon_of

TABLE = """
shield M
remove_enchantment C M
magic_mirror C
counter_spell
dispel_magic
raise_dead C M finger_of_death
cure_light_wounds C M
cure_heavy_wounds C M
summon_goblin C M
summon_ogre C M
summon_troll C M
summon_giant C M
summon_elemental C M
summon_ice_elemental
summon_fire_elemental
magic_missile C M S
finger_of_death M raise_dead
lightning_bolt C M
clap_of_lightning C M
cause_light_wounds C M
cause_heavy_wounds C M
fireball C M H ice_storm
fire_storm C H ice_storm summon_ice_elemental summon_elemental
ice_storm C K fire_storm fireball summon_fire_elemental summon_elemental
amnesia C M R clash
confusion C M R clash
maladroitness C M R clash
charm_person C M R clash
charm_monster C M R clash
paralysis C M R clash
fear C M R clash
anti_spell C M R
protection C M R
resist_heat C M R
resist_cold C M R
disease C M R cure_heavy_wounds
poison C M R
blindness C M R
invisibility C M R
haste C M R
time_stop C M R
delay_effect C M R
permanency C M R
"""
"""The column "Stopped by" in docs/rulings.md: section 2 or, for storms and Raise Dead, 4.6 and 4.8."""
MARKS = {
    "C": {"counter_spell"},
    "M": {"magic_mirror"},
    "R": {"remove_enchantment"},
    "S": {"shield", "protection", "counter_spell", "dispel_magic"},
    "H": {"resist_heat"},
    "K": {"resist_cold"},
}
MIND = {"amnesia", "confusion", "maladroitness", "charm_person", "charm_monster", "paralysis", "fear"}
PROTECTION_AND_SUMMONS = {"protection", "summons"}


def stopped(book: str, slug: str) -> set[str]:
    """Return the spells that stop the spell `slug`, according to `TABLE` and the options of the book."""
    words = next(line.split()[1:] for line in TABLE.splitlines() if line.split()[:1] == [slug])
    rules = BOOKS[book].rules
    found = {"dispel_magic"} - {slug}
    for word in words:
        found |= MARKS.get(word, {word} - {"clash"})
    if rules.mirror_spares == "own_and_beneficial" and row(book, slug)["class"] in PROTECTION_AND_SUMMONS:
        found -= {"magic_mirror"}
    if slug == "anti_spell" and not rules.remove_stops_anti_spell:
        found -= {"remove_enchantment"}
    if slug == "charm_monster" and not rules.remove_stops_charm_monster:
        found -= {"remove_enchantment"}
    if rules.elemental_target == "optional" and slug in ("summon_ice_elemental", "summon_fire_elemental"):
        found |= {"counter_spell"}
    return found & {spell["slug"] for spell in engine.book_table(book)}


def row(book: str, slug: str, **options: Any) -> dict[str, Any]:
    return next(row for row in engine.book_table(book, options=options) if row["slug"] == slug)


def test_the_facts_of_paralysis_follow_the_options_of_the_duel() -> None:
    assert row("classic", "paralysis", para_fc=True)["facts"]["keeps_claps"]
    assert "keeps_claps" not in row("classic", "paralysis")["facts"]


@pytest.mark.parametrize("book", BOOKS)
def test_spells_are_stopped_as_in_the_rulings(book: str) -> None:
    for spell in engine.book_table(book):
        named = set(spell["stopped_by"])
        assert (named - MIND if spell["slug"] in MIND else named) == stopped(book, spell["slug"]), spell["slug"]


def test_mind_spells_clash_by_the_options_of_each_book() -> None:
    assert MIND & set(row("classic", "amnesia")["stopped_by"]) == MIND - {"amnesia", "maladroitness"}
    assert "charm_person" in row("classic", "charm_person")["stopped_by"]
    assert "paralysis" not in row("standard", "fear")["stopped_by"]
    assert MIND & set(row("standard", "paralysis")["stopped_by"]) == MIND - {"maladroitness"}
    assert MIND & set(row("warlocks", "fear")["stopped_by"]) == MIND - {"maladroitness"}
    assert "maladroitness" in row("warlocks", "fear", maladroit=True)["stopped_by"]


@pytest.mark.parametrize("book", BOOKS)
def test_the_reversed_list_has_reversed_patterns(book: str) -> None:
    forward = {
        (pattern, spell["slug"]) for spell in engine.book_table(book, by="gestures") for pattern in spell["gestures"]
    }
    backward = {
        (pattern[::-1], spell["slug"])
        for spell in engine.book_table(book, by="reversed")
        for pattern in spell["gestures"]
    }
    assert backward == forward
    by_name = {(pattern, spell["slug"]) for spell in engine.book_table(book) for pattern in spell["gestures"]}
    assert by_name == forward


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("by", ["gestures", "reversed"])
def test_a_list_by_gestures_is_sorted_with_a_row_per_pattern(book: str, by: str) -> None:
    rows = engine.book_table(book, by=by)
    assert all(len(row["gestures"]) == 1 for row in rows)
    letters = [row["gestures"][0].upper() for row in rows]
    assert letters == sorted(letters)
    assert len(rows) == sum(len(row["gestures"]) for row in engine.book_table(book))


def test_dispel_magic_reversed_is_w_p_d_c() -> None:
    """Check that the reversed gestures are W-P-D-C. Bartle's list of reversed gestures misprints them as W-D-D-C."""
    rows = {row["slug"]: row["gestures"] for row in engine.book_table("classic", by="reversed")}
    assert rows["dispel_magic"] == ["WPDc"]
    assert rows["clap_of_lightning"] == ["cDDW"]


@pytest.mark.parametrize("book", BOOKS)
def test_the_list_by_name_is_sorted_with_an_effect_in_every_row(book: str) -> None:
    rows = engine.book_table(book)
    assert [row["name"] for row in rows] == sorted(row["name"] for row in rows)
    for spell in rows:
        assert spell["effect"].endswith(".")
        assert spell["class"] in ("protection", "summons", "damage", "enchantment")
        assert spell["default"] in ("self", "opponent", "nobody", "none")
        assert spell["source"]


def test_options_change_the_table() -> None:
    assert row("classic", "paralysis", para_fdf=True)["gestures"] == ["FDF"]
    assert row("standard", "summon_ice_elemental")["default"] == "none"
    assert row("warlocks", "summon_ice_elemental")["default"] == "nobody"


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        ({"slug": "necronomicon"}, "there is no book 'necronomicon'"),
        ({"slug": "classic", "by": "colour"}, "'colour' is not one of name, gestures, reversed"),
        ({"slug": "classic", "options": {"fairness": True}}, "there is no such rule option"),
    ],
)
def test_unknown_books_orders_and_options_are_rejected(ask: dict[str, Any], why: str) -> None:
    with pytest.raises(engine.RecordError, match=re.escape(why)):
        engine.book_table(**ask)


@pytest.mark.parametrize("book", BOOKS)
def test_attacks_are_stopped_by_shields_and_by_spells_at_the_attacker(book: str) -> None:
    table = lexicon_of(BOOKS[book], BOOKS[book].rules).stopped_by
    shields = {"shield", "counter_spell", "protection", "dispel_magic"}
    assert table["stab"] == shields
    assert all(shields <= table[attack] for attack in ("monster", "fire_elemental", "ice_elemental"))
    assert "fireball" in table["ice_elemental"] - table["fire_elemental"]
    assert ("paralysis" in table["monster"]) == (BOOKS[book].rules.paralysis_on_monster == "now")
    assert ("paralysis" in table["fire_elemental"]) == BOOKS[book].rules.mind_binds_elementals
