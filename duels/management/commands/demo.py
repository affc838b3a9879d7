"""Fill a new site with sample people and duels, for a demonstration."""

from argparse import ArgumentParser
from random import Random
from secrets import token_urlsafe
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from accounts.selectors import has_users
from duels.make_up.present import DEMO, fill
from wavinghands.progress import interruptible


class Command(BaseCommand):
    help = "Fill a new site with made-up people, duels, challenges, messages and puzzle results, and print a login."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--duels", type=int, default=600, help="how many duels of the last three years to make up")
        parser.add_argument("--mages", type=int, default=150)
        parser.add_argument(
            "--plays", type=int, default=150, help="how many duels to play; the others are copies with other names"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if has_users():
            raise CommandError("There are users already. For a site of its own: VAR_DIR=var/demo make demo run")
        past = {name: options[name] for name in ("duels", "mages", "plays")}
        with interruptible("Delete the folder of this site, and start again."):
            call_command("make_up", **past, restart=True, stdout=self.stdout, verbosity=options["verbosity"])
            password = token_urlsafe(9)
            fill(password, Random(1))  # noqa: S311 - must be repeatable
        self.stdout.write(f"Log in as {DEMO} with the password {password}")
