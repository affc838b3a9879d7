"""Duels against computer players, and a worker in the test's own process."""

from typing import Any

from django_tasks_db.models import DBTaskResult

from duels.house import orders
from duels.models import Duel
from duels.play.transaction import SeatSpec, start_duel
from tests.builders import a_mage


def against(*levels: int, **options: Any) -> Duel:
    """Start a duel between Black and computer players of these levels. The first of them is called House."""
    black = a_mage()
    house = [SeatSpec(f"House {number}" if number else "House", "x", level=n) for number, n in enumerate(levels)]
    terms = {"book": "classic", "seed": 1, "practice": True, "counts": False} | options
    return start_duel(seats=[SeatSpec("Black", "x", black), *house], **terms)


def work() -> None:
    """Run all queued tasks that are due, as a worker would."""
    orders.run_tasks(orders.QUEUE)


def tasks() -> list[tuple[Any, ...]]:
    """Return the arguments of each queued task: the duel, the round and the wizard."""
    return [tuple(task.args_kwargs["args"]) for task in DBTaskResult.objects.order_by("enqueued_at")]
