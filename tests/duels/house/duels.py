"""Duels with the house, and workers in this process, for tests."""

from typing import Any

from django.utils.crypto import get_random_string
from django_tasks_db.management.commands.db_worker import Worker

from duels.models import Duel
from duels.play.transaction import SeatSpec, start_duel
from tests.builders import a_mage


def against(*levels: int, **options: Any) -> Duel:
    """A duel of Black with wizards of the house of these levels; the first is called House."""
    black = a_mage()
    house = [SeatSpec(f"House {number}" if number else "House", "x", level=n) for number, n in enumerate(levels)]
    terms = {"book": "classic", "seed": 1, "practice": True, "counts": False} | options
    return start_duel(seats=[SeatSpec("Black", "x", black), *house], **terms)


def work(most: int | None = None) -> None:
    """Do the jobs that are queued, or so many of them, as a worker does."""
    Worker(
        queue_names=["default"],
        excluded_queue_names=[],
        interval=0,
        batch=True,
        max_tasks=most,
        startup_delay=False,
        backend_name="default",
        worker_id=get_random_string(32),
    ).run()
