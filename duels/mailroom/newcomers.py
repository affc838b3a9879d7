"""The order NEWUSER.

The site answers this order with an e-mail. The recipient of this e-mail gets an account by replying to it, which proves
that the address is theirs. Source: the rules of the play-by-mail server Firetop Mountain, "NEWUSER". There, the order
contains a password. This site does not store the password, because others may read an e-mail in transit, and gives new
users a mail key instead.
"""

from datetime import datetime, timedelta
from typing import Final

from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.email_rendering import link_to
from accounts.models import Token, User
from accounts.services.mages import AddressTaken, check_newcomer, free_name, join_by_email
from accounts.services.tokens import make
from duels.mailroom.layout import fitted
from duels.models import IncomingEmail, Newcomer

WAIT: Final = timedelta(days=7)
"""The time within which a newcomer must reply."""


def welcome(email: IncomingEmail, username: str, language: str) -> tuple[Newcomer | None, str]:
    """Store a request for an account, and return the newcomer and the text of the answer.

    If the request is refused, the newcomer is `None`. The text contains none of the author's words, not even the
    username, because the address may belong to someone else.
    """
    name = username[:1].upper() + username[1:]
    newcomer = Newcomer(incoming_email=email, username=name, address=email.author, language=language)
    try:
        check_newcomer(username=name, email=email.author)
        newcomer.full_clean(exclude={"incoming_email"})
    except AddressTaken:
        return None, _has_account()
    except ValidationError:
        return None, _other_name()
    newcomer.save()
    text = _(
        "Someone, hopefully you, wants to create an account at Waving Hands with this address. If it was you, reply "
        "to this message within a week. It doesn’t matter what you write.\n\nIf it wasn’t you, ignore this "
        "e-mail.\n\nIf your message contained a password, we haven’t kept it. You’ll get a mail key instead."
    )
    return newcomer, fitted(text)


def _has_account() -> str:
    text = _(
        "This address already belongs to an account, and you can only have one. If you’ve forgotten "
        "your username or password, request a new password on this page: %(page)s"
    )
    return fitted(text % {"page": link_to(reverse("account_reset_password"))})


def _other_name() -> str:
    text = _(
        "You can’t have this username. It’s taken, it’s too long, or it contains characters or words that "
        "aren’t allowed. Send NEWUSER again with another name."
    )
    return fitted(text)


def confirm(key: int, now: datetime) -> tuple[User | None, str]:
    """Create a newcomer's account, and return the user and the text of the answer.

    The user is `None` if the newcomer has replied too late, or if the name or address has been taken.
    """
    newcomer = Newcomer.objects.filter(pk=key, came__gt=now - WAIT).first()
    if newcomer is None:
        return None, fitted(
            _(
                "Your account already exists, or your reply came too late. If you have no account yet, send "
                "NEWUSER again."
            )
        )
    newcomer.delete()
    try:
        user = join_by_email(username=newcomer.username, email=newcomer.address, language=newcomer.language)
        _token, secret = make(user=user, name=_("For e-mail"), scopes=[Token.Scope.MAIL])
    except AddressTaken:
        return None, _has_account()
    except ValidationError:
        return None, _other_name()
    return user, _welcomed(user.username, secret)


def _welcomed(username: str, secret: str) -> str:
    """Return the text that welcomes a new user.

    It contains example orders with an unused name for a mage.
    """
    page = link_to(reverse("account_reset_password"))
    blocks = (
        fitted(_("Welcome, %(username)s! Your mail key is") % {"username": username}),
        f"   {secret}",
        fitted(_("Keep it safe: we can’t show it again. Begin your messages with it. Your first message could be:")),
        f"   USER {username} {secret}\n   REGISTER {free_name()}",
        fitted(_("To use the site as well, set a password on this page: %(page)s") % {"page": page}),
    )
    return "\n\n".join(blocks)


def forget_old(now: datetime) -> None:
    """Delete newcomers who have not replied in time."""
    Newcomer.objects.filter(came__lt=now - WAIT).delete()
