import pytest

from duels.play import frames
from duels.play.loading import table
from duels.play.transaction import submit_orders
from tests.builders import a_mage
from tests.duels.tables import a_duel
from wavinghands import engine

pytestmark = pytest.mark.django_db

SNAP, REST = {"left": "S", "right": "-"}, {"left": "-", "right": "-"}


def whole(duel, viewer):
    return frames.whole(table(duel.slug), viewer)


def played(duel, number, **orders):
    for wizard, given in orders.items():
        submit_orders(duel=duel, wizard=wizard, round_number=number, orders=given)


def test_spectators_see_the_spells_ahead_and_duelists_in_their_request():
    duel = a_duel(a_mage("Black"), a_mage("White"))
    played(duel, 1, Black=SNAP, White=REST)
    watched, asked = whole(duel, None), whole(duel, "White")
    assert watched.ahead["wizards"]["Black"]["left"][0]["D"] == ["magic_missile"]
    assert asked.ahead is None
    assert asked.request["ahead"]["wizards"]["Black"]["stops"][0] == {"magic_missile": ["shield"]}


def test_sealed_orders_do_not_change_the_spells_ahead_of_spectators():
    duel = a_duel(a_mage("Black"), a_mage("White"))
    before = whole(duel, None).ahead
    played(duel, 1, Black=SNAP)
    assert whole(duel, None).ahead == before


def test_a_wizard_outside_a_free_round_sees_the_spells_ahead():
    duel = a_duel(a_mage("Black"), a_mage("White"), book="standard")
    for number, (left, right) in enumerate(zip("PWPWWC", "-----C", strict=True), 1):
        mine = {"left": left, "right": right, "target": {"both": "Black", "left": "Black"}}
        played(duel, number, Black=mine, White=REST)
    state = table(duel.slug).state
    assert (state.kind, state.acting) == ("haste", ("Black",))
    waiting = whole(duel, "White")
    assert waiting.request is None
    assert waiting.ahead == engine.ahead(state, "White")


def test_a_finished_duel_has_no_spells_ahead():
    duel = a_duel(a_mage("Black"), a_mage("White"))
    played(duel, 1, Black={"left": "P", "right": "P"}, White=REST)
    assert whole(duel, None).ahead is None
