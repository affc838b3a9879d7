"""Changes to users' settings, languages and usernames."""

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from allauth.account.adapter import get_adapter
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import USERNAME_TAKEN, EmailNotification, FormerUsername, User
from accounts.names import folded, skeleton
from accounts.permissions import demand, standing_of
from accounts.profanity import refuse_forbidden
from accounts.selectors import address_of, why_no_username

CHOICES = (
    "language",
    "mail",
    "hears_talk",
    "hears_messages",
    "seen_by",
    "hears_friends_challenges",
    "hears_friends_duels",
    "hears_friends_come",
    "hears_clubs",
    "about",
    "avatar",
    "country",
)
BETWEEN_NAMES = timedelta(days=7)
"""The minimum time between two changes of a username.

Source: Firetop Mountain, "Changeuser", which "should not be used often".
"""
NO_ADDRESS = gettext_lazy("You have no confirmed e-mail address. Add and confirm one first.")


@transaction.atomic
def choose(*, user: User, **choices: Any) -> User:
    """Save some of the user's settings.

    `CHOICES` lists their names. Raise `Forbidden` if the user is not logged in, and `ValidationError` for unknown
    choices and invalid values.
    """
    demand("settings", standing_of(user))
    own = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    for name, choice in choices.items():
        if name not in CHOICES:
            raise ValidationError(_("“%(name)s” isn’t one of the choices.") % {"name": name})
        setattr(own, name, choice)
    refuse_forbidden(own.about)
    own.full_clean(exclude={field.name for field in User._meta.fields} - set(CHOICES))
    own.save(update_fields=list(choices))
    return own


def choose_language(*, user: User, language: str) -> None:
    """Set the language of the user's pages and e-mails to a code from `settings.LANGUAGES`."""
    User.objects.filter(pk=user.pk).update(language=language)


@transaction.atomic
def change_username(*, user: User, username: str) -> User:
    """Change a username, at most once per `BETWEEN_NAMES`.

    The former name is reserved for the user for a while. Raise `Forbidden` for guests, and `ValidationError` if the
    name is taken or invalid, or if the last change was too recent.
    """
    own = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    username = User.normalize_username(username)
    if own.username == username:
        return own
    demand("rename", standing_of(own))
    if own.renamed and own.renamed > timezone.now() - BETWEEN_NAMES:
        again = date_format(own.renamed + BETWEEN_NAMES, _("j F, H:i"))
        raise ValidationError(_("You can change your name again after %(moment)s UTC.") % {"moment": again})
    try:
        get_adapter().clean_username(username, shallow=True)
    except ValidationError as error:
        raise ValidationError({"username": error.messages}) from None
    if why_not := why_no_username(username, own):
        raise ValidationError({"username": why_not})
    refuse_forbidden(username)
    former, own.username, own.renamed = own.username, username, timezone.now()
    try:
        with transaction.atomic():
            own.save(update_fields=["username", "renamed", "skeleton"])
    except IntegrityError:  # another request has just taken it
        raise ValidationError({"username": USERNAME_TAKEN}) from None
    given_up = {"skeleton": skeleton(former), "given_up": own.renamed}
    FormerUsername.objects.update_or_create(user=own, folded=folded(former), defaults=given_up)
    return own


def unsubscribe(user_id: int) -> None:
    """Stop e-mail notifications to this user.

    Waiting notifications are dropped when they become due.
    """
    User.objects.filter(pk=user_id).update(mail=User.Mail.NEVER)


@transaction.atomic
def send_again(*, user: User, notifications: Collection[int]) -> int:
    """Queue notifications to be sent by e-mail again, and return their number.

    The user's notification settings are ignored. Raise `Forbidden` if the user is not logged in, and `ValidationError`
    if they have no confirmed address.
    """
    demand("settings", standing_of(user))
    own = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if not address_of(own).takes_news:
        raise ValidationError(NO_ADDRESS)
    now = timezone.now()
    meant = EmailNotification.objects.filter(user=own, pk__in=list(notifications)).exclude(
        asked__isnull=False, sent=None, dropped=None
    )
    return meant.update(asked=now, ripe=now, sent=None, dropped=None, tries=0)
