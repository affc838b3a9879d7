"""Find English that readers stumble over: `python -m tests.english [FILE ...]`, which is part of `make lint`.

The command reads docstrings, comments and texts in Python files, and every line of scripts, style sheets, templates and
documents. docs/style.md says what to write instead.
"""

import ast
import re
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SUFFIXES = (".py", ".js", ".css", ".html", ".txt", ".md")

FIRST_WORDS = "begins with What, Who or Whether"
NO_ARTICLE = "begins without an article"
BEGINNINGS = (FIRST_WORDS, NO_ARTICLE)
"""The kinds of faults that are looked for only in the first words of docstrings and titles."""

PATTERNS = {
    FIRST_WORDS: r"^(?:Whats?|Who|Whom|Whose|Whoever|Whether|By what|By whom|To whom)\b(?![^?]*\?)",
    NO_ARTICLE: (
        r"^(?:Maximum|Minimum) \w|^(?:Number|Share|Probability|Width|Height|Length|Weight|Margin) of\b"
        r"|^(?:Factor by|Period (?:with)?in) which\b"
    ),
    "so for a condition": r"\b(?:This|That|It) is so (?:if|for|after|when|unless|because)\b",
    "generic he": r"\b(?:he|him|his|himself|he's)\b",
    "who without a noun": (
        r"(?:(?<=[.:;(] )|^)[Ww]ho(?:ever)? (?!can\b|\}\))[^?]*$"
        r"|\b(?:of|for|by|with|at|from|to|and|or|than|as|if|where|unless|that|but) who(?:ever)?\b(?! (?:and|or|it)\b)"
    ),
    "is told": r"\b(?:is|are|was|were|be|been|being|not|gets?) told\b",
    "German adverb": r"\b(?:just now|For how long|from (?:which|when|where) on)\b",
    "stands": r"\bst(?:ands?|ood)\b(?! (?:for|out|by|still)\b)",
    "old word": r"\b(?:by and by|beside|anew|nought|lest|awaits|awaited|fares|hinders?|thereof|thereby|whither)\b",
    "superlative with an article": (
        r", the (?:latest|newest|oldest|earliest|best|strongest|slowest|lowest|highest|largest|most \w+) first\b"
    ),
    "duel of two": r"\b[Dd]uels? of two\b",
    "replace by": r"\b[Rr]eplac(?:e|es|ing) (?:[\w`'’-]+ ){1,5}by (?:a|an|the|one|its|their)\b",
    "rate with a": r"\b(?:a|one) (?:day|minute|second|round|week) a (?:round|second|minute|day)\b",
}
"""The kinds of faults, each with the regular expression that finds it."""

GAME_PROSE = (
    "wavinghands/engine/words/*",
    "wavinghands/engine/spells/*",
    "duels/house/wizards.py",
    "tests/engine/words/*",
    "tests/duels/mailroom/test_playing.py",
    "*/migrations/*",
    "*/locale/*",
    "static/vendor/*",
    "static/words/*",
    "tests/english.py",
    "tests/test_english.py",
    "accounts/forbidden_words.txt",
)
"""Files that contain the game's own prose, or words that are not prose."""


@dataclass(frozen=True)
class Fault:
    """A piece of text that matches a pattern."""

    path: str
    line: int
    name: str
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.name}: {self.text.strip()[:100]}"


def faults_in(path: str, text: str) -> Iterator[Fault]:
    """Yield the faults in the text of a file. `path` is relative to the project."""
    pieces = _pieces_of_python(text) if path.endswith(".py") else _lines(text)
    for line, piece, is_beginning in pieces:
        for name, pattern in _COMPILED.items():
            if (is_beginning or name not in BEGINNINGS) and pattern.search(piece):
                yield Fault(path, line, name, piece)


_COMPILED = {name: re.compile(pattern) for name, pattern in PATTERNS.items()}


def _lines(text: str) -> Iterator[tuple[int, str, bool]]:
    for number, line in enumerate(text.splitlines(), 1):
        bare = re.sub(r"^\s*(?:/\*\*?|\*/?|//|#+|<!--|\{#)?\s*", "", line)
        yield number, bare, line.lstrip().startswith(("/**", "#"))


def _pieces_of_python(text: str) -> Iterator[tuple[int, str, bool]]:
    """Yield each line of the docstrings, string literals and comments in a Python file.

    Each line comes with its number, and with a flag that is true for the first line of a docstring.
    """
    tree = ast.parse(text)
    documents = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and (" " in node.value):
            for offset, line in enumerate(node.value.splitlines()):
                yield node.lineno + offset, line.strip(), offset == 0 and id(node) in documents
    with_comments = tokenize.generate_tokens(iter(text.splitlines(keepends=True)).__next__)
    for token in with_comments:
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string.lstrip("# "), False


def project_files() -> list[str]:
    """Return the paths of all files that must have no faults."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    return [
        path
        for path in listed.splitlines()
        if path.endswith(SUFFIXES) and not any(fnmatch(path, pattern) for pattern in GAME_PROSE)
    ]


def main(paths: Sequence[str]) -> int:
    """Print the faults in these files, or in all files, and the number of each kind. Return the exit status."""
    found = list(chain.from_iterable(faults_in(path, (ROOT / path).read_text()) for path in paths or project_files()))
    for fault in found:
        print(fault)
    for name, count in Counter(fault.name for fault in found).most_common():
        print(f"{count:5} {name}", file=sys.stderr)
    return int(bool(found))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
