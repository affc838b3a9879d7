"""`manage.py writer`: the process in which a server has orders done; the server starts it, and it ends with that."""

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from duels.realtime import writer_process


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("server", type=int, help="the number of the server's process")

    def handle(self, *_args: Any, server: int, **_options: Any) -> None:
        outward = os.dup(1)
        os.dup2(2, 1)  # whatever prints something prints it into the log
        writer_process.serve(server, 0, outward)
