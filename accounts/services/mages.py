"""Creating users and mages.

Each function that saves something is one transaction. Errors say what to do instead.
"""

import secrets
from typing import Any, TypeVar

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import NAME_TAKEN, USERNAME_TAKEN, Mage, User
from accounts.name_generator import made_up_names
from accounts.names import folded, skeleton
from accounts.permissions import demand, standing_of
from accounts.profanity import refuse_forbidden
from accounts.selectors import living_mages, mage_named, why_no_mage_name

MAGES_OF_A_USER = 12
MAGES_OF_A_GUEST = 1

Row = TypeVar("Row", User, Mage)


class AddressTaken(ValidationError):
    """An error for an e-mail address that another account has confirmed."""


@transaction.atomic
def register_mage(*, owner: User, name: str, gender: str) -> Mage:
    """Create a mage for `owner`, or a new life for their dead mage with this name.

    Raise `Forbidden` if the owner is not logged in. Raise `ValidationError` if the owner has too many mages or a closed
    account, or if the name is taken or invalid.
    """
    demand("register_mage", standing_of(owner))
    if User.objects.select_for_update(no_key=True).get(pk=owner.pk).ended is not None:
        raise ValidationError(_("This account is closed."))
    limit = MAGES_OF_A_GUEST if owner.is_guest else MAGES_OF_A_USER
    if living_mages(owner).count() >= limit:
        raise ValidationError(_too_many(owner))
    if why_not := why_no_mage_name(name, owner):
        raise ValidationError({"name": why_not})
    last = mage_named(name)
    mage = Mage(owner=owner, name=name, gender=gender, life=last.life + 1 if last else 1)
    mage.full_clean()
    refuse_forbidden(name)
    return _saved(mage, taken={"name": NAME_TAKEN})


@transaction.atomic
def welcome_guest(*, name: str = "", gender: str = Mage.Gender.PERSON) -> Mage:
    """Create a guest with a mage, and return the mage.

    If `name` is empty, the name is generated. Raise the same errors as `register_mage()`.
    """
    guest = User(username=f"guest-{secrets.token_hex(8)}", is_guest=True)
    guest.set_unusable_password()
    guest.save()
    return register_mage(owner=guest, name=name or free_name(), gender=gender)


def keep_guest(*, guest: User, username: str, email: str, password: str) -> User:
    """Turn a guest into a full user, who keeps the mage, duels and challenges.

    Raise `ValidationError` if they are already a full user, or if the username is taken or invalid.
    """
    hashed = make_password(password)  # hashing is slow on purpose, so it runs before the row is locked
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=guest.pk)
        if not user.is_guest:
            raise ValidationError(_("You already have an account."))
        refuse_forbidden(username)
        user.username, user.email, user.password, user.is_guest = username, email, hashed, False
        user.full_clean()
        return _saved(user, taken={"username": USERNAME_TAKEN})


@transaction.atomic
def join_by_email(*, username: str, email: str, language: str) -> User:
    """Create a user who plays by e-mail and has no password yet.

    The address counts as confirmed, because the user has answered an e-mail sent to it. Raise `ValidationError` if
    the name is taken or invalid, or if the address is another user's.
    """
    check_newcomer(username=username, email=email)
    user = User(username=username, email=email, language=language, mail=User.Mail.PLAY)
    user.set_unusable_password()
    user.full_clean(exclude={"password"})
    user = _saved(user, taken={"username": USERNAME_TAKEN})
    EmailAddress.objects.create(user=user, email=email, primary=True, verified=True)
    return user


def check_newcomer(*, username: str, email: str) -> None:
    """Raise an error if a new user cannot have this username or e-mail address.

    The error is `ValidationError` for the username, and `AddressTaken` for the address.
    """
    refuse_forbidden(username)
    get_adapter().clean_username(username)
    if other := EmailAddress.objects.filter(email__iexact=email, verified=True, user__is_active=True).first():
        text = _("This e-mail address already belongs to %(username)s. You can only have one account.")
        raise AddressTaken(text % {"username": other.user.username})


def _too_many(owner: User) -> str:
    if owner.is_guest:
        return _("Guests have one mage. Create an account to keep it and register more.")
    return _("You can have at most %(most)s mages.") % {"most": MAGES_OF_A_USER}


def _saved(row: Row, *, taken: dict[str, Any]) -> Row:
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:  # another request has just taken it
        raise ValidationError(taken) from None
    return row


def free_name() -> str:
    """Return a generated name that no mage has."""
    for name in made_up_names():
        if not Mage.objects.filter(Q(folded=folded(name)) | Q(skeleton=skeleton(name))).exists():
            return name
    return f"Stranger {secrets.token_hex(6)}"
