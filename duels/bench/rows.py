"""The rows that a measurement begins with."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import connections

from accounts.models import Mage, User
from duels.bench.client import Table
from duels.bench.scripts import NAMES, Script, seats
from duels.play.transaction import start_duel

PACE = 3600
"""Live: nobody is written to of a turn that he has not taken for some seconds."""


def users(names: Iterable[str] = NAMES) -> tuple[dict[str, str], dict[str, Mage]]:
    """The session keys and the mages of users of these names, by the names, which are those of the wizards too."""
    mages = {name: Mage.objects.create(name=name, owner=User.objects.create(username=name)) for name in names}
    return {name: _session(mage.owner) for name, mage in mages.items()}, mages


def _session(user: User) -> str:
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


def series(mages: dict[str, Any], scripts: list[Script], count: int, length: int) -> list[list[Table]]:
    """So many series of so many duels each."""
    return [[_table(mages, scripts[(row + place) % len(scripts)]) for place in range(length)] for row in range(count)]


def _table(mages: dict[str, Any], script: Script) -> Table:
    duel = start_duel(seats=seats(mages), book=script.book, pace=PACE, counts=False, seed=script.seed)
    return Table(duel.slug, script)


def close() -> None:
    """Let go of the database."""
    connections.close_all()
