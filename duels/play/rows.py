"""Rows read as models by statements that are written out, each of which finds once how its columns are read.

Django's `raw` finds it anew for each statement, which takes longer than the database does.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model

from duels.play.statements import fetched

M = TypeVar("M", bound=Model)


class _Columns(NamedTuple):
    """Where the fields of a model stand in a row and what reads them, in its own order; and what stands beside them."""

    fields: tuple[tuple[int, Callable[[Any], Any] | None], ...]
    names: tuple[str, ...]
    others: tuple[tuple[int, str], ...]


def rows(model: type[M], statement: str, values: Sequence[Any]) -> list[M]:
    """The rows that a statement finds, which gives all columns of this model; any others become attributes too."""
    names, found = fetched(statement, values)
    columns = _columns(connections[DEFAULT_DB_ALIAS].vendor, model, names)
    return [_made(model, columns, row) for row in found]


def rows_again(known: Mapping[int, M], statement: str, values: Sequence[Any]) -> list[M]:
    """Those of rows that are known by their keys which a statement finds, with its columns as they are now.

    The first of these is the key.
    """
    names, found = fetched(statement, values)
    if not found:
        return []
    columns = _columns(connections[DEFAULT_DB_ALIAS].vendor, type(known[found[0][0]]), names, are_all=False)
    return [_read_again(known[row[0]], columns, row) for row in found]


def _made(model: type[M], columns: _Columns, row: Sequence[Any]) -> M:
    made = model.from_db(DEFAULT_DB_ALIAS, columns.names, _values(columns, row))
    return _with_others(made, columns, row)


def _read_again(known: M, columns: _Columns, row: Sequence[Any]) -> M:
    for name, value in zip(columns.names, _values(columns, row), strict=True):
        setattr(known, name, value)
    return _with_others(known, columns, row)


def _values(columns: _Columns, row: Sequence[Any]) -> list[Any]:
    return [row[place] if read is None else read(row[place]) for place, read in columns.fields]


def _with_others(made: M, columns: _Columns, row: Sequence[Any]) -> M:
    for place, name in columns.others:
        setattr(made, name, row[place])
    return made


@lru_cache(maxsize=64)
def _columns(_vendor: str, model: type[Model], found: tuple[str, ...], *, are_all: bool = True) -> _Columns:
    connection = connections[DEFAULT_DB_ALIAS]  # of whichever thread was first: those of a database read alike
    fields = [field for field in model._meta.concrete_fields if are_all or field.column in found]
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
