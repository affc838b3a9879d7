"""Tests that each achievement is earned in duels that match its description, but not in similar ones."""

import re

import pytest

from duels.achievements.catalogue import GOALS, books_without
from duels.achievements.facts import Facts, facts_of
from tests.engine.duels import duel_of
from tests.engine.golden import golden_duels
from wavinghands import engine
from wavinghands.engine import Json

RIGHT_KNIFE = ("", ">" * 15)


def record_of(case: str | Json) -> Json:
    """Return the record of a golden duel, given its name, or of a Classic duel, given its gestures."""
    if isinstance(case, str):
        return golden_duels()[case]["record"]
    return engine.dump(duel_of("classic", **case))


def facts(case: str | Json, wizard: str = "Black", **settings) -> Facts:
    return facts_of(record_of(case), **settings)[wizard]


KILLED_BY_KNIFE = {"Black": RIGHT_KNIFE, "White": "-"}
SURRENDER = "classic/surrender__by_two_palms"

EARNED = {
    "first-duel": (SURRENDER, "Black"),
    "first-win": (SURRENDER, "White"),
    "shield": ("classic/shield__usual", "Black"),
    "goblin": ({"Black": "SFW", "White": "-"}, "Black"),
    "two-hands": ({"Black": ("SD", "-P"), "White": "-"}, "Black"),
    "classes": ({"Black": "PSDSFWSWD", "White": "-"}, "Black"),
    "haste": ("classic/haste__usual", "Black"),
    "time-stop": ("classic/time_stop__usual", "Black"),
    "invisibility": ("classic/invisibility__usual", "Black"),
    "delay": ("standard/delay_effect__of_a_storm", "Black"),
    "permanency": ("classic/permanency__another_spell_of_the_round_of_casting", "Black"),
    "raise-dead": ("classic/raise_dead__of_a_dead_wizard_is_not_countered", "Black"),
    "mirror": ("classic/magic_mirror__turns_a_missile_back", "Black"),
    "mirror-finger": ("classic/finger_of_death__mirrored", "White"),
    "counter": ("classic/counter_spell__by_wws_stops_spells_and_stabs", "Black"),
    "dispel-finger": ("classic/finger_of_death__dispelled", "White"),
    "storms": ("classic/elements__both_storms__none", "Grey"),
    "resistance": ("classic/fire_storm__resisted_by_a_resistance_of_its_round", "White"),
    "late-cure": ("classic/cure_heavy_wounds__in_the_last_round_is_in_time", "Black"),
    "great-monster": ({"Black": "PSFW", "White": "-"}, "Black"),
    "charm-monster": ("classic/charm_monster__at_a_monster", "Black"),
    "monster-kill": ("classic/surrender__and_kill_by_a_monster", "Black"),
    "paralysis": ({"Black": "FFFFF", "White": "-"}, "Black"),
    "mind-games": ({"Black": "DSFFFSWD", "White": "-"}, "Black"),
    "charm-surrender": ("classic/ruling_4_9__charmed_into_surrender", "Black"),
    "surrender": (SURRENDER, "White"),
    "stab": (KILLED_BY_KNIFE, "Black"),
    "sickness": ("classic/poison__last_round", "Black"),
    "finger": ("classic/finger_of_death__countered", "Black"),
    "untouched": (KILLED_BY_KNIFE, "Black"),
    "last-point": ({"Black": RIGHT_KNIFE, "White": ("", ">" * 14 + "-")}, "Black"),
    "short": (SURRENDER, "White"),
    "long": ({"Black": ("", "-" * 26 + ">" * 15), "White": "-"}, "Black"),
    "melee": ("classic/melee__two_surrender_and_one_wins", "Grey"),
}
"""For each achievement that depends only on a record, a duel and the wizard who earns it there."""
LEVELS = {"novice": 1, "apprentice": 2, "journeyman": 3, "adept": 4, "master": 5}

