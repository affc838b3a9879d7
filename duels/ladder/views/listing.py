"""Filters, sort orders and page sizes for long lists, as read from the query string."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from django.http import HttpRequest

from accounts.models import NAME_LENGTH
from duels.ladder import standings

SIZES = (25, 50, 200, 1000)
USUAL_SIZE = 25
"""The default number of rows on a page. On a phone, each row takes several lines."""


if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


@dataclass(frozen=True, slots=True)
class Column:
    """The heading of a table column.

    The table can be sorted by columns with a `key`. `rising` says whether the sort order is ascending, and `is_current`
    says whether the table is sorted by this column.
    """

    label: "StrOrPromise"
    key: str = ""
    number: bool = True
    rising: bool = False
    is_current: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """The user's choices for a list, read from the query string.

    Invalid values are replaced with defaults.
    """

    LONGEST_SEARCH: ClassVar = NAME_LENGTH

    melee: bool
    by: standings.By
    who: str
    sort: str
    search: str
    size: int


def listing_of(request: HttpRequest, sorts: Collection[str], default: str = "") -> Listing:
    """Read the user's choices for a list from the query string.

    `sorts` holds the valid sort keys, and `default` is the default sort key. If `default` is empty, the list is sorted
    by score or rating, depending on the parameter `by`.
    """
    by: standings.By = "rating" if request.GET.get("by") == "rating" else "score"
    sort, size, who = (request.GET.get(name, "") for name in ("sort", "rows", "who"))
    return Listing(
        melee=request.GET.get("kind") == "melee",
        by=by,
        who=who if who in standings.PLAYED_BY else "all",
        sort=sort if sort in sorts else default or by,
        search=" ".join(request.GET.get("q", "").replace("\0", "").split())[: Listing.LONGEST_SEARCH],
        size=next((known for known in SIZES if str(known) == size), USUAL_SIZE),
    )


def columns_of(columns: Iterable[Column], sort: str) -> list[Column]:
    """Return the headings of a table. The column that the table is sorted by is marked as current."""
    return [
        Column(it.label, it.key, number=it.number, rising=it.rising, is_current=bool(it.key) and it.key == sort)
        for it in columns
    ]
