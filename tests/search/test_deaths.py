import json
from pathlib import Path

import pytest

from tests.search.duels import a_duel
from wavinghands import engine
from wavinghands.search import deaths

SICKENS = {"disease": ("DSFFFC", "-----C"), "poison": ("DWWFWD", "------")}
"""The gestures of A's left and right hand that cast each sickness."""
DEADLY = "PWPFSSSD"
"""The gestures of Finger of Death."""


def played(mine, theirs, book="classic", targets=None):
    """Return the positions of a duel in which A makes the gestures `mine`, and B makes the gestures `theirs`.

    Each contains the gestures of the left hand and those of the right hand. A hand rests after its last gesture.
    `targets` maps rounds to the targets of A's and B's left hands.
    """
    course = [a_duel(book)]
    for number in range(max(map(len, (*mine, *theirs)))):
        a, b, c, d = (made[number : number + 1] or "-" for made in (*mine, *theirs))
        aimed = {"target": {"left": targets[number + 1]}} if number + 1 in (targets or {}) else {}
        if course[-1].result is None:
            orders = {"A": {"left": a, "right": b} | aimed, "B": {"left": c, "right": d} | aimed}
            course.append(engine.settle(course[-1], orders))
    return course


def deaths_in(course):
    """Return the causes of death in a duel, given the list of its positions."""
    return deaths.deaths(course, engine.view(course[-1], engine.EVERYTHING)["rounds"])


def until_the_end(mine, theirs, book="classic"):
    return played((mine[0] + "-" * 20, mine[1]), theirs, book)


@pytest.mark.parametrize("book", engine.BOOKS)
@pytest.mark.parametrize("spell", SICKENS)
def test_a_sickness_has_its_casting_its_cures_and_the_last_chance(spell, book):
    course = until_the_end(SICKENS[spell], ("", ""), book)
    (death,) = deaths_in(course)
    end = course[-1].number
    assert (death["wizard"], death["round"], death["died"], death["cause"]) == ("B", end, True, spell)
    assert (death["by"], death["begun"], death["cast"], death["mirror"]) == ("A", 1, 6, "")
    assert "counter_spell" in death["stoppers"]
    assert {"dispel_magic", "remove_enchantment"} <= set(death["cures"])
    assert ("cure_heavy_wounds" in death["cures"]) == (spell == "disease")
    assert death["chance"]["round"] == end - 3  # with four gestures to go
    assert len(death["chance"]["missing"]) == 4


def test_the_last_chance_counts_gestures_already_made():
    (death,) = deaths_in(until_the_end(SICKENS["disease"], ("------DFP-", "-" * 10)))
    assert death["chance"] == {"round": 10, "spell": "cure_heavy_wounds", "hand": "left", "missing": "W"}


def test_an_answer_within_reach_of_the_casting_is_named():
    (death,) = deaths_in(until_the_end(SICKENS["poison"], ("---WP-", "------")))
    assert death["reach"] == ["counter_spell"]


def test_a_cure_that_was_stopped_is_listed():
    counters = ("DWWFWD-WPP", "-")
    (death,) = deaths_in(played(counters, ("-" * 6 + "PDWP" + "-" * 9, "-"), targets={10: "B"}))
    assert death["tried"] == [{"spell": "remove_enchantment", "round": 10, "stopper": "counter_spell"}]


def test_surrender_while_dying_of_a_sickness_is_listed():
    course = played(SICKENS["disease"], ("------P", "------P"))
    (death,) = deaths_in(course)
    assert (death["died"], death["cause"], death["round"]) == (False, "disease", 7)


def test_a_surrender_in_good_health_is_not():
    assert deaths_in(played(("D", "F"), ("P", "P"))) == []


def test_a_spell_that_kills_at_once_has_its_answers_and_the_last_chance():
    (death,) = deaths_in(played((DEADLY, "-" * 8), ("-------D", "-" * 8)))
    assert (death["cause"], death["by"], death["begun"], death["cast"]) == ("finger_of_death", "A", 1, 8)
    assert {"dispel_magic", "magic_mirror"} <= set(death["stoppers"])
    assert death["breakers"] == ["anti_spell"]
    assert death["chance"] == {"round": 7, "spell": "magic_mirror", "hand": "left", "missing": "cw"}


def test_a_spell_turned_back_names_the_mirror():
    (death,) = deaths_in(played((DEADLY, "-" * 8), ("------CW", "------CW")))
    assert (death["wizard"], death["by"], death["mirror"], death["chance"]) == ("A", "A", "B", None)


def test_damage_is_summed_by_source_the_largest_first():
    goblins = played(("SFW" + "-" * 30, ">" * 33), ("-" * 33, "-" * 33))
    (death,) = deaths_in(goblins)
    knife, goblin = death["blows"]
    assert (death["cause"], death["wizard"]) == ("wounds", "B")
    assert knife["points"] + goblin["points"] >= 15
    assert (knife["cause"], knife["by"], knife["monsters"]) == ("stab", "A", [])
    assert (goblin["cause"], goblin["by"], len(goblin["monsters"])) == ("monster", "A", 1)
    assert min(knife["rounds"]) == 1
    assert knife["stoppers"][0] == goblin["stoppers"][0] == "shield"
    assert (death["until"], death["reach"]) == (death["round"], ["shield"])


def test_a_wizard_killed_by_their_own_spells_could_have_done_nothing():
    missiles = dict.fromkeys(range(2, 31, 2), "B")
    course = played(("-" * 30, "-"), ("SD" * 15, "-"), targets=missiles)
    (death,) = deaths_in(course)
    assert [(blow["cause"], blow["by"], blow["points"]) for blow in death["blows"]] == [("magic_missile", "B", 15)]
    assert (death["until"], death["reach"]) == (30, [])


def test_the_last_rescue_considers_dice_and_shields_of_paralysed_wizards():
    golden = Path(__file__).parents[1] / "golden" / "real" / "warlocks-19970.json"
    course = [*engine.replay(json.loads(golden.read_text())["record"], with_start=True)]
    rescues = {death["wizard"]: (death["until"], death["reach"]) for death in deaths_in(course)}
    assert rescues["Cedar"] == (17, ["shield"])  # with the right hand, while the left one was held in a stab
    assert rescues["Dogwood"] == (15, ["shield"])  # against a stab caused by Confusion


def test_a_confused_wizard_could_have_shielded_themselves_with_the_other_hand():
    course = played(("-" * 11 + "DSF-", ">" * 15), ("-" * 15, ""))
    (death,) = deaths_in(course)
    assert "confusion" in course[-2].wizard("B").effects
    assert (death["until"], death["reach"]) == (15, ["shield"])


def test_damage_by_a_reflected_spell_names_the_mirror():
    course = played(("CW" + "-" * 14, "CW" + ">" * 14), ("SD", ""))
    (death,) = deaths_in(course)
    knife, missile = death["blows"]
    assert (knife["mirror"], missile["cause"], missile["by"], missile["mirror"]) == ("", "magic_missile", "B", "A")
