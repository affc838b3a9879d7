"""Runs a clock for duels in a process of its own."""

import signal
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from duels.services.clocks import Clock


class Command(BaseCommand):
    help = "Play on duels whose time is up, until stopped. Each web process does so too; one of them is enough."

    def handle(self, **options: Any) -> None:
        clock = Clock(looked=(settings.VAR_DIR / "clock.heartbeat").touch)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: clock.stop())
        clock.run()
