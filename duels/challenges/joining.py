"""Services for accepting and declining challenges, and for choosing a team.

Each service is one transaction, which locks the rows, loads the facts, checks the rules, and writes. If an action is
refused, nothing changes, and the `ValidationError` says what to do instead. The lobby is notified after the commit.
"""

from django.db import transaction

from accounts.models import Mage, User
from accounts.services.mage_lifecycle import touch
from accounts.services.mages import register_mage, welcome_guest
from duels.challenges.facts import Person, State
from duels.challenges.loading import LockedChallenge, load_join_facts, lock_challenge
from duels.challenges.notifications import announce_decline
from duels.challenges.proposals import count_votes
from duels.challenges.rules import can_leave, enforce, may_accept, may_choose_team, may_decline
from duels.challenges.start import begin_if_complete
from duels.models import Duel
from duels.signals import challenge_changed
from wavinghands.db.after_commit import after_commit


@transaction.atomic
def accept_challenge(*, token: str, mage: Mage, team: int | None = None) -> Duel | None:
    """Accept a challenge, and return the duel if it begins.

    Accepting a challenge again has no effect. Concurrent calls never fill more places than there are. Raise
    `ValidationError` if `may_accept()` refuses it. Raise `Forbidden` if the user lacks permission, or if there is a
    block between them and someone who has accepted.
    """
    found = lock_challenge(token, [mage.owner_id])
    if _has_begun_with(found, mage):
        return found.challenge.duel
    if found.is_standing and mage.pk in {it.mage_id for it in found.facts.accepted()}:
        return None
    mage = Mage.objects.select_related("owner").get(pk=mage.pk)
    (facts,) = load_join_facts(found.facts, mage.owner, [mage], team=team)
    enforce(may_accept(facts))
    found.put(mage, State.ACCEPTED, team=team)
    duel = _go_on(found)
    touch([mage.pk])  # last, because starting a duel locks all its mages by key
    return duel


@transaction.atomic
def accept_as_newcomer(
    *, token: str, owner: User | None, name: str, gender: str, team: int | None = None
) -> tuple[Mage, Duel | None]:
    """Register a user's first mage, and use it to accept the challenge.

    Return the mage, and the duel if it begins. If `owner` is `None`, a new guest owns the mage. Raise `ValidationError`
    if the name is unavailable. Also raise the errors of `accept_challenge()`. If an error is raised, no mage is
    registered.
    """
    mage = register_mage(owner=owner, name=name, gender=gender) if owner else welcome_guest(name=name, gender=gender)
    return mage, accept_challenge(token=token, mage=mage, team=team)


@transaction.atomic
def choose_team(*, token: str, mage: Mage, team: int | None) -> Duel | None:
    """Change the team of a mage that has accepted, and return the duel if this change starts it.

    Raise `ValidationError` if `may_choose_team()` refuses the change.
    """
    found = lock_challenge(token)
    if _has_begun_with(found, mage):
        return found.challenge.duel
    enforce(may_choose_team(found.facts, Person(mage_id=mage.pk, name=mage.name), team))
    invitation = found.invitations[mage.pk]
    if invitation.team == team:
        return None
    invitation.team = team
    invitation.save(update_fields=["team"])
    return _go_on(found)


@transaction.atomic
def decline_challenge(*, token: str, user_id: int) -> None:
    """Decline a challenge with all of the user's mages that are challenged or have accepted.

    Declining again has no effect. Raise `Forbidden` if the user has no such mage, and `ValidationError` if the
    challenge is no longer open.
    """
    found = lock_challenge(token)
    facts = found.facts
    leaving = [found.invitations[it.mage_id].mage for it in can_leave(facts, user_id) if it.mage_id is not None]
    if not leaving and facts.of_user(user_id, State.DECLINED):
        return
    enforce(may_decline(facts, user_id))
    for mage in leaving:
        found.put(mage, State.DECLINED)
    announce_decline(found.challenge, leaving)
    _go_on(found)


def _has_begun_with(found: LockedChallenge, mage: Mage) -> bool:
    duel = found.challenge.duel
    return duel is not None and duel.seats.filter(mage=mage).exists()


def _go_on(found: LockedChallenge) -> Duel | None:
    """After the participants have changed, recount the votes on proposed changes, and begin the duel if possible."""
    after_commit(challenge_changed.send_robust, None, token=found.challenge.token)
    return count_votes(found) or begin_if_complete(found)
