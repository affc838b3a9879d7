"""Duels of mages with wizards of the house."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from duels.house.duels import start_house_duel
from duels.house.wizards import BY_NAME
from duels.models import Duel
from tests.builders import a_mage
from tests.duels.people import at_once
from wavinghands import engine

pytestmark = pytest.mark.django_db

NYX, OSRIC, TANSY = BY_NAME["Nyx"], BY_NAME["Osric"], BY_NAME["Tansy"]


def test_a_wizard_of_the_house_sits_there_with_his_strength_and_manner():
    duel = start_house_duel(mage=a_mage("Black"), wizards=[OSRIC], book="classic")
    assert (duel.practice, duel.counts, duel.pace) == (True, False, None)
    black, osric = duel.seats.all()
    assert (black.name, black.is_house) == ("Black", False)
    assert (osric.name, osric.gender, osric.mage) == ("Osric", "m", None)
    assert (osric.level, osric.temperament) == (2, "healer")
    assert osric.orders is not None


def test_the_mage_takes_the_seat_he_wants_at_the_terms_he_wants():
    duel = start_house_duel(
        mage=a_mage("Black"),
        wizards=[TANSY, OSRIC],
        book="classic",
        options={"max_hp": 18},
        pace=60,
        reserve=300,
        position=2,
        practice=False,
    )
    assert [seat.name for seat in duel.seats.all()] == ["Tansy", "Osric", "Black"]
    assert (duel.melee, duel.practice, duel.counts) == (True, False, False)
    assert (duel.options, duel.pace, duel.reserve) == ({"max_hp": 18}, 60, 300)


@pytest.mark.parametrize("option", [{"cookery": True}, {"max_hp": "many"}])
def test_what_the_book_does_not_know_is_refused(option):
    with pytest.raises(engine.EngineError):
        start_house_duel(mage=a_mage(), wizards=[TANSY], book="classic", options=option)
    assert not Duel.objects.exists()


def test_nobody_duels_with_a_namesake():
    with pytest.raises(ValidationError, match="namesake"):
        start_house_duel(mage=a_mage("tansy"), wizards=[OSRIC, TANSY], book="classic")


@pytest.mark.django_db(transaction=True)
def test_a_duel_begun_by_two_clicks_is_one_and_with_anything_else_another():
    mage, same = a_mage(), {"wizards": [TANSY], "book": "classic"}
    one, other = at_once([lambda: start_house_duel(mage=mage, **same)] * 2)
    assert one == other
    others = [
        {"wizards": [OSRIC]},
        {"wizards": [TANSY, OSRIC]},
        {"book": "warlocks"},
        {"options": {"max_hp": 18}},
        {"pace": 60},
        {"practice": False},
    ]
    found = {start_house_duel(mage=mage, **same | terms).pk for terms in others}
    assert len(found - {one.pk}) == len(others)
    Duel.objects.update(started=timezone.now() - timedelta(minutes=1))
    assert start_house_duel(mage=mage, **same) != one
