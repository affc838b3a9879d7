"""Duels in progress, for use in tests."""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db import connections
from django.db.models import F, Model
from django.utils import timezone

from accounts.models import Mage
from duels.models import Duel
from duels.play.loading import states
from duels.play.transaction import SeatSpec, start_duel
from tests.builders import a_mage


def spec(mage: Mage | None, name: str = "Apprentice") -> SeatSpec:
    return SeatSpec(mage.name, mage.gender, mage) if mage else SeatSpec(name, "x", level=2)


def a_duel(*mages: Mage | None, **options: Any) -> Duel:
    """Start a duel between these mages, by default Black and White. `None` stands for a computer player."""
    mages = mages or (a_mage("Black", gender="m"), a_mage("White", gender="f"))
    return start_duel(seats=[spec(mage) for mage in mages], **({"book": "classic", "pace": 120, "seed": 1} | options))


def make_overdue(duel: Duel, seconds: float = 1) -> None:
    """Change a duel's clock so that its deadline was `seconds` ago."""
    duel.refresh_from_db()
    back = duel.deadline - timezone.now() + timedelta(seconds=seconds)
    changed = {"opened": duel.opened - back, "deadline": duel.deadline - back, "changes": F("changes") + 1}
    Duel.objects.filter(pk=duel.pk).update(**changed)


def break_duel(duel: Duel) -> None:
    """Change a duel's rows so that it cannot be loaded any more."""
    Duel.objects.filter(pk=duel.pk).update(options={"no_such_option": True})
    states.clear()


def columns_of(row: Model) -> dict[str, Any]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def at_once(*doings: Callable[[], object]) -> None:
    """Call these functions at the same time, each in a thread with its own database connection."""
    together = threading.Barrier(len(doings))

    def run(doing: Callable[[], object]) -> None:
        together.wait()
        try:
            doing()
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=[doing]) for doing in doings]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
