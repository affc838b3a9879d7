"""Runs a worker: it does the jobs that are queued in the database."""

import logging
import os
import threading
import time
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from duels.analysis import work
from duels.house import thinking
from wavinghands.db.connections import refresh_connections

logger = logging.getLogger(__name__)

NICENESS = 5  # what thinks gives way to what serves


class Command(BaseCommand):
    help = (
        "Do what takes longer than a page may: find orders for the stronger wizards of the house, analyse duels. Until"
        " stopped."
        " One is enough for a small site; any number may run."
    )

    def handle(self, **options: Any) -> None:
        worker = thinking.worker(work.QUEUE)
        os.nice(NICENESS)
        worker.configure_signals()  # at the first it comes to the end of its job, at the second it breaks it off
        threading.Thread(target=_beat, name="beat", daemon=True).start()
        worker.run()


def _beat() -> None:
    """Show that the worker lives, as long as it does."""
    while True:
        try:
            refresh_connections()
            thinking.beat()
            (settings.VAR_DIR / "worker.heartbeat").touch()
        except Exception:
            logger.exception("The worker could not show that it lives")
        time.sleep(thinking.BEAT)
