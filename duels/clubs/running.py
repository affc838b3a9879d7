"""Services for founding, editing and running a club, and for sending messages to its members.

Each service is one transaction.
"""

from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from accounts.blocks import blocked_with
from accounts.models import User
from accounts.names import skeleton
from accounts.permissions import Forbidden, Role, demand
from accounts.profanity import refuse_forbidden
from accounts.sanctions import demand_voice, roles_of
from accounts.services.mage_lifecycle import hold_users
from duels.clubs.joining import close, hold_challenges, is_blocked, locked_club, refuse_full, withdraw_challenges
from duels.clubs.membership import IN, memberships
from duels.clubs.notifications import move_links, tell_accepted, tell_leader, tell_message
from duels.models import CLUB_NAME_TAKEN, Club, ClubMessage, Membership, new_slug

MOST_LED = 3
"""The maximum number of clubs that a user may lead when founding one, including the new club."""
BETWEEN_MESSAGES = timedelta(days=1)
"""The minimum time between two messages to all members of a club."""
State, ClubRole = Membership.State, Membership.Role
LONGEST_NAME, LONGEST_ABOUT, LONGEST_MESSAGE = Club.LONGEST_NAME, Club.LONGEST_ABOUT, ClubMessage.LONGEST
LONGEST_FROM_NAME = 30
"""The maximum number of characters of a club's name that become part of its address."""
NEW = "new"
"""A slug that no club can have, because it is the address of the form for a new club."""


# The club -------------------------------------------------------------------------------------------------------------


@transaction.atomic
def found_club(*, founder: User, name: str, about: str = "", is_open: bool = True) -> Club:
    """Create a club, with its founder as the leader.

    Raise `Forbidden` if the user is a guest or silenced. Raise `ValidationError` if the name is invalid or taken, if a
    text contains a forbidden word, or if the user leads too many clubs.
    """
    demand("found_club", roles_of(founder))
    hold_users([founder.pk])
    if Membership.objects.filter(user=founder, role=ClubRole.LEADER).count() >= MOST_LED:
        text = _("You already lead %(most)s clubs. Hand one over or leave one first.")
        raise ValidationError(text % {"most": MOST_LED})
    club = _checked(Club(is_open=is_open, author=founder), name, about)
    club.slug = _slug_for(club.name)
    _save(club)
    Membership.objects.create(club=club, user=founder, role=ClubRole.LEADER)
    return club


@transaction.atomic
def edit_club(*, slug: str, officer: User, name: str, about: str, is_open: bool) -> Club:
    """Change a club's name, description and admission policy.

    Its address stays the same. Raise `Forbidden` unless the user is an officer who is not silenced. Raise
    `ValidationError` if the name is invalid or taken, or if a text contains a forbidden word.
    """
    club, _own = _run_by(slug, officer)
    before = (club.name, club.about)
    club = _checked(club, name, about)
    club.is_open = is_open
    if (club.name, club.about) != before:
        club.author = officer
    _save(club)
    return club


def _checked(club: Club, name: str, about: str) -> Club:
    """Set the name and the description of a club.

    Raise `ValidationError` if one of them is invalid.
    """
    club.name, club.about = " ".join(name.split()), about.strip()
    for field, text in (("name", club.name), ("about", club.about)):
        try:
            refuse_forbidden(text)
        except ValidationError as error:
            raise ValidationError({field: error.messages}) from error
    if not club.name.isprintable():
        raise ValidationError({"name": _("A name can’t contain invisible characters. Remove them.")})
    if not any(map(str.isalnum, club.name)):
        raise ValidationError({"name": _("A name needs at least one letter or digit.")})
    club.full_clean(exclude=["folded", "skeleton", "slug", "author"])
    if Club.objects.filter(skeleton=skeleton(club.name)).exclude(pk=club.pk).exists():
        raise ValidationError({"name": CLUB_NAME_TAKEN})
    return club


def _save(club: Club) -> None:
    try:
        with transaction.atomic():
            club.save()
    except IntegrityError as error:  # another request has just taken the name or the address
        if Club.objects.filter(skeleton=club.skeleton).exclude(pk=club.pk).exists():
            raise ValidationError({"name": CLUB_NAME_TAKEN}) from error
        club.slug = new_slug()
        club.save()


def _slug_for(name: str) -> str:
    slug = slugify(name)[:LONGEST_FROM_NAME].strip("-_")
    if slug and slug != NEW and not Club.objects.filter(slug=slug).exists():
        return slug
    return "-".join(filter(None, [slug, new_slug()]))


# Members --------------------------------------------------------------------------------------------------------------


@transaction.atomic
def accept(*, slug: str, officer: User, user: User) -> None:
    """Accept a user's request to join.

    Raise `ValidationError` if there is no such request or the club is full, and `Forbidden` if there is a block between
    the user and an officer.
    """
    club, _own, theirs = _about(slug, officer, user, State.REQUESTED)
    if is_blocked(club, user):  # do not reveal a block between the user and another officer
        raise Forbidden(_("This request can’t be accepted."), code="forbidden")
    refuse_full(club)
    theirs.state, theirs.since = IN, timezone.now()
    theirs.save(update_fields=["state", "since"])
    tell_accepted(theirs)


@transaction.atomic
def decline(*, slug: str, officer: User, user: User) -> None:
    """Decline a user's request to join. The user is not notified and may ask again."""
    _club, _own, theirs = _about(slug, officer, user, State.REQUESTED)
    _remove(theirs)


