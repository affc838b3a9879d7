"""Functions that lock challenges, and load the facts that `rules` needs.

To prevent deadlocks, rows are always locked in the same order: the challenge, then users, then mages. Users and mages
are locked in the order of their primary keys. `lock_challenge()` locks the challenge and the users. Mages are locked
by `touch()` and when the duel begins. Each `load_…` function makes a fixed number of queries, however many people and
duels there are.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.blocks import has_block_between
from accounts.models import Mage, User
from accounts.permissions import Role, standing_of
from accounts.sanctions import silenced_until
from accounts.services.mage_lifecycle import hold_users
from duels.challenges.facts import (
    ChallengeFacts,
    ChangeFacts,
    DuelsUnderWay,
    JoinFacts,
    Person,
    PostFacts,
    ProposalFacts,
    State,
    VoteFacts,
)
from duels.challenges.open_challenges import is_standing, standing
from duels.challenges.rules import refusal_for
from duels.challenges.terms import Terms
from duels.clubs.membership import is_member
from duels.ladder.ratings import USUAL
from duels.models import Challenge, Change, Club, Invitation, Seat, Standing
from duels.wording.time_controls import is_live
from wavinghands.engine import Json


@dataclass(eq=False)
class LockedChallenge:
    """A challenge and its invitations, locked until the transaction ends.

    `invitations` maps the primary keys of mages to their invitations.
    """

    challenge: Challenge
    invitations: dict[int, Invitation] = field(default_factory=dict)
    is_standing: bool = True

    @property
    def facts(self) -> ChallengeFacts:
        """Return the current facts about the challenge and its invitations. This takes no query."""
        return ChallengeFacts.of(self.challenge, self.invitations, is_standing=self.is_standing)

    def accepted(self) -> list[Invitation]:
        """Return the invitations of the mages that have accepted, in the order of their seats."""
        return [self.invitations[it.mage_id] for it in self.facts.accepted() if it.mage_id is not None]

    def put(self, mage: Mage, state: str, *, team: int | None = None) -> Invitation:
        """Set the state and the team of a mage's invitation, save it, and return it."""
        invitation = self.invitations.get(mage.pk) or Invitation(challenge=self.challenge, mage=mage)
        self.invitations[mage.pk] = invitation
        invitation.state, invitation.team, invitation.since = state, team, timezone.now()
        invitation.everything = False
        invitation.save()
        return invitation


@dataclass(frozen=True, slots=True)
class Audience:
    """The mages that a new challenge, or a change to a challenge, invites or excludes.

    `named` are invited by name, and `about` because they have been active recently. `excluded` may not join.
    """

    named: Sequence[Mage] = ()
    excluded: Sequence[Mage] = ()
    about: Sequence[Mage] = ()


def lock_challenge(token: str, user_ids: Collection[int] = ()) -> LockedChallenge:
    """Lock the challenge, the users who have accepted it, and the users in `user_ids`.

    While users are locked, they cannot begin another duel. A challenge that is no longer open is locked too. Raise
    `ValidationError` if there is no challenge with this token.
    """
    rows = Challenge.objects.select_for_update(of=["self"]).select_related(
        "challenger__owner"
    )  # without `duel`, which may be added while this query waits for the lock
    challenge = rows.filter(token=token).first()
    if challenge is None:
        raise refusal_for("closed").error()
    invitations = Invitation.objects.filter(challenge=challenge).select_related("mage__owner").order_by("pk")
    by_mage = {invitation.mage_id: invitation for invitation in invitations}
    found = LockedChallenge(challenge, by_mage, is_standing(challenge))
    hold_users(found.facts.users(State.ACCEPTED).union(user_ids))
    return found


def load_join_facts(
    challenge: ChallengeFacts, user: Any, mages: Sequence[Mage], *, team: int | None = None
) -> list[JoinFacts]:
    """Return the facts that decide whether the user's mages may join.

    The list has one item per mage. If `mages` is empty, the only item is for a new mage.
    """
    user_id, challenger_id = user.pk, challenge.challenger.user_id or 0
    others = challenge.users(State.ACCEPTED) - {user_id}
    is_blocked = user_id is not None and has_block_between(user_id, others)
    under_way = load_under_way({user_id or 0, challenger_id})
    ratings = _ratings(challenge.terms, mages)
    people = {it.mage_id: it for it in challenge.people}
    shared: Json = {
        "challenge": challenge,
        "roles": standing_of(user) | ({Role.BLOCKED} if is_blocked else set()),
        "team": team,
        "fought_before": has_fought(challenge.rematch_of, user_id),
        "not_in": load_not_in(challenge.club_id, user_id),
        "under_way": under_way[user_id or 0],
        "is_challenger_busy": under_way[challenger_id].is_busy,
    }
    return [
        JoinFacts(mage=_invited(Person.of(mage), people.get(mage.pk)), rating=ratings.get(mage.pk, USUAL), **shared)
        for mage in mages
    ] or [JoinFacts(mage=Person(name=_("A new mage"), user_id=user_id), **shared)]


def _invited(mage: Person, known: Person | None) -> Person:
    return replace(mage, state=known.state, team=known.team) if known else mage


