import pytest
from django.utils import timezone

from accounts.models import Mage
from duels.ladder.pictures import lines_of
from duels.models import Standing
from tests.builders import a_mage

pytestmark = pytest.mark.django_db


def test_a_picture_names_results_and_ratings_after_three_duels():
    mage = a_mage("Black")
    assert lines_of(mage) == []
    Standing.objects.create(mage=mage, melee=False, rating=1612, deviation=60, wins=4, losses=1)
    Standing.objects.create(mage=mage, melee=True, draws=2)
    assert lines_of(mage) == ["Duels: 4 won, 1 lost, 0 drawn · rating 1612", "Melees: 0 won, 0 lost, 2 drawn"]


@pytest.mark.parametrize(
    ("state", "line"), [({"retired": timezone.now()}, "Retired"), ({"end": "died", "ended": timezone.now()}, "Dead")]
)
def test_a_picture_says_that_a_mage_is_retired_or_dead(state, line):
    mage = a_mage("Black")
    Mage.objects.filter(pk=mage.pk).update(**state)
    mage.refresh_from_db()
    assert lines_of(mage) == [line]
