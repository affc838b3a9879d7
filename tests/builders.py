"""Factories for users, mages and duels in tests."""

from collections.abc import Sequence
from itertools import count
from typing import Any

from django.contrib.auth import login
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest

from accounts.models import Mage, User
from accounts.services.mages import welcome_guest
from duels.models import Challenge, Duel, Invitation, Seat

PASSWORD = "four hands in the air"

_numbers = count(1)


def a_user(username: str | None = None, **fields: Any) -> User:
    """Create a user who has already acknowledged that mages can die in rated duels."""
    named = username or f"user{next(_numbers)}"
    return User.objects.create_user(named, password=PASSWORD, **({"knows_mages_die": True} | fields))


def a_mage(name: str | None = None, *, owner: User | None = None, gender: str = "x", **fields: Any) -> Mage:
    return Mage.objects.create(name=name or f"Mage {next(_numbers)}", gender=gender, owner=owner or a_user(), **fields)


def a_guest(name: str | None = None) -> Mage:
    return welcome_guest(name=name or f"Visitor {next(_numbers)}")


def logged_in(*names: str) -> tuple[dict[str, str], dict[str, Mage]]:
    """Return the session key and the mage of each user, by username. Create users and mages that are missing."""
    users = [User.objects.get_or_create(username=name)[0] for name in names]
    mages = {user.username: Mage.objects.get_or_create(name=user.username, owner=user)[0] for user in users}
    return {user.username: _session_key(user) for user in users}, mages


def _session_key(user: User) -> str:
    request = HttpRequest()
    request.session = SessionStore()
    login(request, user, "django.contrib.auth.backends.ModelBackend")
    request.session.save()
    return str(request.session.session_key)


def a_challenge(
    challenger: Mage | None = None, *, opponent: Mage | None = None, named: Sequence[Mage] = (), **fields: Any
) -> Challenge:
    """Create a challenge to `opponent` and the mages in `named`. With neither, the challenge is open to everyone."""
    challenged = [*named, *([opponent] if opponent else [])]
    closed = {"is_open": False, "limit": None} if challenged else {}
    challenge = Challenge.objects.create(challenger=challenger or a_mage(), **(closed | fields))
    states = [(challenge.challenger, "accepted"), *((mage, "challenged") for mage in challenged)]
    rows = [Invitation(challenge=challenge, mage=mage, state=state) for mage, state in states]
    Invitation.objects.bulk_create(rows)
    return challenge


def rows_of_a_duel(*mages: Mage | None, **fields: Any) -> Duel:
    """Create the database rows of a duel between these mages, without rounds. `None` stands for a computer player."""
    duel = Duel.objects.create(**({"book": "classic", "seed": 1, "pace": 120} | fields))
    for position, mage in enumerate(mages):
        name, gender = (mage.name, mage.gender) if mage else ("Apprentice", "x")
        level = None if mage else 2
        Seat.objects.create(duel=duel, mage=mage, position=position, name=name, gender=gender, level=level)
    return duel


def a_result(*, won: list[str] = (), surrendered: list[str] = (), killed: list[str] = ()) -> dict[str, Any]:
    """Return the result of a duel in the format of the duel record. Without a winner, the duel is a draw."""
    return {
        "outcome": "victory" if won else "draw",
        "winners": list(won),
        "surrendered": list(surrendered),
        "killed": list(killed),
    }