def _ratings(terms: Terms, mages: Sequence[Mage]) -> Mapping[int, float]:
    """Return the ratings of mages by primary key.

    The mapping is empty if the challenge has no rating range.
    """
    if not (terms.lowest or terms.highest):
        return {}
    rows = Standing.objects.filter(mage__in=mages, melee=terms.limit != 2)
    return dict(rows.values_list("mage", "rating"))


def has_fought(duel_id: int | None, user_id: int | None) -> bool:
    """Return whether one of the user's mages fought in the duel."""
    if duel_id is None or user_id is None:
        return False
    return Seat.objects.filter(duel=duel_id, mage__owner=user_id).exists()


def load_not_in(club_id: int | None, user_id: int | None) -> str:
    """Return the name of the club, or an empty string if the user is a member or there is no club."""
    if club_id is None or is_member(club_id, user_id):
        return ""
    club = Club.objects.filter(pk=club_id).first()
    return club.shown_name if club else ""


def load_under_way(user_ids: Collection[int]) -> dict[int, DuelsUnderWay]:
    """Return the running duels of each of these users, by user id."""
    seats = Seat.objects.filter(duel__ended=None, duel__practice=False, mage__owner__in=user_ids).order_by("pk")
    columns = ("mage__owner", "mage__owner__is_bot", "mage", "duel__slug", "duel__pace")
    by_mage = {user_id: Counter[int]() for user_id in user_ids}
    live, bots = dict[int, str](), set[int]()
    for owner, is_bot, mage, slug, pace in seats.values_list(*columns):
        by_mage[owner][mage] += 1
        if is_live(pace):
            live.setdefault(owner, slug)
        if is_bot:
            bots.add(owner)
    return {user: DuelsUnderWay(counts, live.get(user, ""), user in bots) for user, counts in by_mage.items()}


def load_busy(user_ids: Collection[int]) -> frozenset[int]:
    """Return the users in `user_ids` who may not begin a live duel now."""
    return frozenset(user for user, under_way in load_under_way(user_ids).items() if under_way.is_busy)


def load_busy_for(challenge: ChallengeFacts) -> frozenset[int]:
    """Return the users who have accepted but may not begin another live duel.

    The set is empty if this challenge is not for a live duel.
    """
    return load_busy(challenge.users(State.ACCEPTED)) if challenge.terms.is_live else frozenset()


def load_change_facts(
    found: LockedChallenge, terms: Terms, audience: Audience, *, is_start: bool = False
) -> ChangeFacts:
    """Return the facts that decide whether the challenge can be changed to these terms."""
    challenge, owner = found.facts, found.challenge.challenger.owner
    others = {mage.owner_id for mage in audience.named} - {owner.pk}
    blocked = {Role.BLOCKED} if has_block_between(owner.pk, others) else set()
    return ChangeFacts(
        challenge=challenge,
        terms=terms,
        named=_people(audience.named),
        excluded=_people(audience.excluded),
        about=_people(audience.about),
        roles=standing_of(owner) | blocked,
        is_start=is_start,
        busy=load_busy_for(challenge) if is_start else frozenset(),
    )


def _people(mages: Sequence[Mage]) -> tuple[Person, ...]:
    return tuple(Person.of(mage) for mage in mages)


def load_post_facts(posted: LockedChallenge, audience: Audience, *, everybody: bool) -> PostFacts:
    """Return the facts that decide whether `posted`, a challenge that has not been saved yet, may be posted."""
    owner = posted.challenge.challenger.owner
    return PostFacts(
        change=load_change_facts(posted, Terms.of(posted.challenge), audience),
        everybody=everybody,
        silenced_until=silenced_until(owner.pk),
        open_challenges=Challenge.objects.filter(standing(), challenger__owner=owner).count(),
        not_in=load_not_in(posted.challenge.club_id, owner.pk),
        under_way=load_under_way([owner.pk])[owner.pk],
    )


def load_proposal_facts(found: LockedChallenge, user: User, changes: Json) -> ProposalFacts:
    """Return the facts that decide whether this user may propose these changes."""
    return ProposalFacts(
        challenge=found.facts,
        user_id=user.pk,
        roles=roles_in(found.facts, user),
        changes=changes,
        silenced_until=silenced_until(user.pk),
    )


def load_vote_facts(
    found: LockedChallenge, user: User, change: Change | None, number: int, *, accepts: bool
) -> VoteFacts:
    """Return the facts that decide whether this user may vote on a change.

    `change` is `None` if no change has this number.
    """
    return VoteFacts(
        challenge=found.facts,
        roles=roles_in(found.facts, user),
        number=number,
        state=None if change is None else Change.State(change.state),
        is_repeated=change is not None and change.votes.filter(mage__owner=user.pk, accepts=accepts).exists(),
    )


def roles_in(challenge: ChallengeFacts, user: Any) -> frozenset[Role]:
    """Return a user's roles in a challenge.

    These include `OWNER` for the challenger and `PARTICIPANT` for a user with a mage that has accepted.
    """
    own = {Role.OWNER} if challenge.challenger.user_id == user.pk else set()
    part = {Role.PARTICIPANT} if challenge.of_user(user.pk, State.ACCEPTED) else set()
    return standing_of(user) | own | part
