"""Who is challenged, who is shut out. Source: Firetop Mountain, "Newgame": challenge, exclude, all."""

from collections.abc import Iterable, Sequence
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.blocks import blocked_with
from accounts.models import Mage
from accounts.names import folded
from accounts.permissions import demand
from accounts.selectors import vacations_at
from duels.challenges.locked_challenge import YOURSELF, LockedChallenge, State, roles_among
from duels.challenges.terms import MOST_WIZARDS, Terms
from duels.house.wizards import BY_NAME
from duels.ladder.names import alike
from duels.models import Invitation
from duels.wording.languages import listed

ABOUT = timedelta(days=1)
"""Who has done nothing for longer is not challenged with all."""
MOST_AT_ONCE = 50


def mages_named(names: Iterable[str]) -> list[Mage]:
    """The living mages of these names, in their order, each once; raises `ValidationError` if there is no such mage."""
    wanted = {folded(name): name for name in names}
    living = {mage.folded: mage for mage in Mage.objects.filter(folded__in=wanted, ended=None).select_related("owner")}
    missing = [name for fold, name in wanted.items() if fold not in living]
    if missing:
        raise ValidationError(_nobody(missing))
    return [living[fold] for fold in wanted]


def _nobody(missing: Sequence[str]) -> str:
    """That there is nobody of these names, and who may be meant."""
    told = _("There is no living mage named %(missing)s.") % {"missing": ", ".join(missing)}
    meant = alike(missing, others=BY_NAME)
    return " ".join([told, _("Did you mean %(names)s?") % {"names": listed(meant)}]) if meant else told


def check_named(found: LockedChallenge, mages: Sequence[Mage]) -> None:
    """Raise `ValidationError` for one's own mages and the retired, `Forbidden` for those whom one may not challenge."""
    challenger = found.challenge.challenger
    if any(mage.owner_id == challenger.owner_id for mage in mages):
        raise ValidationError({"named": YOURSELF})
    if resting := [mage.name for mage in mages if mage.retired is not None]:
        raise ValidationError(
            {"named": _("%(resting)s: retired mages cannot be challenged.") % {"resting": ", ".join(resting)}}
        )
    demand("challenge", roles_among(challenger.owner, {mage.owner_id for mage in mages}))


def check_excluded(found: LockedChallenge, mages: Sequence[Mage]) -> None:
    """Raise `ValidationError` if one of them has accepted."""
    come = {it.mage_id for it in found.accepted()}
    if here := [mage.name for mage in mages if mage.pk in come]:
        raise ValidationError(
            {"excluded": _("%(here)s cannot be excluded any more: accepted already.") % {"here": ", ".join(here)}}
        )


def check_number(found: LockedChallenge, terms: Terms, *, more: int = 0) -> None:
    """Raise `ValidationError` if the limit does not fit those who have come or are to come, with so many more."""
    come = len(found.accepted())
    if terms.places < come:
        raise ValidationError({"limit": _("%(come)s have accepted already.") % {"come": come}})
    awaited = len(found.of_state(State.CHALLENGED, State.ACCEPTED)) + more
    if terms.limit is None and not terms.is_open and awaited > terms.places:
        told = _("More than %(most)s cannot fight: set a limit.")
        raise ValidationError({"limit": told % {"most": MOST_WIZARDS}})


def invite(found: LockedChallenge, mages: Iterable[Mage]) -> list[Invitation]:
    """Challenge these, those who have declined once more; who has accepted is left alone. Those who are new to it."""
    return [found.put(mage, State.CHALLENGED) for mage in newcomers(found, list(mages))]


def newcomers(found: LockedChallenge, mages: Sequence[Mage]) -> list[Mage]:
    """Those of them who are neither challenged nor here."""
    known = {it.mage_id for it in found.of_state(State.CHALLENGED, State.ACCEPTED)}
    return [mage for mage in mages if mage.pk not in known]


def exclude(found: LockedChallenge, mages: Iterable[Mage]) -> None:
    """Shut these out, whoever has not accepted meanwhile."""
    come = {it.mage_id for it in found.accepted()}
    for mage in mages:
        if mage.pk not in come:
            found.put(mage, State.EXCLUDED)


def all_about(found: LockedChallenge) -> list[Mage]:
    """One mage of each user who has played lately, is not away, and whom nothing keeps from this challenge."""
    owner_id, now = found.challenge.challenger.owner_id, timezone.now()
    away = vacations_at(now).values("user")
    shut_out = [it.mage_id for it in found.of_state(State.EXCLUDED)]
    lately = (
        _living().filter(retired=None, active__gte=now - ABOUT).exclude(owner__in={owner_id, *blocked_with(owner_id)})
    )
    of_users: dict[int, Mage] = {}
    for mage in lately.exclude(owner__in=away).exclude(pk__in=shut_out).order_by("-active")[: 4 * MOST_AT_ONCE]:
        of_users.setdefault(mage.owner_id, mage)
    return list(of_users.values())[:MOST_AT_ONCE]


def _living() -> QuerySet[Mage]:
    return Mage.objects.filter(ended=None).select_related("owner")
