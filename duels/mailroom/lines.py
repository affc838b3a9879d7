"""The lines of a message up to END, if it has one, without comments, and the words and phrases in them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

WORD = re.compile(r'"[^"]*"|,|[^\s,]+')
"""A phrase between quotes, which may have spaces, a comma, or a word."""
QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "«": '"', "»": '"'})
WITH_BODY = ("MESSAGE", "ANNOUNCE")
AS_WRITTEN = ("SAY",)
"""Orders in whose lines a semicolon is one."""


class Line(NamedTuple):
    """A line that orders something. `rest`: what follows its verb; `body`: the text below it, none if it has no end."""

    number: int
    text: str
    verb: str
    rest: str
    body: str | None = None


def lines(text: str) -> Iterator[Line]:
    """The lines that order something, from 1 on; the last is END, if there is one. What others wrote (`> `) is none."""
    written = enumerate(_writable(text).splitlines(), 1)
    for number, raw in written:
        line = raw.strip()
        if not line or line.startswith((">", ";")):
            continue
        if verb_of(line) not in AS_WRITTEN:
            line = line.partition(";")[0].rstrip()
        verb, rest = verb_of(line), line[len(line.split(maxsplit=1)[0]) :].strip()
        body = _body(written, f"END {verb}") if verb in WITH_BODY else None
        yield Line(number, line, verb, rest, body)
        if verb == "END" and not rest:
            return


def _writable(text: str) -> str:
    """The text without what no database keeps: null characters, halves of letters; and without a mark at its head."""
    return text.encode(errors="ignore").decode().replace("\0", "").removeprefix("\ufeff")


def verb_of(text: str) -> str:
    """Return the first word in capital letters, without the punctuation of a sentence after it; empty if there is none.

    ``Help!`` is ``HELP``, and ``LH: P`` begins with ``LH``.
    """
    word = next(iter(text.split(maxsplit=1)), "").upper()
    return word.rstrip(",.!?:") or word


def _body(written: Iterator[tuple[int, str]], end: str) -> str | None:
    """The lines before the one that ends them, which are taken; none if it does not come."""
    body: list[str] = []
    for _number, line in written:
        if " ".join(line.split()).upper() == end:
            return "\n".join(body).strip()
        body.append(line.rstrip())
    return None


def words(rest: str) -> list[str]:
    """The words, commas and phrases of a line; phrases keep their quotes, so that none is taken for a key word."""
    return WORD.findall(rest.translate(QUOTES))


def bare(word: str) -> str:
    """A word without its quotes, spaces made one."""
    return " ".join(word.strip('"').split())
