"""Functions that load duels as tables, and the cache of engine states.

The rows are authoritative. The engine computes its state from the rounds played. The cache saves processes from
replaying a duel for each action.
"""

from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping
from operator import attrgetter
from threading import Lock
from typing import Any

from django.db import connection
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from accounts.models import Vacation
from accounts.selectors import Owner, owners_by_mage
from duels.models import Duel, Round, Seat
from duels.play.tables import Table
from wavinghands import engine
from wavinghands.db.after_commit import after_commit
from wavinghands.engine import Json

FORMAT = "wavinghands-duel/1"
MOST_ROUNDS = 20_000
"""The capacity of the cache in rounds.

A round takes 3 to 5 KB, so the cache uses at most 100 MB, which is enough for a thousand duels of twenty rounds.
"""


class StateCache:
    """A thread-safe cache of the latest known state of each duel, by slug.

    A state gives access to the states after all earlier rounds. Committed rounds never change, so a cached state is
    never wrong, although it may lack the latest rounds. Callers must not cache a state with uncommitted rounds.
    """

    def __init__(self, most_rounds: int = MOST_ROUNDS) -> None:
        self._most_rounds, self._rounds = most_rounds, 0
        self._states: OrderedDict[str, engine.Duel] = OrderedDict()
        self._lock = Lock()

    def get(self, slug: str, rounds: int) -> engine.Duel | None:
        """Return the latest cached state of a duel after at most `rounds` rounds, or `None`."""
        with self._lock:
            state = self._states.get(slug)
            if state is not None:
                self._states.move_to_end(slug)
        while state is not None and state.number > rounds:
            state = state.before
        return state

    def put(self, slug: str, state: engine.Duel) -> None:
        """Cache a state, unless the same or a later state of the duel is already cached.

        If the cache is full, evict the least recently used duels.
        """
        with self._lock:
            known = self._states.get(slug)
            if known is not None and known.number >= state.number:
                return
            self._forget(slug)
            self._states[slug] = state
            self._rounds += _size(state)
            while self._rounds > self._most_rounds:
                self._forget(next(iter(self._states)))

    def clear(self) -> None:
        with self._lock:
            self._states.clear()
            self._rounds = 0

    def _forget(self, slug: str) -> None:
        if (state := self._states.pop(slug, None)) is not None:
            self._rounds -= _size(state)


def _size(state: engine.Duel) -> int:
    return state.number + 1


states = StateCache()
"""The cache of this process."""


def record_of(duel: Duel, seats: Iterable[Seat], rounds: Iterable[Round]) -> Json:
    """Return the duel record built from these rows."""
    return {
        "format": FORMAT,
        "spellbook": duel.book,
        "options": duel.options,
        "seed": duel.seed,
        "wizards": [wizard_of(seat) for seat in seats],
        "rounds": [_entry(round_) for round_ in rounds],
        "result": duel.result,
    }


def wizard_of(seat: Seat) -> Json:
    """Return the wizard in this seat in the format of a duel record."""
    team = {} if seat.team is None else {"team": seat.team}
    return {"name": seat.name, "gender": seat.gender, **team}


def _entry(round_: Round) -> Json:
    return {"number": round_.number, "kind": round_.kind, "orders": round_.orders, "chance": round_.chance}


_opened = Coalesce(OuterRef("duel__opened"), OuterRef("duel__started"))
_SEATS: QuerySet[Any] = (
    Seat.objects.select_related("duel", "draft")
    .annotate(
        user=F("mage__owner"),
        has_vacation=Exists(Vacation.objects.filter(user=OuterRef("mage__owner"), until__gt=_opened)),
    )
    .order_by()
)
"""The seats of duels, each with the user who plays it, and whether the user has a vacation since the round began.

A single query reads everything. With several, a commit in between could make the rows inconsistent. The query is built
once, because Django takes longer to build it than the database to run it. For the same reason, it does not sort the
seats.
"""


def tables(slugs: Collection[str]) -> dict[str, Table]:
    """Return a `Table` for each of these duels, by slug.

    Unknown slugs are left out.
    """
    return _tables(_SEATS.filter(duel__slug__in=slugs))


def table(slug: str) -> Table:
    """Return the `Table` of one duel.

    Raise `Duel.DoesNotExist` if no duel has this slug.
    """
    found = tables([slug])
    if slug not in found:
        raise Duel.DoesNotExist(slug)
    return found[slug]


