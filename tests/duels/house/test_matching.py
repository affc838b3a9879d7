import pytest

from duels.house.matching import OF_STRANGERS, level_for
from duels.models import HouseStanding
from tests.builders import a_user

pytestmark = pytest.mark.django_db


def test_a_user_new_to_the_house_is_not_given_the_lowest_level():
    assert level_for(a_user().pk) == OF_STRANGERS == 2


@pytest.mark.parametrize(("rating", "level"), [(500, 1), (960, 1), (1140, 2), (1420, 3), (1720, 4), (2200, 5)])
def test_the_level_is_nearest_to_the_users_rating_against_the_house(rating, level):
    user = a_user()
    HouseStanding.objects.create(user=user, rating=rating)
    assert level_for(user.pk) == level
