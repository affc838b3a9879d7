"""Signed addresses of the mailroom, the service that reads incoming e-mail.

A signed address encodes the purpose of e-mails to it, so they need no other authentication. It is the mailroom's
address with a tag (RFC 5233): `duels+r…@example.org`. A tag consists of a letter for the kind of address, a payload, a
dot and a signature. Tags are case-insensitive, because mail programs may change the case. The part before the @ has at
most 64 characters (RFC 5321), so the mailroom's own name has at most eleven.
"""

import re
from base64 import b32encode
from email.utils import parseaddr
from typing import Final

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

LENGTH_OF_SIGNATURE: Final = 13
"""The number of characters in a signature. Each stands for five bits; 65 bits cannot be guessed."""
TAG: Final = re.compile(rf"(?P<kind>[a-z])(?P<payload>[a-z0-9.]*)\.(?P<signature>[a-z2-7]{{{LENGTH_OF_SIGNATURE}}})")


def signed_address(kind: str, payload: str) -> str:
    """Return an address of this kind with this payload, or "" if the site has no mailroom.

    The payload consists of lower-case letters, digits and dots.
    """
    if not settings.MAILROOM_ADDRESS:
        return ""
    name, domain = _parts(settings.MAILROOM_ADDRESS)
    return f"{name}+{kind}{payload}.{_signature(kind + payload)}@{domain}"


def payload_of(address: str, kind: str) -> str | None:
    """Return the payload of an address.

    Return `None` if the address is of another kind or has a wrong signature.
    """
    found = TAG.fullmatch(_tag(address) or "")
    if found is None or found["kind"] != kind:
        return None
    is_signed = constant_time_compare(found["signature"], _signature(kind + found["payload"]))
    return found["payload"] if is_signed else None


def is_of_the_mailroom(address: str) -> bool:
    """Return whether this is an address of the mailroom, regardless of its tag."""
    return _tag(address) is not None


def plain(address: str) -> str:
    """Return the bare address in lower case, without a display name."""
    return parseaddr(address)[1].strip().lower()


def digest(text: str, length: int = 8) -> str:
    """Return a keyed hash of a text in lower-case base32, for use in payloads."""
    return b32encode(salted_hmac("mailroom digest", text, algorithm="sha256").digest()).decode()[:length].lower()


def _tag(address: str) -> str | None:
    """Return the part after the plus sign, or "" if there is none.

    Return `None` if the address does not belong to the mailroom.
    """
    if not settings.MAILROOM_ADDRESS:
        return None
    (name, domain), (own, own_domain) = _parts(address), _parts(settings.MAILROOM_ADDRESS)
    base, _plus, tag = name.partition("+")
    return tag if (base, domain) == (own, own_domain) else None


def _parts(address: str) -> tuple[str, str]:
    name, _at, domain = plain(address).rpartition("@")
    return name, domain


def _signature(text: str) -> str:
    mac = salted_hmac("mailroom address", text, algorithm="sha256").digest()
    return b32encode(mac).decode()[:LENGTH_OF_SIGNATURE].lower()
