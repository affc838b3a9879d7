"""Takes one letter from standard input, as a mail server's pipe brings it."""

import logging
import os
import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from duels.mailroom.taking import Envelope, NotToBeRead, take

logger = logging.getLogger(__name__)


class Command(BaseCommand):
    help = (
        "Take one letter (RFC 5322) from standard input and write it down. Ends with 0 if it is taken, 75 if it is to"
        " be brought again later, 65 if it is not to be read: what Postfix's pipe understands."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--sender", help="Of the envelope; empty for bounces. Else what Return-Path says.")
        parser.add_argument(
            "--recipient", action="append", default=[], help="Of the envelope, with what follows its +."
        )

    def handle(self, *, sender: str | None, recipient: list[str], **options: Any) -> None:
        content = sys.stdin.buffer.read(settings.LONGEST_LETTER + 1)
        try:
            take(content, Envelope(sender, tuple(recipient)))
        except NotToBeRead as why:
            print(why, file=sys.stderr)
            sys.exit(os.EX_DATAERR)
        except Exception as error:  # whatever it is, the letter must not be lost: it waits where it is
            logger.warning("A letter could not be written down: %s", error)
            print("The letter cannot be written down now.", file=sys.stderr)
            sys.exit(os.EX_TEMPFAIL)
