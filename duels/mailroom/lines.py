"""The lexer for orders.

It splits a message into lines, and lines into words. It skips comments, and ignores everything after the line END.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

WORD = re.compile(r'"[^"]*"|,|[^\s,]+')
"""The pattern for a phrase in quotation marks (which may contain spaces), a comma, or a word."""
QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "«": '"', "»": '"'})
WITH_BODY = ("MESSAGE", "ANNOUNCE")
AS_WRITTEN = ("SAY",)
"""Orders in which a semicolon does not start a comment."""


class Line(NamedTuple):
    """A line with an order.

    `rest` is the text after the verb. For an order with a longer text, such as MESSAGE, `body` is that text, which ends
    before a line such as END MESSAGE. `body` is `None` if there is no such line, and for all other orders.
    """

    number: int
    text: str
    verb: str
    rest: str
    body: str | None = None


def lines(text: str) -> Iterator[Line]:
    """Yield the lines with orders, up to and including END.

    Quoted lines, which begin with `>`, are skipped. Lines are numbered from 1, including those that are skipped.
    """
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
    """Remove the byte order mark, and the characters that a database cannot store: nulls and lone surrogates."""
    return text.encode(errors="ignore").decode().replace("\0", "").removeprefix("\ufeff")


def verb_of(text: str) -> str:
    """Return the first word in uppercase, without trailing punctuation, or "" if there are no words.

    The verb of `Help!` is `HELP`, and that of `LH: P` is `LH`.
    """
    word = next(iter(text.split(maxsplit=1)), "").upper()
    return word.rstrip(",.!?:") or word


def _body(written: Iterator[tuple[int, str]], end: str) -> str | None:
    """Read lines until one consists of the text `end`, and return the lines before it.

    Return `None` if there is no such line.
    """
    body: list[str] = []
    for _number, line in written:
        if " ".join(line.split()).upper() == end:
            return "\n".join(body).strip()
        body.append(line.rstrip())
    return None


def words(rest: str) -> list[str]:
    """Return the words, commas and quoted phrases in a line.

    The phrases keep their quotation marks, so that they are not mistaken for keywords.
    """
    return WORD.findall(rest.translate(QUOTES))


def bare(word: str) -> str:
    """Return a word or phrase without quotation marks and superfluous spaces."""
    return " ".join(word.strip('"').split())
