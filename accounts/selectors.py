"""Queries for users, mages, vacations, addresses and sessions."""

from bisect import insort
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from allauth.account.models import EmailAddress
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.db.models import F, Prefetch, Q, QuerySet
from django.db.models.functions import Lower
from django.utils import timezone

from accounts.email_delivery import sends_email
from accounts.models import (
    NAME_ALIKE,
    NAME_RESTS,
    NAME_TAKEN,
    USERNAME_ALIKE,
    USERNAME_TAKEN,
    EmailNotification,
    FormerUsername,
    Mage,
    Token,
    User,
    Vacation,
)
from accounts.names import folded, skeleton

USERNAME_RESTS = timedelta(days=90)
"""How long a former username is reserved for its user."""


def mage_named(name: str) -> Mage | None:
    """Return the mage with this name, ignoring case.

    If it has had several lives, return the latest.
    """
    return Mage.objects.select_related("owner").filter(folded=folded(name)).order_by("-life").first()


def user_named(username: str) -> User | None:
    """Return the user with this name, ignoring case.

    A user with exactly this spelling takes precedence. On SQLite, only the case of ASCII letters is ignored.
    """
    exactly = User.objects.filter(username=username).first()
    return exactly or User.objects.alias(folded=Lower("username")).filter(folded=username.lower()).first()


def user_once_named(username: str) -> User | None:
    """Return the user who most recently gave up this name.

    Return `None` if a user has the name now, or if nobody has given it up.
    """
    former = FormerUsername.objects.select_related("user").filter(folded=folded(username)).order_by("-given_up").first()
    return former.user if former and user_named(username) is None else None


def has_users() -> bool:
    return User.objects.exists()


def users_listed(*, search: str = "", by_activity: bool = False) -> QuerySet[User]:
    """Return all full users, sorted by username or, with `by_activity`, by latest activity.

    Each user's attribute `living` contains their living mages. With `search`, return only users with this text in their
    username or in the name of a living mage.
    """
    alive = Prefetch(
        "mages", Mage.objects.filter(ended=None).only("name", "owner", "retired").order_by("pk"), to_attr="living"
    )
    order = ("-active", "pk") if by_activity else (Lower("username"),)
    found = User.objects.filter(is_guest=False, ended=None).prefetch_related(alive).order_by(*order)
    if not search:
        return found
    bearers = Mage.objects.filter(folded__contains=folded(search), ended=None).values("owner")
    return found.filter(Q(username__icontains=search) | Q(pk__in=bearers))


def why_no_username(username: str, user: User | None = None) -> str | None:
    """Return the reason why this user cannot have this name, or `None` if they can.

    `user` is `None` for a new user. Nobody can have the current or recent name of another user, or a name that looks
    like it.
    """
    alike = Q(skeleton=skeleton(username))
    others = User.objects.exclude(pk=user.pk) if user else User.objects.all()
    if others.alias(folded=Lower("username")).filter(folded=username.lower()).exists():
        return str(USERNAME_TAKEN)
    lately = FormerUsername.objects.exclude(user=user).filter(given_up__gt=timezone.now() - USERNAME_RESTS)
    is_like_one = others.filter(alike).exists() or lately.filter(alike | Q(folded=folded(username))).exists()
    return str(USERNAME_ALIKE) if is_like_one else None


def why_no_mage_name(name: str, owner: User | None = None) -> str | None:
    """Return the reason why a new mage of this user cannot have this name, or `None` if it can.

    `owner` is `None` for a new user. Nobody can reuse the name of another user's dead mage, or a name that looks like
    that of another user's mage, dead or alive.
    """
    last = mage_named(name)
    if last is not None and last.ended is None:
        return str(NAME_TAKEN)
    if last is not None and last.owner != owner:
        return str(NAME_RESTS)
    others = Mage.objects.exclude(owner=owner) if owner else Mage.objects.all()
    alike = others.filter(skeleton=skeleton(name)).first()
    return str(NAME_ALIKE) % {"name": alike.name} if alike else None


def lives_named(name: str) -> list[Mage]:
    """Return all mages that have had this name, latest life first."""
    return list(Mage.objects.select_related("owner").filter(folded=folded(name)).order_by("-life"))


def living_mages(user: User | AnonymousUser) -> QuerySet[Mage]:
    """Return the user's living mages, oldest first.

    Anonymous users have none.
    """
    return lives_of(user).filter(ended=None) if user.is_authenticated else Mage.objects.none()


