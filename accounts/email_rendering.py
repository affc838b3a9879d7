"""How letters look as one message of e-mail, and the link in it by which no more of them come."""

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
from accounts.models import Letter, User
from accounts.signed_addresses import digest, signed_address

SALT = "unsubscribe"
RETURNED = "b"
"""The kind of the addresses to which letters come back."""


def message_of(user: User, letters: Sequence[Letter], connection: Any) -> EmailMessage:
    """The message that tells a user all these letters. Source of its headers: RFC 2369, RFC 3834, RFC 8058."""
    unsubscribe = link_to(reverse("unsubscribe", args=[token_of(user)]))
    context = {
        "letters": [(letter, link_to(letter.path) if letter.path else "") for letter in letters],
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
            "Message-ID": _message_id(letters),
            "Auto-Submitted": "auto-generated",
            "List-Unsubscribe": f"<{unsubscribe}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    }
    with in_language_of(user):
        if letters[0].goes_alone:
            return _alone(letters[0], render_to_string("accounts/mail/letter.txt", context), about)
        return EmailMessage(subject_of(letters), render_to_string("accounts/mail/news.txt", context), **about)


def _alone(letter: Letter, body: str, about: dict[str, Any]) -> EmailMultiAlternatives:
    """A letter that stands in a thread, or can be answered, with its twin in HTML. Source: RFC 5322, 3.6.4."""
    if letter.thread:
        about["headers"] |= {"In-Reply-To": f"<{letter.thread}>", "References": f"<{letter.thread}>"}
    if letter.reply_to:
        about["reply_to"] = [letter.reply_to]
    message = EmailMultiAlternatives(subject_of([letter]), body, **about)
    message.attach_alternative(html_of(body, title=letter.subject), "text/html")
    return message


def subject_of(letters: Sequence[Letter]) -> str:
    """What the message is about: the one letter, or how many duels wait and how much else there is."""
    turns = sum(letter.about == Letter.About.TURN for letter in letters)
    about = letters[0].subject if len(letters) == 1 else _sum_of(turns, len(letters) - turns)
    return one_line(f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{about}")


def one_line(subject: str) -> str:
    """A subject that can stand in the header of a message, whatever names are in it."""
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
    """What stands in this user's link to unsubscribe: it needs no log-in, never ages, and does nothing else."""
    return signing.Signer(salt=SALT).sign(str(user.pk))


def user_id_of(token: str) -> int | None:
    """Whose link it is; none if it is not one of ours."""
    try:
        return int(signing.Signer(salt=SALT).unsign(token))
    except signing.BadSignature:
        return None


def envelope_sender(user: User | None) -> str:
    """Where a letter to this user is returned to that cannot be delivered: an address that says whose it was."""
    tagged = signed_address(RETURNED, returned_tag(user)) if user and user.pk else ""
    return tagged or settings.MAILROOM_ADDRESS or settings.DEFAULT_FROM_EMAIL


def returned_tag(user: User) -> str:
    """What tells such an address of others: whose it is, and which of his addresses it was."""
    return f"{int_to_base36(user.pk)}.{digest(user.email.lower())}"


def link_to(path: str) -> str:
    """The whole address of a page."""
    return f"{settings.SITE_URL}{path}"


def _message_id(letters: Sequence[Letter]) -> str:
    """The same for the same letters, so that who gets a message twice can tell; another when he asked for it again."""
    told = "/".join(f"{letter.pk}:{letter.asked}" for letter in letters)
    return f"<{hashlib.sha256(told.encode()).hexdigest()[:32]}@{urlsplit(settings.SITE_URL).hostname}>"
