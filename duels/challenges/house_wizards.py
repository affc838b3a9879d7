"""The wizards of the house in challenges: those who fill its seats, and their own offers in the lobby.

The offers need no rows: they are always open, and the duel begins as soon as one is accepted.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.models import Mage
from accounts.names import folded
from duels.challenges.facts import Person
from duels.challenges.loading import load_under_way
from duels.challenges.rules import enforce, may_duel
from duels.challenges.terms import Terms
from duels.house.duels import start_house_duel
from duels.house.wizards import BY_NAME, BY_SLUG, WIZARDS, HouseWizard
from duels.models import Duel
from duels.wording.languages import books
from duels.wording.time_controls import control_of, control_title, span

Json = dict[str, Any]

CLOCKS: Final = ("2m", "1d")
"""The time controls of the offers: a live one, and a slow one."""

BOOKS: Final[Mapping[str, str]] = {
    "tansy": "classic",
    "bramble": "classic",
    "osric": "standard",
    "ysolde": "classic",
    "corvin": "nomonsters",
    "melisande": "warlocks",
    "theodric": "classic",
    "nyx": "spellcast",
}
"""The spell book of each wizard's offer."""

_BY_FOLDED = {folded(name): wizard for name, wizard in BY_NAME.items()}


def wizard_named(name: str) -> HouseWizard | None:
    """Return the wizard of the house with this name, whatever its case, or None."""
    return _BY_FOLDED.get(folded(name))


def wizards_for(terms: Terms, names: Collection[str] = ()) -> list[HouseWizard]:
    """Return the wizards of the house who fight: those that are named, then those who fill the seats for the house.

    Named wizards are as strong as they are, the others as strong as the terms say; those whose own strength is nearest
    come first. `names`: of the mages who have accepted; a wizard with one of these names does not come.
    """
    taken = {*terms.house, *(wizard.name for name in names if (wizard := wizard_named(name)))}
    others = [wizard for wizard in WIZARDS if wizard.name not in taken]
    nearest = sorted(others, key=lambda wizard: abs(wizard.level - terms.house_level))
    seated = [replace(wizard, level=terms.house_level) for wizard in nearest[: terms.house_seats]]
    return [*(BY_NAME[name] for name in terms.house), *seated]


def house_offers() -> list[Json]:
    """Return what each wizard of the house offers: ``wizard``, the title of the ``book``, and ``clocks``."""
    clocks = [_clock(code) for code in CLOCKS]
    return [{"wizard": it, "book": books()[BOOKS[it.slug]].title, "clocks": clocks} for it in WIZARDS]


def _clock(code: str) -> Json:
    """Return ``code``, ``button`` and ``title`` of a time control."""
    control = control_of(code)
    return {"code": code, "button": span(control["pace"]), "title": control_title(**control)}


def offered_by(slug: str, control: str) -> HouseWizard:
    """Return the wizard who offers a duel at this time control; raises `ValidationError` if there is none."""
    if slug not in BOOKS or control not in CLOCKS:
        raise ValidationError(_("Nobody of the house offers that."))
    return BY_SLUG[slug]


def accept_house_offer(*, mage: Mage, wizard: HouseWizard, control: str) -> Duel:
    """Begin the duel with this wizard of the house. Accepted twice within seconds, it is one duel.

    Raises `ValidationError` if the mage is no more, or may not begin another duel now.
    """
    clock = control_of(control)

    def check() -> None:
        under_way = load_under_way([mage.owner_id])[mage.owner_id]
        enforce(may_duel(under_way, Person.of(mage), clock["pace"]))

    return start_house_duel(mage=mage, wizards=[wizard], book=BOOKS[wizard.slug], practice=False, check=check, **clock)
