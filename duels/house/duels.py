"""Duels with wizards of the house, who need not be challenged."""

from collections.abc import Callable, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Mage
from accounts.names import folded
from accounts.services.mage_lifecycle import hold_users
from duels.house.wizards import HouseWizard
from duels.models import Duel
from duels.play.transaction import CLICKS, SeatSpec, start_duel

Json = dict[str, Any]


def house_seat(wizard: HouseWizard, team: int | None = None) -> SeatSpec:
    """The seat of a wizard of the house, whose temperament stays the same for the whole duel."""
    return SeatSpec(wizard.name, wizard.gender, team=team, level=wizard.level, temperament=wizard.temperament)


@transaction.atomic
def start_house_duel(
    *,
    mage: Mage,
    wizards: Sequence[HouseWizard],
    book: str,
    options: Json | None = None,
    pace: int | None = None,
    reserve: int = 0,
    mountain: bool = False,
    position: int = 0,
    practice: bool = True,
    check: Callable[[], object] = lambda: None,
) -> Duel:
    """A duel of `mage` with `wizards` of the house, for no score. Begun twice in a moment, it is one.

    `position`: which seat the mage takes, 0 the first; the others are theirs in the order given. `pace`, `reserve`,
    `mountain`: its clock, as of `start_duel`; usually none. `practice`: with hints, and in no list of what goes on.
    `check` is called before a new one begins, and raises `ValidationError` if it may not.

    Raises `ValidationError` if the mage is no more or is called as one of them, `EngineError` for what the book does
    not know.
    """
    check_name(mage, wizards)
    hold_users([mage.owner_id])
    terms: Json = {"book": book, "options": options or {}, "pace": pace, "reserve": reserve, "mountain": mountain}
    if twin := _twin(mage, wizards, practice=practice, **terms):
        return twin
    check()
    seats = [house_seat(wizard) for wizard in wizards]
    seats.insert(position, SeatSpec(mage.name, mage.gender, mage))
    return start_duel(seats=seats, practice=practice, counts=False, **terms)


def check_name(mage: Mage, wizards: Sequence[HouseWizard]) -> None:
    """Raise `ValidationError` for a mage who is called as one of them: old ones may be, whom the house came after."""
    if namesake := next((wizard.name for wizard in wizards if folded(wizard.name) == folded(mage.name)), None):
        raise ValidationError(_("%(name)s does not duel with a namesake.") % {"name": namesake})


def _twin(mage: Mage, wizards: Sequence[HouseWizard], **terms: Any) -> Duel | None:
    """The same duel of these on these terms, begun a moment ago."""
    fresh = Duel.objects.filter(ended=None, round=1, started__gt=timezone.now() - CLICKS, seats__mage=mage)
    names = {mage.name, *(wizard.name for wizard in wizards)}
    alike = fresh.filter(**terms).prefetch_related("seats")
    return next((duel for duel in alike if {seat.name for seat in duel.seats.all()} == names), None)
