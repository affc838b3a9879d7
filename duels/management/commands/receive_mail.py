"""Read an e-mail from standard input, to which a mail server pipes it."""

import logging
import os
import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from duels.mailroom import processing, sending
from duels.mailroom.intake import Envelope, NotAccepted, store
from duels.models import IncomingEmail

logger = logging.getLogger(__name__)


class Command(BaseCommand):
    help = (
        "Store one e-mail (RFC 5322) from standard input. The worker carries out the orders in it. The exit code is"
        " what Postfix's pipe expects: 0 if the e-mail is stored, 75 to deliver it again later, 65 if it is refused."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--sender", help="The envelope sender, empty for bounces. Defaults to Return-Path.")
        parser.add_argument(
            "--recipient",
            action="append",
            default=[],
            help="An envelope recipient, including any part after the plus sign.",
        )
        parser.add_argument(
            "--now", action="store_true", help="Carry out the orders and send the reply before exiting."
        )

    def handle(self, *, sender: str | None, recipient: list[str], now: bool, **options: Any) -> None:
        content = sys.stdin.buffer.read(settings.LONGEST_EMAIL + 1)
        try:
            email = store(content, Envelope(sender, tuple(recipient)))
        except NotAccepted as why:
            print(why, file=sys.stderr)
            sys.exit(os.EX_DATAERR)
        except Exception as error:  # the mail server must keep the e-mail and try again
            logger.warning("An e-mail could not be stored: %s", error)
            print("The e-mail cannot be stored now.", file=sys.stderr)
            sys.exit(os.EX_TEMPFAIL)
        if now:
            _process(email)


def _process(email: IncomingEmail) -> None:
    """Process a stored e-mail and send the reply.

    If this fails, the worker tries again later.
    """
    try:
        processing.process(email)
        sending.send_answer_to(email)
    except Exception:
        logger.exception("The message is stored, but cannot be processed now")
