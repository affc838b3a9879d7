"""Challenges: posted, accepted, declined, withdrawn; and practice with the house's apprentice.

Each is one transaction, tells the lobby after the commit, and raises `ValidationError` with what to do instead. A
challenge is locked before users, they in the order of their keys, mages after them: so nobody waits in a ring.
"""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import TypedDict, Unpack

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Mage, User
from accounts.names import APPRENTICE
from accounts.permissions import Role, demand, standing_of
from accounts.services.mage_lifecycle import hold_users, touch
from accounts.services.mages import register_mage, welcome_guest
from duels.challenges.eligibility import check_may_join, check_team
from duels.challenges.invitations import all_about, check_excluded, check_named, exclude, invite
from duels.challenges.lobby import standing
from duels.challenges.locked_challenge import LockedChallenge, State, demand_open, locked_challenge
from duels.challenges.notifications import announce_challenge, announce_decline, announce_withdrawal
from duels.challenges.proposals import count_votes
from duels.challenges.start import begin_if_complete
from duels.challenges.terms import Json, check_comment, check_people, check_terms
from duels.challenges.terms_in_words import TERMS
from duels.models import Challenge, Duel
from duels.play.transaction import SeatSpec, start_duel
from duels.signals import challenge_changed

OPEN_AT_ONCE = 10  # challenges of one user
CLICKS = timedelta(seconds=10)
"""Within which the same challenge is posted, or the same practice begun, by mistake."""


class Terms(TypedDict, total=False):
    """Columns of a challenge, as they are given; `duels.models.Challenge` has the others' values."""

    book: str
    options: Json
    pace: int
    reserve: int
    mountain: bool
    is_open: bool
    private: bool
    per_user: int
    limit: int | None
    teams: int
    authoritarian: bool
    friendly: bool
    lowest: int | None
    highest: int | None
    comment: str
    after: Duel | None


@transaction.atomic
def post_challenge(
    *,
    challenger: Mage,
    named: Sequence[Mage] = (),
    excluded: Sequence[Mage] = (),
    everybody: bool = False,
    team: int | None = None,
    **terms: Unpack[Terms],
) -> Challenge:
    """A new challenge; posted twice in a moment, it is one. `everybody`: all who are about are challenged by name."""
    owner = _locked_owner(challenger)
    posted = Challenge(challenger=challenger, **terms)
    check_comment(posted.comment, owner.pk)
    check_terms(posted)
    check_team(posted, team)
    check_named(LockedChallenge(posted), named)
    if not (posted.is_open or named or everybody or posted.after):
        raise ValidationError({"named": _("Whom do you challenge?")})
    if twin := _twin(posted, named):
        return twin
    _check_has_room(owner)
    posted.save()
    _gather(LockedChallenge(posted), named, excluded, everybody=everybody, team=team)
    transaction.on_commit(partial(challenge_changed.send_robust, None, token=""))
    return posted


@transaction.atomic
def accept_challenge(*, token: str, mage: Mage, team: int | None = None) -> Duel | None:
    """The duel, if it begins with this mage. However many accept at once, no more do than there are places."""
    found = locked_challenge(token)
    if _has_begun_with(found, mage):
        return found.challenge.duel
    demand_open(found)
    check_team(found.challenge, team)
    hold_users(found.owners(State.ACCEPTED) | {mage.owner_id})
    mage = Mage.objects.select_related("owner").get(pk=mage.pk)
    if mage.pk in {it.mage_id for it in found.accepted()}:
        return None
    check_may_join(found, mage)
    found.put(mage, State.ACCEPTED, team=team)
    duel = _go_on(found)
    touch([mage.pk])  # at last: a beginning has locked all mages in the order of their keys
    return duel


@transaction.atomic
def accept_as_newcomer(
    *, token: str, owner: User | None, name: str, gender: str, team: int | None = None
) -> tuple[Mage, Duel | None]:
    """A first mage, which accepts at once, and the duel; without an owner, a guest's. If it may not, there is none."""
    mage = register_mage(owner=owner, name=name, gender=gender) if owner else welcome_guest(name=name, gender=gender)
    return mage, accept_challenge(token=token, mage=mage, team=team)


@transaction.atomic
def choose_team(*, token: str, mage: Mage, team: int | None) -> Duel | None:
    """Another team for a mage who has accepted; the duel, if it has waited for that."""
    found = locked_challenge(token)
    if _has_begun_with(found, mage):
        return found.challenge.duel
    demand_open(found)
    check_team(found.challenge, team)
    if mage.pk not in {it.mage_id for it in found.accepted()}:
        raise ValidationError(_("%(mage)s has not accepted.") % {"mage": mage})
    hold_users(found.owners(State.ACCEPTED))
    return _change_team(found, mage, team)


