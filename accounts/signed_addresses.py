"""Addresses of the mailroom that say of themselves what they are for, so that a letter to one needs no other proof.

Each is the mailroom's own with a tag: `duels+r…@example.org`. A tag is a letter for its kind, what it tells, a dot, and
a signature; all of it in letters that stay the same whatever case a program of mail makes of them. Source of the tag:
RFC 5233; the part before the @ has at most 64 letters (RFC 5321), so that the mailroom's own name has eleven at most.
"""

import re
from base64 import b32encode
from email.utils import parseaddr
from typing import Final

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

LENGTH_OF_SIGNATURE: Final = 13
"""Letters of five bits each; nobody tries 2^64 letters."""
TAG: Final = re.compile(rf"(?P<kind>[a-z])(?P<told>[a-z0-9.]*)\.(?P<signature>[a-z2-7]{{{LENGTH_OF_SIGNATURE}}})")


def signed_address(kind: str, told: str) -> str:
    """The address that tells this (small letters, digits and dots); empty where the site takes no letters."""
    if not settings.MAILROOM_ADDRESS:
        return ""
    name, domain = _parts(settings.MAILROOM_ADDRESS)
    return f"{name}+{kind}{told}.{_signature(kind + told)}@{domain}"


def told_by(address: str, kind: str) -> str | None:
    """What an address of this kind tells; none if we have not signed it."""
    found = TAG.fullmatch(_tag(address) or "")
    if found is None or found["kind"] != kind:
        return None
    is_signed = constant_time_compare(found["signature"], _signature(kind + found["told"]))
    return found["told"] if is_signed else None


def is_of_the_mailroom(address: str) -> bool:
    """Whether letters to this address are for us, whatever its tag."""
    return _tag(address) is not None


def plain(address: str) -> str:
    """An address without a name or brackets beside it, in small letters."""
    return parseaddr(address)[1].strip().lower()


def digest(text: str, length: int = 8) -> str:
    """Some letters that are different for different texts, for an address to tell by."""
    return b32encode(salted_hmac("mailroom digest", text, algorithm="sha256").digest()).decode()[:length].lower()


def _tag(address: str) -> str | None:
    """What follows the plus; empty if there is none; none if the address is not ours."""
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
