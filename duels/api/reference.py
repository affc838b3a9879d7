"""The API's OpenAPI description, and the page that shows it."""

from functools import cache

from csp.constants import SELF
from csp.decorators import csp_update
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import condition, require_safe

from duels.api.schema import whole
from duels.api.site import api
from wavinghands.web.conditional import release

EXPLAINED = {
    "away": "The database is unavailable. Try again after Retry-After.",
    "conflict": "The request does not fit the current state.",
    "failed": "The server has failed. Nothing has changed; try again.",
    "forbidden": "This user may not do that; detail says why.",
    "illegal": "The rules do not allow it; detail says why.",
    "imported": "This duel was imported. Get its record or its course instead.",
    "invalid": "A field is wrong; errors names each of them.",
    "malformed": "The request cannot be parsed.",
    "not_acceptable": "The Accept header excludes JSON, the only format of responses.",
    "not_allowed": "The address does not support this method; the Allow header lists those it does.",
    "not_open": "Available once the duel is over.",
    "not_yours": "Only players of this duel may do that.",
    "over": "The duel, or the scene, is over.",
    "oversized": "The request is too large.",
    "rate": "Too many requests. Try again after Retry-After.",
    "scope": "The token lacks the scope that WWW-Authenticate names.",
    "stale": "The duel has moved on. Read it again.",
    "streams": "The user has reached the limit of open streams. Close one.",
    "unauthorized": "The token is missing or not valid.",
    "unknown": "No object has this name.",
    "unsupported_media_type": "Send JSON.",
}
"""An explanation of each error code. The `type` of a problem links to the explanation on the reference page."""


@require_safe
@condition(etag_func=lambda request: f'"{release()}"')
def openapi(request: HttpRequest) -> HttpResponse:
    """Return the OpenAPI description."""
    return HttpResponse(_description(), content_type="application/json")


@cache
def _description() -> bytes:
    """Return the description as JSON.

    It is cached because building it takes a tenth of a second.
    """
    return JsonResponse(whole(api)).content


@require_safe
@csp_update({"img-src": [SELF, "data:"]})  # the arrows of Swagger UI's lists
def page(request: HttpRequest) -> HttpResponse:
    """Show the reference page.

    Swagger UI renders the operations, and a table below them lists the error codes.
    """
    swagger = {"url": reverse("openapi"), "layout": "BaseLayout", "docExpansion": "none"}
    return render(request, "api/reference.html", {"swagger": swagger, "codes": sorted(EXPLAINED.items())})
