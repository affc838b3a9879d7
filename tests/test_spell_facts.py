"""Tests that the facts about spells in the scripts match the engine's facts."""

from collections.abc import Callable
from typing import Any

import pytest

from duels.books.reference import spell_facts
from tests import finished_duels
from tests.spell_facts import FILE, facts, written
from wavinghands.engine import BOOKS, book_table

HURT = (
    "magic_missile finger_of_death lightning_bolt clap_of_lightning cause_light_wounds cause_heavy_wounds fireball "
    "amnesia confusion maladroitness charm_person paralysis fear anti_spell disease poison blindness"
)
HELP = (
    "shield magic_mirror cure_light_wounds cure_heavy_wounds protection resist_heat resist_cold "
    "invisibility haste time_stop delay_effect permanency raise_dead"
)


def test_the_facts_for_script_tests_are_the_engines() -> None:
    assert FILE.read_text(encoding="utf-8") == written()
    assert finished_duels.FILE.read_text(encoding="utf-8") == finished_duels.written()


@pytest.mark.parametrize("book", BOOKS)
def test_pages_contain_the_facts_of_each_spell(book: str) -> None:
    told = spell_facts(book)
    for row in book_table(book):
        assert row["facts"].items() <= told[row["slug"]].items()
        assert told[row["slug"]]["default"] == row["default"]


def hurts(spell: dict[str, Any]) -> bool:
    return spell["default"] == "opponent" and spell.get("role") != "disenchant"


def helps(spell: dict[str, Any]) -> bool:
    is_for_others = (
        spell.get("makes") or spell.get("claims") == "standing" or spell.get("role") in ("counter", "dispel")
    )
    return spell["default"] == "self" and not is_for_others


@pytest.mark.parametrize(("is_so", "spells"), [(hurts, HURT), (helps, HELP)])
def test_the_facts_distinguish_harmful_and_helpful_spells(is_so: Callable[[dict[str, Any]], bool], spells: str) -> None:
    assert {slug for slug, spell in facts().items() if is_so(spell)} == set(spells.split())
