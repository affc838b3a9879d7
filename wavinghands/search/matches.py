"""Matches between two players with random openings.

In a melee, the first player has one seat, and the second player has all others. Every opening is played once with the
first player in each seat, so that it favours neither player, if the number of duels is a multiple of the number of
wizards.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from random import Random
from typing import Final

from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.search.players import PLAYERS, Player
from wavinghands.search.programs import TIMEOUT, Fault, a_player

NAMES: Final = ("White", "Black", "Grey", "Red")
"""The names of the wizards, by seat."""
MOST_ROUNDS: Final = 120
"""The number of rounds after which a duel counts as drawn and unfinished."""
SHARE: Final = 10
"""The number of duels that a process plays per task."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one duel.

    `score` is the first player's score: 1 for a win, 0 for a loss, and otherwise 1 divided by the number of wizards.
    `seconds` contains the times of each player's moves. `fault` is the error that made a player lose the duel, or "".
    """

    score: float
    rounds: int
    is_finished: bool
    seconds: tuple[tuple[float, ...], tuple[float, ...]]
    fault: str = ""


def match(
    first: str,
    second: str,
    *,
    book: str = "classic",
    wizards: int = 2,
    duels: int = 200,
    seed: int = 0,
    timeout: float = TIMEOUT,
    spread: Callable[..., Iterable[list[Outcome]]] = map,
) -> Iterable[Outcome]:
    """Play a match, and yield the outcomes in order.

    The first player has each seat in turn. `first` and `second` are names in `PLAYERS`, or commands for programs that
    speak the line protocol. Such a program can play only one wizard of a duel. `timeout` is the time in seconds that it
    has per move. `spread` is `map` or a parallel version of it, such as `ProcessPoolExecutor.map`, which starts all the
    work at once.
    """
    shares = [range(start, min(start + SHARE, duels)) for start in range(0, duels, SHARE)]
    return chain.from_iterable(spread(partial(_share, first, second, book, wizards, seed, timeout), shares))


def _share(
    first: str, second: str, book: str, wizards: int, seed: int, timeout: float, numbers: Iterable[int]
) -> list[Outcome]:
    with a_player(first, timeout) as one, a_player(second, timeout) as other:
        return [
            duel_of(one, other, book=book, wizards=wizards, seed=f"{seed}/{number // wizards}", seat=number % wizards)
            for number in numbers
        ]


def duel_of(first: Player, second: Player, *, book: str, seed: str, seat: int = 0, wizards: int = 2) -> Outcome:
    """Play one duel, and return its outcome.

    `seat` is the index of the first player's seat.
    """
    dice, names = Random(seed), NAMES[:wizards]
    duel, own_seed = _random_opening(book, names, dice), dice.getrandbits(32)
    seats = {name: Seat(name, second, own_seed) for name in names}
    one = names[seat]
    seats[one] = Seat(one, first, own_seed)
    fault = ""
    try:
        while duel.result is None and duel.number < MOST_ROUNDS:
            duel = _after_round(duel, seats)
    except Forfeit as forfeit:
        fault, score = str(forfeit), 0.0 if forfeit.wizard == one else 1.0
    else:
        score = _score(duel, one)
    others = chain.from_iterable(seats[name].seconds for name in names if name != one)
    return Outcome(
        score,
        duel.number,
        duel.result is not None or bool(fault),
        (tuple(seats[one].seconds), tuple(others)),
        fault,
    )


def _random_opening(book: str, names: Iterable[str], dice: Random) -> engine.Duel:
    duel = engine.start(book, [{"name": name, "gender": "x"} for name in names], seed=dice.getrandbits(32))
    for _ in range(dice.choice((2, 3))):
        seed = dice.getrandbits(32)
        duel = engine.settle(duel, {name: PLAYERS["random"].orders(duel, name, seed) for name in duel.acting})
    return duel


def _score(duel: engine.Duel, wizard: str) -> float:
    winners = duel.result["winners"] if duel.result else ()
    return float(wizard in winners) if winners else 1 / len(duel.wizards)


# A round --------------------------------------------------------------------------------------------------------------


class Forfeit(Exception):
    """An error by a player that makes their wizard lose the duel."""

    def __init__(self, wizard: str, why: str) -> None:
        super().__init__(why)
        self.wizard = wizard


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's seat in a duel, with the duel's seed and the time taken for each move."""

    wizard: str
    player: Player
    seed: int
    seconds: list[float] = field(default_factory=list)

    def orders(self, duel: engine.Duel) -> Json:
        """Return the player's orders for a round.

        Raise `Forfeit` if the player fails or the orders are illegal.
        """
        started = self.player.clock()
        with self._losing_by_faults():
            given = self.player.orders(duel, self.wizard, self.seed)
            self.seconds.append(self.player.clock() - started)
            return engine.check_orders(duel, self.wizard, given)

    def answers(self, asked: engine.Asked, given: Json) -> Json:
        """Return the player's answers after the reveal.

        Raise `Forfeit` if the player fails or an answer is illegal.
        """
        with self._losing_by_faults():
            answers = self.player.answers(asked, self.wizard, self.seed, given)
            return engine.check_answers(asked, self.wizard, answers)

    @contextmanager
    def _losing_by_faults(self) -> Iterator[None]:
        try:
            yield
        except (Fault, engine.OrderError) as error:
            raise Forfeit(self.wizard, str(error)) from error


def _after_round(duel: engine.Duel, seats: Mapping[str, Seat]) -> engine.Duel:
    orders = {name: seats[name].orders(duel) for name in duel.acting}
    outcome, answers = engine.play(duel, orders, {}), dict[str, Json]()
    while isinstance(outcome, engine.Asked):
        given: Json = {"orders": orders, "answers": {**answers}}
        for name in outcome.asks:
            answers[name] = engine.merged(answers.get(name, {}), seats[name].answers(outcome, given))
        outcome = engine.play(duel, orders, answers)
    return outcome
