import pytest

from duels.models import Duel, Round, Seat
from duels.play.actions import Adjudicate
from duels.play.loading import states, table
from duels.play.transaction import perform, submit_orders
from duels.wording.duel_lists import outcome
from duels.wording.refusals import Refused
from tests.duels.tables import a_duel
from wavinghands import engine

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]

REST = {"left": "-", "right": "-"}


def play(duel: Duel, black: str, white: str = "", **last: dict) -> None:
    """Play rounds in which the right hands make these gestures. `last` contains further orders for the last round."""
    length = max(len(black), len(white))
    for index in range(length):
        for name, hand in (("Black", black), ("White", white)):
            more = last.get(name, {}) if index == length - 1 else {}
            gesture = hand.rjust(length, "-")[index]
            submit_orders(duel=duel, wizard=name, round_number=index + 1, orders=REST | {"right": gesture} | more)
    duel.refresh_from_db()


def adjudicate(duel: Duel, *losers: list[str], absent: bool = False) -> dict:
    """Adjudicate the duel, replay its record, and return the result.

    Each of `losers` is a group of wizards who fall together. The first group takes the last place.
    """
    perform([Adjudicate(slug=duel.slug, losers=losers, absent=absent)])
    duel.refresh_from_db()
    states.clear()
    after = table(duel.slug)
    assert after.duel.result == after.state.result
    assert duel.ended is not None
    assert not Seat.objects.filter(duel=duel, due=True).exists()
    assert duel.result["killed"] == []
    assert all(wizard.alive for wizard in after.state.wizards)
    return duel.result


@pytest.mark.parametrize("book", ["classic", "warlocks"])
def test_nobody_dies_of_an_adjudication(book):
    assert adjudicate(a_duel(book=book), ["White"])["winners"] == ["Black"]


@pytest.mark.parametrize(("absent", "how", "ending"), [(False, "ruling", "adjudged"), (True, "absence", "absent")])
def test_an_adjudication_is_not_called_a_surrender(absent, how, ending):
    duel = a_duel()
    adjudicate(duel, ["White"], absent=absent)
    (round_,) = engine.view(table(duel.slug).state, "Black")["rounds"]
    assert [event["how"] for event in round_["events"] if event["type"] == "surrenders"] == [how]
    assert duel.ending == ending
    assert "surrendered" not in outcome(duel)


@pytest.mark.parametrize("field", ["absent", "timed_out"])
def test_players_cannot_say_that_they_did_not_come_or_ran_out_of_time(field):
    with pytest.raises(Refused, match="only the site"):
        submit_orders(duel=a_duel(), wizard="Black", round_number=1, orders=REST | {field: True})


def test_wizards_who_fall_in_the_same_round_draw():
    assert adjudicate(a_duel(book="warlocks"), ["Black", "White"])["outcome"] == "draw"


def test_a_held_hand_does_not_turn_an_adjudication_into_a_death():
    duel = a_duel(book="warlocks")
    play(duel, "FFF", Black={"target": {"right": "White"}})
    assert "paralysis" in table(duel.slug).state.wizard("White").effects
    assert adjudicate(duel, ["White"])["winners"] == ["Black"]


def test_orders_of_the_open_round_are_dropped():
    duel = a_duel(book="warlocks")
    stab = {"left": ">", "right": "-", "target": {"left": "White"}}
    submit_orders(duel=duel, wizard="Black", round_number=1, orders=stab)
    adjudicate(duel, ["White"])
    assert table(duel.slug).state.wizard("White").hp == table(duel.slug).state.wizard("Black").hp
    assert Round.objects.get(duel=duel).orders == {"Black": REST, "White": REST}


def test_a_duel_with_open_questions_ends_by_adjudication():
    duel = a_duel()
    play(duel, "FFF", Black={"target": {"right": "White"}})
    assert duel.asking  # for the hand to paralyse
    assert adjudicate(duel, ["White"])["winners"] == ["Black"]


def test_a_sickness_kills_no_winner_who_has_not_given_orders():
    duel = a_duel()
    play(duel, "DWWFWD", Black={"target": {"right": "White"}})
    while table(duel.slug).state.wizard("White").effects["poison"].left > 1:
        duel.refresh_from_db()
        for name in ("Black", "White"):
            submit_orders(duel=duel, wizard=name, round_number=duel.round, orders=REST)
    assert adjudicate(duel, ["Black"])["winners"] == ["White"]
