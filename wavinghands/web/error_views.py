"""Error pages for the statuses 400, 429, 500 and 503.

Server errors have status 503 while the database or Redis is unavailable, and 500 otherwise.
"""

import sys

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.loader import render_to_string
from django.utils import translation
from django.views import defaults
from redis.exceptions import RedisError

from wavinghands.db.connections import AWAY, drain_pool

RETRY_AFTER = 5
"""Seconds in the Retry-After header of a 503. Programs restart within this time."""
RETRY_AFTER_TOO_MANY = 60
"""Seconds in the Retry-After header of a 429. Most rate limits are per minute."""


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return a 400 page.

    A Host header that is not in `ALLOWED_HOSTS` also leads to this page. It is detected before the user and the
    language are known, so the page is rendered without the request.
    """
    context = {"is_wrong_host": isinstance(exception, DisallowedHost)}
    with translation.override(translation.get_language_from_request(request)):
        return HttpResponse(render_to_string("400.html", context), status=400)


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Return a 503 page if the database or Redis is unavailable, otherwise Django's 500 page."""
    error = sys.exc_info()[1]
    if not isinstance(error, (*AWAY, RedisError)):
        return defaults.server_error(request)
    if isinstance(error, AWAY):
        drain_pool()
    return HttpResponse(render_to_string("503.html"), status=503, headers={"Retry-After": RETRY_AFTER})


def too_many(request: HttpRequest) -> HttpResponse:
    """Return a 429 page for a request that exceeds one of allauth's rate limits."""
    headers = {"Retry-After": RETRY_AFTER_TOO_MANY}
    return HttpResponse(render_to_string("429.html", request=request), status=429, headers=headers)
