"""What a process remembers of duels."""

import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from duels.play.memory import Memory


def test_what_was_used_least_is_forgotten_when_there_are_too_many_rounds():
    memory = Memory(most_rounds=10)
    for key in "abc":
        memory.put(key, key.upper(), rounds=2)
    assert memory.get("a") == "A"
    memory.put("d", "D", rounds=2)
    assert [memory.get(key) for key in "abcd"] == ["A", None, "C", "D"]


def test_what_is_put_again_counts_once():
    memory = Memory(most_rounds=10)
    for rounds in range(9):
        memory.put("a", rounds, rounds=rounds)
    memory.put("b", "B", rounds=0)
    assert (memory.get("a"), memory.get("b")) == (8, "B")


def test_what_is_taken_is_there_no_more():
    memory = Memory()
    memory.put("a", "A", rounds=0)
    assert [memory.take("a"), memory.take("a"), memory.get("a")] == ["A", None, None]


def test_what_is_too_large_is_not_remembered():
    memory = Memory(most_rounds=10)
    memory.put("a", "A", rounds=10)
    assert memory.get("a") is None
    memory.put("b", "B", rounds=9)
    assert memory.get("b") == "B"


@pytest.fixture
def _hasty():
    """Threads that take turns as often as can be."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


@pytest.mark.usefixtures("_hasty")
def test_of_two_threads_that_take_keys_at_once_exactly_one_gets_each():
    keys, together = range(50_000), Barrier(2, timeout=60)
    memory = Memory(most_rounds=len(keys))
    for key in keys:
        memory.put(key, key, rounds=0)

    def take_all(_):
        together.wait()
        return [memory.take(key) for key in keys]

    with ThreadPoolExecutor(2) as threads:
        one, other = threads.map(take_all, range(2))
    assert all({first, second} == {key, None} for key, first, second in zip(keys, one, other, strict=True))
    memory.put("a", "A", rounds=len(keys) - 1)  # there is room, since of what was taken nothing counts any more
    assert memory.get("a") == "A"
