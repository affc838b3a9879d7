"""`python -m wavinghands.serve`: the site by daphne, on uvloop where there is one. All options are those of daphne."""

import asyncio
import sys
from importlib import import_module, util


def main(options: list[str], application: str = "wavinghands.asgi:application") -> None:
    """Serve until told to stop."""
    if util.find_spec("uvloop"):  # there is none for Windows
        asyncio.set_event_loop_policy(import_module("uvloop").EventLoopPolicy())
    from daphne.cli import CommandLineInterface  # makes the loop of the process when it is imported

    CommandLineInterface().run([*options, application])


if __name__ == "__main__":
    main(sys.argv[1:])
