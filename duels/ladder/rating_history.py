"""The rating history of a mage, as a chart and a table."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from duels.ladder.standings import outcomes_of
from duels.models import Outcome, Standing
from duels.wording.charts import Point, line_chart
from duels.wording.dates import day_of
from duels.wording.provisional import LEAST_DUELS
from duels.wording.results import RESULTS, Result, part_of

MOST = 100


@dataclass(frozen=True, slots=True)
class RatingHistory:
    """A mage's rating history as a chart and a table.

    `steps` holds the rows of the table, latest first. A row consists of an outcome, its result, and the part that
    counted, which is empty for a duel that counted in full.
    """

    title: str
    chart: SafeString
    steps: Sequence[tuple[Outcome, Result, str]]


def rating_history_of(standing: Standing) -> RatingHistory | None:
    """Return a mage's rating history over its latest rated duels.

    If the standing is for melees, use its latest melees instead. Return `None` if there are fewer than `LEAST_DUELS` of
    them.
    """
    mage, melee = standing.mage, standing.melee
    outcomes = [] if standing.rated is None else outcomes_of(mage, melee=melee, most=MOST)
    if len(outcomes) < LEAST_DUELS:
        return None
    title = _("Rating in melees") if melee else _("Rating in duels")
    ends = (_day(outcomes[0]), _day(outcomes[-1]))
    first, last = (round(outcome.rating or 0) for outcome in (outcomes[0], outcomes[-1]))
    about = _("%(name)s: from %(first)s to %(last)s in %(number)s duels.") % {
        "name": mage.name,
        "first": first,
        "last": last,
        "number": len(outcomes),
    }
    points = [_point(number, outcome) for number, outcome in enumerate(outcomes)]
    return RatingHistory(
        title,
        line_chart(points, title=title, about=about, ends=ends),
        [(one, RESULTS[one.result], part_of(one.weight)) for one in outcomes[::-1]],
    )


def _point(number: int, outcome: Outcome) -> Point:
    rating, deviation = outcome.rating or 0, outcome.deviation or 0
    words = f"{_day(outcome)}: {RESULTS[outcome.result].word}, {round(rating)}"
    return Point(number, rating, words, rating - deviation, rating + deviation)


def _day(outcome: Outcome) -> str:
    return day_of(outcome.ended).text
