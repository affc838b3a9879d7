"""The command line of the search.

It serves the line protocol, plays matches, and measures the strength of the levels.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from wavinghands import engine
from wavinghands.progress import RESTART, Journal, bar, interruptible, processes
from wavinghands.search.levels import LEVELS
from wavinghands.search.matches import Outcome, match
from wavinghands.search.players import PLAYERS
from wavinghands.search.programs import TIMEOUT
from wavinghands.search.serving import serve
from wavinghands.search.strength import BOOKS, duels_in, measured
from wavinghands.search.tables import HEAD, head, line, row, tally

Spread = Callable[..., Iterable[Any]]


def main(arguments: list[str] | None = None) -> int:
    """Run one command, and return the exit status."""
    given = _parser().parse_args(arguments)
    try:
        given.run(given)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has seen enough, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return 130
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m wavinghands.search", description=__doc__)
    commands = parser.add_subparsers(required=True)
    serving = commands.add_parser("serve", help="read positions, one per line, and answer each with orders")
    serving.add_argument("--level", type=int, choices=LEVELS, help="the level for lines that do not name one")
    serving.set_defaults(run=_serve)
    matching = commands.add_parser("match", help="play duels between two players, and print a table of the results")
    for side in ("first", "second"):
        matching.add_argument(side, metavar="PLAYER", help=f"a command, or one of {', '.join(PLAYERS)}")
    matching.add_argument("--book", choices=engine.BOOKS, default="classic")
    matching.add_argument(
        "--wizards", type=int, choices=(2, 3, 4), default=2, help="more than two: the first player against several"
    )
    matching.add_argument("--seed", type=int, default=0, help="the seed of the openings and the dice")
    matching.add_argument(
        "--timeout", type=float, default=TIMEOUT, help="the time that a program has per move, in seconds"
    )
    matching.set_defaults(run=_match)
    measuring = commands.add_parser(
        "strength", help="measure the strength of the levels, and print it next to the targets"
    )
    measuring.add_argument(
        "--only", default="", metavar="TEXT", help="play only matches with this text in the name of a player"
    )
    measuring.add_argument(
        "--book",
        choices=engine.BOOKS,
        action="append",
        help="a book to play by, may be repeated (default: classic and warlocks)",
    )
    measuring.add_argument("--restart", action="store_true", help=RESTART)
    measuring.set_defaults(run=_strength)
    for playing in (matching, measuring):
        playing.add_argument("--duels", type=int, default=200, help="duels per match (default: %(default)s)")
        playing.add_argument("--jobs", type=int, default=1, help="number of processes (default: %(default)s)")
    return parser


def _serve(given: argparse.Namespace) -> None:
    serve(sys.stdin.buffer, sys.stdout.buffer, given.level)


def _match(given: argparse.Namespace) -> None:
    if given.wizards > 2 and given.second not in PLAYERS:
        sys.exit("A program can play only one wizard, so in a melee it must be the first player.")
    wanted = {name: getattr(given, name) for name in ("book", "wizards", "duels", "seed", "timeout")}
    with processes(given.jobs) as spread, bar(given.duels) as progress:

        def counted(play: Callable[..., list[Outcome]], shares: Iterable[Iterable[int]]) -> Iterator[list[Outcome]]:
            for outcomes in spread(play, shares):
                progress.update(len(outcomes))
                yield outcomes

        found = tally(match(given.first, given.second, **wanted, spread=counted))
    print(head(HEAD), line(row(given.first, given.second, given.book, found)), sep="\n")
    for fault in found.faults:
        print(f"A duel lost: {fault}")


def _strength(given: argparse.Namespace) -> None:
    wanted = given.duels, given.only, given.book or BOOKS
    with (
        interruptible(),
        Journal("strength", wanted, restart=given.restart) as journal,
        processes(given.jobs) as spread,
        bar(duels_in(*wanted)) as progress,
    ):
        for text in measured(*wanted, partial(_resumed, journal, spread, progress.update)):
            progress.write(text, file=sys.stdout)
            sys.stdout.flush()


def _resumed(
    journal: Journal, spread: Spread, update: Callable[[int], object], play: Any, shares: Iterable[Any]
) -> Iterator[list[Outcome]]:
    """Return an iterator over the outcomes of `play` for each of `shares`, which are groups of duels.

    Outcomes that are already in the journal are reused. The arguments of `play`, a `functools.partial`, are part of the
    journal's keys. After each share, `update` is called with the number of duels in the share.
    """
    known = dict(journal.results)
    keys = [(play.args, share) for share in shares]
    fresh = iter(spread(play, [key[1] for key in keys if key not in known]))

    def outcomes() -> Iterator[list[Outcome]]:
        for key in keys:
            if key not in known:
                known[key] = next(fresh)
                journal.add((key, known[key]))
            update(len(known[key]))
            yield known[key]

    return outcomes()


if __name__ == "__main__":
    sys.exit(main())
