"""The lexer. It splits a message up to END into lines without comments, and lines into words and phrases."""

import re
from collections.abc import Iterator
from typing import NamedTuple

WORD = re.compile(r'"[^"]*"|,|[^\s,]+')
"""A phrase in quotes, which may contain spaces; a comma; or a word."""
QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "«": '"', "»": '"'})
WITH_BODY = ("MESSAGE", "ANNOUNCE")
AS_WRITTEN = ("SAY",)
"""Orders in which a semicolon begins no comment."""


class Line(NamedTuple):
    """A line with an order.

    `rest` is the text after the verb. `body` has the lines below it, or is ``None`` if their END is missing.
    """

    number: int
    text: str
    verb: str
    rest: str
    body: str | None = None


def lines(text: str) -> Iterator[Line]:
    """Yield the lines with orders, numbered from 1, up to and including END. Quoted lines (`> `) are skipped."""
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
    """Remove a byte order mark, and null characters and lone surrogates, which databases refuse."""
    return text.encode(errors="ignore").decode().replace("\0", "").removeprefix("\ufeff")


def verb_of(text: str) -> str:
    """Return the first word in capital letters, without punctuation after it, or "" if there is none.

    ``Help!`` is ``HELP``, and ``LH: P`` begins with ``LH``.
    """
    word = next(iter(text.split(maxsplit=1)), "").upper()
    return word.rstrip(",.!?:") or word


def _body(written: Iterator[tuple[int, str]], end: str) -> str | None:
    """Consume the lines up to `end` and return those before it. Return ``None`` if there is no such line."""
    body: list[str] = []
    for _number, line in written:
        if " ".join(line.split()).upper() == end:
            return "\n".join(body).strip()
        body.append(line.rstrip())
    return None


def words(rest: str) -> list[str]:
    """Return the words, commas and phrases of a line. Phrases keep their quotes, so that no phrase looks like a
    keyword.
    """
    return WORD.findall(rest.translate(QUOTES))


def bare(word: str) -> str:
    """Return a word or phrase without quotes, with runs of spaces collapsed."""
    return " ".join(word.strip('"').split())
