"""Pagination with a parameter in the query string."""

from typing import TYPE_CHECKING, Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

if TYPE_CHECKING:
    from django.http import HttpRequest


def page_of(request: "HttpRequest", things: QuerySet[Any], size: int, count: int | None = None) -> Page:
    """Return the page of `things` that the query string asks for.

    A page contains up to `size` of them. `count` is the total number of `things`, if it is already known.
    """
    paginator = Paginator(things, size)
    if count is not None:
        paginator.__dict__["count"] = count  # a cached property
    return paginator.get_page(request.GET.get("page"))


def rest_of_query(request: "HttpRequest") -> str:
    """Return the query string without the page number.

    Another parameter can be appended to the result.
    """
    query = request.GET.copy()
    query.pop("page", None)
    return f"{query.urlencode()}&" if query else ""
