"""A challenge with all who have to do with it, its row ours while a service decides by it."""

from collections.abc import Collection
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.blocks import has_block_between
from accounts.models import Mage, User
from accounts.permissions import Role, standing_of
from duels.challenges.open_challenges import is_standing
from duels.challenges.terms import Terms
from duels.models import Challenge, Invitation

GONE = _("This challenge is no longer open: it was accepted, withdrawn, or is too old.")
YOURSELF = _("Nobody duels himself: that mage is yours too.")
State = Invitation.State


@dataclass(eq=False)
class LockedChallenge:
    """A challenge and its invitations, by mage."""

    challenge: Challenge
    invitations: dict[int, Invitation] = field(default_factory=dict)

    @property
    def terms(self) -> Terms:
        """As they stand."""
        return Terms.of(self.challenge)

    def accepted(self) -> list[Invitation]:
        """Of those who would fight now: the challenger first, then as they came."""
        came = sorted(self.of_state(State.ACCEPTED), key=lambda invitation: (invitation.since, invitation.pk))
        return sorted(came, key=lambda invitation: invitation.mage_id != self.challenge.challenger_id)

    def of_state(self, *states: str) -> list[Invitation]:
        """The invitations of mages who live, in any of these states; in whatever state, if none is given."""
        wanted = states or State.values
        return [it for it in self.invitations.values() if it.state in wanted and it.mage.ended is None]

    def of_user(self, user_id: int, *states: str) -> list[Invitation]:
        """Those of a user's mages."""
        return [it for it in self.of_state(*states) if it.mage.owner_id == user_id]

    def is_the_challengers(self, user_id: int) -> bool:
        """Whether this user has made the challenge."""
        return self.challenge.challenger.owner_id == user_id

    def owners(self, *states: str) -> set[int]:
        """The users of mages in any of these states."""
        return {it.mage.owner_id for it in self.of_state(*states)}

    def put(self, mage: Mage, state: str, *, team: int | None = None) -> Invitation:
        """Write down what has become of a mage."""
        invitation = self.invitations.get(mage.pk) or Invitation(challenge=self.challenge, mage=mage)
        self.invitations[mage.pk] = invitation
        invitation.state, invitation.team, invitation.since = state, team, timezone.now()
        invitation.everything = False
        invitation.save()
        return invitation

    def agree_on(self, terms: Terms) -> None:
        """Write down other terms."""
        for name, value in terms.columns().items():
            setattr(self.challenge, name, value)
        self.challenge.save()


def locked_challenge(token: str) -> LockedChallenge:
    """The challenge of this token, whatever has become of it; locked until the transaction ends.

    Raises `ValidationError` if there is none.
    """
    rows = Challenge.objects.select_for_update(of=["self"]).select_related("challenger__owner")  # its duel may be new
    challenge = rows.filter(token=token).first()
    if challenge is None:
        raise ValidationError(GONE)
    invitations = Invitation.objects.filter(challenge=challenge).select_related("mage__owner").order_by("pk")
    return LockedChallenge(challenge, {invitation.mage_id: invitation for invitation in invitations})


def demand_open(found: LockedChallenge) -> None:
    """Raise `ValidationError` unless the challenge stands."""
    if not is_standing(found.challenge):
        raise ValidationError(GONE)


def roles(found: LockedChallenge, user: User, *states: str) -> frozenset[Role]:
    """What this user is to the challenge: a participant, if a mage of his is in one of these states."""
    own = {Role.OWNER} if found.is_the_challengers(user.pk) else set()
    part = {Role.PARTICIPANT} if found.of_user(user.pk, *states) else set()
    return standing_of(user) | own | part


def roles_among(user: User, others: Collection[int]) -> frozenset[Role]:
    """What this user is to these others: one whom they have blocked, or who has blocked one of them."""
    strangers = set(others) - {user.pk}
    return standing_of(user) | ({Role.BLOCKED} if has_block_between(user.pk, strangers) else set())
