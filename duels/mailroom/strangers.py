"""Replies to authors who have not proved their identity with a mail key or a signed address.

Anyone can send an e-mail in someone else's name. To avoid sending e-mails to uninvolved people, the site sends these
replies only to the envelope sender, and only if From and Reply-To contain no other address. The replies contain none of
the author's words, and their number is limited.
"""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.email_rendering import link_to
from accounts.name_generator import made_up_names
from accounts.selectors import why_no_username
from duels.mailroom import library
from duels.mailroom.layout import article, fitted, section
from duels.mailroom.orderset import Order, Orderset
from duels.models import OutgoingEmail
from wavinghands import engine

HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)


def may_be_answered(address: str, peer: str, now: datetime) -> bool:
    """Return whether the rate limits allow one more reply.

    There are limits per address, per mail server (`peer`), and for all replies together.
    """
    replies = OutgoingEmail.objects.filter(user=None, written__gt=now - DAY)
    to_address = replies.filter(address__iexact=address)
    lately = replies.filter(written__gt=now - HOUR)
    return bool(
        address
        and to_address.count() < settings.MAILROOM_REPLIES_PER_SENDER
        and (not peer or lately.filter(answers__peer=peer).count() < settings.MAILROOM_REPLIES_PER_PEER)
        and lately.count() < settings.MAILROOM_REPLIES_IN_ALL
    )


def answer(orderset: Orderset) -> tuple[str, str]:
    """Return the subject and the text of a reply that explains how to join.

    If the e-mail contains RULES or HELP, the text also contains the answer to that order.
    """
    first = next((order for order in orderset.orders if order.verb == "RULES"), None)
    if first is not None:
        return _("Playing by e-mail"), article(how_to_join(), _rules(first))
    text = _("None of the commands in your message were carried out, because the message doesn’t say who you are.")
    return _("Nothing was carried out"), article(fitted(text), _how_to_write(), how_to_join())


def _rules(order: Order) -> str:
    """Return the list of orders and, except for HELP, the rules of a spell book."""
    if library.is_help(order):
        return library.helps()
    book = order.given["book"].lower()
    return library.rules(book) if book in engine.BOOKS else library.rules()


def _how_to_write() -> str:
    text = _(
        "If you have an account, begin your message with USER, your username and a mail key. Create "
        "a mail key on this page: %(page)s"
    )
    return fitted(text % {"page": link_to(reverse("tokens"))})


def how_to_join() -> str:
    """Return a text that explains how to get an account.

    Its example contains an unused username.
    """
    return section(
        _("How to join"),
        fitted(_("Send a message with this line and the username you want:")),
        f"   NEWUSER {_free_username()}",
        fitted(_("We’ll ask you to confirm. Reply to that message, and your account is ready.")),
        fitted(_("HELP lists all commands, and RULES explains the game. You don’t need an account for either.")),
        fitted(_("Or join on the site: %(page)s") % {"page": link_to(reverse("account_signup"))}),
    )


def _free_username() -> str:
    names = (name.replace(" ", "") for name in made_up_names())
    return next((name for name in names if not why_no_username(name)), "Merlyn")


def without_address() -> tuple[str, str]:
    """Return the subject and text of the reply to a user without a confirmed address."""
    text = _(
        "We’ve received your message, but we only answer to confirmed addresses. Your account "
        "has no confirmed address that works. Confirm an address on this page: %(page)s"
    )
    return _("Confirm your address"), fitted(text % {"page": link_to(reverse("account_email"))})
