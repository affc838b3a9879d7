"""The options of the web server.

They are parsed without Django, which takes seconds to import.
"""

import argparse
from collections.abc import Sequence


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Parse the options `bind`, `port` and `access_log`."""
    parser = argparse.ArgumentParser(prog="python -m wavinghands.server.web", description="Run the web server.")
    parser.add_argument("--bind", default="127.0.0.1", help="the address to listen on")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--access-log", action="store_true", help="log each request to standard error")
    return parser.parse_args(arguments)
