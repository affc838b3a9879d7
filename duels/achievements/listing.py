"""Lists of achievements for pages: all achievements, and a user's latest ones."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from accounts.models import User
from duels.achievements.catalogue import GOALS, GROUPS, Goal, books_without
from duels.models import Achievement

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

LATEST = 6
"""The number of achievements that a user's page shows."""


class Row(NamedTuple):
    """An achievement on the page.

    `earned` is the time at which the viewer earned it, or `None`. `duel` is the slug of the duel in which they earned
    it, or "". `missing_in` contains the titles of the spell books in which it cannot be earned.
    """

    goal: Goal
    missing_in: Sequence[str]
    earned: datetime | None
    duel: str


class Section(NamedTuple):
    """A group of achievements. `earned` is the number of them that the viewer has earned."""

    title: "StrOrPromise"
    rows: Sequence[Row]
    earned: int


@dataclass(frozen=True, slots=True)
class Latest:
    """The titles of a user's latest achievements.

    `count` is the number of achievements that the user has earned, and `total` is the number that exist.
    """

    count: int
    total: int
    titles: "Sequence[StrOrPromise]"


def sections(user_id: int | None) -> list[Section]:
    """Return all achievements by group, marking those that the user has earned.

    `user_id` is `None` for visitors without an account.
    """
    found = Achievement.objects.filter(user=user_id).values_list("slug", "earned", "duel__slug")
    earned = {slug: (when, duel) for slug, when, duel in found} if user_id is not None else {}
    return [_section(group.title, list(_rows(group.goals, earned))) for group in GROUPS]


def _section(title: "StrOrPromise", rows: Sequence[Row]) -> Section:
    return Section(title, rows, sum(row.earned is not None for row in rows))


def _rows(goals: Sequence[Goal], earned: Mapping[str, tuple[datetime, str]]) -> Iterator[Row]:
    for goal in goals:
        yield Row(goal, books_without(goal.needs) if goal.needs else [], *earned.get(goal.slug, (None, "")))


def latest_of(user: User) -> Latest:
    """Return the user's latest achievements.

    The duels in which they were earned are left out, because they may be private.
    """
    found = user.achievements.order_by("-earned", "-pk").values_list("slug", flat=True)
    slugs = [slug for slug in found if slug in GOALS]  # a newer version of the site may have stored others
    return Latest(len(slugs), len(GOALS), [GOALS[slug].title for slug in slugs[:LATEST]])
