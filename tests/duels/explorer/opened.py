"""Duels between Black and White whose opening gestures depend only on the seed."""

from typing import Any

from accounts.models import Mage
from duels.explorer import counting
from duels.models import Duel
from tests.builders import a_mage
from tests.duels.finished import a_finished_duel


def a_duel_of_two(**fields: Any) -> Duel:
    """Return a duel that Black has won against White and that has not been counted in the opening statistics yet."""
    black, white = (Mage.objects.filter(name=name).first() or a_mage(name) for name in ("Black", "White"))
    return a_finished_duel(black, white, **fields)


def count_all() -> int:
    """Add all uncounted duels to the opening statistics, and return their number."""
    counted = 0
    while some := counting.count_some():
        counted += some
    return counted
