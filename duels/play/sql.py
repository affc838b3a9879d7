"""The statements that every order runs, written out: to have the ORM build them takes longer than the rest of a round.

Tables that are not in use are held in memory. A transaction that has locked a duel takes its table out, has it brought
up to date if the count of changes says that somebody else has written since, and puts it back after the commit.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import lru_cache
from typing import Any

import msgspec
from django.db import connection

from duels.models import Draft, Duel, Round, Seat
from duels.play.changeset import Played
from duels.play.memory import Memory
from duels.play.statements import execute, fetched
from duels.play.tables import DUEL_IN_PLAY, SEAT_IN_PLAY, Table, tables, tables_again

DUELS, SEATS, ROUNDS, DRAFTS = (model._meta.db_table for model in (Duel, Seat, Round, Draft))
DRAFTED = f"SELECT 1 FROM {DRAFTS} JOIN {SEATS} ON {SEATS}.id = seat_id WHERE duel_id = {DUELS}.id"  # noqa: S608 - names of ours
SELECT = f"SELECT slug, changes, EXISTS({DRAFTED}) FROM {DUELS} WHERE slug IN ({{slugs}}) ORDER BY id"  # noqa: S608
GOES_ON = f"SELECT 1 FROM {DUELS} WHERE slug = %s AND ended IS NULL"  # noqa: S608
# SQLite writes every index anew of which a column is set, be it to the same value: a duel that goes on has no end set,
# and seats that are due as before not that they are.
UPDATE_DUEL = f"UPDATE {DUELS} SET {', '.join([f'{column} = %s' for column in DUEL_IN_PLAY])} WHERE id = %s"  # noqa: S608
END_DUEL = f"UPDATE {DUELS} SET result = %s, ended = %s WHERE id = %s"  # noqa: S608
UPDATE_SEAT = f"UPDATE {SEATS} SET {', '.join([f'{column} = %s' for column in SEAT_IN_PLAY])} WHERE id = %s"  # noqa: S608
UPDATE_SEAT_AND_DUE = UPDATE_SEAT.replace(" SET ", " SET due = %s, ")
UPSERT_DRAFT = (
    f"INSERT INTO {DRAFTS} (seat_id, round, content) SELECT {SEATS}.id, {DUELS}.round, %s"  # noqa: S608
    f" FROM {SEATS} JOIN {DUELS} ON {DUELS}.id = duel_id WHERE slug = %s AND name = %s AND {DUELS}.round = %s"
    " AND ended IS NULL"
    " ON CONFLICT (seat_id) DO UPDATE SET round = excluded.round, content = excluded.content"
)
DELETE_DRAFT = f"DELETE FROM {DRAFTS} WHERE seat_id = %s"  # noqa: S608
INSERT_ROUND = f"INSERT INTO {ROUNDS} (duel_id, number, kind, orders, chance, played) VALUES (%s, %s, %s, %s, %s, %s)"  # noqa: S608


held: Memory[str, Table] = Memory()


def hold(table: Table) -> None:
    """Hold the table of a duel that goes on, once nobody looks at it any more; not instead of one that knows more."""
    there = held.get(table.duel.slug)
    if table.duel.ended is None and (there is None or there.duel.changes <= table.duel.changes):
        held.put(table.duel.slug, table, rounds=table.state.number)


@contextmanager
def refreshed_tables(slugs: Collection[str]) -> Iterator[dict[str, Table]]:
    """The tables of these duels as they stand now, for the length of a block that only looks at them."""
    found = _refreshed({slug: held.take(slug) for slug in slugs})
    yield found
    for table in found.values():
        hold(table)  # whoever changes it next need not read it again


def make_ready(slug: str) -> None:
    """Hold the table of this duel, if it goes on and is not held: who changes it first need not wait for all of it."""
    if held.get(slug) is None and fetched(GOES_ON, [slug])[1]:
        with refreshed_tables([slug]):
            pass


def locked_tables(slugs: Collection[str], *, skip_locked: bool = False) -> dict[str, Table]:
    """The tables of these duels, which nobody else touches until the transaction ends; unknown ones are missing.

    Rows are locked in the order of their keys, so that two transactions never wait for each other. `skip_locked`: leave
    out those that somebody else has locked.
    """
    found, stale = dict[str, Table](), dict[str, Table | None]()
    locked = _lock(list(slugs), skip_locked)
    for slug, changes, _drafted in locked:
        table = held.take(slug)
        if table is None or table.duel.changes != changes:
            stale[slug] = table
        else:
            found[slug] = table
    found.update(_refreshed(stale))
    for slug, _changes, drafted in locked:
        found[slug].has_drafts = bool(drafted)
    return found


def _refreshed(stale: Mapping[str, Table | None]) -> dict[str, Table]:
    """The tables of these duels as they stand now; `stale`: by slug, as somebody took them out, if they were held."""
    found = tables_again([table for table in stale.values() if table is not None])
    return found | tables([slug for slug in stale if slug not in found])


def _lock(slugs: Sequence[str], skip_locked: bool) -> list[tuple[str, int, bool]]:
    statement = SELECT.format(slugs=", ".join(["%s"] * len(slugs)))
    if connection.features.has_select_for_update:  # SQLite has begun by locking everything
        statement += " " + connection.ops.for_update_sql(skip_locked=skip_locked)
    _columns, locked = fetched(statement, slugs)
    return locked


def write(
    *,
    duels: Collection[Duel],
    seats: Iterable[Seat],
    rounds: Iterable[Played],
    undrafted: Iterable[Seat],
    awaits_others: bool = True,
) -> None:
    """Write what has changed. `undrafted`: the seats whose drafts go.

    `awaits_others`: other seats are due than before.
    """
    execute(
        (
            (INSERT_ROUND, [_round(round_) for round_ in rounds]),
            (UPDATE_SEAT_AND_DUE, [(seat.due, *_seat(seat)) for seat in seats])
            if awaits_others
            else (UPDATE_SEAT, [_seat(seat) for seat in seats]),
            (UPDATE_DUEL, [_duel(duel) for duel in duels]),
            (END_DUEL, [_end(duel) for duel in duels if duel.result is not None]),
            (DELETE_DRAFT, [(seat.pk,) for seat in sorted(undrafted, key=_place)]),
        )
    )


def keep_draft(*, slug: str, wizard: str, round_number: int, content: Any) -> bool:
    """Keep a draft instead of the last one; whether the duel goes on, is in this round, and has this wizard.

    Drafts are written and deleted in the order of slugs and names, so that two transactions never wait for each other.
    """
    with connection.cursor() as cursor:
        cursor.execute(UPSERT_DRAFT, (_json(content), slug, wizard, round_number))
        return bool(cursor.rowcount)


def _place(seat: Seat) -> tuple[str, str]:
    return seat.duel.slug, seat.name


def _round(played: Played) -> tuple[Any, ...]:
    orders, chance = _json(played.orders), _json(played.chance)
    return played.duel.pk, played.number, played.kind, orders, chance, _time(played.at)


def _seat(seat: Seat) -> tuple[Any, ...]:
    return (
        _json(seat.orders),
        _json(seat.answers),
        _json(seat.plan),
        _time(seat.due_since),
        seat.missed,
        seat.reserve,
        seat.spent,
        seat.closed,
        seat.pk,
    )


def _duel(duel: Duel) -> tuple[Any, ...]:
    return (
        duel.round,
        duel.asking,
        duel.version,
        duel.changes,
        _time(duel.opened),
        _time(duel.deadline),
        duel.pk,
    )


def _end(duel: Duel) -> tuple[Any, ...]:
    return _json(duel.result), _time(duel.ended), duel.pk


def _json(value: Any) -> str | None:
    return None if value is None else msgspec.json.encode(value).decode()


def _time(value: datetime | None) -> Any:
    return None if value is None else _adapted(value)


@lru_cache(maxsize=256)
def _adapted(value: datetime) -> Any:
    """A moment as the database has it: of a round, and of all rounds of a transaction, most are the same."""
    return connection.ops.adapt_datetimefield_value(value)
