"""Letters that come back: the address is marked, nothing more is sent there, and its user is told on the site."""

from datetime import datetime

from django.utils.http import base36_to_int

from accounts.email_rendering import RETURNED, returned_tag
from accounts.models import User
from accounts.signed_addresses import told_by


def note_returned(address: str, now: datetime) -> bool:
    """Mark the user's address for which this address of ours stands on the envelopes of his letters, if it is one."""
    told = told_by(address, RETURNED)
    key = (told or "").partition(".")[0]
    try:
        user = User.objects.filter(pk=base36_to_int(key)).first() if key else None
    except ValueError:
        return False
    if user is None or returned_tag(user) != told:  # he may have another address by now
        return False
    User.objects.filter(pk=user.pk).update(returned=now, returned_from=user.email)
    return True


def try_again(user: User) -> None:
    """Send letters to this user's address once more: he says that it works again."""
    User.objects.filter(pk=user.pk).update(returned=None, returned_from="")
