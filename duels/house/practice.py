"""Practice: a duel with a wizard of the house, which waits as long as one likes."""

from accounts.models import Mage
from duels.house.duels import start_house_duel
from duels.house.wizards import WIZARDS
from duels.models import Duel


def start_practice(*, mage: Mage, book: str) -> Duel:
    """A duel with the weakest wizard of the house: no clock, no score; raises as `start_house_duel`."""
    return start_house_duel(mage=mage, wizards=[WIZARDS[0]], book=book)
