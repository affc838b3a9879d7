"""Played on from a round: a practice duel whose first rounds are those of another, of a record that knows them.

One wizard is the user's, whatever he is called there; the house plays all others, who are no mages. Such a
duel counts for nothing and stands in no list but the user's own.
"""

import secrets
from typing import Any

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

LEVEL = 2
"""The strength of the others: that of the house's apprentice."""

Json = dict[str, Any]


def check(*, record: Json, number: int, wizard: str) -> engine.Duel:
    """The duel of `record` after round `number`, if `wizard` may go on with it; raises `ValidationError`."""
    rounds = record.get("rounds")
    if not isinstance(rounds, list) or number > len(rounds):
        raise ValidationError(_("This duel has no round %(number)s.") % {"number": number})
    state = loaded({**record, "rounds": rounds[:number], "result": None})
    if state.result is not None:
        raise ValidationError(_("The duel was over then: choose an earlier round."))
    if wizard not in state.acting:
        raise ValidationError(_("%(name)s has nothing to do after this round: choose another.") % {"name": wizard})
    return state


@transaction.atomic
def begin_from(*, record: Json, number: int, wizard: str, mage: Mage, of: Duel | None = None) -> Duel:
    """A practice duel that goes on from round `number` of `record`, the user of `mage` in the place of `wizard`.

    `record`: of the format of duel records; `of`: the duel that it tells of, if it was fought here. The dice to come
    are new. Begun twice in a moment, it is one. Raises `ValidationError`.
    """
    played = engine.dump(check(record=record, number=number, wizard=wizard))
    hold_users([mage.owner_id])
    if twin := _twin(of, number, wizard, mage):
        return twin
    anew = {**played, "seed": secrets.randbelow(SEEDS)}
    duel = Duel(
        melee=len(anew["wizards"]) > 2,
        book=anew["spellbook"],
        options=anew["options"],
        seed=anew["seed"],
        practice=True,
        counts=False,
        public=False,
        begun_from=of,
        begun_at=number,
    )
    sit_down(duel, _seats(duel, anew, wizard, mage), engine.load(anew), _rounds(duel, anew))
    return duel


def _twin(of: Duel | None, number: int, wizard: str, mage: Mage) -> Duel | None:
    fresh = Duel.objects.filter(practice=True, round=number + 1, started__gt=timezone.now() - CLICKS)
    same = fresh.filter(begun_from=of, begun_at=number, seats__mage=mage, seats__name=wizard)
    return same.first() if of else None


def _seats(duel: Duel, record: Json, wizard: str, mage: Mage) -> list[Seat]:
    """The seats of all wizards, the house at all but one."""
    check_names(record)
    users, houses = {"mage": mage}, {"level": LEVEL}
    return [
        Seat(duel=duel, position=position, **(users if one["name"] == wizard else houses), **one)
        for position, one in enumerate(record["wizards"])
    ]


def _rounds(duel: Duel, record: Json) -> list[Round]:
    now = timezone.now()
    return [Round(duel=duel, played=now, **entry) for entry in record["rounds"]]
