"""What the statistics tell: of all duels, of those of a book, of one mage. Nothing is counted here, only read."""

from calendar import monthrange
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Any

from django.db.models import F, QuerySet, Sum
from django.db.models.functions import Substr
from django.utils.safestring import SafeString

from accounts.models import Mage
from duels.charts import Bar, Point, bar_chart, line_chart
from duels.endings import ENDINGS
from duels.models import Tally
from wavinghands import engine

ABOUT = Tally.About
MONTH = 7
"""The letters of a day's ISO form that are its month."""
NUMBERS = ("times", "won", "lost", "drawn")
FARED = ("won", "drawn", "lost")
DAYS = 90
"""Days of activity that are shown one by one."""

Json = dict[str, Any]
Rows = QuerySet[Tally, Any]


@dataclass(frozen=True, slots=True)
class Line:
    """A number of the statistics, and of the wizards whom it is about, how many won, lost and drew."""

    key: str
    label: str
    times: int
    won: int = 0
    lost: int = 0
    drawn: int = 0

    @property
    def wizards(self) -> int:
        """How many it is about."""
        return self.won + self.lost + self.drawn

    @property
    def share(self) -> int:
        """How many of hundred of them won."""
        return round(100 * self.won / self.wizards) if self.wizards else 0


@dataclass(frozen=True, slots=True)
class Time:
    """What went on in a day or a month, which is its label in ISO's form."""

    label: str
    duels: int = 0
    melees: int = 0
    rounds: int = 0
    users: int = 0

    @property
    def last_day(self) -> str:
        """The last day of a month."""
        year, month = map(int, self.label.split("-"))
        return f"{self.label}-{monthrange(year, month)[1]}"


@dataclass(frozen=True, slots=True)
class Group:
    """A group of the statistics: lines, and a chart of those that stand first."""

    lines: list[Line]
    chart: SafeString


@cache
def spell_names() -> Mapping[str, str]:
    """The names of all spells by slug."""
    return {row["slug"]: row["name"] for book in engine.BOOKS for row in engine.book_table(book)}


def spells(rows: Rows, *, most: int | None = None, of: str = "wizards") -> Group:
    """The spells cast, the commonest first."""
    about = "For each spell, how many wizards cast it in their duels, and how they fared."
    return _fared(_lines(rows, spell_names(), most), "Spells", about, of)


def openings(rows: Rows, *, most: int, of: str = "wizards") -> Group:
    """The first three pairs of gestures, the commonest first."""
    about = "For each opening, how many wizards began so, and how they fared."
    return _fared(_lines(rows, {}, most), "Openings", about, of)


def _fared(lines: list[Line], title: str, about: str, of: str) -> Group:
    bars = [Bar(line.label, _parts(line), f"{line.wizards:,} {of}, {line.share} % won") for line in lines]
    return Group(lines, bar_chart(bars, title=title, about=about, kinds=FARED))


def endings(rows: Rows) -> Group:
    """How duels ended, the commonest first."""
    lines = _lines(rows, ENDINGS)
    every = sum(line.times for line in lines) or 1
    bars = [Bar(line.label, (line.times,), f"{line.times:,}, {round(100 * line.times / every)} %") for line in lines]
    return Group(lines, bar_chart(bars, title="Endings", about="How many duels ended how.", most=every))


def of_all(about: str, *, book: str = "", melee: bool = False) -> Rows:
    """What is counted of all mages; no book: of all books together."""
    found = Tally.objects.filter(mage=None, about=about, book=book, melee=melee)
    return found.values("key", **{f"all_{number}": F(number) for number in NUMBERS})


def of_mage(about: str, mage: Mage) -> Rows:
    """What is counted of one mage, in duels and melees by all books."""
    found = Tally.objects.filter(mage=mage, about=about)
    return found.values("key").annotate(**{f"all_{number}": Sum(number) for number in NUMBERS})


def _parts(line: Line) -> tuple[int, ...]:
    return tuple(getattr(line, how) for how in FARED)


def _lines(rows: Rows, names: Mapping[str, str], most: int | None = None) -> list[Line]:
    """What is counted, the commonest first."""
    return [
        Line(row["key"], names.get(row["key"], row["key"]), *(row[f"all_{number}"] for number in NUMBERS))
        for row in rows.order_by("-all_times")[:most]
    ]


# Activity -------------------------------------------------------------------------------------------------------------


def days(*, book: str = "", until: date) -> list[Time]:
    """What went on in the last days up to this one, each of them, the first of them first."""
    first = until - timedelta(days=DAYS - 1)
    found = _times(_activity(book).filter(key__gte=first.isoformat()), Substr("key", 1))
    every = (first + timedelta(days=number) for number in range(DAYS))
    return [found.get(day.isoformat(), Time(day.isoformat())) for day in every]


def months(*, book: str = "") -> list[Time]:
    """What went on in each month, the latest first. Users are not counted: days do not add up to them."""
    found = _times(_activity(book).exclude(about=ABOUT.USER), Substr("key", 1, MONTH))
    return [found[month] for month in sorted(found, reverse=True)]


def activity_chart(days: Iterable[Time]) -> SafeString:
    """Duels and melees, day by day."""
    points = [Point(number, day.duels + day.melees, day.label) for number, day in enumerate(days)]
    ends = (points[0].told, points[-1].told) if points else ("", "")
    return line_chart(
        points, title="Activity", about="Duels and melees that ended, day by day.", ends=ends, from_zero=True
    )


def months_of_mage(mage: Mage) -> list[Time]:
    """The duels of a mage in each month, the latest first."""
    found = _times(Tally.objects.filter(mage=mage, about=ABOUT.DAY), Substr("key", 1, MONTH))
    return [found[month] for month in sorted(found, reverse=True)]


def _activity(book: str) -> QuerySet[Tally]:
    return Tally.objects.filter(mage=None, book=book, about__in=[ABOUT.DAY, ABOUT.ROUND, ABOUT.USER])


def _times(tallies: QuerySet[Tally], span: Any) -> dict[str, Time]:
    """What went on in each span of time, by its label."""
    found: dict[str, Json] = {}
    for row in tallies.values("about", "melee", label=span).annotate(number=Sum("times")):
        place = found.setdefault(row["label"], {"label": row["label"]})
        place[_column(row)] = place.get(_column(row), 0) + row["number"]
    return {label: Time(**place) for label, place in found.items()}


def _column(row: Json) -> str:
    if row["about"] == ABOUT.DAY:
        return "melees" if row["melee"] else "duels"
    return "rounds" if row["about"] == ABOUT.ROUND else "users"


# Of one mage ----------------------------------------------------------------------------------------------------------

SPELLS_OF_MAGE = 10
OPENINGS_OF_MAGE = 5
MONTHS_OF_MAGE = 24


def stats_of_mage(mage: Mage) -> Json:
    """What its page tells of a mage: `spells`, `openings`, `endings`, `months`."""
    return {
        "spells": spells(of_mage(ABOUT.SPELL, mage), most=SPELLS_OF_MAGE, of="duels"),
        "openings": openings(of_mage(ABOUT.OPENING, mage), most=OPENINGS_OF_MAGE, of="duels"),
        "endings": endings(of_mage(ABOUT.ENDING, mage)),
        "months": months_of_mage(mage)[:MONTHS_OF_MAGE],
    }
