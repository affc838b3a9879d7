"""Functions that send answers to e-mails.

Each answer is sent at least once, as in `accounts.services.mail`. A process first claims an answer by moving the time
in its column `ripe` into the future, and marks the answer as sent after the mail server has accepted it. An answer that
is accepted just before a crash is sent twice, with the same Message-ID.
"""

import logging
import re
from datetime import datetime, timedelta
from email.utils import formataddr, parseaddr
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.db.models import F, Q
from django.utils import timezone, translation

from accounts.email_delivery import sends_email
from accounts.email_html import html_of
from accounts.email_rendering import envelope_sender, one_line
from accounts.languages import in_language_of
from accounts.services.mail import (
    CONNECTION_LOST,
    KEPT,
    LEASE,
    LONGEST_PAUSE,
    MOST_AT_ONCE,
    MOST_TRIES,
    send_by_one_connection,
)
from accounts.services.tokens import EASY_TO_TYPE, LENGTH_OF_MAIL_KEY, MAIL_PREFIX
from accounts.signed_addresses import digest
from duels.mailroom import newcomers
from duels.models import IncomingEmail, OutgoingEmail

logger = logging.getLogger(__name__)

KEPT_UNREAD: Final = timedelta(days=30)
"""How long the site keeps the content of an e-mail that it failed to process."""
HAS_KEY: Final = re.compile(rf"\b{MAIL_PREFIX}[{EASY_TO_TYPE}]{{{LENGTH_OF_MAIL_KEY}}}\b")


def send_answers(now: datetime | None = None) -> int:
    """Send the answers that are due.

    Return the number of answers that the mail server has accepted.
    """
    now = now or timezone.now()
    if not sends_email():
        _ripe(now).update(dropped=now)
    waiting = list(_ripe(now).order_by("pk").values_list("pk", flat=True)[:MOST_AT_ONCE])
    return send_by_one_connection(_send, waiting, now)


def send_answer_to(email: IncomingEmail) -> int:
    """Send the answer to this e-mail immediately, if it has one.

    Return the number of answers that the mail server has accepted, 0 or 1.
    """
    now = timezone.now()
    keys = list(_ripe(now).filter(answers=email).values_list("pk", flat=True)) if sends_email() else []
    return send_by_one_connection(_send, keys, now)


def forget_old() -> None:
    """Delete old e-mails and their answers.

    Also delete the content of failed e-mails, and newcomers who have not replied.
    """
    now = timezone.now()
    newcomers.forget_old(now)
    IncomingEmail.objects.filter(done__lt=now - KEPT_UNREAD).update(content=b"")
    IncomingEmail.objects.filter(done__lt=now - KEPT).delete()


def message_of(answer: OutgoingEmail, connection: Any = None) -> EmailMessage:
    """Return the e-mail that contains an answer.

    Its headers follow section 3 of RFC 3834 (automatic responses) and section 3.6.4 of RFC 5322 (threads).
    """
    thread = (
        {"In-Reply-To": answer.references.split()[-1], "References": answer.references} if answer.references else {}
    )
    name = parseaddr(settings.DEFAULT_FROM_EMAIL)[0]
    with in_language_of(answer.user) if answer.user else translation.override(settings.LANGUAGE_CODE):
        html = html_of(answer.text, title=answer.subject)
    message = EmailMultiAlternatives(
        one_line(f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{answer.subject}"),
        answer.text,
        from_email=envelope_sender(answer.user),
        to=[answer.address],
        reply_to=[answer.reply_to] if answer.reply_to else None,
        connection=connection,
        headers={
            "From": formataddr((name, settings.MAILROOM_ADDRESS)),
            "Message-ID": f"<{digest(_message_id_seed(answer), 26)}@{urlsplit(settings.SITE_URL).hostname}>",
            "Auto-Submitted": "auto-replied",
            **thread,
        },
    )
    message.attach_alternative(html, "text/html")
    return message


def _message_id_seed(answer: OutgoingEmail) -> str:
    """Return the seed of the Message-ID.

    It is the same for every attempt to send the answer, so that mail programs can detect duplicates. It changes if the
    user requests the answer again.
    """
    return f"answer {answer.pk}" + (f" {answer.asked}" if answer.asked else "")


def _ripe(now: datetime) -> Any:
    return OutgoingEmail.objects.filter(sent=None, dropped=None, ripe__lte=now)


def _send(key: int, server: Any, now: datetime) -> bool:
    answer = _claimed(key, now)
    if answer is None:
        return False
    try:
        server.send_messages([message_of(answer, server)])
    except CONNECTION_LOST:
        raise
    except Exception:
        logger.exception("Answer %s is not sent yet", key)
        return False
    secret = {"text": ""} if HAS_KEY.search(answer.text) else {}
    OutgoingEmail.objects.filter(pk=key).update(sent=timezone.now(), **secret)
    return True


def _claimed(key: int, now: datetime) -> OutgoingEmail | None:
    """Claim an answer for this process, and return it.

    Return `None` if another process has claimed it, or if sending it has failed too often. In the second case, also
    drop the answer.
    """
    answer = OutgoingEmail.objects.select_related("user").get(pk=key)
    pause = min(LONGEST_PAUSE, LEASE * 2**answer.tries)
    ours = _ripe(now).filter(Q(pk=key, tries=answer.tries))
    if answer.tries >= MOST_TRIES:
        ours.update(dropped=now)
        return None
    return answer if ours.update(ripe=now + pause, tries=F("tries") + 1) else None
