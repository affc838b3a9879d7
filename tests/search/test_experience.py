import pytest

from wavinghands.search.experience import ALL, duel_of


@pytest.fixture(scope="module")
def course():
    """Return the positions of a training duel after each round."""
    found, _ = duel_of(ALL, 2)
    return found


def test_the_course_has_the_position_after_every_round(course):
    assert [duel.number for duel in course] == list(range(len(course)))


def test_the_course_ends_with_the_duel(course):
    assert [duel.result is not None for duel in course] == [False] * (len(course) - 1) + [True]