def locked_tables(slugs: Collection[str], *, skip_locked: bool = False) -> dict[str, Table]:
    """Lock these duels until the transaction ends, and return a `Table` for each, by slug.

    Unknown slugs are left out. The duels are locked before their seats are read. They are locked in the order of their
    primary keys, so that two transactions cannot deadlock. If `skip_locked` is true, duels that another transaction has
    locked are left out.
    """
    if not connection.features.has_select_for_update:  # SQLite: the transaction has locked the whole database
        return tables(slugs)
    locked = Duel.objects.select_for_update(skip_locked=skip_locked).filter(slug__in=slugs).order_by("pk")
    return _tables(_SEATS.filter(duel__in=list(locked.values_list("pk", flat=True))))


def _tables(seats: Iterable[Any]) -> dict[str, Table]:
    """Return a `Table` for each duel, by slug."""
    duels = {seat.duel_id: seat.duel for seat in seats}
    seated = {duel: list[Any]() for duel in duels.values()}
    for seat in sorted(seats, key=attrgetter("position")):
        seat.duel = duels[seat.duel_id]
        seated[seat.duel].append(seat)
    running = [duel for duel in seated if duel.result is None]
    owners = {
        duel.slug: {it.name: Owner(it.user, []) for it in seated[duel] if it.user is not None} for duel in running
    }
    if on_vacation := [duel for duel in running if any(seat.has_vacation for seat in seated[duel])]:
        owners |= owners_at(on_vacation, seats)
    return {
        duel.slug: Table(duel, tuple(seated[duel]), state, owners=owners.get(duel.slug, {}))
        for duel, state in _states(seated).items()
    }


def owners_at(duels: Collection[Duel], seats: Iterable[Seat]) -> dict[str, dict[str, Owner]]:
    """Return the users who play in these duels, with their vacations since the round began, by slug and wizard."""
    since = min(duel.opened or duel.started for duel in duels)
    slugs = {duel.pk: duel.slug for duel in duels}
    seated = [(seat, seat.mage_id) for seat in seats if seat.mage_id is not None and seat.duel_id in slugs]
    found = owners_by_mage({mage for _, mage in seated}, since)
    owners: dict[str, dict[str, Owner]] = {slug: {} for slug in slugs.values()}
    for seat, mage in seated:
        if mage in found:
            owners[slugs[seat.duel_id]][seat.name] = found[mage]
    return owners


def state_of(duel: Duel, seats: Iterable[Seat]) -> engine.Duel:
    """Return the engine's state of a duel after all rounds played so far."""
    return _states({duel: seats})[duel]


def _states(seated: Mapping[Duel, Iterable[Seat]]) -> dict[Duel, engine.Duel]:
    """Return the engine's state of each duel, replaying only the rounds that are not cached.

    The states are cached after the commit, because this transaction may have written rounds and may still fail.
    """
    known = {duel: states.get(duel.slug, duel.round - 1) for duel in seated}
    later = _rounds_after(known)
    found = dict[Duel, engine.Duel]()
    for duel, state in known.items():
        if state is None:
            state = engine.load(record_of(duel, seated[duel], later.get(duel.pk, ())))
            after_commit(states.put, duel.slug, state)
        elif duel.pk in later:
            for round_ in later[duel.pk]:
                state = engine.advance(state, _entry(round_))
            after_commit(states.put, duel.slug, state)
        found[duel] = state
    return found


def _rounds_after(known: Mapping[Duel, engine.Duel | None]) -> dict[int, list[Round]]:
    """Return the rounds after the known states, by the primary keys of their duels.

    This takes one query.
    """
    behind = {duel: state for duel, state in known.items() if (state.number if state else 0) < duel.round - 1}
    if not behind:
        return {}
    wanted = Q(duel__in=[duel for duel, state in behind.items() if state is None])
    for duel, state in behind.items():
        if state is not None:
            wanted |= Q(duel=duel, number__gt=state.number)
    rounds = {duel.pk: duel.round for duel in behind}
    later = dict[int, list[Round]]()
    for round_ in Round.objects.filter(wanted).order_by("number"):
        if round_.number < rounds[round_.duel_id]:  # another round may have been played since the duel was read
            later.setdefault(round_.duel_id, []).append(round_)
    return later
