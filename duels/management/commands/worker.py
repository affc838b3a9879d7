"""Run the site's worker."""

import os
import signal
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from accounts import adapter
from duels import jobs
from duels.analysis import work
from duels.house import orders
from duels.play import clock
from duels.play.watcher import Failures, watch
from wavinghands.server.parent import end_with_parent

STOPS = {signal.SIGTERM, signal.SIGINT}
NICENESS = 5
"""The niceness of the worker process. It gives the web servers a higher priority."""
PAUSE, PAUSE_OF_EMAILS = 0.1, 1.0
"""Seconds between two checks for tasks that people are waiting for, and between two checks for e-mails to send."""


class Command(BaseCommand):
    help = (
        "Run the tasks of the site until stopped: rounds whose time is up, periodic jobs (e-mails, statistics, cleaning"
        " up), orders of computer players, and analyses. A site needs at least one worker, and more can run."
    )

    def handle(self, **options: Any) -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)  # in all threads, so that `sigwait` gets the signals
        end_with_parent()
        os.nice(NICENESS)
        stop = threading.Event()
        threads = [threading.Thread(target=watch, args=(name, look, stop), daemon=True) for name, look in _loops()]
        for thread in threads:
            thread.start()
        signal.sigwait(STOPS)
        stop.set()
        until = time.monotonic() + settings.LEAVING_PATIENCE  # interrupted tasks will run again
        for thread in threads:
            thread.join(max(0.0, until - time.monotonic()))


def _loops() -> list[tuple[str, Callable[[], float]]]:
    """Return the worker's loops: pairs of a name and the function that the loop calls.

    Each loop runs in its own thread, so that a slow mail server does not delay duels.
    """
    return [
        ("deadlines", partial(_look_at_deadlines, Failures())),
        ("house", partial(orders.check_overdue, Failures())),
        ("jobs", jobs.check_jobs),
        ("tasks", partial(_run_tasks, PAUSE, orders.QUEUE, work.QUEUE)),
        ("e-mails", partial(_run_tasks, PAUSE_OF_EMAILS, adapter.QUEUE)),
    ]


def _look_at_deadlines(failures: Failures) -> float:
    try:
        return clock.check_deadlines(failures)
    finally:  # for the container's health check: the worker is alive even if the database is down
        (settings.VAR_DIR / "worker.heartbeat").touch()


def _run_tasks(pause: float, *queues: str) -> float:
    orders.run_tasks(*queues)
    return pause
