"""House wizards (computer players) in challenges.

They fill seats, and make offers of their own in the lobby. These offers have no rows in the database. They are always
open, and accepting one begins a duel immediately.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

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
from duels.wording.time_controls import control_briefly, control_of, control_title, is_live
from wavinghands.engine import Json

CLOCKS: Final = ("2m", "1d")
"""The time controls of the offers, one for live duels and one for correspondence duels."""

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
"""The spell book that each house wizard offers."""

_BY_FOLDED = {folded(name): wizard for name, wizard in BY_NAME.items()}


def wizard_named(name: str) -> HouseWizard | None:
    """Return the house wizard with this name, ignoring case, or `None`."""
    return _BY_FOLDED.get(folded(name))


def wizards_for(terms: Terms, names: Collection[str] = ()) -> list[HouseWizard]:
    """Return the house wizards that take part in a duel on these terms.

    The house wizards named in the terms come first, and play at their own levels. They are followed by
    `terms.house_seats` others, whose own levels are closest to `terms.house_level`. These play at that level. `names`
    holds the names of the mages that have accepted. House wizards with one of these names are not among the others.
    """
    taken = {*terms.house, *(wizard.name for name in names if (wizard := wizard_named(name)))}
    others = [wizard for wizard in WIZARDS if wizard.name not in taken]
    nearest = sorted(others, key=lambda wizard: abs(wizard.level - terms.house_level))
    seated = [replace(wizard, level=terms.house_level) for wizard in nearest[: terms.house_seats]]
    return [*(BY_NAME[name] for name in terms.house), *seated]


def house_offers() -> list[Json]:
    """Return the offers of house wizards.

    Each offer has the `wizard`, the title of the `book`, and the available time controls (`clocks`).
    """
    clocks = [_clock(code) for code in CLOCKS]
    return [{"wizard": it, "book": books()[BOOKS[it.slug]].title, "clocks": clocks} for it in WIZARDS]


def clock_of_offers(code: str) -> Json:
    """Return the time control with this code, in the format of an offer's `clocks`.

    If `code` is not in `CLOCKS`, return the time control for live duels.
    """
    return _clock(code if code in CLOCKS else CLOCKS[0])


def _clock(code: str) -> Json:
    """Return a time control's `code`, `button` and `title`."""
    control = control_of(code)
    return {"code": code, "button": control_briefly(control), "title": control_title(**control)}


def offered_by(slug: str, control: str) -> HouseWizard:
    """Return the house wizard with this slug.

    Raise `ValidationError` if it offers no duel with this time control.
    """
    if slug not in BOOKS or control not in CLOCKS:
        raise ValidationError(_("No computer player offers this duel."))
    return BY_SLUG[slug]


def accept_house_offer(*, mage: Mage, wizard: HouseWizard, control: str) -> Duel:
    """Begin a duel with this house wizard.

    A repeated call within a few seconds returns the same duel. Raise `ValidationError` if the mage is dead, has quit,
    or may not begin another duel now.
    """
    clock = control_of(control)

    def check() -> None:
        under_way = load_under_way([mage.owner_id])[mage.owner_id]
        enforce(may_duel(under_way, Person.of(mage), is_live=is_live(**clock)))

    return start_house_duel(mage=mage, wizards=[wizard], book=BOOKS[wizard.slug], practice=False, check=check, **clock)
