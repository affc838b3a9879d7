"""The database rows for made-up duels.

They look as if the duels had been played, settled and counted normally.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

from django.db import transaction
from msgspec.json import decode

from accounts.models import Mage, User
from duels.explorer import counting
from duels.ladder.settlement import fate_of
from duels.make_up.people import MADE_UP, People
from duels.make_up.story import Tale
from duels.models import Cast, Duel, Opening, Outcome, Round, Seat, Standing
from duels.stats import tallies
from duels.stats.tallies import Found
from wavinghands.engine import Json

AT_ONCE = 1000
HOUSE = "Apprentice"


def save_people(people: People) -> None:
    """Save all users, mages, scores and ratings.

    If an interrupted run has already saved them, only read their primary keys.
    """
    first = people.users[0]
    if User.objects.filter(username=first.username, date_joined=first.date_joined).exists():
        _find_keys(people)
        return
    with transaction.atomic():
        User.objects.bulk_create(people.users, AT_ONCE)
        Mage.objects.bulk_create(people.mages, AT_ONCE)
        Standing.objects.bulk_create(people.standings.values(), AT_ONCE)


def _find_keys(people: People) -> None:
    users = dict(User.objects.filter(username__startswith=MADE_UP).values_list("username", "pk"))
    for user in people.users:
        user.pk = users[user.username]
    rows = Mage.objects.filter(owner__username__startswith=MADE_UP).values_list("folded", "life", "pk")
    mages = {(name, life): pk for name, life, pk in rows}
    for mage in people.mages:
        mage.pk, mage.owner = mages[mage.folded, mage.life], mage.owner


def save_duels(tales: Sequence[Tale], rng: Random, progress: Callable[[int], object]) -> None:
    """Save these duels with their results, except for batches that an interrupted run has already saved.

    After each batch, call `progress` with the number of duels in the batch.
    """
    left = iter(tales)
    while batch := [_Rows(tale, rng) for tale in islice(left, AT_ONCE)]:
        if not Duel.objects.filter(slug=batch[0].duel.slug).exists():
            with transaction.atomic():
                _save(batch)
        progress(len(batch))


class _Rows:
    """The database rows for one duel.

    Rows that refer to other rows by primary key are built after those have been saved.
    """

    def __init__(self, tale: Tale, rng: Random) -> None:
        self.tale, play = tale, tale.play
        self.names = dict(zip(play.wizards, (mage.name if mage else HOUSE for mage in tale.mages), strict=True))
        self.duel = _duel(tale, _renamed(play.result, self.names), f"{rng.getrandbits(60):015x}")
        self.seats = [
            Seat(
                duel=self.duel,
                mage=mage,
                position=position,
                name=mage.name if mage else HOUSE,
                gender=mage.gender if mage else "x",
                due=False,
            )
            for position, mage in enumerate(tale.mages)
        ]
        tallies.mark(self.duel, self.seats)
        if self.is_counted:
            self.duel.spells = tallies.spells_of(play.summary)

    @property
    def is_counted(self) -> bool:
        return self.duel.public and not self.duel.practice

    def found(self) -> Found:
        """Return the duel in the form that the statistics expect."""
        return Found(self.duel, self.seats, _renamed(self.tale.play.summary, self.names))

    def outcomes(self) -> Iterator[Outcome]:
        for seat, wizard in zip(self.seats, self.tale.play.ended, strict=True):
            yield Outcome(
                seat=seat,
                duel=self.duel,
                mage_id=seat.mage_id,
                melee=self.duel.melee,
                result=self.tale.play.worth[wizard.name].result,
                fate=fate_of(wizard),
                hit_points=self.tale.play.hit_points[wizard.name],
                ended=self.tale.ended,
                **self.tale.counted.get(wizard.name, {}),
            )

    def openings(self) -> Iterator[Opening]:
        """Yield the `Opening` rows for the duel's wizards if the explorer counts the duel."""
        if not counting.is_counted(self.duel, self.seats):
            return
        whose = counting.whose_duel(self.seats)
        for seat, name in zip(self.seats, self.names, strict=True):
            rating = self.tale.counted.get(name, {}).get("rating_before")
            yield counting.opening(self.duel, seat, self.tale.play.lines[name], whose, rating)

    def rounds(self) -> Iterator[Round]:
        rounds, length = self.tale.play.rounds, self.tale.ended - self.tale.started
        renamed = re.compile("|".join(self.names))
        for number, kind, orders, chance in rounds:
            played = self.tale.started + length * (number / len(rounds))
            decoded = [decode(renamed.sub(lambda found: self.names[found.group()], text)) for text in (orders, chance)]
            yield Round(duel=self.duel, number=number, kind=kind, orders=decoded[0], chance=decoded[1], played=played)


def _duel(tale: Tale, result: Json, slug: str) -> Duel:
    play = tale.play
    return Duel(
        slug=slug,
        book=play.book,
        options=play.options,
        seed=play.seed,
        melee=len(play.wizards) > 2,
        pace=None if tale.practice else tale.pace,
        practice=tale.practice,
        counts=tale.counts,
        public=tale.public,
        round=len(play.rounds) + 1,
        version=len(play.rounds) + 1,
        changes=2 * len(play.rounds),
        result=result,
        started=tale.started,
        ended=tale.ended,
        explored=tale.ended,
    )


def _save(rows: Sequence[_Rows]) -> None:
    Duel.objects.bulk_create(one.duel for one in rows)
    Seat.objects.bulk_create(seat for one in rows for seat in one.seats)
    Outcome.objects.bulk_create(outcome for one in rows for outcome in one.outcomes())
    found = [one.found() for one in rows if one.is_counted]
    Cast.objects.bulk_create(cast for one in found for cast in tallies.casts_of(one))
    Round.objects.bulk_create(round_ for one in rows for round_ in one.rounds())
    sums = tallies.sums_of(found)
    tallies.write(sums + tallies.newcomers(sums))
    counting.save([opening for one in rows for opening in one.openings()])


def _renamed(data: Any, names: dict[str, str]) -> Any:
    """Replace all names in JSON data.

    `names` maps old names to new ones.
    """
    if isinstance(data, dict):
        return {names.get(key, key): _renamed(value, names) for key, value in data.items()}
    if isinstance(data, list):
        return [_renamed(value, names) for value in data]
    return names.get(data, data) if isinstance(data, str) else data
