"""HTTP validators (ETag and Last-Modified) for operations whose responses rarely change."""

from collections.abc import Iterable
from datetime import datetime

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import get_conditional_response
from django.utils.http import http_date
from ninja import NinjaAPI

from wavinghands.web.conditional import etag, last_modified


class NotModified(Exception):
    """Raised if the client already has the current version of a response.

    Its argument contains the headers for the 304 response.
    """


def unless_known(
    request: HttpRequest, response: HttpResponse, *facts: object, changes: Iterable[datetime | None] = ()
) -> None:
    """Set the validators of a response.

    Raise `NotModified` if the client already has this response. `facts` are the values that the response depends on,
    and `changes` contains the times at which they changed. Django's decorator `condition` cannot be used here, because
    it runs before the token is read, when the user's language is not known yet.
    """
    tag, changed = etag(*facts), last_modified(*changes)
    date = int(changed.timestamp()) if changed else None
    headers = {"ETag": tag} | ({"Last-Modified": http_date(date)} if date else {})
    if isinstance(get_conditional_response(request, tag, date), HttpResponseNotModified):
        raise NotModified(headers)
    for name, value in headers.items():
        response.headers[name] = value


def install(api: NinjaAPI) -> None:
    """Register a handler that turns `NotModified` into a response with status 304."""

    @api.exception_handler(NotModified)
    def not_modified(request: HttpRequest, error: NotModified) -> HttpResponse:
        return HttpResponseNotModified(headers=error.args[0])
