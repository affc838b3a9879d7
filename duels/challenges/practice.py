"""A duel with the house's apprentice, which nobody has to be challenged to."""

from django.db import transaction
from django.utils import timezone

from accounts.models import Mage
from accounts.names import APPRENTICE
from accounts.services.mage_lifecycle import hold_users
from duels.challenges.posting import CLICKS
from duels.models import Duel
from duels.play.transaction import SeatSpec, start_duel


@transaction.atomic
def start_practice(*, mage: Mage, book: str) -> Duel:
    """A duel with the house's apprentice: no clock, no score. Begun twice in a moment, it is one.

    Raises `ValidationError` if the mage is no more.
    """
    hold_users([mage.owner_id])
    fresh = Duel.objects.filter(practice=True, ended=None, round=1, started__gt=timezone.now() - CLICKS)
    if twin := fresh.filter(book=book, options={}, seats__mage=mage).first():
        return twin
    seats = [SeatSpec(mage.name, mage.gender, mage), SeatSpec(APPRENTICE, Mage.Gender.PERSON, level=2)]
    return start_duel(seats=seats, book=book, pace=None, practice=True, counts=False)
