import pytest

from duels.models import Duel, Round
from duels.play.transaction import give_up, submit_orders, withdraw
from duels.wording.refusals import Refused
from tests.builders import a_mage
from tests.duels.tables import a_duel

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]

ONE, OTHER, BAD = {"left": "P", "right": "-"}, {"left": "W", "right": "S"}, {"left": "Q", "right": "-"}


@pytest.fixture
def duel():
    return a_duel(a_mage("Black"), a_mage("White"))


def order(duel, wizard, given):
    return submit_orders(duel=duel, wizard=wizard, round_number=1, orders=given)


def played(duel):
    return Round.objects.get(duel=duel, number=1).orders


def test_changed_orders_are_played(duel):
    order(duel, "Black", ONE)
    order(duel, "Black", OTHER)
    order(duel, "White", ONE)
    assert played(duel) == {"Black": OTHER, "White": ONE}


def test_orders_sealed_after_taking_back_are_played(duel):
    order(duel, "Black", ONE)
    withdraw(duel=duel, wizard="Black", round_number=1)
    order(duel, "White", ONE)
    assert Duel.objects.get(pk=duel.pk).round == 1
    order(duel, "Black", OTHER)
    assert played(duel) == {"Black": OTHER, "White": ONE}


def test_after_a_refused_change_the_earlier_orders_are_played(duel):
    order(duel, "Black", ONE)
    with pytest.raises(Refused):
        order(duel, "Black", BAD)
    order(duel, "White", OTHER)
    assert played(duel) == {"Black": ONE, "White": OTHER}


def test_a_wizard_may_give_up_after_sealing_orders(duel):
    order(duel, "Black", OTHER)
    give_up(duel=duel, wizard="Black", round_number=1)
    assert played(duel)["Black"]["forfeit"] is True
    assert Duel.objects.get(pk=duel.pk).result["winners"] == ["White"]
