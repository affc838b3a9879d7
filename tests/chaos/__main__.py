"""`make chaos`: faults upon faults while duels are played."""

import argparse
import asyncio
import sys

from tests.chaos.faults import KINDS
from tests.chaos.run import unleash
from tests.chaos.site import site

WELL_AGAIN = 5.0
"""Seconds after a fault in which everybody goes on."""


def main() -> int:
    """Unleash the faults, and print what came of them; 1 if anything was lost, stuck or too slow."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--faults", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="kinds of faults whose names have this in them")
    options = parser.parse_args()
    kinds = [kind for kind in KINDS if options.only in kind.__name__.replace("_", " ")]
    with site() as running:
        report = asyncio.run(unleash(running, options.faults, options.seed, kinds))
    print(report)  # noqa: T201 - a command prints
    return int(bool(report.ledger.wrong or report.ledger.slow) or report.longest > WELL_AGAIN)


if __name__ == "__main__":
    sys.exit(main())
