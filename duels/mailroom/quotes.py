"""Extraction of the author's own text from an e-mail, without quoted messages or the signature."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from mailparser_reply.constants import MAIL_LANGUAGES
from mailparser_reply.parser import EmailMessage

from duels.mailroom.grammar import begins_with_order

MOST_LINES: Final = 2000
"""The maximum number of lines to search, far more than an e-mail with orders has."""
LINES_OF_A_HEADER: Final = 4
LONGEST_LINE: Final = 120
"""The number of characters to search per line. The patterns for headers are slow on long lines."""
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
"""The pattern for the first line of a signature.

It is "-- " (RFC 3676, section 4.3), a horizontal rule, a farewell, or a line added by a phone, such as "Sent from my
phone".
"""
END_OF_BODY: Final = re.compile(r"^\s*END\s+(MESSAGE|ANNOUNCE)\s*$", re.IGNORECASE | re.MULTILINE)


def own_words(text: str) -> str:
    """Return the author's own text.

    The signature, the message quoted below the text, and the header above the quote are removed. Quoted lines (`> `)
    with the author's own text below them are kept, because the parser for orders skips such lines.
    """
    lines = text.split("\n")
    at = 0
    while at < min(len(lines), MOST_LINES):
        length = _length_of_header(lines[at : at + LINES_OF_A_HEADER])
        if (length or SIGNATURE.match(lines[at].strip())) and not _has_body_open(lines[at:]):
            end = at + length if length and _begins_with_marked_quote(lines[at + length :]) else len(lines)
            del lines[at:end]
        at += 1
    return "\n".join(lines)


def _has_body_open(below: Sequence[str]) -> bool:
    """Return whether these lines contain END MESSAGE or END ANNOUNCE.

    Because such a line ends the text of an order, the lines above it may belong to that text.
    """
    return END_OF_BODY.search("\n".join(below)) is not None


def _begins_with_marked_quote(below: Sequence[str]) -> bool:
    return next((line for line in below if line.strip()), "").lstrip().startswith(">")


def _length_of_header(lines: Sequence[str]) -> int:
    """Return the number of lines in the header above a quote, such as "On Monday, Merlyn wrote:".

    Return 0 if these lines do not begin with such a header.
    """
    if not lines[0].strip():
        return 0
    text = "\n".join(line.strip()[:LONGEST_LINE] for line in lines)
    found = _headers().match(text)
    if found is not None:
        return found.group().rstrip("\n").count("\n") + 1
    return _length_of_unknown_header(lines)


def _length_of_unknown_header(lines: Sequence[str]) -> int:
    """Return the number of lines in a header that is in an unknown language and precedes a quote.

    Such a header is a paragraph that contains no orders, ends with a colon, and is followed by a quote. Return 0 if
    there is none.
    """
    for length, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith((">", ";")) or begins_with_order(line):
            return 0
        if line.rstrip().endswith(":"):
            return length if _begins_with_marked_quote(lines[length:]) else 0
    return 0


@cache
def _headers() -> re.Pattern[str]:
    """Return the pattern for headers above quotes in all known languages.

    Examples are `On …, … wrote:` and `From: … Sent: …`.
    """
    return EmailMessage(text="", languages=list(MAIL_LANGUAGES)).HEADER_REGEX
