from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from duels.models import Seat
from duels.notifications.turns import turn_of
from duels.wording.time_controls import DAY
from tests.builders import a_mage, rows_of_a_duel
from tests.duels.people import as_user

pytestmark = pytest.mark.django_db

SOON = timezone.now() + timedelta(minutes=2)


def test_other_pages_name_the_live_duel_that_waits_for_a_user():
    black, white = a_mage("Black"), a_mage("White")
    rows_of_a_duel(black, a_mage(), deadline=SOON + timedelta(minutes=1))
    duel = rows_of_a_duel(black, white, deadline=SOON)
    turn = turn_of(black.owner_id)
    assert (turn.path, turn.opponents) == (f"/duel/{duel.slug}/", "White")
    assert turn.until == SOON
    for address in ("/ladder/", "/turn/"):
        page = as_user(black.owner).get(address).content.decode()
        assert "Your duel with White: <strong>your turn</strong>" in page
    assert "your turn</strong>" not in as_user(black.owner).get(f"/duel/{duel.slug}/plain/").content.decode()
    assert "your turn</strong>" not in Client().get("/turn/").content.decode()


def test_slow_duels_and_duels_that_wait_for_others_have_no_note():
    black, white = a_mage(), a_mage()
    rows_of_a_duel(black, white, pace=DAY, deadline=SOON)
    rows_of_a_duel(black, white, pace=None, practice=True)
    sealed = rows_of_a_duel(black, white, deadline=SOON)
    Seat.objects.filter(duel=sealed, mage=black).update(due=False)
    assert turn_of(black.owner_id) is None
    assert turn_of(white.owner_id).opponents == black.name


def test_allies_are_not_named_as_opponents():
    black, white, grey, rose = (a_mage(name) for name in ("Black", "White", "Grey", "Rose"))
    duel = rows_of_a_duel(black, white, grey, rose, deadline=SOON)
    Seat.objects.filter(duel=duel, mage__in=[black, white]).update(team=1)
    Seat.objects.filter(duel=duel, mage__in=[grey, rose]).update(team=2)
    assert turn_of(black.owner_id).opponents == "Grey and Rose"
