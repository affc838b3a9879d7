"""From a challenge to its duel."""

from collections.abc import Iterable, Sequence

from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.services.mage_lifecycle import hold_users
from duels.challenges.company import company
from duels.challenges.eligibility import busy_among
from duels.challenges.locked_challenge import LockedChallenge, State
from duels.challenges.teams import has_two_sides, sides
from duels.challenges.terms import Terms
from duels.house.duels import house_seat
from duels.house.wizards import HouseWizard
from duels.models import Challenge, Change, Duel, Invitation
from duels.play.transaction import SeatSpec, start_duel
from duels.signals import challenge_changed, duel_started
from duels.wording.languages import listed
from duels.wording.time_controls import is_live
from wavinghands.db.after_commit import after_commit


def begin_if_complete(found: LockedChallenge) -> Duel | None:
    """The duel, if all have come for whom it waits."""
    return begin(found) if is_complete(found) and why_not_begin(found) is None else None


def why_not_begin(found: LockedChallenge) -> str | None:
    """What stands against a duel of those who have accepted."""
    accepted, house = found.accepted(), found.terms.of_the_house
    if len(accepted) + house < 2:
        return _("Nobody else has accepted yet.")
    if len({it.mage.owner_id for it in accepted}) < 2 and not house:
        return _("Nobody duels himself: somebody else has to accept.")
    if not has_two_sides([*(it.team for it in accepted), *[None] * house], found.challenge.teams):
        return _("All are in one team: somebody has to choose another.")
    return _why_not_live(found) if is_live(found.challenge.pace) else None


def _why_not_live(found: LockedChallenge) -> str | None:
    """Who is in another live duel; no other begins meanwhile for those who have accepted."""
    hold_users(found.owners(State.ACCEPTED))
    busy = busy_among(found.owners(State.ACCEPTED))
    names = [it.mage.name for it in found.accepted() if it.mage.owner_id in busy]
    if not names:
        return None
    told = ngettext(
        "%(names)s is in another live duel: begin when it is over.",
        "%(names)s are in another live duel: begin when it is over.",
        len(names),
    )
    return told % {"names": listed(names)}


def begin(found: LockedChallenge) -> Duel:
    """The duel of those who have accepted: the rest are shut out, what is proposed is abandoned.

    Raises `ValidationError` where `why_not_begin` tells why not, or one of the mages is no more.
    """
    if why := why_not_begin(found):
        raise ValidationError(why)
    challenge, accepted = found.challenge, found.accepted()
    house = company(found.terms, [it.mage.name for it in accepted])
    duel = start_duel(
        seats=_seats(challenge, accepted, house),
        book=challenge.book,
        options=challenge.options,
        pace=challenge.pace,
        reserve=challenge.reserve,
        mountain=challenge.mountain,
        counts=_counts(challenge, accepted),
        public=not challenge.private,
    )
    _close(found, duel)
    _send_into(duel, {it.mage.owner_id for it in accepted}, challenge)
    return duel


def is_complete(found: LockedChallenge) -> bool:
    """Whether as many have come as may, or, without a limit, all who are challenged; who declined is missing still."""
    challenge, come = found.challenge, len(found.accepted())
    if come >= found.terms.places:
        return True
    awaited = found.of_state(State.CHALLENGED, State.DECLINED)
    return challenge.limit is None and not challenge.is_open and not awaited


def _seats(challenge: Challenge, accepted: Sequence[Invitation], house: Sequence[HouseWizard]) -> list[SeatSpec]:
    """Mages first, as they came; wizards of the house are put in the smallest teams."""
    teams = sides([*(it.team for it in accepted), *[None] * len(house)], challenge.teams)
    of_mages, of_house = teams[: len(accepted)], teams[len(accepted) :]
    return [
        *(_seat(it, team) for it, team in zip(accepted, of_mages, strict=True)),
        *(house_seat(wizard, team) for wizard, team in zip(house, of_house, strict=True)),
    ]


def _seat(invitation: Invitation, team: int | None) -> SeatSpec:
    mage = invitation.mage
    return SeatSpec(name=mage.name, gender=mage.gender, mage=mage, team=team)


def _counts(challenge: Challenge, accepted: list[Invitation]) -> bool:
    """Guests win nothing, friends neither, nor who fights on both sides, nor anybody where the house duels along."""
    owners = [it.mage.owner for it in accepted]
    is_each_his_own = len({owner.pk for owner in owners}) == len(owners)
    is_among_mages = not Terms.of(challenge).of_the_house
    is_in_earnest = is_each_his_own and is_among_mages and not challenge.friendly
    return is_in_earnest and not any(owner.is_guest for owner in owners)


def _close(found: LockedChallenge, duel: Duel) -> None:
    challenge = found.challenge
    challenge.state, challenge.duel = Challenge.State.ACCEPTED, duel
    challenge.save(update_fields=["state", "duel"])
    left_out = Invitation.objects.filter(challenge=challenge, state=State.CHALLENGED)
    left_out.update(state=State.EXCLUDED)
    challenge.changes.filter(state=Change.State.PROPOSED).update(state=Change.State.ABANDONED)


def _send_into(duel: Duel, users: Iterable[int], challenge: Challenge) -> None:
    url = reverse("duel", args=[duel.slug])
    after_commit(challenge_changed.send_robust, None, token=challenge.token)
    after_commit(duel_started.send_robust, None, users=sorted(users), url=url)
