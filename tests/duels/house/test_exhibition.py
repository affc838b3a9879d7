"""The duel of two house wizards that is shown while nobody plays."""

from datetime import timedelta

import pytest
from django.db import IntegrityError
from django.utils import timezone

from duels.house.exhibition import PAUSE, current_exhibition
from tests.builders import rows_of_a_duel

pytestmark = pytest.mark.django_db


def an_exhibition(**fields):
    return rows_of_a_duel(None, exhibition=True, practice=True, counts=False, pace=None, **fields)


def test_the_exhibition_that_goes_on_is_shown_and_no_other_duel():
    assert current_exhibition() is None
    rows_of_a_duel(None)
    assert current_exhibition() is None
    assert an_exhibition() == current_exhibition()


def test_one_that_is_over_is_shown_a_little_longer():
    ended = an_exhibition(ended=timezone.now() - PAUSE + timedelta(seconds=5))
    assert current_exhibition() == ended
    going_on = an_exhibition()
    assert current_exhibition() == going_on
    going_on.delete()
    ended.ended = timezone.now() - PAUSE
    ended.save()
    assert current_exhibition() is None


def test_no_two_exhibitions_go_on():
    an_exhibition()
    with pytest.raises(IntegrityError):
        an_exhibition()
