"""Signed reply addresses.

Each identifies a user, duel and round, or a newcomer who is confirming their address.
"""

from base64 import b32decode, b32encode
from binascii import Error
from typing import NamedTuple

from django.utils.http import base36_to_int, int_to_base36

from accounts.models import User
from accounts.signed_addresses import payload_of, signed_address

REPLY, CONFIRM = "r", "c"


class Claim(NamedTuple):
    """The user, duel and round that a reply address identifies.

    The site has signed the address.
    """

    user_id: int
    slug: str
    round: int


def reply_address(user: User, slug: str, round_number: int) -> str:
    """Return the reply address for a user, duel and round.

    Return an empty string if the site does not accept e-mails.
    """
    name = b32encode(slug.encode()).decode().rstrip("=").lower()
    return signed_address(REPLY, f"{int_to_base36(user.pk)}.{int_to_base36(round_number)}.{name}")


def read_address(address: str) -> Claim | None:
    """Parse a reply address.

    Return `None` if it is malformed or if its signature is invalid.
    """
    payload = payload_of(address, REPLY)
    if payload is None:
        return None
    try:
        user, round_number, name = payload.split(".")
        slug = b32decode(name.upper() + "=" * (-len(name) % 8)).decode()
        return Claim(base36_to_int(user), slug, base36_to_int(round_number))
    except (ValueError, Error):
        return None


def confirm_address(newcomer: int) -> str:
    """Return the mailroom address for a newcomer with this id.

    A newcomer confirms their own e-mail address by writing to the mailroom address.
    """
    return signed_address(CONFIRM, int_to_base36(newcomer))


def read_confirmation(address: str) -> int | None:
    """Parse a confirmation address, and return the newcomer's id.

    Return `None` if the address is invalid.
    """
    payload = payload_of(address, CONFIRM)
    try:
        return None if payload is None else base36_to_int(payload)
    except ValueError:
        return None
