"""Services that start and play duels.

Only this module saves orders and rounds. `perform()` locks one or more duels, and applies all given actions in one
transaction. The last orders of a round resolve it in the same transaction, exactly once, whichever process handles
them. Changes are announced after the commit.
"""

import secrets
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.models import Model
from django.utils import timezone
from prometheus_client import Counter

from accounts.models import Mage
from accounts.selectors import Owner
from accounts.services.mage_lifecycle import hold_living, saw_orders
from accounts.services.vacations import come_back
from duels.models import Draft, Duel, Round, Seat
from duels.play.actions import (
    UNKNOWN,
    Action,
    Forfeit,
    GiveAnswers,
    GiveOrders,
    PassTime,
    StayAway,
    TakeBack,
    WizardAction,
)
from duels.play.loading import locked_tables, owners_at, states, wizard_of
from duels.play.rounds import open_first_round
from duels.play.tables import Changeset, Table
from duels.signals import duel_begun, duels_changed, duels_ended, house_awaited
from duels.wording.refusals import Refused
from wavinghands import engine
from wavinghands.db.after_commit import after_commit
from wavinghands.engine import Json

ROUNDS = Counter("wavinghands_rounds_played", "Rounds that this process has played.")

SEEDS = 2**53
"""The number of possible seeds.

There are too many for anyone to guess a duel's seed from its dice, yet JavaScript can represent each one exactly.
"""
CLICKS = timedelta(seconds=10)
"""Identical requests within this time are treated as a double click."""

Outcome = Json | Refused


@dataclass(frozen=True, slots=True)
class SeatSpec:
    """A wizard in a new duel.

    `level` is the level of the computer player, or `None` if a user plays the wizard. `team` is the wizard's team, or
    `None` for a wizard without one.
    """

    name: str
    gender: str
    mage: Mage | None = None
    team: int | None = None
    level: int | None = None
    temperament: str = ""


def start_duel(
    *,
    seats: Sequence[SeatSpec],
    book: str,
    options: Json | None = None,
    pace: int | None = None,
    reserve: int = 0,
    mountain: bool = False,
    vacations: bool = True,
    practice: bool = False,
    exhibition: bool = False,
    counts: bool = True,
    public: bool = True,
    seed: int | None = None,
    occasion: Callable[[], str] | None = None,
) -> Duel:
    """Start a duel and its clock, and submit its computer players' first orders.

    `pace` is the time per round in seconds, or `None` for no clock. `reserve` is the number of additional seconds that
    each wizard has for the whole duel. `mountain` selects the clock of the play-by-mail server Firetop Mountain.
    `vacations` says whether vacations stop a clock with a day or more per round. `occasion` returns the title of the
    event to which the duel belongs, for the notification of its players. Raise `ValidationError` if a mage is dead, and
    `EngineError` if the spell book lacks one of the options.
    """
    duel = Duel(
        melee=len(seats) > 2,
        book=book,
        options=options or {},
        seed=secrets.randbelow(SEEDS) if seed is None else seed,
        pace=pace,
        reserve=reserve,
        mountain=mountain,
        vacations=vacations,
        practice=practice,
        exhibition=exhibition,
        counts=counts,
        public=public,
    )
    seated = [_seat(duel, position, spec) for position, spec in enumerate(seats)]
    wizards: list[Mapping[str, Any]] = [wizard_of(seat) for seat in seated]
    sit_down(duel, seated, engine.start(duel.book, wizards, seed=duel.seed, options=duel.options), occasion=occasion)
    return duel


def _seat(duel: Duel, position: int, spec: SeatSpec) -> Seat:
    who = {"name": spec.name, "gender": spec.gender, "mage": spec.mage, "team": spec.team}
    house = {"level": spec.level, "temperament": spec.temperament}
    return Seat(duel=duel, position=position, reserve=duel.reserve, **who, **house)


