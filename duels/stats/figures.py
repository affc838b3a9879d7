"""Statistics for all duels, for one spell book or for one mage, read from the stored counts (`Tally`)."""

from calendar import monthrange
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.contrib.humanize.templatetags.humanize import intcomma
from django.db.models import QuerySet, Sum
from django.db.models.functions import Substr
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Mage
from duels.models import Tally
from duels.stats.spell_bits import SPELLS
from duels.wording.charts import Bar, Point, bar_chart, line_chart
from duels.wording.endings import ENDINGS
from duels.wording.languages import catalogue
from wavinghands import engine
from wavinghands.engine import Json

ABOUT = Tally.About
MONTH = 7
"""The length of the year and month at the start of an ISO date."""
NUMBERS = ("times", "won", "lost", "drawn")
RESULTS = ("won", "drawn", "lost")
DAYS = 90
"""The number of days for which activity is shown day by day."""


@dataclass(frozen=True, slots=True)
class Line:
    """A row in the statistics, for a spell, an opening or an ending.

    `times` says how often it occurred. `won`, `lost` and `drawn` count the results of the wizards involved.
    """

    key: str
    label: str
    times: int
    won: int = 0
    lost: int = 0
    drawn: int = 0

    @property
    def wizards(self) -> int:
        return self.won + self.lost + self.drawn

    @property
    def share(self) -> int:
        """Return the percentage of wins."""
        return round(100 * self.won / self.wizards) if self.wizards else 0


@dataclass(frozen=True, slots=True)
class Time:
    """The activity on a day or in a month.

    `label` is the day or month in ISO format.
    """

    label: str
    duels: int = 0
    melees: int = 0
    rounds: int = 0
    users: int = 0

    @property
    def last_day(self) -> str:
        """Return the last day of the month in ISO format.

        `label` must be a month.
        """
        year, month = map(int, self.label.split("-"))
        return f"{self.label}-{monthrange(year, month)[1]}"


@dataclass(frozen=True, slots=True)
class Group:
    """A group of statistics: its rows and a chart of them."""

    lines: list[Line]
    chart: SafeString


def spell_names() -> Mapping[str, str]:
    """Return the names of all spells in the current language, by slug."""
    rules = engine.rule_table(catalogue())
    return {spell: rules[spell]["name"] for spell in SPELLS}


def spells(lines: list[Line], *, of: str = "wizards") -> Group:
    """Return a group with these rows, one per spell, and their chart.

    `of` says whether the rows count "wizards" or "duels".
    """
    about = (
        _("For each spell, the number of duels in which it was cast, and their results.")
        if of == "duels"
        else _("For each spell, the number of wizards who cast it, and their results.")
    )
    return _with_results(lines, _("Spells"), about, of)


def openings(lines: list[Line], *, of: str = "wizards") -> Group:
    """Return a group with these rows, one per opening, and their chart.

    An opening is the first three pairs of gestures. `of` says whether the rows count "wizards" or "duels".
    """
    about = (
        _("For each opening, the number of duels in which it was played, and their results.")
        if of == "duels"
        else _("For each opening, the number of wizards who played it, and their results.")
    )
    return _with_results(lines, _("Openings"), about, of)


def _with_results(lines: list[Line], title: str, about: str, of: str) -> Group:
    bars = [
        Bar(line.label, (line.won, line.drawn, line.lost), _won(line.wizards, of, share=line.share)) for line in lines
    ]
    return Group(lines, bar_chart(bars, title=title, about=about, kinds=RESULTS))


def _won(number: int, of: str, *, share: int) -> str:
    duels = ngettext("%(number)s duel, win rate %(share)s%%", "%(number)s duels, win rate %(share)s%%", number)
    wizards = ngettext("%(number)s wizard, win rate %(share)s%%", "%(number)s wizards, win rate %(share)s%%", number)
    return (duels if of == "duels" else wizards) % {"number": intcomma(number), "share": share}


def endings(lines: list[Line]) -> Group:
    """Return a group with these rows, one per ending of a duel, and their chart."""
    every = sum(line.times for line in lines) or 1
    bars = [Bar(line.label, (line.times,), _ended(line.times, every)) for line in lines]
    return Group(lines, bar_chart(bars, title=_("Endings"), about=_("How duels ended."), most=every))


def _ended(number: int, every: int) -> str:
    text = ngettext("%(number)s duel, %(share)s%%", "%(number)s duels, %(share)s%%", number)
    return text % {"number": intcomma(number), "share": round(100 * number / every)}


