"""The command line of searching: orders by the line protocol, matches, and how strong the levels are."""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager

from wavinghands import engine
from wavinghands.search.levels import LEVELS
from wavinghands.search.matches import Outcome, match
from wavinghands.search.players import PLAYERS
from wavinghands.search.programs import TIMEOUT
from wavinghands.search.serving import serve
from wavinghands.search.strength import BOOKS, measured
from wavinghands.search.tables import HEAD, head, line, row, tally


def main(arguments: list[str] | None = None) -> int:
    """Run one command; gives the exit status."""
    given = _parser().parse_args(arguments)
    try:
        given.run(given)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads has seen enough, as `head` has
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return 130
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m wavinghands.search", description=__doc__)
    commands = parser.add_subparsers(required=True)
    serving = commands.add_parser("serve", help="read positions, a line each, and answer each with orders")
    serving.add_argument("--level", type=int, choices=LEVELS, help="of lines that name none")
    serving.set_defaults(run=_serve)
    matching = commands.add_parser("match", help="play duels between two players, and print a table of them")
    for side in ("first", "second"):
        matching.add_argument(side, metavar="PLAYER", help=f"a command, or one of {', '.join(PLAYERS)}")
    matching.add_argument("--book", choices=engine.BOOKS, default="classic")
    matching.add_argument("--seed", type=int, default=0, help="what openings and dice are drawn from")
    matching.add_argument("--timeout", type=float, default=TIMEOUT, help="seconds that a program may take for a move")
    matching.set_defaults(run=_match)
    measuring = commands.add_parser("strength", help="measure the levels, and print what they shall be beside it")
    measuring.add_argument("--only", default="", metavar="TEXT", help="the matches whose players have this in a name")
    measuring.add_argument(
        "--book", choices=engine.BOOKS, action="append", help="once for each; else classic, warlocks"
    )
    measuring.set_defaults(run=_strength)
    for playing in (matching, measuring):
        playing.add_argument("--duels", type=int, default=200, help="duels of a match (default: %(default)s)")
        playing.add_argument("--jobs", type=int, default=1, help="processes that play at once (default: %(default)s)")
    return parser


def _serve(given: argparse.Namespace) -> None:
    serve(sys.stdin.buffer, sys.stdout.buffer, given.level)


def _match(given: argparse.Namespace) -> None:
    wanted = {name: getattr(given, name) for name in ("book", "duels", "seed", "timeout")}
    with _processes(given.jobs) as spread:
        found = tally(match(given.first, given.second, **wanted, spread=spread))
    print(head(HEAD), line(row(given.first, given.second, given.book, found)), sep="\n")
    for fault in found.faults:
        print(f"A duel lost: {fault}")


def _strength(given: argparse.Namespace) -> None:
    with _processes(given.jobs) as spread:
        for text in measured(given.duels, given.only, given.book or BOOKS, spread):
            print(text, flush=True)


@contextmanager
def _processes(jobs: int) -> Iterator[Callable[..., Iterable[list[Outcome]]]]:
    """A `map` over so many processes; what has not begun when it is left is given up."""
    if jobs == 1:
        yield map
        return
    processes = ProcessPoolExecutor(jobs)
    try:
        yield processes.map
    finally:
        processes.shutdown(cancel_futures=True)


if __name__ == "__main__":
    sys.exit(main())
