"""Rendering of notifications as e-mails with headers and an unsubscribe link."""

import hashlib
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import int_to_base36
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.email_html import html_of
from accounts.languages import in_language_of
from accounts.models import EmailNotification, User
from accounts.signed_addresses import digest, signed_address

SALT = "unsubscribe"
RETURNED = "b"
"""The kind (see `signed_addresses`) of the addresses that receive bounced e-mails."""


def message_of(user: User, notifications: Sequence[EmailNotification], connection: Any) -> EmailMessage:
    """Return an e-mail with these notifications.

    Sources for its headers: RFC 2369, RFC 3834, RFC 8058.
    """
    unsubscribe = link_to(reverse("unsubscribe", args=[token_of(user)]))
    context = {
        "notifications": [
            (notification, link_to(notification.path) if notification.path else "") for notification in notifications
        ],
        "user": user,
        "unsubscribe": unsubscribe,
        "settings": link_to(reverse("settings")),
    }
    about = {
        "to": [user.email],
        "from_email": envelope_sender(user),
        "connection": connection,
        "headers": {
            "From": settings.DEFAULT_FROM_EMAIL,
            "Message-ID": _message_id(notifications),
            "Auto-Submitted": "auto-generated",
            "List-Unsubscribe": f"<{unsubscribe}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    }
    with in_language_of(user):
        if notifications[0].goes_alone:
            return _alone(notifications[0], render_to_string("accounts/mail/notification.txt", context), about)
        return EmailMessage(subject_of(notifications), render_to_string("accounts/mail/news.txt", context), **about)


def _alone(notification: EmailNotification, body: str, about: dict[str, Any]) -> EmailMultiAlternatives:
    """Return an e-mail for a single notification that belongs to a thread or can be answered.

    The e-mail has an HTML part. `about` contains the other keyword arguments of Django's e-mail class. Source: RFC
    5322, 3.6.4.
    """
    if notification.thread:
        about["headers"] |= {"In-Reply-To": f"<{notification.thread}>", "References": f"<{notification.thread}>"}
    if notification.reply_to:
        about["reply_to"] = [notification.reply_to]
    message = EmailMultiAlternatives(subject_of([notification]), body, **about)
    message.attach_alternative(html_of(body, title=notification.subject), "text/html")
    return message


def subject_of(notifications: Sequence[EmailNotification]) -> str:
    """Return the subject of an e-mail with these notifications.

    A single notification keeps its own subject. For several, the subject contains the number of duels that are waiting
    for the user and the number of other notifications.
    """
    turns = sum(notification.about == EmailNotification.About.TURN for notification in notifications)
    about = notifications[0].subject if len(notifications) == 1 else _sum_of(turns, len(notifications) - turns)
    return one_line(f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{about}")


def one_line(subject: str) -> str:
    """Return the subject as one line of at most 200 printable characters, safe for a header."""
    printable = "".join(character if character.isprintable() else " " for character in subject)
    return " ".join(printable.split())[:200]


def _sum_of(turns: int, others: int) -> str:
    waiting = ngettext("A duel is waiting for you", "%(turns)s duels are waiting for you", turns) % {"turns": turns}
    if not others:
        return waiting
    if not turns:
        return _("%(others)s notifications") % {"others": others}
    news = ngettext("another notification", "%(others)s other notifications", others) % {"others": others}
    return _("%(waiting)s, plus %(news)s") % {"waiting": waiting, "news": news}


def token_of(user: User) -> str:
    """Return the token for this user's unsubscribe link.

    It needs no login, never expires, and grants nothing else.
    """
    return signing.Signer(salt=SALT).sign(str(user.pk))


def user_id_of(token: str) -> int | None:
    """Return the user's primary key from an unsubscribe token.

    Return `None` if the signature is wrong.
    """
    try:
        return int(signing.Signer(salt=SALT).unsign(token))
    except signing.BadSignature:
        return None


def envelope_sender(user: User | None) -> str:
    """Return the address to which undeliverable e-mails to this user bounce.

    The address identifies the user if the site has a mailroom, the service that reads incoming e-mail.
    """
    tagged = signed_address(RETURNED, returned_tag(user)) if user and user.pk else ""
    return tagged or settings.MAILROOM_ADDRESS or settings.DEFAULT_FROM_EMAIL


def returned_tag(user: User) -> str:
    """Return the part of an envelope sender that identifies the user.

    It consists of the user's primary key and a digest of the user's e-mail address.
    """
    return f"{int_to_base36(user.pk)}.{digest(user.email.lower())}"


def link_to(path: str) -> str:
    """Return the absolute URL of a path."""
    return f"{settings.SITE_URL}{path}"


def _message_id(notifications: Sequence[EmailNotification]) -> str:
    """Return a Message-ID that is the same for the same notifications.

    It lets mail programs detect duplicates. Notifications that the user has asked for again get a new Message-ID.
    """
    text = "/".join(f"{notification.pk}:{notification.asked}" for notification in notifications)
    return f"<{hashlib.sha256(text.encode()).hexdigest()[:32]}@{urlsplit(settings.SITE_URL).hostname}>"
