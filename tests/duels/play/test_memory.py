"""What a process remembers of duels."""

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
