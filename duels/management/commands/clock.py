"""Runs a clock for duels in a process of its own, and does jobs."""

import signal
import threading
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from duels.jobs import Worker
from duels.play.clock import Clock
from duels.play.lookout import Lookout

STOPS = {signal.SIGTERM, signal.SIGINT}


class Command(BaseCommand):
    help = (
        "Play on duels where somebody's time is up, and do jobs: letters, reminders, statistics. Until stopped."
        " Each web process does so too; one of them is enough."
    )

    def handle(self, **options: Any) -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)  # for the threads too: what is at work is done to its end
        workers: list[Lookout] = [Clock(looked=self._show_life), Worker()]
        threads = [threading.Thread(target=worker.run) for worker in workers]
        for thread in threads:
            thread.start()
        signal.sigwait(STOPS)
        for worker in workers:
            worker.stop()
        for thread in threads:
            thread.join()

    def _show_life(self) -> None:
        (settings.VAR_DIR / "clock.heartbeat").touch()
