"""Closing accounts.

Only the names of mages, and records that also concern other users, are kept.
"""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.signals import user_logged_out
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.utils import timezone

from accounts.models import EmailNotification, PushSubscription, User
from accounts.services import tokens
from accounts.signals import account_closed
from wavinghands.db.after_commit import after_commit

PRIVATE = ("email", "returned_from", "first_name", "last_name", "about", "author", "avatar", "country", "language",
           "time_zone", "lessons")  # fmt: skip
"""The columns of a user that are emptied when the account is closed."""


def close_account(user: User) -> None:
    """Deactivate the user, and delete their private data.

    The user's row must be locked.
    """
    user.ended, user.is_active, user.is_staff, user.is_superuser = timezone.now(), False, False, False
    for column in PRIVATE:
        setattr(user, column, "")
    user.set_unusable_password()
    user.save()
    for private in (Authenticator, EmailAddress, EmailNotification, PushSubscription, UserSession):
        private.objects.filter(user=user).delete()
    user.blocks.all().delete()
    user.follows.all().delete()
    user.followers.all().delete()
    tokens.revoke_all(user)
    account_closed.send(User, user=user)
    after_commit(user_logged_out.send_robust, User, request=None, user=user)


def forget_sessions() -> None:
    """Delete expired sessions, and the IP addresses of all sessions that no longer exist."""
    call_command("clearsessions")
    UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()
