"""Facts about challenges, as immutable values.

`loading` loads them, and `rules` makes decisions based on them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Self

from django.conf import settings

from accounts.models import Mage
from accounts.permissions import Role
from duels.challenges.terms import Terms
from duels.ladder.ratings import USUAL
from duels.models import Challenge, Change, Invitation
from wavinghands.engine import Json

State = Invitation.State


@dataclass(frozen=True, kw_only=True, slots=True)
class Person:
    """A mage and the user who owns it.

    `state` and `team` are copied from the mage's invitation. Without an invitation, `state` is empty and `team` is
    `None`. `mage_id` is `None` for a mage that is not registered yet. `user_id` is `None` for an anonymous visitor.
    """

    mage_id: int | None = None
    name: str
    user_id: int | None = None
    state: str = ""
    team: int | None = None
    is_bot: bool = False
    is_alive: bool = True
    is_retired: bool = False

    @classmethod
    def of(cls, mage: Mage, invitation: Invitation | None = None) -> Self:
        """Return the facts about a mage.

        The mage's owner must be loaded.
        """
        return cls(
            mage_id=mage.pk,
            name=mage.name,
            user_id=mage.owner_id,
            state=invitation.state if invitation else "",
            team=invitation.team if invitation else None,
            is_bot=mage.owner.is_bot,
            is_alive=mage.ended is None,
            is_retired=mage.retired is not None,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class ChallengeFacts:
    """The facts about a challenge and its mages.

    `people` holds the living mages with an invitation: first the challenger, then the others in the order of their
    invitations. `is_standing` says whether the challenge can still be accepted. If the challenge is to a rematch,
    `rematch_of` is the primary key of the original duel. `club_id` is the primary key of the club whose members may
    join, or `None`.
    """

    terms: Terms
    challenger: Person
    people: tuple[Person, ...] = ()
    is_standing: bool = True
    rematch_of: int | None = None
    club_id: int | None = None

    @classmethod
    def of(cls, challenge: Challenge, invitations: Mapping[int, Invitation], *, is_standing: bool = True) -> Self:
        """Return the facts about a challenge and its invitations.

        `invitations` maps primary keys of mages to invitations. The mages and their owners must be loaded.
        """
        came = sorted(
            invitations.values(), key=lambda it: (it.mage_id != challenge.challenger_id, it.since, it.pk or 0)
        )
        return cls(
            terms=Terms.of(challenge),
            challenger=Person.of(challenge.challenger, invitations.get(challenge.challenger_id)),
            people=tuple(Person.of(it.mage, it) for it in came if it.mage.ended is None),
            is_standing=is_standing,
            rematch_of=challenge.after_id,
            club_id=challenge.club_id,
        )

    def in_state(self, *states: str) -> list[Person]:
        """Return the people whose invitations are in one of these states."""
        return [it for it in self.people if it.state in states]

    def accepted(self) -> list[Person]:
        return self.in_state(State.ACCEPTED)

    def of_user(self, user_id: int | None, *states: str) -> list[Person]:
        """Return the user's mages whose invitations are in one of these states."""
        return [it for it in self.in_state(*states) if it.user_id == user_id]

    def users(self, *states: str) -> set[int]:
        """Return the ids of the users with a mage whose invitation is in one of these states."""
        return {it.user_id for it in self.in_state(*states) if it.user_id is not None}


@dataclass(frozen=True, slots=True)
class DuelsUnderWay:
    """A user's running duels, except practice duels.

    `by_mage` holds the number of duels of each mage. `live` is the slug of a live duel, or an empty string.
    """

    by_mage: Mapping[int, int] = field(default_factory=dict)
    live: str = ""
    is_bot: bool = False

    @property
    def is_busy(self) -> bool:
        """Return whether the user may not begin another live duel now.

        People play only one live duel at a time. Bots may play several.
        """
        return sum(self.by_mage.values()) >= settings.DUELS_OF_A_BOT if self.is_bot else bool(self.live)


@dataclass(frozen=True, kw_only=True, slots=True)
class JoinFacts:
    """The facts that decide whether a mage may join a challenge.

    `roles` holds the user's roles, which determine permissions. They include `BLOCKED` if there is a block between the
    user and another user who has accepted. If the challenge is to a rematch, `fought_before` says whether the user
    fought in the original duel. `not_in` is the name of the club to which the challenge is limited, or an empty string
    if there is no such club or the user is a member.
    """

    challenge: ChallengeFacts
    mage: Person
    roles: frozenset[Role]
    team: int | None = None
    rating: float = USUAL
    fought_before: bool = False
    not_in: str = ""
    under_way: DuelsUnderWay = DuelsUnderWay()
    is_challenger_busy: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangeFacts:
    """The facts that decide whether the terms of a challenge can be changed to `terms`.

    - `named` holds the mages that the change challenges by name.
    - `about` holds the mages that it challenges because they have been active recently.
    - `excluded` holds the mages that it excludes.
    - `roles` holds the challenger's roles, including `BLOCKED` if there is a block between them and a user in `named`.
    - `is_start` says whether the change starts the duel.
    - `busy` holds the ids of users who may not begin another live duel.
    """

    challenge: ChallengeFacts
    terms: Terms
    named: tuple[Person, ...] = ()
    excluded: tuple[Person, ...] = ()
    about: tuple[Person, ...] = ()
    roles: frozenset[Role] = frozenset({Role.USER})
    is_start: bool = False
    busy: frozenset[int] = frozenset()


@dataclass(frozen=True, kw_only=True, slots=True)
class PostFacts:
    """The facts that decide whether a new challenge may be posted.

    `change` holds the facts about its terms and mages before anyone else has accepted. `everybody` says
    whether all active players are challenged. `open_challenges` is the number of the user's open challenges. `not_in`
    is the name of the club whose members are challenged, or an empty string if there is none or the user is a member.
    """

    change: ChangeFacts
    everybody: bool = False
    silenced_until: datetime | None = None
    open_challenges: int = 0
    not_in: str = ""
    under_way: DuelsUnderWay = DuelsUnderWay()


@dataclass(frozen=True, kw_only=True, slots=True)
class ProposalFacts:
    """The facts that decide whether a user may propose changes.

    `changes` holds the proposed values. Its keys are columns of `Challenge`.
    """

    challenge: ChallengeFacts
    user_id: int
    roles: frozenset[Role]
    changes: Json
    silenced_until: datetime | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class VoteFacts:
    """The facts that decide whether a user may vote on a change.

    `state` is the state of the change, or `None` if no change has this number. `is_repeated` says whether the user has
    already cast the same vote.
    """

    challenge: ChallengeFacts
    roles: frozenset[Role]
    number: int
    state: Change.State | None
    is_repeated: bool = False
