"""Who of the house duels along with those who have accepted: rules without rows."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from accounts.models import Mage
from accounts.names import folded
from duels.challenges.terms import Terms
from duels.house.duels import check_name
from duels.house.wizards import BY_NAME, WIZARDS, HouseWizard

_BY_FOLDED = {folded(name): wizard for name, wizard in BY_NAME.items()}


def wizard_named(name: str) -> HouseWizard | None:
    """The wizard of the house whom this name means, whatever its case; none if it is nobody's there."""
    return _BY_FOLDED.get(folded(name))


def company(terms: Terms, names: Collection[str] = ()) -> list[HouseWizard]:
    """Those who are named, as strong as they are, and those who fill seats, as strong as is wanted.

    `names`: of those who have accepted; nobody sits down beside a namesake. Seats go to those first whose own strength
    is nearest to what is wanted.
    """
    taken = {*terms.house, *(wizard.name for name in names if (wizard := wizard_named(name)))}
    others = [wizard for wizard in WIZARDS if wizard.name not in taken]
    nearest = sorted(others, key=lambda wizard: abs(wizard.level - terms.house_level))
    return [*_named(terms), *(replace(wizard, level=terms.house_level) for wizard in nearest[: terms.house_seats])]


def check_names(terms: Terms, mages: Iterable[Mage]) -> None:
    """Raise `ValidationError` if one of these is called as a wizard of the house who is named."""
    for mage in mages:
        check_name(mage, _named(terms))


def _named(terms: Terms) -> list[HouseWizard]:
    return [BY_NAME[name] for name in terms.house]
