"""Storage of incoming e-mails.

Each e-mail is stored once, unchanged, before it is acknowledged.
"""

import re
from email import message_from_bytes
from email.message import Message
from hashlib import sha256
from typing import NamedTuple

from django.conf import settings

from accounts.signed_addresses import is_of_the_mailroom, plain
from duels.models import IncomingEmail

WITH_RECIPIENTS = ("X-Original-To", "Delivered-To", "Envelope-To", "To", "Cc")
"""Headers that may contain the recipient's address, for e-mails whose envelope is unknown."""
ADDRESS = re.compile(r"[^\s<>,;\"]+@[^\s<>,;\"]+")


class NotAccepted(Exception):
    """Raised if an e-mail is not accepted.

    Its argument is the reason, as a text for the sender.
    """


class Envelope(NamedTuple):
    """An SMTP envelope.

    `sender` is empty for bounces, and `None` if it is unknown. `peer` is the host that delivered the e-mail.
    """

    sender: str | None = None
    recipients: tuple[str, ...] = ()
    peer: str = ""


def store(content: bytes, envelope: Envelope) -> IncomingEmail:
    """Store an e-mail and return it.

    If it has been stored before, return the stored copy. Raise `NotAccepted` if the e-mail is too long or empty.
    """
    if len(content) > settings.LONGEST_EMAIL:
        raise NotAccepted(f"An e-mail has at most {settings.LONGEST_EMAIL // 1024} kB. Leave out what is attached.")
    if not content.strip():
        raise NotAccepted("The e-mail is empty.")
    message = message_from_bytes(content)
    about = {
        "sender": _sender(message, envelope)[: IncomingEmail.LONGEST_ADDRESS],
        "recipient": _recipient(message, envelope)[: IncomingEmail.LONGEST_ADDRESS],
        "peer": envelope.peer[:60],
        "content": content,
    }
    email, _is_new = IncomingEmail.objects.get_or_create(message_id=_key(message, content), defaults=about)
    return email


def _key(message: Message, content: bytes) -> str:
    """Return the key that identifies duplicates of a message.

    The key is the Message-ID or, if that is invalid, a hash of the content.
    """
    given = header(message, "Message-ID").strip()
    if re.fullmatch(r"<[!-~]+>", given) and len(given) <= IncomingEmail.LONGEST_ID:
        return given
    return f"sha256:{sha256(content).hexdigest()}"


def _sender(message: Message, envelope: Envelope) -> str:
    """Return the envelope sender.

    If it is unknown, return the address in Return-Path or From.
    """
    if envelope.sender is not None:
        return _clean(plain(envelope.sender))
    name = "From" if message.get("Return-Path") is None else "Return-Path"
    return _clean(plain(header(message, name)))


def _recipient(message: Message, envelope: Envelope) -> str:
    """Return the mailroom address to which the e-mail was sent, or "" if there is none.

    A reply address, which has a tag after a plus sign, takes precedence.
    """
    named = [address for name in WITH_RECIPIENTS for address in ADDRESS.findall(header(message, name))]
    ours = [plain(address) for address in (*envelope.recipients, *named) if is_of_the_mailroom(address)]
    return _clean(next((address for address in ours if "+" in address), ours[0] if ours else ""))


def header(message: Message, name: str) -> str:
    """Return a header on one line, without decoding it, or "" if it is missing."""
    return _clean(" ".join(str(message.get(name, "")).split()))


def _clean(text: str) -> str:
    """Remove the characters that a database cannot store."""
    return text.encode("utf-8", "replace").decode().replace("\x00", "")
