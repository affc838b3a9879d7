"""The changes that actions make to a duel, and the code that saves them."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from operator import attrgetter
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model

from duels.models import Draft, Duel, Round, Seat
from duels.play.tables import Table

_played_fields = attrgetter(*Seat.PLAYED)


@dataclass(slots=True)
class Changeset:
    """A duel (`table`) in a transaction, and the changes made to it since it was read.

    `played` holds the rounds that have been resolved, and `reveals` counts how often questions have been asked.
    `needs_whole` says whether viewers need a frame with the whole duel. `undrafted` holds the names of the wizards
    whose drafts must be deleted.
    """

    table: Table
    now: datetime
    played: list[Round] = field(default_factory=list)
    reveals: int = 0
    needs_whole: bool = False
    undrafted: set[str] = field(default_factory=set)
    _before: tuple[Any, ...] = field(init=False)
    _seats_before: dict[int, tuple[Any, ...]] = field(init=False)

    def __post_init__(self) -> None:
        self._before = self.table.waiting(), self.table.duel.deadline
        self._seats_before = {seat.pk: _played_fields(seat) for seat in self.table.seats}

    def has_progressed(self) -> bool:
        """Return whether a round has been resolved or questions have been asked.

        Both restart the clocks.
        """
        return bool(self.played or self.reveals)

    def has_news(self) -> bool:
        """Return whether viewers can see a change."""
        waiting, _deadline = self._before
        return self.has_progressed() or self.needs_whole or self.table.waiting() != waiting

    def has_changes(self) -> bool:
        """Return whether any row needs to be saved."""
        _waiting, deadline = self._before
        return self.has_news() or self.table.duel.deadline != deadline or bool(self.changed_seats())

    def changed_seats(self) -> list[Seat]:
        """Return the seats that need to be saved."""
        return [seat for seat in self.table.seats if _played_fields(seat) != self._seats_before[seat.pk]]

    def set_news(self) -> None:
        """Set the kind of the change (`Table.news`), and increase the version if all viewers see the change.

        The version increases by one per change that all viewers see. Changes in stopped time do not increase it,
        because only the acting wizards see them and other viewers would notice the missing version.
        """
        steps = len(self.played) + self.reveals
        if not self.has_news():
            self.table.news = "entered"
            return
        if self.table.is_secret and not self.played and not self.needs_whole:
            self.table.news = "aside"
            return
        self.table.duel.version += steps or 1
        if steps > 1 or self.needs_whole:
            self.table.news = "whole"
        else:
            self.table.news = "round" if self.played else "reveal" if steps else "waiting"


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
