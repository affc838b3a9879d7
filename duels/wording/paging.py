"""Lists that take several pages, as addresses have them."""

from typing import TYPE_CHECKING, Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

if TYPE_CHECKING:
    from django.http import HttpRequest


def page_of(request: "HttpRequest", things: QuerySet[Any], size: int, count: int | None = None) -> Page:
    """The page that is asked for. `count`: how many things there are, if that is known already."""
    paginator = Paginator(things, size)
    if count is not None:
        paginator.__dict__["count"] = count  # it is a cached property
    return paginator.get_page(request.GET.get("page"))


def rest_of_query(request: "HttpRequest") -> str:
    """The query of this address without its page, to go before another."""
    query = request.GET.copy()
    query.pop("page", None)
    return f"{query.urlencode()}&" if query else ""
