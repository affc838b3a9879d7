"""The calendar of tournaments in the iCalendar format. Source: RFC 5545."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from urllib.parse import urlsplit

from django.conf import settings

from duels.tournaments.listing import Shown

MEDIA_TYPE = "text/calendar; charset=utf-8"
LONGEST_LINE = 75
"""The maximum length of a line in bytes."""


def calendar_of(found: Iterable[Shown], name: str) -> str:
    """Return a calendar called `name` with an event for each of these tournaments."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Waving Hands//Tournaments//EN", f"X-WR-CALNAME:{_text(name)}"]
    for one in found:
        lines += _event(one)
    return "".join(f"{_folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _event(one: Shown) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{one.tournament.slug}@{urlsplit(settings.SITE_URL).hostname}"
    yield f"DTSTAMP:{_time(one.tournament.created)}"
    yield f"DTSTART:{_time(one.tournament.starts)}"
    yield f"DTEND:{_time(one.tournament.ends)}"
    yield f"SUMMARY:{_text(f'Waving Hands: {one.title}')}"
    yield f"DESCRIPTION:{_text(', '.join(one.terms))}"
    yield f"URL:{settings.SITE_URL}{one.url}"
    yield "END:VEVENT"


def _time(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(text: str) -> str:
    for special in "\\;,":
        text = text.replace(special, f"\\{special}")
    return " ".join(text.split())


def _folded(line: str) -> str:
    """Fold a long line. Each continuation line begins with a space, and no character is split."""
    parts, part = list[str](), ""
    for letter in line:
        if len(f"{part}{letter}".encode()) > LONGEST_LINE - bool(parts):
            parts.append(part)
            part = ""
        part += letter
    return "\r\n ".join([*parts, part])
