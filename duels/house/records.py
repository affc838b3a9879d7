"""Queries for the results of users' duels against house wizards (computer players)."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, QuerySet

from accounts.names import folded
from duels.house.progression import Progress
from duels.house.wizards import BY_NAME, WIZARDS, HouseWizard
from duels.ladder.scores import DREW, LOST, WON
from duels.models import Duel, HouseOutcome, HouseStanding
from duels.wording.provisional import LEAST_DUELS, is_provisional
from duels.wording.strengths import STRENGTHS


@dataclass(frozen=True, slots=True)
class Shown:
    """The rating against computer players and the highest beaten level that the site shows for a user."""

    rating: int
    deviation: int
    is_provisional: bool
    best: str
    has_rating: bool


@dataclass(frozen=True, slots=True)
class Record:
    won: int = 0
    lost: int = 0
    drew: int = 0

    @property
    def all(self) -> int:
        return self.won + self.lost + self.drew


def house_standing(user_id: int | None) -> HouseStanding | None:
    """Return this user's `HouseStanding`, or `None` before their first duel against a computer player."""
    return HouseStanding.objects.filter(user=user_id).first() if user_id else None


def shown_standing(user_id: int | None) -> Shown | None:
    """Return the rating and the highest beaten level that the site shows for this user.

    Return `None` before the user's first duel against a computer player.
    """
    found = house_standing(user_id)
    if found is None:
        return None
    return Shown(
        rating=round(found.rating),
        deviation=round(found.deviation),
        is_provisional=is_provisional(found.deviation, melee=False),
        best=str(STRENGTHS[found.best]) if found.best else "",
        has_rating=HouseOutcome.objects.filter(user=user_id)[:LEAST_DUELS].count() >= LEAST_DUELS,
    )


def progress_of(user_id: int | None) -> Progress:
    """Return this user's progress through the levels of the computer players.

    New users start at the first level.
    """
    found = house_standing(user_id)
    return Progress(found.level, found.best, found.won_in_a_row, found.lost_in_a_row) if found else Progress()


def records_of(user_id: int | None) -> dict[str, Record]:
    """Return the user's record against each house wizard that they have played against, by the wizard's name."""
    return _records(HouseOutcome.objects.filter(user=user_id)) if user_id else {}


def records_against_people(wizards: Iterable[HouseWizard] = WIZARDS) -> dict[str, Record]:
    """Return the record of each of these wizards against all users, by the wizard's name.

    A user's win counts as the wizard's loss.
    """
    found = _records(HouseOutcome.objects.filter(wizard__in=[wizard.name for wizard in wizards]))
    return {name: Record(won=record.lost, lost=record.won, drew=record.drew) for name, record in found.items()}


def _records(outcomes: QuerySet[HouseOutcome]) -> dict[str, Record]:
    counted: dict[str, Counter[str]] = {}
    rows = outcomes.filter(wizard__in=list(BY_NAME)).order_by().values_list("wizard", "result").annotate(Count("pk"))
    for wizard, result, number in rows:
        counted.setdefault(wizard, Counter())[result] = number
    return {wizard: Record(found[WON], found[LOST], found[DREW]) for wizard, found in counted.items()}


def next_wizard(user_id: int | None, level: int, *, but: str = "") -> HouseWizard:
    """Return the wizard of this level that the user has played against least often.

    If possible, avoid the wizard named `but`.
    """
    records = records_of(user_id)
    known = [wizard for wizard in WIZARDS if wizard.level == level]
    others = [wizard for wizard in known if folded(wizard.name) != folded(but)] or known
    return min(others, key=lambda wizard: records.get(wizard.name, Record()).all)


def nearest_wizards(user_id: int | None, level: int, *, count: int, but: str = "") -> list[HouseWizard]:
    """Return the `count` wizards whose levels are nearest to this one, nearest first.

    Equally near wizards are sorted by how often the user has played against them, least often first. The wizard named
    `but` is left out.
    """
    records = records_of(user_id)
    others = [wizard for wizard in WIZARDS if folded(wizard.name) != folded(but)]
    others.sort(key=lambda wizard: (abs(wizard.level - level), records.get(wizard.name, Record()).all))
    return others[:count]


def duels_of(wizard: HouseWizard) -> QuerySet[Duel, Any]:
    """Return the public duels of a house wizard against people, newest first."""
    shown = Duel.objects.filter(public=True, imported=False, exhibition=False)
    return (
        shown.filter(seats__name=wizard.name, seats__level__isnull=False)
        .prefetch_related("seats")
        .order_by("-started", "-pk")
    )


def change_by(duel: Duel) -> HouseOutcome | None:
    """Return the effect of a duel on the user's rating against computer players, or `None` if there is no effect."""
    return HouseOutcome.objects.filter(duel=duel).first()
