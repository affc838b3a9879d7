"""`python -m wavinghands.serve`: the site by the server that `SERVER` names, on uvloop where there is one."""

import argparse
import asyncio
import os
import sys
from importlib import import_module, util

from django.conf import settings


def main(options: list[str], application: str = "wavinghands.asgi:application") -> None:
    """Serve until told to stop."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wavinghands.settings")
    given = _options(options)
    if util.find_spec("uvloop"):  # there is none for Windows
        asyncio.set_event_loop_policy(import_module("uvloop").EventLoopPolicy())
    server = import_module(f"wavinghands.servers.by_{settings.SERVER}")  # daphne takes the loop when it is imported
    server.serve(application, given.bind, given.port, given.access_log)


def _options(options: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m wavinghands.serve", description=__doc__)
    parser.add_argument("--bind", default="127.0.0.1", help="the address of this machine to listen at")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--access-log", metavar="FILE", help="where each request is noted; -: on the standard output")
    return parser.parse_args(options)


if __name__ == "__main__":
    main(sys.argv[1:])
