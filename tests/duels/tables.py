"""Duels to play at, for tests."""

from typing import Any

from accounts.models import Mage
from duels.models import Duel
from duels.services.play import SeatSpec, start_duel
from tests.builders import a_mage


def spec(mage: Mage | None, name: str = "Apprentice") -> SeatSpec:
    return SeatSpec(mage.name, mage.gender, mage) if mage else SeatSpec(name, "x")


def a_duel(*mages: Mage | None, **options: Any) -> Duel:
    """A duel of these mages, or of a Black and a White; without a mage the house plays."""
    mages = mages or (a_mage("Black", gender="m"), a_mage("White", gender="f"))
    return start_duel(seats=[spec(mage) for mage in mages], **({"book": "classic", "pace": 120, "seed": 1} | options))
