"""The history of made-up mages, from their first duel to their last.

Each duel builds on the results of earlier duels.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from accounts.models import Mage
from duels.ladder.repeats import DAYS, repeat_after
from duels.ladder.scores import LOST, WON
from duels.ladder.settlement import change, fate_of
from duels.make_up.people import People, Win
from duels.make_up.plays import Play
from wavinghands.engine import Json

YEARS = timedelta(days=3 * 365)
FROM_THE_START = 0.3
"""The share of all mages that are registered at the start. Mages can die only while more than this share are alive."""
FRIENDLY, PRACTICE, PRIVATE = 0.15, 0.04, 0.03
"""The shares of friendly, practice and private duels."""
PACES = (60, 120, 300, 86_400, 259_200)
IDLE = timedelta(days=180)


@dataclass(frozen=True, slots=True)
class Tale:
    """A duel in the history.

    `mages` contains the mage for each wizard in `play`, or `None` for a computer player. `counted` maps the names of
    the wizards in `play` to the scores and ratings for their `Outcome` rows.
    """

    play: Play
    mages: Sequence[Mage | None]
    started: datetime
    ended: datetime
    pace: int
    counts: bool
    practice: bool
    public: bool
    counted: Mapping[str, Json]


def tell(plays: Sequence[Play], people: People, *, duels: int, until: datetime, rng: Random) -> Iterator[Tale]:
    """Yield a history of `duels` made-up duels in the order in which they end.

    Duels become more frequent over time, and the last one ends at the time `until`. Each duel is one of `plays`, fought
    by some of `people`.
    """
    began = until - YEARS
    for _ in range(max(12, int(people.most * FROM_THE_START))):
        people.register(began)
    enough = len(people.living)
    for number in range(duels):
        now = began + YEARS * (number / duels) ** 0.8
        while len(people.mages) < people.most * (FROM_THE_START + (1 - FROM_THE_START) * (number + 1) / duels):
            people.register(now)
        yield _duel(rng.choice(plays), people, now, rng, may_kill=len(people.living) > enough)
    people.retire(until, IDLE)


def _duel(play: Play, people: People, ended: datetime, rng: Random, *, may_kill: bool) -> Tale:
    mages: list[Mage | None] = [*people.some(len(play.wizards))]
    practice = len(mages) == 2 and rng.random() < PRACTICE
    if practice:
        mages[1] = None
    counts = not practice and rng.random() >= FRIENDLY and (may_kill or not play.dead)
    for mage in filter(None, mages):
        mage.active = mage.owner.active = ended
    pace = rng.choice(PACES)
    return Tale(
        play=play,
        mages=mages,
        started=ended - timedelta(seconds=pace * len(play.rounds) * rng.uniform(0.1, 0.5)),
        ended=ended,
        pace=pace,
        counts=counts or practice,
        practice=practice,
        public=rng.random() >= PRIVATE,
        counted=_counted(play, mages, people, ended) if counts else {},
    )


def _counted(play: Play, mages: Sequence[Mage | None], people: People, now: datetime) -> Mapping[str, Json]:
    """Apply the result of a rated duel to the scores and ratings.

    End the lives of the mages that died. Return the scores and ratings for the `Outcome` rows, by the wizard's name in
    `play`.
    """
    melee = len(mages) > 2
    sitting = {name: mage for name, mage in zip(play.wizards, mages, strict=True) if mage is not None}
    standings = {name: people.standing(mage, melee=melee) for name, mage in sitting.items()}
    wins = _wins(play, sitting, people)
    repeat = repeat_after(win.row for win in wins if win.ended > now - timedelta(days=DAYS))
    counted = change(standings, list(sitting), play.ended, play.worth, now, melee=melee, repeat=repeat)
    won = [(wizard, counted[wizard.name]) for wizard in play.ended if play.worth[wizard.name].result == WON]
    wins += [Win(now, (fate_of(wizard), row["weight"], row["points"])) for wizard, row in won]
    for name in play.dead:
        people.bury(sitting[name], now)
    return counted


def _wins(play: Play, sitting: Mapping[str, Mage], people: People) -> list[Win]:
    """Return the list of all earlier rated wins by the winner's user over the loser's user.

    The caller appends the new win to this list, which `people` stores. For a draw or a melee, return a new empty list
    that is not stored anywhere.
    """
    users = {play.worth[name].result: mage.owner.username for name, mage in sitting.items()}
    if len(sitting) > 2 or users.keys() != {WON, LOST}:
        return []
    return people.wins.setdefault((users[WON], users[LOST]), [])
