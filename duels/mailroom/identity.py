"""Identification of the author of an e-mail, by a mail key or a signed address.

A mail key is given together with a username. A signed address is an address that the e-mail was sent to. A mail key
cannot be guessed: it has 99 bits, and trying a million per second would take 10^16 years. A correct key is therefore
always accepted, even if others have sent many wrong keys with the same name or from a forged address. A wrong key is
compared with the user's password, in order to warn users who confuse the two. Because passwords can be guessed, wrong
keys are counted by name, sender and server. After too many wrong keys, keys are no longer compared with passwords.
"""

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.email_rendering import link_to
from accounts.models import Token, User
from accounts.names import folded
from accounts.selectors import user_named
from accounts.services import tokens
from duels.mailroom.addresses import Claim
from duels.mailroom.orderset import Order
from duels.models import IncomingEmail

SPAN: Final = timedelta(hours=1)
MOST_WRONG: Final = {"claimed": 10, "sender": 10, "peer": 30}
"""The maximum number of wrong keys within `SPAN` for one name, from one sender, and from one external server."""


class Writer(NamedTuple):
    """The author of an e-mail.

    `user` is `None` if the author could not be identified. In this case, `why` is the reason as a text
    for the author, or an empty string. `has_key` says whether the author gave a valid mail key.
    """

    user: User | None
    has_key: bool = False
    why: str = ""


def writer_of(email: IncomingEmail, identity: Order | None, claim: Claim | None, now: datetime) -> Writer:
    """Return the author of an e-mail, and set `email.claimed` to the username given with USER.

    `identity` is the order USER or NEWUSER in the e-mail. `claim` comes from the signed address to which the e-mail was
    sent.
    """
    if identity is not None and identity.verb == "USER":
        name, *secret = f"{identity.given['name']} {identity.given['secret']}".split()  # usernames have no spaces
        return _by_key(email, name, " ".join(secret), now)
    if claim is not None:
        user = User.objects.filter(pk=claim.user_id, is_active=True).first()
        return Writer(user, why="" if user else _("The account with this address is closed."))
    return Writer(None)


def _by_key(email: IncomingEmail, name: str, secret: str, now: datetime) -> Writer:
    email.claimed = folded(name)[: IncomingEmail._meta.get_field("claimed").max_length]
    token = tokens.of(secret, Token.Scope.MAIL)
    if token is not None and folded(token.user.username) == email.claimed:
        return Writer(token.user, has_key=True)
    if _has_guessed(email, ("sender", "peer"), now):
        return Writer(
            None,
            why=_(
                "This mail key is wrong, and we have received too many wrong keys from you. You can "
                "create a new key in your settings."
            ),
        )
    user = user_named(name)
    if user is not None and not _has_guessed(email, ("claimed",), now) and user.check_password(secret):
        return Writer(None, why=_thats_your_password())
    text = _(
        "No user with this name has this mail key. Write USER, your username and a mail key. Create "
        "a mail key on this page: %(page)s"
    )
    return Writer(None, why=text % {"page": link_to(reverse("tokens"))})


def _has_guessed(email: IncomingEmail, by: tuple[str, ...], now: datetime) -> bool:
    """Return whether too many e-mails with wrong keys have arrived in the last `SPAN`.

    Each column in `by`, such as `sender`, has a limit of its own for e-mails with the same value as `email` in that
    column. Reaching one of these limits is enough.
    """
    wrong = IncomingEmail.objects.filter(outcome=IncomingEmail.Outcome.WRONG_KEY, done__gt=now - SPAN)
    asked = {column: value for column in by if (value := getattr(email, column))}
    return any(wrong.filter(**{column: value}).count() >= MOST_WRONG[column] for column, value in asked.items())


def _thats_your_password() -> str:
    text = _(
        "You’ve sent us your account password by e-mail. Others may be able to read an e-mail on "
        "its way. Change the password now on this page: %(change)s\n\nTo play by e-mail, use a "
        "mail key instead. Create and revoke mail keys on this page: %(keys)s"
    )
    return text % {"change": link_to(reverse("account_change_password")), "keys": link_to(reverse("tokens"))}
