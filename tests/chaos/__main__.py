"""Inject faults into a running site while duels are played, as `make chaos` does."""

import argparse
import asyncio
import math
import sys
from pathlib import Path

from tests.chaos.disk import NO_DISK
from tests.chaos.run import unleash
from tests.chaos.site import DATABASES, site

WELL_AGAIN = 5.0
"""Seconds within which the site must recover from a fault."""


def main() -> int:
    """Inject the faults and print a report. Return 1 if anything was lost, got stuck or took too long, otherwise 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--database", choices=DATABASES, default="postgres")
    parser.add_argument("--faults", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="only kinds of faults whose names contain this text")
    parser.add_argument("--company", type=float, default=0.75, help="the probability that a fault joins another one")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop injecting faults after this time")
    parser.add_argument("--logs", type=Path, help="a folder in which the logs of all programs are left")
    options = parser.parse_args()
    with site(options.database, options.logs) as running:
        if not running.disk:
            print(f"{NO_DISK}: no disk will be full", file=sys.stderr)  # noqa: T201
        how = {"company": options.company, "only": options.only, "minutes": options.minutes}
        report = asyncio.run(unleash(running, options.faults, options.seed, **how))
    print(report)  # noqa: T201 - a command prints
    return int(bool(report.ledger.wrong or report.ledger.slow) or report.longest > WELL_AGAIN)


if __name__ == "__main__":
    sys.exit(main())
