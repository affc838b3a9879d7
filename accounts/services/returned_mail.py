"""Handling of bounced e-mails.

When an e-mail bounces, the site marks the user's address and stops sending e-mails to it. The user sees a note on the
site.
"""

from datetime import datetime

from django.utils.http import base36_to_int

from accounts.email_rendering import RETURNED, returned_tag
from accounts.models import User
from accounts.signed_addresses import payload_of


def note_returned(address: str, now: datetime) -> bool:
    """Mark a user's e-mail address as bouncing, and return whether the user was found.

    `address` is the envelope sender to which the mail server returned the e-mail. It identifies the user and their
    e-mail address. If the user's address has changed, nothing is marked.
    """
    payload = payload_of(address, RETURNED)
    key = (payload or "").partition(".")[0]
    try:
        user = User.objects.filter(pk=base36_to_int(key)).first() if key else None
    except ValueError:
        return False
    if user is None or returned_tag(user) != payload:  # the user may have another address now
        return False
    User.objects.filter(pk=user.pk).update(returned=now, returned_from=user.email)
    return True


def try_again(user: User) -> None:
    """Resume sending e-mails to this user's bouncing address."""
    User.objects.filter(pk=user.pk).update(returned=None, returned_from="")
