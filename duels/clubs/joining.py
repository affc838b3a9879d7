"""Services for joining and leaving a club.

Each service is one transaction. Locks are taken in this order: challenges, the user, the club.
"""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Case, Value, When
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.blocks import has_block_between
from accounts.models import Mage, User
from accounts.permissions import Role, demand, standing_of
from accounts.services.mage_lifecycle import hold_users
from accounts.signals import account_closed
from duels.clubs.membership import IN, OFFICERS, memberships
from duels.clubs.notifications import move_links, tell_leader, tell_request
from duels.models import Challenge, Club, Membership
from duels.signals import challenge_changed, club_closed
from wavinghands.db.after_commit import after_commit

MOST_JOINED = 50
"""The maximum number of clubs that a user belongs to or has asked to join."""
MOST_MEMBERS = 500
State = Membership.State


@transaction.atomic
def join(*, slug: str, user: User) -> Membership:
    """Join an open club, or ask the officers of a closed one for admission.

    Repeating this has no effect. A user who has been removed from an open club must ask too. Raise `Forbidden` for
    anonymous users, guests, and users with a block between them and an officer. Raise `ValidationError` if the club is
    full or the user is in too many clubs.
    """
    demand("join_club", standing_of(user))
    hold_users([user.pk])
    club = locked_club(slug)
    found = Membership.objects.filter(club=club, user=user).first()
    if found is not None and found.state != State.REMOVED:
        return found
    refuse_blocked(club, user)
    _check_number(user)
    state = IN if club.is_open and found is None else State.REQUESTED
    if state == IN:
        refuse_full(club)
    found = found or Membership(club=club, user=user)
    found.state, found.since = state, timezone.now()
    found.save()
    if state == State.REQUESTED:
        tell_request(found)
    return found


def refuse_blocked(club: Club, user: User) -> None:
    """Raise `Forbidden` if there is a block between the user and an officer of the club."""
    if is_blocked(club, user):
        demand("join_club", standing_of(user) | {Role.BLOCKED})


def is_blocked(club: Club, user: User) -> bool:
    """Return whether there is a block between the user and an officer of the club."""
    officers = memberships(club).filter(role__in=OFFICERS).values_list("user", flat=True)
    return has_block_between(user.pk, list(officers))


def refuse_full(club: Club) -> None:
    """Raise `ValidationError` if the club has no room for another member."""
    if memberships(club).count() >= MOST_MEMBERS:
        raise ValidationError(_("This club is full: it has %(most)s members.") % {"most": MOST_MEMBERS})


def _check_number(user: User) -> None:
    if Membership.objects.filter(user=user).exclude(state=State.REMOVED).count() >= MOST_JOINED:
        text = _("You can be in at most %(most)s clubs. Leave one first.")
        raise ValidationError(text % {"most": MOST_JOINED})


@transaction.atomic
def leave(*, slug: str, user_id: int) -> None:
    """Leave a club, or withdraw a request to join it.

    A user who withdraws a request can join later only by asking again. For users without a membership or request, this
    has no effect.
    """
    hold_challenges(slug, user_id)
    _part_with(locked_club(slug), user_id)


def leave_all(user_id: int) -> None:
    """Remove a user from all their clubs after their account has been closed or banned."""
    slugs = Membership.objects.filter(user=user_id).exclude(state=State.REMOVED).values_list("club__slug", flat=True)
    for slug in list(slugs):
        with transaction.atomic():
            hold_challenges(slug, user_id)
            if Club.objects.filter(slug=slug).exists():
                _part_with(locked_club(slug), user_id)


@receiver(account_closed)
def _leave_all(user: User, **_given: Any) -> None:
    after_commit(leave_all, user.pk)  # after the commit, because challenges are locked before users


def hold_challenges(slug: str, user_id: int | None = None) -> None:
    """Lock the open challenges to a club's members or, with `user_id`, only those by this user.

    Callers must do this before they lock the club.
    """
    club, mages = Club.objects.filter(slug=slug), Mage.objects.filter(owner=user_id)  # an SQL join would lock them too
    found = Challenge.objects.filter(club__in=club, state=Challenge.State.OPEN)
    found = found.filter(challenger__in=mages) if user_id else found
    list(found.select_for_update().order_by("pk").values_list("pk"))


def _part_with(club: Club, user_id: int) -> None:
    """End a user's membership of a locked club, and withdraw their challenges to its members.

    If the user led the club, another member becomes its leader. If the club has no members left, it is deleted. A
    request to join is replaced with a removal, because the user may have been removed from the club before they asked.
    """
    places = Membership.objects.filter(club=club, user=user_id)
    places.filter(state=State.REQUESTED).update(state=State.REMOVED, since=timezone.now())
    gone, _counts = places.filter(state=IN).delete()
    if gone:
        withdraw_challenges(club, user_id)
        _hand_over(club)


def withdraw_challenges(club: Club, user_id: int) -> None:
    """Withdraw the open challenges that a user has posted to a club's members."""
    own = Challenge.objects.filter(club=club, challenger__owner=user_id, state=Challenge.State.OPEN)
    if own.update(state=Challenge.State.WITHDRAWN):
        after_commit(challenge_changed.send_robust, None, token="")


def _hand_over(club: Club) -> None:
    """If the club has no leader, make the longest-serving officer its leader.

    If there are no officers, choose the longest-serving member. If there are no members, close the club.
    """
    members = memberships(club).select_related("user", "club")
    if members.filter(role=Membership.Role.LEADER).exists():
        return
    officers_first = Case(When(role=Membership.Role.OFFICER, then=Value(0)), default=Value(1))
    heir = members.order_by(officers_first, "since", "pk").first()
    if heir is None:
        close(club)
        return
    heir.role = Membership.Role.LEADER
    heir.save(update_fields=["role"])
    tell_leader(heir)


def close(club: Club) -> None:
    """Delete a locked club, and cancel its tournaments that have not started.

    Its challenges must have been withdrawn.
    """
    club_closed.send(None, club=club)
    move_links(club.slug)
    club.delete()


def locked_club(slug: str) -> Club:
    """Lock the club with this slug, and return it.

    Raise `ValidationError` if there is no such club.
    """
    found = Club.objects.select_for_update(no_key=True).filter(slug=slug).first()
    if found is None:
        raise ValidationError(_("There is no such club."))
    return found
