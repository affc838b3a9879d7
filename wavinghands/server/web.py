"""Run the web server: `python -m wavinghands.server.web`.

This is uvicorn with options that suit the site.
"""

import os
import signal
import sys
import threading
from typing import Any

import uvicorn
from django.conf import settings

from wavinghands.server.flood_guard import FloodGuard
from wavinghands.server.options import parse
from wavinghands.server.parent import end_with_parent

KEEP_ALIVE = 30
"""Seconds that an idle connection stays open. Proxies keep connections for longer than uvicorn's default of 5 s."""

LONGEST_MESSAGE = 64 * 1024
"""The maximum size of a WebSocket message in bytes. A longer message closes the socket with code 1009.

Valid messages have at most 8 KB.
"""

EXIT_PATIENCE = 1.0
"""How many seconds threads may take to finish after the server has shut down. Python would wait for them forever."""


def main(arguments: list[str], application: str = "wavinghands.asgi:application") -> None:
    """Serve `application` until SIGINT or SIGTERM."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wavinghands.settings")
    options = parse(arguments)
    end_with_parent()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _exit)  # uvicorn raises the signal again after its shutdown
    uvicorn.run(
        application,
        host=options.bind,
        port=options.port,
        ws=FloodGuard,
        log_config=None,  # LOGGING in the settings configures everything
        access_log=options.access_log,
        proxy_headers=False,  # the site reads X-Forwarded-For itself, and trusts TRUSTED_PROXIES proxies
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=settings.LEAVING_PATIENCE,
        ws_max_size=LONGEST_MESSAGE,
        ws_ping_interval=20,
        ws_ping_timeout=30,
        ws_per_message_deflate=False,  # frames hold secrets next to text that other players wrote (CRIME, BREACH)
    )


def _exit(*_: Any) -> None:
    """Exit with status 0, even if a thread is busy or waits for the database.

    The database rolls back the open transaction.
    """
    timer = threading.Timer(EXIT_PATIENCE, os._exit, (0,))
    timer.daemon = True
    timer.start()
    sys.exit()


if __name__ == "__main__":
    main(sys.argv[1:])
