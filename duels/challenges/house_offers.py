"""What the wizards of the house offer in the lobby: no rows, for it always stands, and begins as it is accepted."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.models import Mage
from duels.challenges.eligibility import check_leisure
from duels.house.duels import start_house_duel
from duels.house.wizards import BY_SLUG, WIZARDS, HouseWizard
from duels.models import Duel
from duels.wording.languages import books
from duels.wording.time_controls import control_of, control_title, span

Json = dict[str, Any]

CLOCKS: Final = ("2m", "1d")
"""A live one, and a slow one."""

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
"""By which book each of them duels."""


def house_offers() -> list[Json]:
    """Each ``wizard``, the strongest last, with the title of his ``book``, and ``clocks``."""
    clocks = [_clock(code) for code in CLOCKS]
    return [{"wizard": it, "book": books()[BOOKS[it.slug]].title, "clocks": clocks} for it in WIZARDS]


def _clock(code: str) -> Json:
    """``code button title`` of a time control."""
    control = control_of(code)
    return {"code": code, "button": span(control["pace"]), "title": control_title(**control)}


def offered_by(slug: str, control: str) -> HouseWizard:
    """Who offers that; raises `ValidationError` if nobody does."""
    if slug not in BOOKS or control not in CLOCKS:
        raise ValidationError(_("Nobody of the house offers that."))
    return BY_SLUG[slug]


def accept_house_offer(*, mage: Mage, wizard: HouseWizard, control: str) -> Duel:
    """The duel with this wizard of the house, which begins at once. Accepted twice in a moment, it is one.

    Raises `ValidationError` if the mage is no more, or its user has not the leisure for it.
    """
    clock = control_of(control)
    check = partial(check_leisure, mage, clock["pace"])
    return start_house_duel(mage=mage, wizards=[wizard], book=BOOKS[wizard.slug], practice=False, check=check, **clock)
