"""Duels against house wizards (computer players), which need no challenge."""

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
from wavinghands.engine import Json


def house_seat(wizard: HouseWizard, team: int | None = None) -> SeatSpec:
    """Return the seat for a house wizard.

    The wizard keeps the same temperament for the whole duel.
    """
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
    """Start a duel between a mage and house wizards (computer players).

    It does not count toward the ladder. A repeated call within a few seconds returns the same duel.

    - `position` is the mage's seat, starting with 0. The wizards take the other seats in order.
    - `pace`, `reserve` and `mountain` set the clock as in `start_duel()`. By default, the duel has no clock.
    - `practice` allows hints and keeps the duel out of lists of running duels.
    - `check` is called before a new duel starts, and raises `ValidationError` to prevent it.

    Raise `ValidationError` if the mage is dead or has quit, or has a wizard's name. Raise `EngineError` for an unknown
    spell book or option.
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
    """Raise `ValidationError` if the mage has the same name as one of the wizards.

    Mages that were registered before the site had computer players may have such a name.
    """
    if namesake := next((wizard.name for wizard in wizards if folded(wizard.name) == folded(mage.name)), None):
        raise ValidationError(
            _("Someone called %(name)s has already joined. Choose a mage with another name.") % {"name": namesake}
        )


def _twin(mage: Mage, wizards: Sequence[HouseWizard], **terms: Any) -> Duel | None:
    """Return a duel that the mage and the wizards have just started on the same terms, or `None`."""
    fresh = Duel.objects.filter(ended=None, round=1, started__gt=timezone.now() - CLICKS, seats__mage=mage)
    names = {mage.name, *(wizard.name for wizard in wizards)}
    alike = fresh.filter(**terms).prefetch_related("seats")
    return next((duel for duel in alike if {seat.name for seat in duel.seats.all()} == names), None)
