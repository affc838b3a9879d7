"""Practice duels against house wizards (computer players), and suggestions for the next duel.

Practice duels have no clock.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.models import Mage
from duels.house.duels import start_house_duel
from duels.house.records import change_by, nearest_wizards, next_wizard, progress_of
from duels.house.settlement import Met, met_in
from duels.house.wizards import BY_NAME, BY_SLUG, HouseWizard
from duels.ladder.scores import LOST, WON
from duels.models import Duel
from duels.play.loading import table
from wavinghands.engine import Json


@dataclass(frozen=True, slots=True)
class Way:
    """A suggestion for the next duel.

    It consists of the wizard's slug and a text such as "Next: Osric (Apprentice)". The slug is empty if the opponents
    stay the same.
    """

    wizard: str
    text: str


def start_practice(
    *,
    mage: Mage,
    book: str,
    options: Mapping[str, Any] | None = None,
    wizard: HouseWizard | None = None,
    level: int | None = None,
    position: int = 0,
) -> Duel:
    """Start a practice duel against a house wizard (a computer player).

    The duel has no clock and no effect on the ladder. `level` is the strength at which the opponent plays, by default
    the opponent's own level. If `wizard` is `None`, the opponent is the wizard of this level that the user has met
    least often. If `level` is `None` too, the user's current level is used. Raise the same errors as
    `start_house_duel()`.
    """
    opponent = wizard or next_wizard(mage.owner_id, level or progress_of(mage.owner_id).level, but=mage.name)
    against = replace(opponent, level=level or opponent.level)
    return start_house_duel(mage=mage, wizards=[against], book=book, options=dict(options or {}), position=position)


def start_melee(*, mage: Mage, opponents: int, level: int | None = None, book: str = "classic") -> Duel:
    """Start a practice melee against several house wizards, without teams or a clock.

    All opponents play at `level`. If it is `None`, the wizards nearest to the user's level take part, each at its own
    level. Raise the same errors as `start_house_duel()`.
    """
    near = level or progress_of(mage.owner_id).level
    found = nearest_wizards(mage.owner_id, near, count=opponents, but=mage.name)
    against = [replace(wizard, level=level or wizard.level) for wizard in found]
    return start_house_duel(mage=mage, wizards=against, book=book)


def practise_on(*, duel: Duel, mage: Mage, slug: str = "") -> Duel:
    """Start another duel on the same terms against the wizard with this slug.

    By default, the opponents stay the same. Raise `ValidationError` if the mage is still fighting in `duel`, or if the
    slug is unknown.
    """
    if duel.ended is None and table(duel.slug).has_people:
        raise ValidationError(_("The duel is not over yet."))
    if not slug and (field := _field(duel)):
        position = next(place for place, seat in enumerate(duel.seats.all()) if seat.mage_id)
        return start_house_duel(mage=mage, wizards=field, book=duel.book, options=duel.options, position=position)
    met = _met(duel)
    again = _opponent(met)
    wizard = BY_SLUG.get(slug) if slug else again
    if slug and wizard is None:
        raise ValidationError(_("There is no such computer player."))
    level = again.level if again and wizard and wizard.slug == again.slug else None
    position = met.mage.position if met else 0
    terms: Json = {"book": duel.book, "options": duel.options, "position": position}
    return start_practice(mage=mage, wizard=wizard, level=level, **terms)


def ways_on(duel: Duel, user_id: int) -> list[Way]:
    """Return suggestions for what to play after the user's practice duel, best first."""
    progress, again = progress_of(user_id), _opponent(_met(duel))
    offered = next_wizard(user_id, progress.level, but=again.name if again else "")
    if again is None:
        same = [Way("", _("Play the same opponents again"))] if _field(duel) else []
        return [*same, _way(_("Next: %(name)s (%(strength)s)"), offered)]
    once_more = _way(_("Again: %(name)s (%(strength)s)"), again)
    outcome = change_by(duel)
    if outcome is not None and outcome.result == WON and offered.name != again.name:
        return [_way(_("Next: %(name)s (%(strength)s)"), offered), once_more]
    if outcome is not None and outcome.result == LOST and again.level > 1:
        is_due = offered.level < again.level
        easier = offered if is_due else next_wizard(user_id, again.level - 1, but=again.name)
        ways = [_way(_("Easier: %(name)s (%(strength)s)"), easier), once_more]
        return ways if is_due else ways[::-1]
    return [once_more]


def _way(text: str, wizard: HouseWizard) -> Way:
    return Way(wizard.slug, text % {"name": wizard.name, "strength": wizard.strength})


def _met(duel: Duel) -> Met | None:
    return met_in(duel, list(duel.seats.all()))


def _field(duel: Duel) -> list[HouseWizard]:
    """Return the opponents in a melee between one mage and house wizards, with the levels at which they played.

    The list is empty for any other duel.
    """
    seats = list(duel.seats.all())
    house = [
        replace(BY_NAME[seat.name], level=seat.level)
        for seat in seats
        if seat.name in BY_NAME and seat.level is not None
    ]
    is_alone = len(seats) == len(house) + 1 and all(seat.team is None for seat in seats)
    return house if duel.melee and is_alone and not duel.is_played_on else []


def _opponent(met: Met | None) -> HouseWizard | None:
    """Return the house wizard in `met`, with the level at which it played.

    Return `None` if there is no such wizard.
    """
    if met is None or met.house.level is None or met.house.name not in BY_NAME:
        return None
    return replace(BY_NAME[met.house.name], level=met.house.level)