def lives_of(user: User) -> QuerySet[Mage]:
    """Return all of the user's mages.

    The living ones come first, oldest first, then the dead ones, latest death first.
    """
    return Mage.objects.filter(owner=user).order_by(F("ended").desc(nulls_first=True), "pk")


def name_of(user: User) -> str:
    """Return the name that others see.

    It is the name of the first living mage or, if there is none, the username.
    """
    mage = living_mages(user).first()
    return mage.name if mage else user.username


def vacation_of(user_id: int, now: datetime) -> Vacation | None:
    """Return the user's current vacation or else the next one they have booked, if any."""
    return Vacation.objects.filter(user=user_id, until__gt=now).order_by("began").first()


def vacations_at(now: datetime) -> QuerySet[Vacation]:
    """Return the vacations of all users that are in progress at this moment."""
    return Vacation.objects.filter(began__lte=now, until__gt=now)


class Owner(NamedTuple):
    """The user who owns a mage, and this user's vacations.

    Each vacation is a pair of its start and its end. The earliest one comes first.
    """

    user_id: int
    vacations: list[tuple[datetime, datetime]]


def owners_by_mage(mages: Collection[int], since: datetime) -> dict[int, Owner]:
    """Map each mage's primary key to the mage's owner, with only those vacations that end after `since`."""
    owners: dict[int, Owner] = {}
    fields = "pk", "owner", "owner__vacations__began", "owner__vacations__until"
    for mage, user, began, until in Mage.objects.filter(pk__in=mages).values_list(*fields):
        owner = owners.setdefault(mage, Owner(user, []))
        if until is not None and until > since:
            insort(owner.vacations, (began, until))
    return owners


def vacations_by_mage(mages: Collection[int], since: datetime) -> dict[int, list[tuple[datetime, datetime]]]:
    """Map each mage's primary key to those of its owner's vacations that end after `since`.

    Mages whose owners have no such vacation are left out.
    """
    return {mage: owner.vacations for mage, owner in owners_by_mage(mages, since).items() if owner.vacations}


@dataclass(frozen=True, slots=True)
class Address:
    """A user's e-mail address.

    `takes_news` says whether notifications can be sent to it. This requires that the site sends e-mail, that the user
    is active and has confirmed the address, and that e-mails to it do not bounce.
    """

    email: str
    takes_news: bool


def address_of(user: User) -> Address:
    """Return the user's primary address, which may be empty."""
    if user.is_guest:
        return Address("", takes_news=False)
    if not user.email:  # allauth stores it on the user only after confirmation
        given = EmailAddress.objects.filter(user=user).first()
        return Address(given.email if given else "", takes_news=False)
    given = EmailAddress.objects.filter(user=user, email__iexact=user.email).first()
    is_his = given is None or given.verified
    return Address(user.email, takes_news=sends_email() and user.is_active and is_his and not user.is_unreachable)


def notifications_of(user: User) -> QuerySet[EmailNotification]:
    """Return the user's notifications, newest first."""
    return EmailNotification.objects.filter(user=user).order_by("-written", "-pk")


class Login(NamedTuple):
    """A session in which a user is logged in.

    `auth_hash` changes when the user's password changes.
    """

    session_key: str
    user_id: int
    auth_hash: str


def login_of(user: User | AnonymousUser, session_key: str | None) -> Login | None:
    """Return the user's login in this session, or `None` if nobody is logged in."""
    return Login(session_key, user.pk, user.get_session_auth_hash()) if session_key and user.is_authenticated else None


def ended_logins(logins: Collection[Login]) -> set[Login]:
    """Return the logins whose session is deleted or expired, or whose user has changed the password."""
    keys, users = [it.session_key for it in logins], {it.user_id for it in logins}
    lasting = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    found = set(lasting.values_list("session_key", flat=True))
    hashes = {user.pk: user.get_session_auth_hash() for user in User.objects.filter(pk__in=users).only("password")}
    return {it for it in logins if it.session_key not in found or it.auth_hash != hashes.get(it.user_id)}


def closed_accounts(user_ids: Collection[int]) -> set[int]:
    """Return the primary keys in `user_ids` that belong to closed or banned accounts."""
    return set(User.objects.filter(pk__in=list(user_ids), is_active=False).values_list("pk", flat=True))


def revoked_tokens(tokens: Collection[int]) -> set[int]:
    """Return those primary keys in `tokens` whose tokens have been revoked or deleted."""
    return set(tokens).difference(Token.objects.filter(pk__in=list(tokens), revoked=None).values_list("pk", flat=True))
