"""The job that reports suspicious pairs of users to the moderators. Nobody is punished automatically.

A pair has at most one open report. The evidence is a list of the pair's rated duels. After moderators have closed the
report, the pair is not reported again for a while (`QUIET`).
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from itertools import groupby

from django.urls import reverse
from django.utils import timezone

from accounts.models import Report, User
from accounts.services.reports import report_for_site
from accounts.sessions import browsers_of
from duels.models import Outcome
from duels.moderation.suspicions import SHARED, Meeting, Pair, Sign, Suspicion, suspicions

WINDOW = timedelta(days=14)
"""The job examines rated duels that ended less than this long ago."""
QUIET = {Report.State.DISMISSED: timedelta(days=60), Report.State.UPHELD: WINDOW}
"""How long a pair is not reported again, by the state of its last report."""
MOST_EVIDENCE = 30
"""The maximum number of duels listed in a report."""

SIGNS = {
    Sign.ONE_SIDED: "most of them short, or surrendered in good health",
    Sign.EARLY_SURRENDERS: "several surrenders in the first rounds",
    Sign.SAME_BROWSER: "both have used the same browser at the same address, as a family may do too",
}
"""Descriptions of the signs, in English like all pages for moderators."""

NOT_BY_CHOICE = ("absent", "adjudged", "timeout")
"""The endings of duels whose losers count as surrendered, although they did not choose to surrender."""


def report_suspicions(now: datetime | None = None) -> int:
    """Report the pairs of users whose recent rated duels look suspicious. Return the number of new reports."""
    now = now or timezone.now()
    meetings = list(_meetings(now))
    found = suspicions(meetings, _sharing(meetings))
    users = User.objects.in_bulk({user for it in found for user in (it.winner, it.loser)})
    return sum(_report(it, users[it.winner], users[it.loser], now) for it in found)


def _meetings(now: datetime) -> Iterator[Meeting]:
    """Yield a `Meeting` for each recent rated duel between two users."""
    rated = Outcome.objects.filter(score__isnull=False, melee=False, ended__gt=now - WINDOW, ended__lte=now)
    rows = rated.order_by("duel", "pk").values_list(
        "duel", "duel__slug", "duel__round", "ended", "mage__owner", "result", "fate", "hit_points", "duel__ending"
    )
    for _duel, pair in groupby(rows, key=lambda row: row[0]):
        yield from _meeting(list(pair))


def _meeting(rows: list[tuple]) -> Iterator[Meeting]:
    """Yield the `Meeting` of two users in a duel, built from the outcomes of the duel.

    Yield nothing if an outcome is missing. This happens if a mage died in another duel before this one ended.
    """
    if len(rows) != 2:
        return
    _duel, slug, number, ended, *_ = rows[0]
    users = frozenset(row[4] for row in rows)
    winner = next((row[4] for row in rows if row[5] == Outcome.Result.WON), None)
    lost = [row for row in rows if row[5] == Outcome.Result.LOST]
    ending = rows[0][8]
    surrendered = bool(lost) and lost[0][6] == Outcome.Fate.SURRENDERED and ending not in NOT_BY_CHOICE
    left = lost[0][7] if lost else None
    yield Meeting(slug, ended, users, winner, number - 1, surrendered, left, is_adjudged=ending == "adjudged")


def _sharing(meetings: Iterable[Meeting]) -> set[Pair]:
    """Return the pairs who have met several times and have used the same browser at the same IP address."""
    often = {pair for pair, times in Counter(it.users for it in meetings).items() if times >= SHARED}
    browsers = browsers_of({user for pair in often for user in pair})
    return {pair for pair in often if set.intersection(*(browsers.get(user, set()) for user in pair))}


def _report(found: Suspicion, winner: User, loser: User, now: datetime) -> bool:
    """Report a pair of users, unless an earlier report is open or recent. Return whether a report was created."""
    about = f"pair:{min(winner.pk, loser.pk)}-{max(winner.pk, loser.pk)}"
    if _is_left_alone(about, now):
        return False
    report_for_site(
        accused=winner,
        path=reverse("replay", args=[found.meetings[0].slug]),
        about=about,
        quote="\n".join(reverse("replay", args=[it.slug]) for it in found.meetings[:MOST_EVIDENCE]),
        why=_in_words(found, winner, loser),
    )
    return True


def _is_left_alone(about: str, now: datetime) -> bool:
    last = Report.objects.filter(about=about).order_by("-made").first()
    if last is None:
        return False
    closed = last.measures.order_by("-taken").values_list("taken", flat=True).first() or last.made
    return last.state == Report.State.OPEN or closed + QUIET[Report.State(last.state)] > now


def _in_words(found: Suspicion, winner: User, loser: User) -> str:
    won = sum(it.winner == winner.pk for it in found.meetings)
    signs = "; ".join(SIGNS[sign] for sign in found.signs)
    return (
        f"Fair play? {winner.username} has won {won} of {len(found.meetings)} rated duels with {loser.username} "
        f"in {WINDOW.days} days: {signs}."
    )[: Report.LONGEST_WHY]
