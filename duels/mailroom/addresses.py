"""Addresses to which letters of ours are answered: for a user, a duel and a round, or by who wants to become a user."""

from base64 import b32decode, b32encode
from binascii import Error
from typing import NamedTuple

from django.utils.http import base36_to_int, int_to_base36

from accounts.models import User
from accounts.signed_addresses import signed_address, told_by

REPLY, CONFIRM = "r", "c"


class Claim(NamedTuple):
    """What an answer says of itself by the address to which it goes: who answers, in which duel, in which round."""

    user_id: int
    slug: str
    round: int


def reply_address(user: User, slug: str, round_number: int) -> str:
    """Where this user answers a letter about this round of this duel; empty where the site takes no letters."""
    name = b32encode(slug.encode()).decode().rstrip("=").lower()
    return signed_address(REPLY, f"{int_to_base36(user.pk)}.{int_to_base36(round_number)}.{name}")


def read_address(address: str) -> Claim | None:
    """What an address of ours says of who answers; none if it is not one of these."""
    told = told_by(address, REPLY)
    if told is None:
        return None
    try:
        user, round_number, name = told.split(".")
        slug = b32decode(name.upper() + "=" * (-len(name) % 8)).decode()
        return Claim(base36_to_int(user), slug, base36_to_int(round_number))
    except (ValueError, Error):
        return None


def confirm_address(newcomer: int) -> str:
    """Where a newcomer, by the key of his row, says that his address is his."""
    return signed_address(CONFIRM, int_to_base36(newcomer))


def read_confirmation(address: str) -> int | None:
    """Which newcomer this is, by the key of his row; none if it is not one of these addresses."""
    told = told_by(address, CONFIRM)
    try:
        return None if told is None else base36_to_int(told)
    except ValueError:
        return None
