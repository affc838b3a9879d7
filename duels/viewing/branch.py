"""Practice duels that go on from a round of another duel.

The user plays one wizard and the house plays all others. None of them is a mage except by name. Such a duel does not
count and is listed only for its user.
"""

import secrets

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Mage
from accounts.services.mage_lifecycle import hold_users
from duels.models import Duel, Round, Seat
from duels.play.transaction import CLICKS, SEEDS, sit_down
from duels.viewing.records import check_names, loaded
from wavinghands import engine
from wavinghands.engine import Json

LEVEL = 2
"""The strength of the other wizards: that of the house's apprentice."""


def check(*, record: Json, number: int, wizard: str) -> engine.Duel:
    """Return the duel of `record` after round `number`; raise `ValidationError` unless `wizard` may act then."""
    rounds = record.get("rounds")
    if not isinstance(rounds, list) or number > len(rounds):
        raise ValidationError(_("This duel has no round %(number)s.") % {"number": number})
    state = loaded({**record, "rounds": rounds[:number], "result": None})
    if state.result is not None:
        raise ValidationError(_("The duel was already over. Choose an earlier round."))
    if wizard not in state.acting:
        raise ValidationError(_("%(name)s doesn’t act after this round. Choose someone else.") % {"name": wizard})
    return state


@transaction.atomic
def begin_from(*, record: Json, number: int, wizard: str, mage: Mage, of: Duel | None = None) -> Duel:
    """Start a practice duel from round `number` of `record`, with the user of `mage` in the place of `wizard`.

    `record` is a duel record; `of` is its duel, if that was fought on this site. Dice of later rounds are new. A
    second call within a moment returns the same duel. Raises `ValidationError`.
    """
    played = engine.dump(check(record=record, number=number, wizard=wizard))
    hold_users([mage.owner_id])
    if twin := _twin(of, number, wizard, mage):
        return twin
    branched = {**played, "seed": secrets.randbelow(SEEDS)}
    duel = Duel(
        melee=len(branched["wizards"]) > 2,
        book=branched["spellbook"],
        options=branched["options"],
        seed=branched["seed"],
        practice=True,
        counts=False,
        public=False,
        begun_from=of,
        begun_at=number,
    )
    sit_down(duel, _seats(duel, branched, wizard, mage), engine.load(branched), _rounds(duel, branched))
    return duel


def _twin(of: Duel | None, number: int, wizard: str, mage: Mage) -> Duel | None:
    fresh = Duel.objects.filter(practice=True, round=number + 1, started__gt=timezone.now() - CLICKS)
    same = fresh.filter(begun_from=of, begun_at=number, seats__mage=mage, seats__name=wizard)
    return same.first() if of else None


def _seats(duel: Duel, record: Json, wizard: str, mage: Mage) -> list[Seat]:
    """Return the seats of all wizards; the house plays all but `wizard`."""
    check_names(record)
    users, houses = {"mage": mage}, {"level": LEVEL}
    return [
        Seat(duel=duel, position=position, **(users if one["name"] == wizard else houses), **one)
        for position, one in enumerate(record["wizards"])
    ]


def _rounds(duel: Duel, record: Json) -> list[Round]:
    now = timezone.now()
    return [Round(duel=duel, played=now, **entry) for entry in record["rounds"]]
