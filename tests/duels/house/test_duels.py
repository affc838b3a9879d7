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


def test_a_house_wizards_seat_has_its_level_and_temperament():
    duel = start_house_duel(mage=a_mage("Black"), wizards=[OSRIC], book="classic")
    assert (duel.practice, duel.counts, duel.pace) == (True, False, None)
    black, osric = duel.seats.all()
    assert (black.name, black.is_house) == ("Black", False)
    assert (osric.name, osric.gender, osric.mage) == ("Osric", "m", None)
    assert (osric.level, osric.temperament) == (2, "healer")
    assert osric.orders is not None


def test_a_mage_gets_the_chosen_seat_and_terms():
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
def test_an_unknown_option_is_refused(option):
    with pytest.raises(engine.EngineError):
        start_house_duel(mage=a_mage(), wizards=[TANSY], book="classic", options=option)
    assert not Duel.objects.exists()


def test_a_duel_against_a_namesake_is_refused():
    with pytest.raises(ValidationError, match="has already joined"):
        start_house_duel(mage=a_mage("tansy"), wizards=[OSRIC, TANSY], book="classic")


@pytest.mark.django_db(transaction=True)
def test_a_double_click_starts_one_duel_but_other_terms_another():
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
