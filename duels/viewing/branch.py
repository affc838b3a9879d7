"""Practice duels that continue another duel from one of its rounds.

The user plays one wizard, and the computer plays all others. The wizards keep their names from the other duel. The
practice duel is not rated, and is listed only for its user.
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
"""The level (apprentice) at which the computer plays the other wizards."""


def check(*, record: Json, number: int, wizard: str) -> engine.Duel:
    """Return the state of the duel in `record` after round `number`.

    Raise `ValidationError` if the record has no such round, if the duel was over by then, or if `wizard` does not act
    in the next round.
    """
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
    """Start a practice duel after round `number` of `record`, in which the owner of `mage` plays `wizard`.

    `of` is the recorded duel, if it was fought on this site. Later rounds get new dice. If `of` is given and the call
    is repeated within a few seconds, it returns the same practice duel. Raise `ValidationError` in the same cases as
    `check()`, or if a name is too long or `mage` is dead.
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
    """Return the seats of all wizards.

    The computer plays every wizard except `wizard`.
    """
    check_names(record)
    users, houses = {"mage": mage}, {"level": LEVEL}
    return [
        Seat(duel=duel, position=position, **(users if one["name"] == wizard else houses), **one)
        for position, one in enumerate(record["wizards"])
    ]


def _rounds(duel: Duel, record: Json) -> list[Round]:
    now = timezone.now()
    return [Round(duel=duel, played=now, **entry) for entry in record["rounds"]]
