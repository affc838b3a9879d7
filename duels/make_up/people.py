"""Made-up users, and their mages from registration to death or retirement."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import count
from random import Random
from typing import NamedTuple

from accounts.models import Mage, User
from accounts.names import folded, skeleton
from duels.ladder.standings import new_standing
from duels.models import Standing

BEGINNINGS = [
    "b",
    "br",
    "c",
    "d",
    "dr",
    "f",
    "g",
    "gr",
    "h",
    "k",
    "l",
    "m",
    "n",
    "p",
    "r",
    "s",
    "st",
    "t",
    "th",
    "v",
    "w",
    "z",
]
MIDDLES = ["a", "ae", "e", "ei", "i", "ia", "o", "or", "u", "ul", "y"]
ENDS = [
    "bar",
    "dan",
    "del",
    "dor",
    "fin",
    "gard",
    "las",
    "lin",
    "mir",
    "nor",
    "ric",
    "ros",
    "thas",
    "tor",
    "vel",
    "wen",
]
MAGES_OF_A_USER = 2.0
"""The average number of mages per user."""
KEENNESS = 2.5
"""The exponent that makes mages who registered early play more often. With 1, all mages play equally often."""
MANY_TRIES = 100
MADE_UP = "made-up-"
NO_PASSWORD = "!made up"  # noqa: S105 - matches no password
SAME_NAME = 0.4
"""The probability that the next registered mage reuses the name of a dead mage, if there is one."""


class Win(NamedTuple):
    """A rated win by one user over another.

    `row` contains the fate, weight and points in the winner's `Outcome`.
    """

    ended: datetime
    row: tuple[str, float, int]


def names(rng: Random) -> Iterator[str]:
    """Yield an endless series of unique names for mages."""
    known: set[str] = set()
    for number in count():
        syllables = (part for _ in range(1 + number % 2) for part in (rng.choice(BEGINNINGS), rng.choice(MIDDLES)))
        name = "".join((*syllables, rng.choice(ENDS))).capitalize()
        if name in known:
            name = f"{name} {number}"
        known.add(name)
        yield name


class People:
    """A collection of made-up users and mages that are not yet saved.

    The list `living` is sorted by the time of registration.
    """

    def __init__(self, rng: Random, *, mages: int) -> None:
        self.rng, self.most = rng, mages
        self.users: list[User] = []
        self.mages: list[Mage] = []
        self.living: list[Mage] = []
        self.orphaned: list[Mage] = []
        self.standings: dict[tuple[int, bool], Standing] = {}
        self.wins: dict[tuple[str, str], list[Win]] = {}
        self._names = names(rng)
        self._numbers = count(1)

    def register(self, now: datetime) -> None:
        """Register a mage for a new or existing user, or the next life of a dead mage.

        Do nothing if there are already enough mages.
        """
        if len(self.mages) >= self.most:
            return
        dead = self.orphaned.pop() if self.orphaned and self.rng.random() < SAME_NAME else None
        name, life = (dead.name, dead.life + 1) if dead else (next(self._names), 1)
        owner = dead.owner if dead else self._user(now)
        gender = self.rng.choice(Mage.Gender.values)
        mage = Mage(
            owner=owner,
            name=name,
            folded=folded(name),
            skeleton=skeleton(name),
            life=life,
            gender=gender,
            registered=now,
            active=now,
        )
        self.mages.append(mage)
        self.living.append(mage)

    def _user(self, now: datetime) -> User:
        if self.users and self.rng.random() > 1 / MAGES_OF_A_USER:
            return self.rng.choice(self.users[-500:])
        user = User(username=f"{MADE_UP}{next(self._numbers)}", date_joined=now, active=now)
        user.password = NO_PASSWORD
        self.users.append(user)
        return user

    def some(self, number: int) -> list[Mage]:
        """Return `number` living mages, if possible of different users.

        Mages that registered early are more likely to be chosen.
        """
        found: list[Mage] = []
        tries = 0
        while len(found) < number:
            tries += 1
            mage = self.living[int(len(self.living) * self.rng.random() ** KEENNESS)]
            known = [one.owner for one in found] if tries < MANY_TRIES else []
            if mage not in found and mage.owner not in known:
                found.append(mage)
        return found

    def standing(self, mage: Mage, *, melee: bool) -> Standing:
        """Return the mage's current score and rating in duels or, if `melee` is true, in melees."""
        key = (id(mage), melee)
        if key not in self.standings:
            self.standings[key] = new_standing(mage, melee=melee)
        return self.standings[key]

    def bury(self, mage: Mage, now: datetime) -> None:
        """End a mage's life, and reset its scores in duels and melees."""
        mage.ended, mage.end = now, Mage.End.DIED
        for melee in (False, True):
            if (id(mage), melee) in self.standings:
                self.standings[id(mage), melee].score = 0
        self.living.remove(mage)
        self.orphaned.append(mage)

    def retire(self, now: datetime, after: timedelta) -> None:
        """Retire all mages that have been inactive for longer than `after`."""
        for mage in self.living:
            if now - mage.active > after:
                mage.retired = mage.active + after
