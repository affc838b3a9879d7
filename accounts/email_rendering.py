"""How letters look as one message of e-mail, and the link in it by which no more of them come."""

import hashlib
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.languages import in_language_of
from accounts.models import Letter, User

SALT = "unsubscribe"


def message_of(user: User, letters: Sequence[Letter], connection: Any) -> EmailMessage:
    """The message that tells a user all these letters. Source of its headers: RFC 2369, RFC 3834, RFC 8058."""
    unsubscribe = link_to(reverse("unsubscribe", args=[token_of(user)]))
    context = {
        "letters": [(letter, link_to(letter.path) if letter.path else "") for letter in letters],
        "user": user,
        "unsubscribe": unsubscribe,
        "settings": link_to(reverse("settings")),
    }
    with in_language_of(user):
        subject, body = subject_of(letters), render_to_string("accounts/mail/news.txt", context)
    return EmailMessage(
        subject=subject,
        body=body,
        to=[user.email],
        connection=connection,
        headers={
            "Message-ID": _message_id(letters),
            "Auto-Submitted": "auto-generated",
            "List-Unsubscribe": f"<{unsubscribe}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )


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
    waiting = ngettext("A duel waits for you", "%(turns)s duels wait for you", turns) % {"turns": turns}
    if not others:
        return waiting
    if not turns:
        return _("%(others)s pieces of news") % {"others": others}
    news = ngettext("other news", "%(others)s other pieces of news", others) % {"others": others}
    return _("%(waiting)s and %(news)s") % {"waiting": waiting, "news": news}


def token_of(user: User) -> str:
    """What stands in this user's link to unsubscribe: it needs no log-in, never ages, and does nothing else."""
    return signing.Signer(salt=SALT).sign(str(user.pk))


def user_id_of(token: str) -> int | None:
    """Whose link it is; none if it is not one of ours."""
    try:
        return int(signing.Signer(salt=SALT).unsign(token))
    except signing.BadSignature:
        return None


def link_to(path: str) -> str:
    """The whole address of a page."""
    return f"{settings.SITE_URL}{path}"


def _message_id(letters: Sequence[Letter]) -> str:
    """The same for the same letters, so that who gets a message twice can tell; another when he asked for it again."""
    told = "/".join(f"{letter.pk}:{letter.asked}" for letter in letters)
    return f"<{hashlib.sha256(told.encode()).hexdigest()[:32]}@{urlsplit(settings.SITE_URL).hostname}>"