@transaction.atomic
def remove(*, slug: str, officer: User, user: User) -> None:
    """Remove a member.

    Raise `Forbidden` if the member is the leader, or if the member is an officer and `officer` is not the leader.
    """
    hold_challenges(slug, user.pk)
    club, own, theirs = _about(slug, officer, user, IN)
    if theirs.is_leader or (theirs.is_officer and not own.is_leader):
        raise Forbidden(_("Only the leader can remove an officer. Nobody can remove the leader."), code="forbidden")
    _remove(theirs)
    withdraw_challenges(club, user.pk)


def _remove(theirs: Membership) -> None:
    theirs.state, theirs.role, theirs.since = State.REMOVED, ClubRole.MEMBER, timezone.now()
    theirs.save(update_fields=["state", "role", "since"])


@transaction.atomic
def appoint(*, slug: str, officer: User, user: User) -> None:
    """Make a member an officer.

    Raise `Forbidden` unless `officer` is the leader.
    """
    _set_role(_led_by(slug, officer, user)[1], ClubRole.OFFICER)


@transaction.atomic
def dismiss(*, slug: str, officer: User, user: User) -> None:
    """Make an officer an ordinary member again.

    Raise `Forbidden` unless `officer` is the leader.
    """
    _set_role(_led_by(slug, officer, user)[1], ClubRole.MEMBER)


@transaction.atomic
def hand_over(*, slug: str, officer: User, user: User) -> None:
    """Make another member the leader of the club.

    The former leader becomes an officer. Raise `Forbidden` unless `officer` is the leader.
    """
    own, theirs = _led_by(slug, officer, user)
    _set_role(own, ClubRole.OFFICER)
    _set_role(theirs, ClubRole.LEADER)
    tell_leader(theirs)


ACTIONS = {
    "accept": accept,
    "decline": decline,
    "remove": remove,
    "appoint": appoint,
    "dismiss": dismiss,
    "hand_over": hand_over,
}
"""The services that act on one member, by the name used in requests."""


def _set_role(membership: Membership, role: Membership.Role) -> None:
    membership.role = role
    membership.save(update_fields=["role"])


def _led_by(slug: str, leader: User, user: User) -> tuple[Membership, Membership]:
    """Return the memberships of the leader and of another member.

    Raise `Forbidden` unless `leader` leads the club.
    """
    _club, own, theirs = _about(slug, leader, user, IN)
    if not own.is_leader or own.pk == theirs.pk:
        raise Forbidden(_("Only the leader of the club can do that."), code="forbidden")
    return own, theirs


def _about(slug: str, officer: User, user: User, state: str) -> tuple[Club, Membership, Membership]:
    """Lock the club, and return it with the officer's and the user's memberships.

    Raise `ValidationError` unless the user's membership is in this `state`.
    """
    club, own = _run_by(slug, officer)
    theirs = Membership.objects.select_related("user", "club").filter(club=club, user=user, state=state).first()
    if theirs is None:
        raise ValidationError(
            _("%(user)s is not a member of this club.") % {"user": user.username}
            if state == IN
            else _("%(user)s has not asked to join.") % {"user": user.username}
        )
    return club, own, theirs


def _run_by(slug: str, officer: User) -> tuple[Club, Membership]:
    """Lock the club, and return it with the officer's membership.

    Raise `Forbidden` unless the user may run the club.
    """
    club = locked_club(slug)
    own = memberships(club).filter(user=officer.pk).first()
    is_officer = own is not None and own.is_officer
    demand("run_club", roles_of(officer) | ({Role.OWNER} if is_officer else set()))
    assert own is not None  # noqa: S101 - an officer has a membership
    return club, own


@transaction.atomic
def close_club(*, slug: str) -> None:
    """Close a club and withdraw the challenges to its members. This is for administrators."""
    hold_challenges(slug)
    club = locked_club(slug)
    for user_id in list(memberships(club).order_by("pk").values_list("user", flat=True)):
        withdraw_challenges(club, user_id)
    close(club)


@transaction.atomic
def hide_club(*, pk: int, hidden: bool) -> str:
    """Hide the name and the description of a club, or show them again. Return its slug. This is for moderators.

    A hidden club gets a random address, because the usual one contains the name.
    """
    club = Club.objects.select_for_update(no_key=True).get(pk=pk)
    if club.hidden != hidden:
        old_slug = club.slug
        club.hidden, club.slug = hidden, new_slug() if hidden else _slug_for(club.name)
        _save(club)
        move_links(old_slug, club.slug)
    return club.slug


# Messages -------------------------------------------------------------------------------------------------------------


@transaction.atomic
def write_to_members(*, slug: str, author: User, text: str) -> ClubMessage:
    """Send a message to all members of a club. A club can send one message per day.

    Users with a block between them and the author do not receive it. Raise `Forbidden` if the author is not an officer
    or is silenced. Raise `ValidationError` if the text is invalid or an officer has sent a message within the last day.
    """
    demand_voice(author.pk)  # comes first, because its message says how long the silence lasts
    club, _own = _run_by(slug, author)
    text = text.strip()
    if not text:
        raise ValidationError({"text": _("Write a message first.")})
    if len(text) > LONGEST_MESSAGE:
        note = _("A message can have at most %(longest)s characters.")
        raise ValidationError({"text": note % {"longest": LONGEST_MESSAGE}})
    refuse_forbidden(text)
    if ClubMessage.objects.filter(club=club, sent__gt=timezone.now() - BETWEEN_MESSAGES).exists():
        raise ValidationError(_("A club can send one message per day. Try again tomorrow."))
    message = ClubMessage.objects.create(club=club, author=author, text=text)
    members = memberships(club).exclude(user__in={author.pk, *blocked_with(author.pk)})
    tell_message(message, list(members.values_list("user", flat=True)))
    return message
