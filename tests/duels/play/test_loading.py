import pytest

from duels.play.loading import StateCache
from wavinghands import engine

REST = {"left": "-", "right": "-"}


@pytest.fixture
def course():
    """Return the states of a duel after 0, 1, 2 and 3 rounds."""
    states = [engine.start("classic", [{"name": "Black"}, {"name": "White"}])]
    while len(states) < 4:
        states.append(engine.play(states[-1], {"Black": REST, "White": REST}, {}))
    return states


def test_an_earlier_state_is_found_even_if_later_rounds_are_cached(course):
    cache = StateCache()
    cache.put("a", course[2])
    assert [cache.get("a", rounds) for rounds in (0, 1, 2)] == course[:3]


def test_a_cache_that_is_behind_gives_the_latest_state_it_has(course):
    cache = StateCache()
    cache.put("a", course[1])
    assert cache.get("a", 3) is course[1]
    assert cache.get("b", 3) is None


def test_an_earlier_state_does_not_replace_a_later_one(course):
    cache = StateCache()
    for state in (course[3], course[1]):
        cache.put("a", state)
    assert cache.get("a", 3) is course[3]


def test_the_least_recently_used_duel_is_evicted_from_a_full_cache(course):
    cache = StateCache(most_rounds=9)
    for slug in "abc":
        cache.put(slug, course[2])
    assert cache.get("a", 2) is course[2]
    cache.put("d", course[2])
    assert [cache.get(slug, 2) is not None for slug in "abcd"] == [True, False, True, True]


def test_only_the_latest_state_of_a_duel_counts_towards_the_size(course):
    cache = StateCache(most_rounds=4)
    for state in course:
        cache.put("a", state)
    assert cache.get("a", 3) is course[3]


def test_a_duel_longer_than_the_cache_is_not_cached(course):
    cache = StateCache(most_rounds=3)
    cache.put("a", course[3])
    assert cache.get("a", 3) is None
    cache.put("b", course[2])
    assert cache.get("b", 2) is course[2]