@transaction.atomic
def sit_down(
    duel: Duel,
    seats: Sequence[Seat],
    state: engine.Duel,
    rounds: Iterable[Round] = (),
    *,
    occasion: Callable[[], str] | None = None,
) -> None:
    """Save and start a new duel in the engine's state `state`.

    `rounds` are the rounds that led to this state. Raise `ValidationError` if one of the mages is dead.
    """
    mages = hold_living({seat.mage_id for seat in seats if seat.mage_id is not None})
    for seat in seats:
        if seat.mage_id is not None:
            seat.mage = mages[seat.mage_id]
    table = Table(duel, tuple(seats), state, owners=owners_at([duel], seats)[duel.slug])
    open_first_round(Changeset(table, timezone.now()))
    table.mark_due(is_new_wait=True)
    duel.save(force_insert=True)
    Seat.objects.bulk_create(seats)
    Round.objects.bulk_create(rounds)
    duel_begun.send(None, duel=duel, seats=seats, occasion=occasion)
    _await_house([table])
    after_commit(_announce, [table])
    after_commit(_look_again, duel, seats, table.owners)


def _look_again(duel: Duel, seats: Sequence[Seat], known: Mapping[str, Owner]) -> None:
    """Check vacations again after the commit.

    A user may have booked a vacation while the duel was being saved.
    """
    owners = owners_at([duel], seats)[duel.slug]
    if owners != known:
        perform([StayAway(slug=duel.slug, wizard=name, spans=owner.vacations) for name, owner in owners.items()])


def submit_orders(*, duel: Duel, wizard: str, round_number: int, orders: Json) -> Json:
    """Submit a wizard's orders, and return them in the format of the duel record.

    The last orders resolve the round. Raise `Refused` with one of these codes:

    - `illegal`: The orders are illegal.
    - `stale`, `over`, `unknown`: The duel is in another round, is over or does not exist.
    - `not_yours`: The wizard does not play in the duel.
    """
    return _do(GiveOrders(slug=duel.slug, wizard=wizard, round_number=round_number, orders=orders))


def submit_answers(*, duel: Duel, wizard: str, round_number: int, answers: Json) -> Json:
    """Submit a wizard's answers to questions, and return them.

    Questions arise when the gestures are revealed. Raise `Refused` in the same cases as `submit_orders`.
    """
    return _do(GiveAnswers(slug=duel.slug, wizard=wizard, round_number=round_number, answers=answers))


def withdraw(*, duel: Duel, wizard: str, round_number: int) -> Json:
    """Take back this wizard's submitted orders or answers, while the duel is still waiting for others.

    Raise `Refused` in the same cases as `submit_orders`. Also raise it with the code `stale` if the duel has moved on
    since they were submitted, or if the wizard's time is up.
    """
    return _do(TakeBack(slug=duel.slug, wizard=wizard, round_number=round_number))


def give_up(*, duel: Duel, wizard: str, round_number: int | None = None) -> Json:
    """Give up the duel for this wizard.

    A two-wizard duel ends immediately. Raise `Refused` in the same cases as `submit_orders`.
    """
    return _do(Forfeit(slug=duel.slug, wizard=wizard, round_number=round_number))


def time_out(*, slug: str, now: datetime) -> bool:
    """Continue the duel without the wizards whose time is up.

    Return `False` if no wizard's time is up, or if another transaction has locked the duel.
    """
    (outcome,) = perform([PassTime(slug=slug)], now=now, skip_locked=True)
    return not isinstance(outcome, Refused)


def _do(action: Action) -> Json:
    (outcome,) = perform([action])
    if isinstance(outcome, Refused):
        raise outcome
    return outcome


@transaction.atomic
def perform(actions: Sequence[Action], *, now: datetime | None = None, skip_locked: bool = False) -> list[Outcome]:
    """Apply these actions in one transaction.

    Return the result of each action, or the `Refused` that it has raised. If there is no outer transaction, the changes
    have been committed when this function returns. If it raises an exception, nothing has changed. If `skip_locked` is
    true, actions in duels that another transaction has locked are refused. Otherwise, the function waits for the locks.
    """
    found = locked_tables({action.slug for action in actions}, skip_locked=skip_locked)
    now = now or timezone.now()
    changesets = {slug: Changeset(table, now) for slug, table in found.items()}
    outcomes = [_outcome(changesets.get(action.slug), action) for action in actions]
    for changeset in changesets.values():
        changeset.set_news()
    if changed := [changeset for changeset in changesets.values() if changeset.has_changes()]:
        _write(changed)
    if announced := [table for table in found.values() if table.acted or table.news != "entered"]:
        after_commit(_announce, announced)
    _mark_active(found.values(), now)
    return outcomes


