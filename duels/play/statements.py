"""Statements that are written out, run by the database's own driver: Django's cursor takes longer than the database.

They mark values by `%s`, as Django's do, and write no other per cent. Where somebody listens to Django's cursor, to log
or to wrap what is run, that runs them.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import lru_cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

Row = tuple[Any, ...]
DJANGOS_MARK = "%s"
MARKS = {"sqlite": "?"}
"""By the database; its driver's, where that is another one."""


def fetched(statement: str, values: Sequence[Any]) -> tuple[tuple[str, ...], list[Row]]:
    """The names of the columns, and the rows, that a statement finds; raises Django's errors."""
    with _cursor() as (cursor, mark):
        cursor.execute(_marked(statement, mark), values)
        return tuple([column[0] for column in cursor.description]), cursor.fetchall()


def execute(statements: Iterable[tuple[str, Sequence[Row]]]) -> None:
    """Run each statement with each of its rows; raises Django's errors.

    PostgreSQL answers to all of them at the end.
    """
    with _cursor() as (cursor, mark), getattr(cursor.connection, "pipeline", nullcontext)():
        for statement, rows in statements:
            if rows:
                cursor.executemany(_marked(statement, mark), rows)


@contextmanager
def _cursor() -> Iterator[tuple[Any, str]]:
    """A cursor, and what marks a value there."""
    connection: BaseDatabaseWrapper = connections[DEFAULT_DB_ALIAS]
    with connection.wrap_database_errors:
        if connection.queries_logged or connection.execute_wrappers:
            yield connection.cursor(), DJANGOS_MARK
        else:
            connection.validate_no_broken_transaction()
            connection.ensure_connection()
            yield connection.connection.cursor(), MARKS.get(connection.vendor, DJANGOS_MARK)


@lru_cache(maxsize=256)
def _marked(statement: str, mark: str) -> str:
    return statement.replace(DJANGOS_MARK, mark)
