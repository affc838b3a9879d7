"""The careers of mages and users: their latest duels, current run, best wins, and results against the viewer.

As in the statistics, all public duels and melees count, including casual ones but excluding practice duels.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile
from typing import Any, NamedTuple

from django.db.models import Count, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Mage, User
from duels.models import Outcome, Seat
from duels.wording.dates import ago
from duels.wording.languages import books, listed
from duels.wording.provisional import RATED_DUELS, rating_text
from duels.wording.results import RESULTS, Result
from duels.wording.time_controls import clock_kind, is_live

LATEST = 10
BEST_WINS = 3
LONGEST_RUN = 50
"""The maximum number of duels to read in order to find the length of a run."""


class Mark(NamedTuple):
    """A finished duel, shown as one symbol in a row of symbols.

    It contains the result, the address of the replay, and a description.
    """

    result: Result
    url: str
    description: str


class BestWin(NamedTuple):
    """A win in a two-wizard duel against an opponent whose rating was high at the time.

    `rating` is empty if the site does not show it.
    """

    name: str
    rating: str
    url: str
    ended: datetime
    is_bot: bool


class HeadToHead(NamedTuple):
    """A user's results against another mage or user in two-wizard duels."""

    won: int
    lost: int
    drew: int


class Results(NamedTuple):
    """A user's results in two-wizard duels with one rule set, either live or by correspondence."""

    book: str
    clock: str
    won: int
    lost: int
    drew: int


@dataclass(frozen=True, slots=True)
class Career:
    """A mage's career.

    `form` holds the latest duels, newest first. `run` is a text about the current run, such as "3 wins in a row", or an
    empty string. `against_me` holds the viewer's results against the mage. It is `None` for anonymous visitors, for the
    owner, and for users who have never met the mage.
    """

    form: Sequence[Mark]
    run: str
    best_win: BestWin | None
    against_me: HeadToHead | None


def career_of(mage: Mage, viewer: Any) -> Career:
    """Return the career of this mage as `viewer` sees it.

    This takes four queries.
    """
    latest = list(
        _outcomes(mage).select_related("duel").prefetch_related("duel__seats").order_by("-ended", "-pk")[:LONGEST_RUN]
    )
    now = timezone.now()
    return Career(
        form=[_mark(outcome, now) for outcome in latest[:LATEST]],
        run=_run([outcome.result for outcome in latest]),
        best_win=next(iter(_best_wins(_outcomes(mage), 1)), None) if latest else None,
        against_me=head_to_head(mage, viewer) if latest else None,
    )


def _outcomes(mage: Mage) -> QuerySet[Outcome]:
    return Outcome.objects.filter(mage=mage, duel__public=True, duel__practice=False)


def _outcomes_of_user(user: User) -> QuerySet[Outcome]:
    return Outcome.objects.filter(mage__owner=user, duel__public=True, duel__practice=False)


def _mark(outcome: Outcome, now: datetime) -> Mark:
    result = RESULTS[outcome.result]
    words = _("%(result)s against %(names)s, %(ago)s") % {
        "result": result.word,
        "names": listed(_enemies(outcome)),
        "ago": ago(outcome.ended, now),
    }
    return Mark(result, reverse("replay", args=[outcome.duel.slug]), words)


def _enemies(outcome: Outcome) -> list[str]:
    seats: Sequence[Seat] = list(outcome.duel.seats.all())
    team = next(seat.team for seat in seats if seat.pk == outcome.seat_id)
    return [seat.name for seat in seats if seat.pk != outcome.seat_id and (team is None or seat.team != team)]


def _run(results: Sequence[str]) -> str:
    """Describe the current run of equal results, such as "3 wins in a row".

    Return "" if the latest two results differ.
    """
    number = len(list(takewhile(lambda result: result == results[0], results)))
    if number < 2:
        return ""
    words = {
        "won": ngettext("%(number)s win in a row", "%(number)s wins in a row", number),
        "lost": ngettext("%(number)s loss in a row", "%(number)s losses in a row", number),
        "drew": ngettext("%(number)s draw in a row", "%(number)s draws in a row", number),
    }
    return words[results[0]] % {"number": number}


def best_wins_of(user: User) -> list[BestWin]:
    """Return the wins of a user's mages over the opponents who were rated highest at the time, best first."""
    return _best_wins(_outcomes_of_user(user), BEST_WINS)


def _best_wins(outcomes: QuerySet[Outcome], most: int) -> list[BestWin]:
    won = outcomes.filter(result=Outcome.Result.WON, melee=False).values("duel")
    beaten = Outcome.objects.filter(duel__in=won, rating_before__isnull=False, result=Outcome.Result.LOST)
    beaten = beaten.annotate(rated_duels=RATED_DUELS)
    best = beaten.select_related("duel", "seat", "mage__owner").order_by("-rating_before", "-ended")
    return [
        BestWin(
            it.seat.name,
            rating_text(it.rating_before, it.deviation, it.rated_duels, melee=False),
            reverse("replay", args=[it.duel.slug]),
            it.ended,
            it.mage is not None and it.mage.owner.is_bot,
        )
        for it in best[:most]
    ]


def results_of(user: User) -> list[Results]:
    """Return the results of a user's mages in public two-wizard duels.

    There is one entry per rule set and clock (live or not), with the most played first. This takes one query.
    """
    duels = _outcomes_of_user(user).filter(melee=False).order_by()
    counted = duels.values_list("duel__book", "duel__pace", "duel__mountain", "result").annotate(Count("pk"))
    found: dict[tuple[str, bool], Counter[str]] = {}
    for book, pace, mountain, result, number in counted:
        found.setdefault((book, is_live(pace, mountain=mountain)), Counter())[result] += number
    rows = [
        Results(books()[book].title, clock_kind(is_live=live), *(these[it] for it in RESULTS))
        for (book, live), these in found.items()
    ]
    return sorted(rows, key=lambda row: (-row.won - row.lost - row.drew, row.book, row.clock))


def head_to_head(mage: Mage, viewer: Any) -> HeadToHead | None:
    """Return the viewer's results against a mage.

    Return `None` for the mage's owner, and for viewers who have never met the mage.
    """
    return _head_to_head(_outcomes(mage), mage.owner_id, viewer)


def head_to_head_with(user: User, viewer: Any) -> HeadToHead | None:
    """Return the viewer's results against all of a user's mages.

    Return `None` if the viewer is the user, or has never met the user.
    """
    return _head_to_head(_outcomes_of_user(user), user.pk, viewer)


def _head_to_head(outcomes: QuerySet[Outcome], owner: int, viewer: Any) -> HeadToHead | None:
    if not viewer.is_authenticated or owner == viewer.pk:
        return None
    met = Outcome.objects.filter(mage__owner=viewer, melee=False, duel__in=outcomes.values("duel"))
    found = dict(met.order_by().values_list("result").annotate(Count("pk")))
    return HeadToHead(*(found.get(result, 0) for result in ("won", "lost", "drew"))) if found else None