def _outcome(changeset: Changeset | None, action: Action) -> Outcome:
    if changeset is None:
        return Refused("unknown", UNKNOWN)
    try:
        outcome = action.apply(changeset)
    except Refused as refusal:
        return refusal
    if isinstance(action, WizardAction):
        acted = changeset.table.acted
        is_alone = acted.get(action.wizard, action.origin) == action.origin
        acted[action.wizard] = action.origin if is_alone else None  # each socket gets what the others have sent
    return outcome


def _write(changesets: Sequence[Changeset]) -> None:
    announced = [changeset for changeset in changesets if changeset.table.news != "entered"]
    for changeset in announced:
        changeset.table.mark_due(is_new_wait=changeset.has_progressed())
    save(changesets)
    _await_house([changeset.table for changeset in announced if changeset.has_progressed()])
    tables = [changeset.table for changeset in announced]
    if over := [table for table in tables if table.duel.result is not None]:
        duels_ended.send(None, tables=over)
    after_commit(ROUNDS.inc, sum(len(changeset.played) for changeset in announced))


def save(changesets: Collection[Changeset]) -> None:
    """Save the changes to duels that this transaction has locked.

    Raise `IntegrityError` if a round has already been saved by another transaction.
    """
    for changeset in changesets:
        changeset.table.duel.changes += 1
    Round.objects.bulk_create([round_ for changeset in changesets for round_ in changeset.played])
    _update(Seat, [seat for changeset in changesets for seat in changeset.changed_seats()], Seat.PLAYED)
    _update(Duel, [changeset.table.duel for changeset in changesets], Duel.PLAYED)
    undrafted = [it.table.by_name[name] for it in changesets for name in it.undrafted]
    if drafted := sorted(seat.pk for seat in undrafted if hasattr(seat, "draft")):
        list(Draft.objects.select_for_update().filter(seat__in=drafted).order_by("seat"))  # in the order of `drafts`
        Draft.objects.filter(seat__in=drafted).delete()


def _update(model: type[Model], rows: Iterable[Model], names: Sequence[str]) -> None:
    """Update the fields listed in `names` in existing rows.

    For fifty duels and their seats, this takes 0.08 ms per duel. An upsert with `bulk_create` takes 0.3 ms, and
    `bulk_update` takes 2.5 ms, because it builds a `CASE` expression for each field with a branch for each row.
    """
    fields = [field for field in model._meta.concrete_fields if field.name in names]
    database = connections[DEFAULT_DB_ALIAS]  # `django.db.connection` is a proxy, which would look it up for each value
    assignments = ", ".join(f"{database.ops.quote_name(field.column)} = %s" for field in fields)
    values = [
        (*(field.get_db_prep_save(getattr(row, field.attname), database) for field in fields), row.pk) for row in rows
    ]
    with database.cursor() as cursor:
        cursor.executemany(f"UPDATE {model._meta.db_table} SET {assignments} WHERE id = %s", values)  # noqa: S608


def _mark_active(tables: Collection[Table], now: datetime) -> None:
    """Mark mages as active if their wizards have acted, and end the vacations of their users."""
    played = {mage for table in tables for name in table.acted if (mage := table.by_name[name].mage_id) is not None}
    after_commit(saw_orders, played, now)
    if back := played & _away(tables, now):
        after_commit(come_back, back, now)


def _away(tables: Iterable[Table], now: datetime) -> set[int | None]:
    """Return the primary keys of the mages that play in these duels while their users are on vacation."""
    return {
        table.by_name[name].mage_id
        for table in tables
        for name, spans in table.away.items()
        if any(began <= now < until for began, until in spans)
    }


def _await_house(opened: Iterable[Table]) -> None:
    """Announce which of these duels are waiting for computer players."""
    if tables := [table for table in opened if table.awaits_house]:
        house_awaited.send(None, tables=tables)


def _announce(changed: list[Table]) -> None:
    for table in changed:
        states.put(table.duel.slug, table.state)
    duels_changed.send_robust(None, tables=changed)
