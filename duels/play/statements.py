"""Statements that are written out, run by the database's own driver: Django's cursor takes longer than the database.

They mark values by `%s`, as Django's do. Where somebody listens to that, to log or to wrap what is run, it runs them.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import lru_cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

Row = tuple[Any, ...]


def fetched(statement: str, values: Sequence[Any]) -> tuple[tuple[str, ...], list[Row]]:
    """The names of the columns, and the rows, that a statement finds; raises Django's errors."""
    with _cursor() as (cursor, vendor):
        cursor.execute(_of_driver(vendor, statement), values)
        return tuple([column[0] for column in cursor.description]), cursor.fetchall()


def execute(statements: Iterable[tuple[str, Sequence[Row]]]) -> None:
    """Run each statement with each of its rows; raises Django's errors.

    PostgreSQL answers to all of them at the end.
    """
    with _cursor() as (cursor, vendor), getattr(cursor.connection, "pipeline", nullcontext)():
        for statement, rows in statements:
            if rows:
                cursor.executemany(_of_driver(vendor, statement), rows)


@contextmanager
def _cursor() -> Iterator[tuple[Any, str]]:
    connection: BaseDatabaseWrapper = connections[DEFAULT_DB_ALIAS]
    with connection.wrap_database_errors:
        if connection.queries_logged or connection.execute_wrappers:
            yield connection.cursor(), ""
        else:
            if connection.connection is None:
                connection.ensure_connection()
            yield connection.connection.cursor(), connection.vendor


@lru_cache(maxsize=256)
def _of_driver(vendor: str, statement: str) -> str:
    return statement.replace("%s", "?") if vendor == "sqlite" else statement
