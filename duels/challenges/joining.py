"""A challenge accepted, declined, a team chosen in it.

Each is one transaction, tells the lobby after the commit, and raises `ValidationError` with what to do instead. A
challenge is locked before users, they in the order of their keys, mages after them: so nobody waits in a ring.
"""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Mage, User
from accounts.permissions import Role, demand
from accounts.services.mage_lifecycle import hold_users, touch
from accounts.services.mages import register_mage, welcome_guest
from duels.challenges.eligibility import check_may_join, check_team
from duels.challenges.locked_challenge import LockedChallenge, State, demand_open, locked_challenge
from duels.challenges.notifications import announce_decline
from duels.challenges.proposals import count_votes
from duels.challenges.start import begin_if_complete
from duels.models import Duel
from duels.signals import challenge_changed
from wavinghands.db.after_commit import after_commit


@transaction.atomic
def accept_challenge(*, token: str, mage: Mage, team: int | None = None) -> Duel | None:
    """The duel, if it begins with this mage. However many accept at once, no more do than there are places.

    Raises `ValidationError` if the challenge does not stand any more, there is no such team or no place, the mage
    is dead or not invited, or has not the rating, or its user may not come with so many mages or is in a live duel;
    `Forbidden` if he may not accept at all, or is blocked by one of those who have come. Who has accepted already
    is not refused.
    """
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
    """A first mage, which accepts at once, and the duel; without an owner, a guest's. If it may not, there is none.

    Raises what `accept_challenge` raises, and `ValidationError` for a name that cannot be taken.
    """
    mage = register_mage(owner=owner, name=name, gender=gender) if owner else welcome_guest(name=name, gender=gender)
    return mage, accept_challenge(token=token, mage=mage, team=team)


@transaction.atomic
def choose_team(*, token: str, mage: Mage, team: int | None) -> Duel | None:
    """Another team for a mage who has accepted; the duel, if it has waited for that.

    Raises `ValidationError` if the challenge does not stand any more, there is no such team, or the mage has not
    accepted.
    """
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
    """The user's mages will not fight, or no longer, though they had accepted; twice is once.

    Raises `Forbidden` if none of them is challenged or here, `ValidationError` if the challenge does not stand any
    more.
    """
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
    after_commit(challenge_changed.send_robust, None, token=found.challenge.token)
    return count_votes(found) or begin_if_complete(found)
