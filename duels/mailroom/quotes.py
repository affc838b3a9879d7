"""What somebody has written himself in a letter: without the letter that he answers, and without his signature."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from mailparser_reply.constants import MAIL_LANGUAGES
from mailparser_reply.parser import EmailMessage

MOST_LINES: Final = 2000
"""More than an orderset may have by far; below them nothing is looked for."""
LINES_OF_A_HEADER: Final = 4
LONGEST_LINE: Final = 120
"""Characters of a line that are looked at: what finds these headers is slow with long ones."""
SIGNATURE: Final = re.compile(r"^--\s*$")
END_OF_BODY: Final = re.compile(r"^\s*END\s+(MESSAGE|ANNOUNCE)\s*$", re.IGNORECASE | re.MULTILINE)


def own_words(text: str) -> str:
    """A letter's text without what it quotes below and the line above that, which programs of mail write.

    Quoted lines (`> `) with his own words below them stay: whoever reads orders passes over them.
    """
    lines = text.split("\n")
    at = 0
    while at < min(len(lines), MOST_LINES):
        length = _length_of_header(lines[at : at + LINES_OF_A_HEADER])
        if (length or SIGNATURE.match(lines[at])) and not _has_body_open(lines[at:]):
            end = at + length if length and _is_marked(lines[at + length :]) else len(lines)
            del lines[at:end]
        at += 1
    return "\n".join(lines)


def _has_body_open(below: Sequence[str]) -> bool:
    """Whether this stands in the text of a message that somebody sends on."""
    return END_OF_BODY.search("\n".join(below)) is not None


def _is_marked(below: Sequence[str]) -> bool:
    """Whether the quoted lines show that they are."""
    return next((line for line in below if line.strip()), "").lstrip().startswith(">")


def _length_of_header(lines: Sequence[str]) -> int:
    """How many lines the header has with which programs of mail begin what they quote; 0 if it is none."""
    if not lines[0].strip():
        return 0
    text = "\n".join(line.strip()[:LONGEST_LINE] for line in lines)
    found = _headers().match(text)
    return found.group().rstrip("\n").count("\n") + 1 if found else 0


@cache
def _headers() -> re.Pattern[str]:
    """Headers of quoted letters in all languages that are known, as `On …, … wrote:` and `From: … Sent: …`."""
    return EmailMessage(text="", languages=list(MAIL_LANGUAGES)).HEADER_REGEX
