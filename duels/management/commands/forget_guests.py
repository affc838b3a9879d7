from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from duels.ladder.guests import forget_guests


class Command(BaseCommand):
    help = "Free the names of guests who came a month ago, have begun nothing since and finished no duel; once a day."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{forget_guests(now=timezone.now())} guests forgotten")
