"""The words of an author: a message without what it quotes, and without its signature."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from mailparser_reply.constants import MAIL_LANGUAGES
from mailparser_reply.parser import EmailMessage

from duels.mailroom.grammar import begins_with_order

MOST_LINES: Final = 2000
"""Many more than an orderset has; later lines are not searched."""
LINES_OF_A_HEADER: Final = 4
LONGEST_LINE: Final = 120
"""Characters of a line that are searched: the patterns of headers are slow with long ones."""
PHONES: Final = "|".join(
    (
        r"Sent (?:from|with|via|using)\b",
        r"Get Outlook\b",
        r"Von mein.* gesendet",
        r"Diese (?:Nachricht|E-Mail|Mail) wurde\b",
        *(found for language in MAIL_LANGUAGES.values() if (found := language.get("sent_from"))),
    )
)
FAREWELLS: Final = (
    r"(?:(?:best|kind|warm) )?(?:regards|wishes)|best|cheers|thanks|thank you|many thanks|yours|sincerely|"
    r"(?:(?:viele|liebe|beste|schöne|herzliche|mit \w+) )?gr(?:ü|ue)(?:ß|ss)en?|gru(?:ß|ss)|danke|lg|vg|mfg"
)
SIGNATURE: Final = re.compile(rf"(?:--|[-_=*]{{5,}}|(?:{PHONES}).*|(?:{FAREWELLS})[\s,.!]*)\s*$", re.IGNORECASE)
"""A line that begins a signature: "-- ", a rule, what phones add, or a farewell. Source of the first: RFC 3676, 4.3."""
END_OF_BODY: Final = re.compile(r"^\s*END\s+(MESSAGE|ANNOUNCE)\s*$", re.IGNORECASE | re.MULTILINE)


def own_words(text: str) -> str:
    """Return a message without its signature, what it quotes below, and the line above that, which programs write.

    Quoted lines (`> `) with own words below them stay: whatever reads orders skips them.
    """
    lines = text.split("\n")
    at = 0
    while at < min(len(lines), MOST_LINES):
        length = _length_of_header(lines[at : at + LINES_OF_A_HEADER])
        if (length or SIGNATURE.match(lines[at].strip())) and not _has_body_open(lines[at:]):
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
    """Return how many lines the header has that mail programs put above a quote; 0 if this is none."""
    if not lines[0].strip():
        return 0
    text = "\n".join(line.strip()[:LONGEST_LINE] for line in lines)
    found = _headers().match(text)
    if found is not None:
        return found.group().rstrip("\n").count("\n") + 1
    return _length_of_unknown_header(lines)


def _length_of_unknown_header(lines: Sequence[str]) -> int:
    """Return the same for a header in any language: a paragraph without orders, a colon at its end, quotes below it."""
    for length, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith((">", ";")) or begins_with_order(line):
            return 0
        if line.rstrip().endswith(":"):
            return length if _is_marked(lines[length:]) else 0
    return 0


@cache
def _headers() -> re.Pattern[str]:
    """Headers of quoted messages in all languages that are known, as `On …, … wrote:` and `From: … Sent: …`."""
    return EmailMessage(text="", languages=list(MAIL_LANGUAGES)).HEADER_REGEX
