import pytest

from accounts.names import OF_THE_HOUSE, is_reserved
from duels.house.wizards import WIZARDS
from duels.wording.strengths import STRENGTHS
from wavinghands import engine, search


def test_names_of_house_wizards_are_reserved():
    assert {wizard.name.lower() for wizard in WIZARDS} == OF_THE_HOUSE - {"apprentice"}
    assert all(is_reserved(wizard.name) for wizard in WIZARDS)


def test_house_wizards_are_distinct_and_the_weakest_comes_first():
    assert len({wizard.slug for wizard in WIZARDS}) == len({wizard.name for wizard in WIZARDS}) == len(WIZARDS) == 8
    levels = [wizard.level for wizard in WIZARDS]
    assert levels == sorted(levels)
    assert set(levels) == set(search.LEVELS)


def test_each_level_has_a_name():
    assert {number: level.name for number, level in search.LEVELS.items()} == STRENGTHS
    assert [wizard.strength for wizard in WIZARDS][::7] == ["Novice", "Master"]


@pytest.mark.parametrize("wizard", WIZARDS, ids=lambda wizard: wizard.slug)
def test_each_house_wizard_has_an_existing_temperament(wizard):
    assert wizard.temperament in search.TEMPERAMENTS
    engine.start("classic", [{"name": wizard.name, "gender": wizard.gender}, {"name": "Other", "gender": "x"}], seed=1)
