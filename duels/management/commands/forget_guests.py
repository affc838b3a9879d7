from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from duels.services.guests import forget_guests


class Command(BaseCommand):
    help = "Free the names of guests who have not been here for a month and have finished no duel; once a day will do."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{forget_guests(now=timezone.now())} guests forgotten")
