import pytest

from tests.english import faults_in


@pytest.mark.parametrize(
    ("path", "text", "names"),
    [
        ("a.py", '"""Whether a user is here."""', ["begins with What, Who or Whether"]),
        ("a.py", '"""Return whether a user is here."""', []),
        ("a.py", '"""Number of players who wait."""', ["begins without an article"]),
        ("a.py", '"""The number of players who wait."""', []),
        ("a.py", "x = 1  # Number of players who wait.", []),
        ("a.md", "This is so if nobody waits.", ["so for a condition"]),
        ("a.md", "This is so slow that nobody waits.", []),
        ("a.py", "x = 1  # what he has", ["generic he"]),
        ("a.py", 'f("Who dies, loses.")', ["who without a noun"]),
        ("a.py", 'f("Who is here?")', []),
        ("a.py", 'f("A wizard who dies loses.")', []),
        ("a.py", "he = stands  # fine", []),
        ("a.js", "// Users are told by and by.", ["is told", "old word"]),
        ("a.py", "x = 1  # another request took it just now", ["German adverb"]),
        ("a.html", "<p>It stands here for good.", ["stands"]),
        ("a.md", "P stands for palm.", []),
        ("a.md", "A list of duels, the latest first.", ["superlative with an article"]),
        ("a.md", "A list of duels, latest first.", []),
        ("a.md", "How a duel of two ends.", ["duel of two"]),
        ("a.py", "x = 1  # replace the old handler by a new one", ["replace by"]),
        ("a.py", "x = 1  # the handler is replaced by a new one", []),
    ],
)
def test_patterns(path: str, text: str, names: list[str]) -> None:
    assert [fault.name for fault in faults_in(path, text)] == names
