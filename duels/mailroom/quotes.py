"""The author's own text: a message without quoted messages and signature."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from mailparser_reply.constants import MAIL_LANGUAGES
from mailparser_reply.parser import EmailMessage

from duels.mailroom.grammar import begins_with_order

MOST_LINES: Final = 2000
"""How many lines are searched, which is far more than an e-mail with orders has."""
LINES_OF_A_HEADER: Final = 4
LONGEST_LINE: Final = 120
"""How many characters of a line are searched, because the patterns for headers are slow on long lines."""
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
"""The first line of a signature: "-- " (RFC 3676, 4.3), a horizontal rule, a phone's addition, or a farewell."""
END_OF_BODY: Final = re.compile(r"^\s*END\s+(MESSAGE|ANNOUNCE)\s*$", re.IGNORECASE | re.MULTILINE)


def own_words(text: str) -> str:
    """Return a message without its signature, the message quoted below, and the header above the quote.

    Quoted lines (`> `) with the author's own text below them are kept, because the parser of orders skips them.
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
    """Return whether these lines are inside the text of MESSAGE or ANNOUNCE, whose END follows."""
    return END_OF_BODY.search("\n".join(below)) is not None


def _is_marked(below: Sequence[str]) -> bool:
    """Return whether the quote below is marked with `>`."""
    return next((line for line in below if line.strip()), "").lstrip().startswith(">")


def _length_of_header(lines: Sequence[str]) -> int:
    """Return the length in lines of the header that mail programs write above a quote, or 0 if this is no header."""
    if not lines[0].strip():
        return 0
    text = "\n".join(line.strip()[:LONGEST_LINE] for line in lines)
    found = _headers().match(text)
    if found is not None:
        return found.group().rstrip("\n").count("\n") + 1
    return _length_of_unknown_header(lines)


def _length_of_unknown_header(lines: Sequence[str]) -> int:
    """Return the length in lines of a header in an unknown language, or 0 if there is none.

    Such a header is a paragraph that contains no orders, ends with a colon, and is followed by a quote.
    """
    for length, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith((">", ";")) or begins_with_order(line):
            return 0
        if line.rstrip().endswith(":"):
            return length if _is_marked(lines[length:]) else 0
    return 0


@cache
def _headers() -> re.Pattern[str]:
    """Return the pattern for headers of quotes in all known languages, like `On …, … wrote:` and `From: … Sent: …`."""
    return EmailMessage(text="", languages=list(MAIL_LANGUAGES)).HEADER_REGEX
