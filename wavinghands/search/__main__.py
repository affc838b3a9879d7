"""The command line of searching: matches between players."""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor

from wavinghands import engine
from wavinghands.search.matches import match
from wavinghands.search.players import PLAYERS
from wavinghands.search.programs import TIMEOUT
from wavinghands.search.tables import HEAD, head, line, row, tally


def main(arguments: list[str] | None = None) -> int:
    """Run one command; gives the exit status."""
    given = _parser().parse_args(arguments)
    return _match(given)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m wavinghands.search", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    matching = commands.add_parser("match", help="play duels between two players, and print a table of them")
    for side in ("first", "second"):
        matching.add_argument(side, metavar="PLAYER", help=f"a command, or one of {', '.join(PLAYERS)}")
    matching.add_argument("--duels", type=int, default=200)
    matching.add_argument("--book", choices=engine.BOOKS, default="classic")
    matching.add_argument("--seed", type=int, default=0, help="what openings and dice are drawn from")
    matching.add_argument("--jobs", type=int, default=1, help="processes that play at once")
    matching.add_argument("--timeout", type=float, default=TIMEOUT, help="seconds that a program may take for a move")
    return parser


def _match(given: argparse.Namespace) -> int:
    with ProcessPoolExecutor(given.jobs) as processes:
        spread = processes.map if given.jobs > 1 else map
        outcomes = match(
            given.first,
            given.second,
            book=given.book,
            duels=given.duels,
            seed=given.seed,
            timeout=given.timeout,
            spread=spread,
        )
        found = tally(outcomes)
    print(head(HEAD))
    print(line(row(given.first, given.second, given.book, found)))
    for fault in found.faults:
        print(f"lost by a fault: {fault}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