NOT_EARNED = {
    "first-win": (SURRENDER, "Black"),
    "shield": ({"Black": "P", "White": "-"}, "Black"),
    "goblin": ("classic/magic_mirror__turns_a_missile_back", "Black"),
    "two-hands": (SURRENDER, "Black"),
    "classes": ({"Black": "PSD-SFW", "White": "-"}, "Black"),
    "delay": ({"Black": "DWSSSP", "White": "-"}, "Black"),
    "permanency": ({"Black": "SPFPSDW", "White": "-"}, "Black"),
    "raise-dead": ({"Black": ("DWWFWC", "-----C"), "White": "-"}, "Black"),
    "mirror": ({"Black": ("CW", "CW"), "White": "-"}, "Black"),
    "mirror-finger": ("classic/magic_mirror__turns_a_missile_back", "Black"),
    "counter": ({"Black": "WWS", "White": ("", "-->")}, "Black"),
    "late-cure": ("classic/disease__removed", "White"),
    "great-monster": ({"Black": "SFW", "White": "-"}, "Black"),
    "monster-kill": (KILLED_BY_KNIFE, "Black"),
    "paralysis": ({"Black": "FFFF-FFF", "White": "-"}, "Black"),
    "mind-games": ({"Black": "DSFSWDSWD", "White": "-"}, "Black"),
    "surrender": (KILLED_BY_KNIFE, "Black"),
    "stab": (KILLED_BY_KNIFE, "White"),
    "finger": ("classic/finger_of_death__mirrored", "White"),
    "untouched": (KILLED_BY_KNIFE, "White"),
    "last-point": (KILLED_BY_KNIFE, "Black"),
    "short": (KILLED_BY_KNIFE, "Black"),
    "long": ({"Black": ("", "-" * 25 + ">" * 15), "White": "-"}, "Black"),
    "melee": (SURRENDER, "White"),
}
"""For some achievements, a duel and a wizard who almost earns it there."""


@pytest.mark.parametrize("slug", EARNED)
def test_an_achievement_is_earned(slug):
    assert GOALS[slug].is_met(facts(*EARNED[slug]))


@pytest.mark.parametrize("slug", NOT_EARNED)
def test_an_achievement_is_not_earned_by_less(slug):
    assert not GOALS[slug].is_met(facts(*NOT_EARNED[slug]))


@pytest.mark.parametrize("slug", LEVELS)
def test_the_winner_earns_the_level_of_the_computer_player(slug):
    level = LEVELS[slug]
    assert GOALS[slug].is_met(facts(SURRENDER, "White", levels={"Black": level}))
    assert not GOALS[slug].is_met(facts(SURRENDER, "White", levels={"White": level}))
    assert not GOALS[slug].is_met(facts(SURRENDER, "White", levels={"Black": level + 1}))
    assert not GOALS[slug].is_met(facts(SURRENDER, "Black", levels={"White": level}))


def test_only_rated_wins_count_as_rated():
    assert GOALS["rated"].is_met(facts(SURRENDER, "White", rated=True))
    assert not GOALS["rated"].is_met(facts(SURRENDER, "White"))
    assert not GOALS["rated"].is_met(facts(SURRENDER, "Black", rated=True))


@pytest.mark.parametrize("absent", [True, False])
def test_a_duel_that_the_site_decides_has_no_surrender(absent):
    ended = engine.adjudicate(duel_of("classic", Black="-", White="-"), ["White"], absent=absent)
    (black, _white) = facts_of(engine.dump(ended)).values()
    assert black.won
    assert not black.gave_up


def test_there_are_forty_achievements_and_each_is_tested():
    assert len(GOALS) == 40
    assert {*EARNED, *LEVELS, "rated"} == GOALS.keys()


def test_what_teammates_do_to_each_other_earns_nothing():
    record = record_of({"Black": ("CW", "CW"), "White": "SD", "Grey": "-"})
    order = {"left": "D", "right": "-", "target": {"left": "Black"}}
    record["rounds"][-1]["orders"]["White"] = order
    assert GOALS["mirror"].is_met(facts_of(record)["Black"])
    record["wizards"][0]["team"] = record["wizards"][1]["team"] = 1
    assert not GOALS["mirror"].is_met(facts_of(record)["Black"])


@pytest.mark.parametrize("goal", GOALS.values(), ids=GOALS)
def test_a_text_is_short_and_has_the_gestures_of_the_books(goal):
    text = str(goal.how)
    assert len(text.split()) <= 20
    for said in re.findall(r"\(([^)]+)\)", text):
        for book in engine.BOOKS:
            rows = [row for row in engine.book_table(book) if row["name"].split()[-1].lower() in text.lower()]
            patterns = {pattern for row in rows for pattern in row["gestures"]}
            assert set(said.split(" or ")) <= patterns or book_lacks(goal, book), book


def book_lacks(goal, book):
    return engine.books()[book].title in books_without(goal.needs)


def test_the_page_names_the_books_that_lack_the_spell():
    assert books_without("raise_dead") == ["Warlocks"]
    assert books_without("summon_goblin") == ["No monsters"]
    assert {slug for slug, goal in GOALS.items() if goal.needs} >= {"raise-dead", "goblin", "charm-monster"}