def of_all(about: str, *, book: str = "", melee: bool = False, most: int | None = None) -> list[Line]:
    """Return the totals over all mages as rows, most frequent first.

    `about` is a value of `Tally.About`, such as "spell". If `book` is empty, the rows cover all spell books.
    """
    found = Tally.objects.filter(mage=None, about=about, book=book, melee=melee)
    return [_line(*row) for row in found.order_by("-times").values_list("key", *NUMBERS)[:most]]


def _line(key: str, *numbers: int) -> Line:
    return Line(key, spell_names().get(key) or str(ENDINGS.get(key, key)), *numbers)


# Activity -------------------------------------------------------------------------------------------------------------


def days(*, book: str = "", until: date) -> list[Time]:
    """Return the daily activity of the `DAYS` days up to and including `until`, oldest first."""
    first = until - timedelta(days=DAYS - 1)
    found = _times(_activity(book).filter(key__gte=first.isoformat()), Substr("key", 1))
    every = (first + timedelta(days=number) for number in range(DAYS))
    return [found.get(day.isoformat(), Time(day.isoformat())) for day in every]


def months(*, book: str = "") -> list[Time]:
    """Return the activity in each month, latest first.

    The numbers of users are left out, because adding up daily numbers would count users several times.
    """
    found = _times(_activity(book).exclude(about=ABOUT.USER), Substr("key", 1, MONTH))
    return [found[month] for month in sorted(found, reverse=True)]


def activity_chart(days: Iterable[Time]) -> SafeString:
    """Return a chart of the duels and melees per day."""
    points = [Point(number, day.duels + day.melees, day.label) for number, day in enumerate(days)]
    ends = (points[0].text, points[-1].text) if points else ("", "")
    return line_chart(
        points, title=_("Activity"), about=_("Finished duels and melees per day."), ends=ends, from_zero=True
    )


def _activity(book: str) -> QuerySet[Tally]:
    return Tally.objects.filter(mage=None, book=book, about__in=[ABOUT.DAY, ABOUT.ROUND, ABOUT.USER])


def _times(tallies: QuerySet[Tally], span: Any) -> dict[str, Time]:
    """Return the activity in each period, by label.

    `span` is the database expression for the label of a tally's period.
    """
    rows = tallies.values_list(span, "about", "melee").annotate(number=Sum("times"))
    return _added((label, _column(about, melee), number) for label, about, melee, number in rows)


def _added(numbers: Iterable[tuple[str, str, int]]) -> dict[str, Time]:
    """Add up these rows of (label, column, number), and return one `Time` per label."""
    found: dict[str, Counter[str]] = {}
    for label, column, number in numbers:
        found.setdefault(label, Counter())[column] += number
    return {label: Time(label, **counted) for label, counted in found.items()}


def _column(about: str, melee: bool) -> str:
    if about == ABOUT.DAY:
        return "melees" if melee else "duels"
    return "rounds" if about == ABOUT.ROUND else "users"


# One mage -------------------------------------------------------------------------------------------------------------

SPELLS_OF_MAGE = 10
OPENINGS_OF_MAGE = 5
MONTHS_OF_MAGE = 24


def stats_of_mage(mage: Mage) -> Json:
    """Return a mage's `spells`, `openings`, `endings` and `months`, over all duels and melees with all spell books."""
    rows = list(Tally.objects.filter(mage=mage).values_list("about", "key", "melee", *NUMBERS))
    return {
        "spells": spells(_summed(rows, ABOUT.SPELL)[:SPELLS_OF_MAGE], of="duels"),
        "openings": openings(_summed(rows, ABOUT.OPENING)[:OPENINGS_OF_MAGE], of="duels"),
        "endings": endings(_summed(rows, ABOUT.ENDING)),
        "months": _months(rows)[:MONTHS_OF_MAGE],
    }


def _summed(rows: Iterable[tuple[Any, ...]], about: str) -> list[Line]:
    """Add up these tallies over duels, melees and spell books.

    Return one row per key, most frequent first.
    """
    found: dict[str, list[int]] = {}
    for kind, key, _book, *numbers in rows:
        if kind == about:
            found[key] = [sum(pair) for pair in zip(found.get(key, [0] * len(NUMBERS)), numbers, strict=True)]
    return sorted((_line(key, *numbers) for key, numbers in found.items()), key=lambda line: -line.times)


def _months(rows: Iterable[tuple[Any, ...]]) -> list[Time]:
    """Return the numbers of duels and melees per month, latest first."""
    days = (row for row in rows if row[0] == ABOUT.DAY)
    found = _added((key[:MONTH], _column(about, melee), times) for about, key, melee, times, *_ in days)
    return [found[month] for month in sorted(found, reverse=True)]
