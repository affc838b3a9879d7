"""Pagination of long lists with opaque cursors.

Each page begins after the last row of the previous page, so rows that are added or removed do not shift it.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import reduce
from typing import Annotated, Any

from django.core import signing
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from ninja import Field, Schema
from ninja.errors import ValidationError

MOST = 100
USUAL = 25

Limit = Annotated[int, Field(USUAL, ge=1, le=MOST, description="The maximum number of items.")]
Cursor = Annotated[
    str,
    Field("", max_length=1000, description="The `next` of the previous page. If empty, the first page is returned."),
]


class Paged(Schema):
    """The base class of schemas for one page of a list."""

    next: str | None = Field(description="The `cursor` for the next page. Null on the last page.")


def page_of(found: QuerySet[Any], order: Sequence[str], *, limit: int, cursor: str) -> tuple[list[Any], str | None]:
    """Return the rows of a page, and the cursor for the next page or `None`.

    `order` lists the fields to sort by. They must not be null, the last one must be unique, and all must be attributes
    of the rows. Raise `ValidationError` if the cursor is invalid or belongs to another list.
    """
    if cursor:
        found = found.filter(_after(order, read_cursor(cursor, order)))
    rows = list(found.order_by(*order)[: limit + 1])
    if len(rows) <= limit:
        return rows, None
    return rows[:limit], new_cursor([_value(rows[limit - 1], name) for name in order], order)


def new_cursor(values: Sequence[Any], order: Sequence[str]) -> str:
    """Return a signed cursor for a row with these values in the fields of `order`."""
    texts = [value.isoformat() if isinstance(value, datetime) else value for value in values]
    return signing.dumps(texts, salt=_salt(order), compress=True)


def read_cursor(cursor: str, order: Sequence[str]) -> list[Any]:
    """Return the values in a cursor, with times as text.

    Raise `ValidationError` if the cursor is invalid.
    """
    try:
        return list(signing.loads(cursor, salt=_salt(order)))
    except (signing.BadSignature, ValueError) as error:
        text = _("This cursor doesn’t belong to this list. Start with the first page.")
        raise ValidationError([{"loc": ("query", "cursor"), "msg": text}]) from error


def _salt(order: Sequence[str]) -> str:
    return f"cursor {' '.join(order)}"


def _after(order: Sequence[str], values: Sequence[Any]) -> Q:
    """Return a filter for the rows that follow a row with these values."""
    later, same = Q(pk__in=[]), Q()
    for name, value in zip(order, values, strict=True):
        field = name.removeprefix("-")
        later |= same & Q(**{f"{field}__{'lt' if name.startswith('-') else 'gt'}": value})
        same &= Q(**{field: value})
    return later


def _value(row: Any, name: str) -> Any:
    field = name.removeprefix("-")
    return getattr(row, field) if hasattr(row, field) else reduce(getattr, field.split("__"), row)
