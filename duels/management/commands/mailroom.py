"""Accept e-mails with orders from mail servers."""

import asyncio
import signal
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from duels.mailroom.servers import serve

BEAT = 5.0  # seconds


class Command(BaseCommand):
    help = "Accept e-mails with orders over SMTP and LMTP, and store them. The worker carries out the orders."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--host",
            default="127.0.0.1",
            help="The address to listen on. The default accepts only connections from this machine.",
        )
        parser.add_argument("--smtp", type=int, default=8025, help="The port for SMTP, or 0 for none.")
        parser.add_argument("--lmtp", type=int, default=8024, help="The port for LMTP, or 0 for none.")

    def handle(self, *, host: str, smtp: int, lmtp: int, **options: Any) -> None:
        if not settings.MAILROOM_ADDRESS:
            raise CommandError("MAILROOM_ADDRESS is not set: see docs/deploying.md")
        asyncio.run(self._until_stopped(host, smtp, lmtp))

    async def _until_stopped(self, host: str, smtp: int, lmtp: int) -> None:
        loop, stopped = asyncio.get_running_loop(), asyncio.Event()
        for stop in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(stop, stopped.set)
        text = f"E-mails to {settings.MAILROOM_ADDRESS} are accepted at {host}, SMTP {smtp or '-'}, LMTP {lmtp or '-'}."
        serving = asyncio.create_task(serve(host, smtp=smtp, lmtp=lmtp, ready=lambda: print(text, flush=True)))
        beating = asyncio.create_task(self._beat())
        await asyncio.wait([serving, asyncio.create_task(stopped.wait())], return_when=asyncio.FIRST_COMPLETED)
        beating.cancel()
        if serving.done():
            serving.result()  # raises the exception that ended it
        serving.cancel()

    async def _beat(self) -> None:
        """Touch the heartbeat file at intervals while the servers accept e-mails."""
        while True:
            (settings.VAR_DIR / "mailroom.heartbeat").touch()
            await asyncio.sleep(BEAT)
