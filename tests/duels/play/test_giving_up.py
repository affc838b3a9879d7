import pytest

from duels.models import Duel, Round
from duels.play.loading import table
from duels.play.transaction import give_up, submit_orders
from tests.duels.tables import a_duel
from wavinghands import engine

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]

REST = {"left": "-", "right": "-"}


def play(duel: Duel, black: tuple[str, str], white: tuple[str, str] = ("", ""), **last: dict) -> None:
    """Play rounds in which the wizards' hands make these gestures.

    `last` contains additional orders for the last round, by wizard.
    """
    hands = {"Black": black, "White": white}
    length = max(len(hand) for pair in hands.values() for hand in pair)
    for index in range(length):
        for name, pair in hands.items():
            given = {side: hand.rjust(length, "-")[index] for side, hand in zip(REST, pair, strict=True)}
            more = last.get(name, {}) if index == length - 1 else {}
            submit_orders(duel=duel, wizard=name, round_number=index + 1, orders=given | more)
    duel.refresh_from_db()


def last_orders(duel: Duel, wizard: str) -> dict:
    return Round.objects.filter(duel=duel).latest("number").orders[wizard]


def hp(duel: Duel, name: str) -> int:
    return table(duel.slug).state.wizard(name).hp


@pytest.mark.parametrize("book", ["classic", "warlocks"])
def test_a_wizard_who_gives_up_shows_two_palms_that_shield_them(book):
    duel = a_duel(book=book)
    play(duel, ("SFW", "---"))
    give_up(duel=duel, wizard="White")
    given = last_orders(duel, "White")
    assert (given["left"], given["right"], given["cast"]) == ("P", "P", {"left": "shield", "right": "shield"})
    duel.refresh_from_db()
    assert (duel.result["surrendered"], duel.result["killed"]) == (["White"], [])
    assert hp(duel, "White") == 14  # the goblin struck only once, in the round in which it was summoned


def test_a_wizard_who_gives_up_casts_the_protections_of_two_palms():
    duel = a_duel()
    play(duel, ("---", "---"), ("-WP", "-WF"))
    give_up(duel=duel, wizard="White")
    assert last_orders(duel, "White")["cast"] == {"left": "counter_spell", "right": "shield"}


def test_giving_up_replaces_sealed_orders_with_two_palms():
    duel = a_duel()
    submit_orders(duel=duel, wizard="White", round_number=1, orders={"left": "S", "right": "W"})
    give_up(duel=duel, wizard="White")
    assert (last_orders(duel, "White")["left"], last_orders(duel, "White")["right"]) == ("P", "P")


@pytest.mark.parametrize(("book", "fate"), [("classic", "surrendered"), ("warlocks", "killed")])
def test_a_wizard_with_bound_hands_gives_up_without_palms(book, fate):
    duel = a_duel(book=book)
    play(duel, ("SWD", "---"))  # Fear
    request = engine.request(table(duel.slug).state, "White")
    give_up(duel=duel, wizard="White")
    assert last_orders(duel, "White") == {**REST, "forfeit": True}
    duel.refresh_from_db()
    assert duel.result[fate] == ["White"]
    assert request["forfeit"] == {"surrendered": "surrenders", "killed": "dies"}[fate]


def test_giving_up_kills_nobody_who_has_not_sealed_orders_yet():
    duel = a_duel()
    play(duel, ("SFW" + "-" * 13, ""))  # the goblin does fourteen points of damage
    assert hp(duel, "White") == 1
    give_up(duel=duel, wizard="Black")
    duel.refresh_from_db()
    assert duel.result is None
    assert table(duel.slug).waiting() == ["White"]
    submit_orders(duel=duel, wizard="White", round_number=17, orders={"left": "P", "right": "-"})
    duel.refresh_from_db()
    assert (duel.result["winners"], duel.result["surrendered"]) == (["White"], ["Black"])
