"""Playing a duel: the one place where orders become rows and rounds.

`perform` does many deeds in one transaction that locks their duels first, so that whoever completes the orders of a
round plays it there and then, once, whatever process he is in. Everything is announced, and every deed is acknowledged,
only after the commit.
"""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Mage
from accounts.services.mage_lifecycle import hold_living, saw_orders
from accounts.services.vacations import come_back
from duels.models import Duel, Round, Seat
from duels.refusals import Refused
from duels.selectors.tables import Table, away_at, keep, wizard_of
from duels.services import deeds, rows
from duels.services.rows import locked_tables
from duels.signals import draft_kept, duel_begun, duels_changed, duels_ended, orders_entered
from wavinghands import engine

SEEDS = 2**53
"""So many that nobody finds a seed by the dice that it has thrown; each still a whole number in JavaScript."""

Json = dict[str, Any]
Outcome = Json | Refused


@dataclass(frozen=True, slots=True)
class SeatSpec:
    """Who is to sit at a duel; without a mage the house plays, without a team he stands alone."""

    name: str
    gender: str
    mage: Mage | None = None
    team: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Command:
    """A deed to be done at the duel of this slug; `wizard` does it, at the socket `origin`.

    `plays`: he gives orders, answers or takes them back, by which he is here; a draft is none of it.
    """

    slug: str
    deed: deeds.Deed
    wizard: str | None = None
    origin: object = None
    plays: bool = True


def start_duel(
    *,
    seats: Sequence[SeatSpec],
    book: str,
    options: Json | None = None,
    pace: int | None = None,
    reserve: int = 0,
    mountain: bool = False,
    practice: bool = False,
    counts: bool = True,
    public: bool = True,
    seed: int | None = None,
) -> Duel:
    """A new duel, its clock running, the house's first orders sealed.

    `pace`: seconds for a round; none: no clock. `reserve`: seconds that each wizard has beside, once.
    """
    duel = Duel(
        melee=len(seats) > 2,
        book=book,
        options=options or {},
        seed=secrets.randbelow(SEEDS) if seed is None else seed,
        pace=pace,
        reserve=reserve,
        mountain=mountain,
        practice=practice,
        counts=counts,
        public=public,
    )
    seated = [_seat(duel, position, spec) for position, spec in enumerate(seats)]
    wizards: list[Mapping[str, Any]] = [wizard_of(seat) for seat in seated]
    sit_down(duel, seated, engine.start(duel.book, wizards, seed=duel.seed, options=duel.options))
    return duel


def _seat(duel: Duel, position: int, spec: SeatSpec) -> Seat:
    who = {"name": spec.name, "gender": spec.gender, "mage": spec.mage, "team": spec.team}
    return Seat(duel=duel, position=position, reserve=duel.reserve, **who)


@transaction.atomic
def sit_down(duel: Duel, seats: Sequence[Seat], state: engine.Duel, rounds: Iterable[Round] = ()) -> None:
    """Begin a duel that stands as `state`; `rounds`: those that led to it."""
    mages = {seat.mage_id for seat in seats if seat.mage_id is not None}
    hold_living(mages)
    table = Table(duel, tuple(seats), state, away=away_at([duel], seats)[duel.slug])
    deeds.open_first_round(deeds.Work(table, timezone.now()))
    table.mark_due(anew=True)
    duel.save(force_insert=True)
    Seat.objects.bulk_create(seats)
    Round.objects.bulk_create(rounds)
    duel_begun.send(None, duel=duel, seats=seats)
    transaction.on_commit(partial(_announce, [table]))
    transaction.on_commit(partial(_look_again, duel, seats, table.away), robust=True)


def _look_again(duel: Duel, seats: Sequence[Seat], known: Mapping[str, Any]) -> None:
    """Look who is away once more: neither the duel nor a vacation that began together knew of the other."""
    away = away_at([duel], seats)[duel.slug]
    if away != known:
        told = (deeds.stay_away(wizard=seat.name, spans=away.get(seat.name, ())) for seat in seats)
        perform([Command(duel.slug, deed) for deed in told])


def submit_orders(*, duel: Duel, wizard: str, round_number: int, orders: Json) -> Json:
    """Seal this wizard's orders; gives them as they are understood. The last one's orders play the round."""
    return _do(duel, deeds.give_orders(wizard=wizard, round_number=round_number, orders=orders), wizard)


def submit_answers(*, duel: Duel, wizard: str, round_number: int, answers: Json) -> Json:
    """Seal this wizard's answers to what was asked after the reveal."""
    return _do(duel, deeds.give_answers(wizard=wizard, round_number=round_number, answers=answers), wizard)


def withdraw(*, duel: Duel, wizard: str, round_number: int) -> Json:
    """This wizard takes back what he has sealed, while the duel still waits for others."""
    return _do(duel, deeds.take_back(wizard=wizard, round_number=round_number), wizard)


def give_up(*, duel: Duel, wizard: str, round_number: int | None = None) -> Json:
    """This wizard leaves the duel; a duel of two is over at once."""
    return _do(duel, deeds.forfeit(wizard=wizard, round_number=round_number), wizard)


def time_out(*, slug: str, now: datetime) -> bool:
    """Whether the time of a round was up, so that it has been played with the orders as they stood."""
    outcomes = perform([Command(slug, deeds.pass_time())], now=now, skip_locked=True)
    return not isinstance(outcomes[0], Refused)


def _do(duel: Duel, deed: deeds.Deed, wizard: str) -> Json:
    outcome = perform([Command(duel.slug, deed, wizard)])[0]
    if isinstance(outcome, Refused):
        raise outcome
    return outcome


