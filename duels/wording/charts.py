"""Charts as SVG.

They use only classes and attributes, because the strict CSP forbids inline style sheets. Only the plot is stretched to
the width of the page; texts keep their size. Pages also show the data of each chart as a table, for people who cannot
see the chart. The colours are in `charts.css`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import slugify
from django.utils.translation import gettext as _

PLOT = 160
"""The height of the plot in a line chart, in pixels, without the space at the top for the highest number."""
DIGIT = 2.2
"""The width of a digit next to the plot in percent of the width of a phone."""
ABOVE = 18
BELOW = 22
BAR = 38
"""The height of a bar and its texts, in pixels."""
MOST_DOTS = 60
"""The maximum number of points for which a line chart shows dots."""


@dataclass(frozen=True, slots=True)
class Point:
    """A point in a line chart.

    `text` is its label. `low` and `high` are the bounds of its uncertainty.
    """

    x: float
    y: float
    text: str = ""
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar in a bar chart, with one or more parts.

    `text` is its value in words.
    """

    label: str
    parts: Sequence[float]
    text: str = ""


def line_chart(
    points: Sequence[Point], *, title: str, about: str = "", ends: tuple[str, str] = ("", ""), from_zero: bool = False
) -> SafeString:
    """Return a line chart of `points`, which must be sorted by x.

    `ends` contains the texts below the left and right ends. If there are fewer than two points, return an empty string.
    """
    if len(points) < 2:
        return SafeString()
    scale = _Scale(points, from_zero=from_zero)
    inner = [
        format_html_join("", "{}", ((_grid(scale, at),) for at in scale.steps)),
        _plot(points, scale),
        format_html_join("", "{}", ((_dot(point, scale),) for point in points if len(points) <= MOST_DOTS)),
        _words(ends[0], x=f"{scale.left}%", y=ABOVE + PLOT + BELOW - 6),
        _words(ends[1], x="100%", y=ABOVE + PLOT + BELOW - 6, anchor="end"),
    ]
    return _svg(inner, title=title, about=about, height=ABOVE + PLOT + BELOW)


def bar_chart(
    bars: Sequence[Bar], *, title: str, about: str = "", kinds: Sequence[str] = ("all",), most: float | None = None
) -> SafeString:
    """Return a chart of horizontal bars, or an empty string if there are no bars.

    `kinds` names the kind of each part of a bar, which determines its colour. `most` is the value of a bar that fills
    the width, by default the value of the longest bar.
    """
    if not bars:
        return SafeString()
    longest = most or max(sum(bar.parts) for bar in bars) or 1
    rows = [_bar(bar, number * BAR, longest, kinds) for number, bar in enumerate(bars)]
    return _svg(rows, title=title, about=about, height=BAR * len(bars))


def steps_between(low: float, high: float, about: int = 4) -> list[float]:
    """Return evenly spaced numbers such as 1500, 1550 and 1600, which cover the range from `low` to `high`.

    `about` is the approximate number of intervals between these numbers.
    """
    span = (high - low) or abs(high) or 1
    rough = span / about
    power = 10.0 ** floor(log10(rough))
    step = next(power * round_ for round_ in (1, 2, 5, 10) if power * round_ >= rough)
    step = max(1, step)  # the values are counts or ratings
    return [step * number for number in range(floor(low / step), max(ceil(high / step), floor(low / step) + 1) + 1)]


class _Scale:
    """The scale of a line chart.

    It converts x to percent of the width, and y to pixels. The numbers at the `steps` are to the left of the plot,
    whose left end is at `left` percent.
    """

    def __init__(self, points: Sequence[Point], *, from_zero: bool) -> None:
        values = [value for point in points for value in (point.y, point.low, point.high) if value is not None]
        self.steps = steps_between(0 if from_zero else min(values), max(values))
        self.left = round(1 + DIGIT * max(len(_number(step)) for step in self.steps), 2)
        self._low, self._high = self.steps[0], self.steps[-1]
        self._first, self._last = points[0].x, points[-1].x

    def x(self, x: float) -> float:
        share = (x - self._first) / ((self._last - self._first) or 1)
        return round(self.left + (100 - self.left) * share, 2)

    def y(self, y: float) -> float:
        return round(PLOT * (self._high - y) / (self._high - self._low), 2)


def _svg(inner: Iterable[SafeString], *, title: str, about: str, height: int) -> SafeString:
    name = f"chart-{slugify(title)}"
    return format_html(
        '<svg class="chart" role="img" aria-labelledby="{0}" aria-describedby="{0}-about" width="100%" height="{1}">'
        '<title id="{0}">{2}</title><desc id="{0}-about">{3}</desc>{4}</svg>',
        name,
        height,
        title,
        about or _("The table for this chart has the same numbers."),
        SafeString("".join(inner)),
    )


def _words(text: str, *, x: str, y: float, anchor: str = "start") -> SafeString:
    return format_html('<text class="chart__words" x="{}" y="{}" text-anchor="{}">{}</text>', x, y, anchor, text)


def _grid(scale: _Scale, at: float) -> SafeString:
    y = scale.y(at) + ABOVE
    line = format_html('<line class="chart__grid" x1="{}%" x2="100%" y1="{}" y2="{}"/>', scale.left, y, y)
    return line + _words(_number(at), x=f"{scale.left - 1:g}%", y=y + 4, anchor="end")


def _number(value: float) -> str:
    return str(intcomma(int(value)))


def _plot(points: Sequence[Point], scale: _Scale) -> SafeString:
    line = " ".join(f"{scale.x(point.x)},{scale.y(point.y)}" for point in points)
    return format_html(
        '<svg y="{}" width="100%" height="{}" viewBox="0 0 100 {}" preserveAspectRatio="none">{}'
        '<polyline class="chart__line" points="{}" vector-effect="non-scaling-stroke"/></svg>',
        ABOVE,
        PLOT,
        PLOT,
        _band(points, scale),
        line,
    )


def _band(points: Sequence[Point], scale: _Scale) -> SafeString:
    """Return the shaded area of uncertainty around the line."""
    outline = " ".join(f"{scale.x(x)},{scale.y(y)}" for x, y in _outline(points))
    return format_html('<polygon class="chart__band" points="{}"/>', outline) if outline else SafeString()


def _outline(points: Sequence[Point]) -> Iterator[tuple[float, float]]:
    yield from ((point.x, point.high) for point in points if point.high is not None)
    yield from ((point.x, point.low) for point in reversed(points) if point.low is not None)


def _dot(point: Point, scale: _Scale) -> SafeString:
    return format_html(
        '<circle class="chart__dot" cx="{}%" cy="{}" r="3"><title>{}</title></circle>',
        scale.x(point.x),
        scale.y(point.y) + ABOVE,
        point.text or f"{point.y:g}",
    )


def _bar(bar: Bar, top: int, longest: float, kinds: Sequence[str]) -> SafeString:
    parts, left = [], 0.0
    for kind, part in zip(kinds, bar.parts, strict=True):
        width = 100 * part / longest
        parts.append((kind, f"{left:.2f}%", top + 21, f"{width:.2f}%"))
        left += width
    text = bar.text or intcomma(round(sum(bar.parts)))
    words = _words(bar.label, x="0", y=top + 15) + _words(text, x="100%", y=top + 15, anchor="end")
    ground = format_html('<rect class="chart__ground" x="0" y="{}" width="100%" height="10"/>', top + 21)
    rect = '<rect class="chart__part chart__part--{}" x="{}" y="{}" width="{}" height="10"/>'
    return words + ground + format_html_join("", rect, parts)
