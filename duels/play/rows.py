"""Rows read as models by statements that are written out, each of which finds once how its columns are read.

Django's `raw` finds it anew for each statement, which takes longer than the database does.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model

from duels.play.statements import fetched

M = TypeVar("M", bound=Model)


class _Columns(NamedTuple):
    """Where each field of a model stands in a row and what reads it, in its own order; and what stands beside them."""

    fields: tuple[tuple[int, Callable[[Any], Any] | None], ...]
    names: tuple[str, ...]
    others: tuple[tuple[int, str], ...]


def rows(model: type[M], statement: str, values: Sequence[Any]) -> list[M]:
    """The rows that a statement finds, which gives all columns of this model; any others become attributes too."""
    names, found = fetched(statement, values)
    columns = _columns(connections[DEFAULT_DB_ALIAS].vendor, model, names)
    return [_made(model, columns, row) for row in found]


def _made(model: type[M], columns: _Columns, row: Sequence[Any]) -> M:
    values = [row[place] if read is None else read(row[place]) for place, read in columns.fields]
    made = model.from_db(DEFAULT_DB_ALIAS, columns.names, values)
    for place, name in columns.others:
        setattr(made, name, row[place])
    return made


@lru_cache(maxsize=64)
def _columns(_vendor: str, model: type[Model], found: tuple[str, ...]) -> _Columns:
    connection = connections[DEFAULT_DB_ALIAS]  # of whichever thread was first: those of a database read alike
    fields = model._meta.concrete_fields
    own = {field.column for field in fields}
    return _Columns(
        tuple([(found.index(field.column), _reading(connection, field)) for field in fields]),
        tuple([field.attname for field in fields]),
        tuple([(place, name) for place, name in enumerate(found) if name not in own]),
    )


def _reading(connection: BaseDatabaseWrapper, field: Any) -> Callable[[Any], Any] | None:
    """What makes a value of this field of what the database gives; none: it is one."""
    column = field.get_col(field.model._meta.db_table)
    converters = [*connection.ops.get_db_converters(column), *column.get_db_converters(connection)]
    if not converters:
        return None

    def read(value: Any) -> Any:
        for convert in converters:
            value = convert(value, column, connection)
        return value

    return read