@transaction.atomic
def decline_challenge(*, token: str, user_id: int) -> None:
    """The user's mages will not fight, or no longer, though they had accepted."""
    found = locked_challenge(token)
    mine = [it for it in found.of_user(user_id) if it.mage_id != found.challenge.challenger_id]
    if mine and all(it.state == State.DECLINED for it in mine):
        return
    demand_open(found)
    coming = [it for it in mine if it.state in (State.CHALLENGED, State.ACCEPTED)]
    demand("decline", {Role.PARTICIPANT} if coming else ())
    for it in coming:
        found.put(it.mage, State.DECLINED)
    announce_decline(found, [it.mage for it in coming])
    _go_on(found)


@transaction.atomic
def withdraw_challenge(*, token: str, user_id: int) -> None:
    """The challenger takes the challenge back."""
    found = locked_challenge(token)
    demand("withdraw", {Role.OWNER} if found.is_the_challengers(user_id) else ())
    if found.challenge.state == Challenge.State.WITHDRAWN:
        return
    demand_open(found)
    found.challenge.state = Challenge.State.WITHDRAWN
    found.challenge.save(update_fields=["state"])
    announce_withdrawal(found)
    transaction.on_commit(partial(challenge_changed.send_robust, None, token=token))


@transaction.atomic
def start_practice(*, mage: Mage, book: str) -> Duel:
    """A duel with the house's apprentice: no clock, no score. Begun twice in a moment, it is one."""
    hold_users([mage.owner_id])
    fresh = Duel.objects.filter(practice=True, ended=None, round=1, started__gt=timezone.now() - CLICKS)
    if twin := fresh.filter(book=book, options={}, seats__mage=mage).first():
        return twin
    seats = [SeatSpec(mage.name, mage.gender, mage), SeatSpec(APPRENTICE, Mage.Gender.PERSON)]
    return start_duel(seats=seats, book=book, pace=None, practice=True, counts=False)


def _locked_owner(challenger: Mage) -> User:
    """Whose mage it is: alive, and about."""
    owner = User.objects.select_for_update(no_key=True).get(pk=challenger.owner_id)
    demand("challenge", standing_of(owner))
    if not Mage.objects.filter(pk=challenger.pk, ended=None).exists():
        raise ValidationError(_("%(challenger)s is no more.") % {"challenger": challenger})
    touch([challenger.pk])
    return owner


def _twin(posted: Challenge, named: Sequence[Mage]) -> Challenge | None:
    """The challenge that a second click posts once more."""
    same = {name: getattr(posted, name) for name in (*TERMS, "after", "challenger")}
    lately = Challenge.objects.filter(standing(), posted__gte=timezone.now() - CLICKS, **same)
    wanted = {mage.pk for mage in named}
    return next((twin for twin in lately if wanted <= {it.mage_id for it in twin.invitations.all()}), None)


def _check_has_room(owner: User) -> None:
    if Challenge.objects.filter(standing(), challenger__owner=owner).count() >= OPEN_AT_ONCE:
        raise ValidationError(_("You have %(most)s open challenges. Withdraw one first.") % {"most": OPEN_AT_ONCE})


def _gather(
    found: LockedChallenge, named: Sequence[Mage], excluded: Sequence[Mage], *, everybody: bool, team: int | None
) -> None:
    """Write down who has to do with a new challenge."""
    found.put(found.challenge.challenger, State.ACCEPTED, team=team)
    check_excluded(found, excluded)
    exclude(found, excluded)
    invited = invite(found, [*named, *(all_about(found) if everybody else ())])
    if everybody and not (invited or found.challenge.is_open):
        raise ValidationError({"everybody": _("Nobody else is about just now.")})
    check_people(found)
    announce_challenge(found.challenge, invited)


def _has_begun_with(found: LockedChallenge, mage: Mage) -> bool:
    duel = found.challenge.duel
    return duel is not None and duel.seats.filter(mage=mage).exists()


def _change_team(found: LockedChallenge, mage: Mage, team: int | None) -> Duel | None:
    invitation = found.invitations[mage.pk]
    if invitation.team == team:
        return None
    invitation.team = team
    invitation.save(update_fields=["team"])
    return _go_on(found)


def _go_on(found: LockedChallenge) -> Duel | None:
    """Who has come or gone may decide a vote, and whether the duel begins."""
    transaction.on_commit(partial(challenge_changed.send_robust, None, token=found.challenge.token))
    return count_votes(found) or begin_if_complete(found)
