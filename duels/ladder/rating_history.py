"""The rating history of a mage, as a chart and a table."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User
from duels.ladder.standings import outcomes_of
from duels.models import Outcome, Standing
from duels.wording.charts import Point, line_chart
from duels.wording.dates import day_of
from duels.wording.languages import books
from duels.wording.provisional import LEAST_DUELS
from duels.wording.results import RESULTS, Result, part_of
from duels.wording.time_controls import clock_kind, is_live

MOST = 100
MOST_OF_USER = 500
"""The number of a user's latest duels, across all rule sets and clocks, that the charts on the profile cover."""
SHOWN = (
    *("ended", "result", "points", "weight", "rating", "deviation"),
    *("duel__slug", "duel__public", "duel__book", "duel__pace", "duel__mountain"),
)
"""The columns that charts and tables of a profile need."""


@dataclass(frozen=True, slots=True)
class RatingHistory:
    """A rating history as a chart and a table.

    `steps` holds the rows of the table, latest first. A row consists of an outcome, its result, and the fraction of the
    win that counted, such as "1/4". The fraction is empty for a duel that counted in full.
    """

    title: str
    chart: SafeString
    steps: Sequence[tuple[Outcome, Result, str]]


def rating_history_of(standing: Standing) -> RatingHistory | None:
    """Return a mage's rating history over its latest rated duels or, if `standing` is for melees, its latest melees.

    Return `None` if there are fewer than `LEAST_DUELS` of these duels or melees.
    """
    mage, melee = standing.mage, standing.melee
    outcomes = [] if standing.rated is None else outcomes_of(mage, melee=melee, most=MOST)
    return _history(_("Rating in melees") if melee else _("Rating in duels"), mage.name, outcomes)


def rating_histories_of(user: User) -> list[RatingHistory]:
    """Return a user's rating histories in public one-on-one duels, by rule set and clock, longest first.

    The ratings are those of the mages that fought the duels. Combinations with fewer than `LEAST_DUELS` duels are left
    out. This takes one query.
    """
    rated = Outcome.objects.filter(mage__owner=user, melee=False, rating__isnull=False, duel__public=True)
    by_kind = defaultdict[tuple[str, bool], list[Outcome]](list)
    for it in rated.select_related("duel").only(*SHOWN).order_by("-ended", "-pk")[:MOST_OF_USER]:
        by_kind[it.duel.book, is_live(it.duel.pace, mountain=it.duel.mountain)].append(it)
    kinds = sorted(by_kind.items(), key=lambda kind: (-len(kind[1]), kind[0]))
    found = (
        _history(f"{books()[book].title}, {clock_kind(is_live=live)}", user.username, outcomes[MOST - 1 :: -1])
        for (book, live), outcomes in kinds
    )
    return [it for it in found if it is not None]


def _history(title: str, name: str, outcomes: Sequence[Outcome]) -> RatingHistory | None:
    """Return the history of these outcomes, which are sorted oldest first, or `None` if there are too few."""
    if len(outcomes) < LEAST_DUELS:
        return None
    ends = (_day(outcomes[0]), _day(outcomes[-1]))
    first, last = (round(outcome.rating or 0) for outcome in (outcomes[0], outcomes[-1]))
    about = _("%(name)s: from %(first)s to %(last)s in %(number)s duels.") % {
        "name": name,
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
