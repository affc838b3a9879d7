"""Run the web server, which is uvicorn with the options that suit this site: `python -m wavinghands.server.web`."""

import os
import signal
import sys

import uvicorn
from django.conf import settings

from wavinghands.server.flood_guard import FloodGuard
from wavinghands.server.options import parse
from wavinghands.server.parent import end_with_parent

KEEP_ALIVE = 30
"""Seconds that an idle connection stays open. A proxy keeps its connections for longer than uvicorn's usual 5 s."""

LONGEST_MESSAGE = 64 * 1024
"""Bytes of a WebSocket message. The longest that means anything has 8 KB; longer ones close the socket with 1009."""


def main(arguments: list[str], application: str = "wavinghands.asgi:application") -> None:
    """Serve `application` until SIGINT or SIGTERM."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wavinghands.settings")
    options = parse(arguments)
    end_with_parent()
    # uvicorn raises SIGTERM again after its shutdown. Exit with status 0 then, as after SIGINT.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    uvicorn.run(
        application,
        host=options.bind,
        port=options.port,
        ws=FloodGuard,
        log_config=None,  # LOGGING in the settings has everything
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


if __name__ == "__main__":
    main(sys.argv[1:])