def perform(
    commands: Sequence[Command],
    *,
    now: datetime | None = None,
    skip_locked: bool = False,
    acknowledge: Callable[[Sequence[Outcome]], None] | None = None,
) -> list[Outcome]:
    """What became of each command, all done in one transaction; `acknowledge` is called with it after the commit."""
    with transaction.atomic():
        found = locked_tables({command.slug for command in commands}, skip_locked=skip_locked)
        now = now or timezone.now()
        sheets = {slug: _Sheet(deeds.Work(table, now)) for slug, table in found.items()}
        outcomes = [_outcome(sheets.get(command.slug), command) for command in commands]
        if acknowledge is not None:
            transaction.on_commit(partial(acknowledge, outcomes))
        _write([sheet for sheet in sheets.values() if sheet.is_written_on()])
        for command, outcome in zip(commands, outcomes, strict=True):
            _tell_his_other_sockets(command, outcome, sheets)
        transaction.on_commit(partial(_put_back, found.values()))
        played = _who_played(commands, outcomes, found)
        transaction.on_commit(partial(saw_orders, played, now), robust=True)
        if back := played & _away(found.values(), now):
            transaction.on_commit(partial(come_back, back, now), robust=True)
    return outcomes


def _away(tables: Iterable[Table], now: datetime) -> set[int | None]:
    """The mages at these tables whose users are on vacation."""
    return {
        table.by_name[name].mage_id
        for table in tables
        for name, spans in table.away.items()
        if any(began <= now < until for began, until in spans)
    }


def _who_played(commands: Sequence[Command], outcomes: Sequence[Outcome], found: dict[str, Table]) -> set[int]:
    """The mages whose orders were taken."""
    done = [command for command, outcome in zip(commands, outcomes, strict=True) if not isinstance(outcome, Refused)]
    played = [(command.slug, command.wizard) for command in done if command.plays]
    ids = {found[slug].by_name[wizard].mage_id for slug, wizard in played if wizard is not None}
    return {id_ for id_ in ids if id_ is not None}


def _outcome(sheet: "_Sheet | None", command: Command) -> Outcome:
    if sheet is None:
        return Refused("unknown", _("There is no such duel."))
    try:
        return command.deed(sheet.work)
    except Refused as refusal:
        return refusal


def _tell_his_other_sockets(command: Command, outcome: Outcome, sheets: "Mapping[str, _Sheet]") -> None:
    """Tell them what he has sealed, taken back or picked, if all are not told of something greater."""
    if command.wizard is None or isinstance(outcome, Refused):
        return
    sheet = sheets[command.slug]
    if not sheet.work.is_anew():
        told = {"table": sheet.table, "wizard": command.wizard, "origin": command.origin}
        signal = orders_entered if command.plays else draft_kept
        transaction.on_commit(partial(signal.send_robust, None, **told))


class _Sheet:
    """The rows of a table as they were read, to find what has to be written."""

    def __init__(self, work: deeds.Work) -> None:
        self.work, self.table, self.duel = work, work.table, work.table.duel
        self.waiting, self.deadline = self.table.waiting(), self.duel.deadline
        self.seats = {seat.pk: self._of(seat) for seat in self.table.seats}

    @staticmethod
    def _of(seat: Seat) -> tuple[Any, ...]:
        given, clock = (seat.orders, seat.answers, seat.plan, seat.draft), (seat.reserve, seat.spent)
        return *given, seat.due, seat.due_since, seat.missed, *clock, seat.closed

    def changed_seats(self) -> list[Seat]:
        return [seat for seat in self.table.seats if self._of(seat) != self.seats[seat.pk]]

    def has_news(self) -> bool:
        """Whether something has changed that viewers see."""
        return self.work.is_anew() or self.work.retold or self.table.waiting() != self.waiting

    def is_written_on(self) -> bool:
        return self.has_news() or self.duel.deadline != self.deadline or bool(self.changed_seats())

    def number_news(self) -> None:
        """Count the version up, once for each thing that all viewers see one after the other.

        What only those hear who act in a stopped time has no number: the others would miss it.
        """
        steps = len(self.work.played) + self.work.reveals
        self.table.before = self.duel.version
        if self.table.is_secret and not self.work.played and not self.work.retold:
            self.table.news = "aside"
            return
        self.duel.version += steps or 1
        if steps > 1 or self.work.retold:
            self.table.news = "whole"
        else:
            self.table.news = "round" if self.work.played else "reveal" if steps else "waiting"


def _write(sheets: Sequence[_Sheet]) -> None:
    told = [sheet for sheet in sheets if sheet.has_news()]
    for sheet in told:
        sheet.number_news()
        sheet.table.mark_due(anew=sheet.work.is_anew())
    for sheet in sheets:
        sheet.duel.changes += 1
    rows.write(
        rounds=[round_ for sheet in told for round_ in sheet.work.played],
        seats=[seat for sheet in sheets for seat in sheet.changed_seats()],
        duels=[sheet.duel for sheet in sheets],
    )
    if over := [sheet.table for sheet in told if sheet.duel.result is not None]:
        duels_ended.send(None, tables=over)
    if told:
        transaction.on_commit(partial(_announce, [sheet.table for sheet in told]))


def _announce(changed: list[Table]) -> None:
    for table in changed:
        keep(table.duel.slug, table.state)
    duels_changed.send_robust(None, tables=changed)


def _put_back(done: Iterable[Table]) -> None:
    for table in done:
        rows.hold(table)
