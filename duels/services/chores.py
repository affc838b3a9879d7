"""What has to be done from time to time beside the clocks of duels: letters, statistics, retirements.

Every clock does chores, in a thread of its own, so that a slow mail server holds up no duel. Whoever claims a chore
does it; each can be done twice, or be broken off, without harm.
"""

import logging
import threading
from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from typing import NamedTuple

from django.db import connections
from django.db.models import Min
from django.utils import timezone

from duels.models import Chore
from wavinghands.connections import refresh_connections

logger = logging.getLogger(__name__)

LONGEST_SLEEP = 5.0  # seconds


class Task(NamedTuple):
    """A chore: done every so many seconds by a function, given as module and name."""

    name: str
    every: float
    does: str

    def run(self) -> object:
        """Do it."""
        module, _, function = self.does.rpartition(".")
        work: Callable[[], object] = getattr(import_module(module), function)
        return work()


TASKS: tuple[Task, ...] = (
    Task("tallies", 2, "duels.stats.tallies.count_finished"),
    Task("turns", 5, "duels.notifications.duels.write_turns"),
    Task("rounds", 5, "duels.viewing.following.tell_rounds"),
    Task("letters", 15, "duels.notifications.duels.send_letters"),
    Task("reminders", 15 * 60, "duels.notifications.reminders.remind_late"),
    Task("old letters", 24 * 60 * 60, "accounts.services.mail.forget_old"),
    Task("idle mages", 6 * 60 * 60, "duels.ladder.inactivity.retire_inactive"),
)


def do_what_is_due(tasks: tuple[Task, ...] | None = None) -> None:
    """Do each chore that is due, unless another process has claimed it in this moment."""
    for task in TASKS if tasks is None else tasks:
        if _claim(task):
            try:
                task.run()
            except Exception:
                logger.exception("%s could not be done", task.name)


def _claim(task: Task) -> bool:
    now = timezone.now()
    if Chore.objects.filter(name=task.name, due__lte=now).update(due=now + timedelta(seconds=task.every), done=now):
        return True
    _, is_new = Chore.objects.get_or_create(
        name=task.name, defaults={"due": now + timedelta(seconds=task.every), "done": now}
    )
    return is_new


def _seconds_left() -> float:
    due = Chore.objects.filter(name__in=[task.name for task in TASKS]).aggregate(Min("due"))["due__min"]
    if due is None:
        return LONGEST_SLEEP
    return min(LONGEST_SLEEP, max(0.1, (due - timezone.now()).total_seconds()))


class Servant:
    """Does what is due until it is stopped."""

    def __init__(self) -> None:
        self._stopped = threading.Event()

    def run(self) -> None:
        """Until `stop` is called."""
        seconds = 0.0
        while not self._stopped.wait(seconds):
            try:
                refresh_connections()
                do_what_is_due()
                seconds = _seconds_left()
            except Exception:
                logger.exception("Chores cannot be done")
                seconds = LONGEST_SLEEP
        connections.close_all()

    def stop(self) -> None:
        """Have `run` return; from any thread."""
        self._stopped.set()


def start() -> Servant:
    """A servant that runs beside the server until the process ends."""
    servant = Servant()
    threading.Thread(target=servant.run, name="chores", daemon=True).start()
    return servant
