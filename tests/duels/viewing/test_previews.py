from datetime import timedelta

import pytest
from django.utils import timezone

from duels.play.actions import Adjudicate
from duels.play.loading import table
from duels.play.transaction import give_up, perform, submit_orders, time_out
from duels.viewing.previews import LINES, ROUNDS, lines, preview
from tests.builders import a_mage
from tests.duels.guesses.test_guessing import round_
from tests.duels.tables import a_duel

pytestmark = pytest.mark.django_db


@pytest.fixture
def duel():
    return a_duel(a_mage("Black"), a_mage("White"))


def seen(duel):
    return preview(table(duel.slug))


def test_before_the_first_round_only_wizards_are_shown(duel):
    at_first = seen(duel)
    assert [(one["name"], one["hp"], one["effects"]) for one in at_first["wizards"]] == [
        ("Black", "15", []),
        ("White", "15", []),
    ]
    assert (at_first["round"], at_first["lines"], at_first["rows"]) == (1, [], [{}] * ROUNDS)


def test_the_last_rounds_are_shown_with_each_hands_gestures(duel):
    for number in range(1, ROUNDS + 3):
        round_(duel, number, black={"left": "P", "right": ">"})
    rows = seen(duel)["rows"]
    assert [row["number"] for row in rows] == list(range(3, ROUNDS + 3))
    (left, right), _ = rows[-1]["hands"]
    assert (left["letter"], left["spoken"], left["is_cast"]) == ("P", "P, palm", True)
    assert (right["spoken"], right["is_cast"]) == ("stab", False)


def test_changes_of_the_last_round_are_shown(duel):
    round_(duel, 1, black={"left": ">"})
    now = seen(duel)
    white = now["wizards"][1]
    assert (white["hp"], white["change"], white["gains"]) == ("14", "−1", False)
    assert now["lines"] == ["Black stabs White for 1 point."]
    round_(duel, 2)
    assert (seen(duel)["wizards"][1]["change"], seen(duel)["lines"]) == (0, [])


def test_hit_points_change_from_15_where_healing_may_give_more():
    duel = a_duel(a_mage("Black"), a_mage("White"), book="warlocks")
    round_(duel, 1)
    assert [(one["hp"], one["max_hp"], one["change"]) for one in seen(duel)["wizards"]] == [("15", 16, 0)] * 2


def test_monsters_of_one_kind_are_counted(duel):
    for number, gesture in enumerate("SFWSFW", 1):
        round_(duel, number, black={"left": gesture})
    assert [(one["slug"], one["count"]) for one in seen(duel)["wizards"][0]["monsters"]] == [("goblin", 2)]
    assert len(seen(duel)["lines"]) <= LINES


def test_the_end_is_always_shown_after_its_cause():
    events = [
        {"section": "spells", "type": "cast", "text": "Cast"},
        {"section": "spells", "type": "damage", "text": "Burnt"},
        {"section": "attacks", "type": "damage", "text": "Hurt"},
        {"section": "end", "type": "dies", "text": "Dead"},
    ]
    assert lines(events) == ["Cast", "Burnt", "Dead"]


def test_the_end_of_a_finished_duel_is_shown(duel):
    round_(duel, 1)
    give_up(duel=duel, wizard="Black")
    over = seen(duel)
    assert over["is_over"]
    assert over["wizards"][0]["is_out"]
    assert [one["name"] for one in over["wizards"][0]["effects"]] == ["Surrendered"]
    assert "Black" in over["lines"][0]


@pytest.mark.parametrize(("is_absent", "told"), [(False, "Time limit"), (True, "Absent")])
def test_an_adjudication_is_not_called_a_surrender(duel, is_absent, told):
    perform([Adjudicate(slug=duel.slug, losers=[["Black"]], absent=is_absent)])
    assert [one["name"] for one in seen(duel)["wizards"][0]["effects"]] == [told]


def test_a_timeout_is_not_called_a_surrender():
    duel = a_duel(a_mage("Black"), a_mage("White"), pace=60)
    for number in (1, 2, 3):
        submit_orders(duel=duel, wizard="White", round_number=number, orders={"left": "-", "right": "-"})
        time_out(slug=duel.slug, now=timezone.now() + timedelta(seconds=61 * number))
    assert [(one["name"], one["slug"]) for one in seen(duel)["wizards"][0]["effects"]] == [("Out of time", "clock")]


def test_invisible_hands_are_hidden(duel):
    for number, (left, right) in enumerate(["P-", "P-", "WW", "SS"], 1):  # Invisibility: nobody sees the next round
        round_(duel, number, white={"left": left, "right": right})
    round_(duel, 5, white={"left": "D"})
    _, (left, _) = seen(duel)["rows"][-1]["hands"]
    assert (left["icon"], left["spoken"]) == ("fog", "hidden")
