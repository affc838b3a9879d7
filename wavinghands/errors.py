"""What a page says where something has failed."""

import sys

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.loader import render_to_string
from django.views import defaults
from redis.exceptions import RedisError

from wavinghands.db.connections import AWAY, drain_pool

RETRY_AFTER = 5
"""Seconds after which one may ask again for what could not be done: programs are started anew within them."""
RETRY_AFTER_TOO_MANY = 60
"""Seconds after which one may ask again who has asked too often: most limits are those of a minute."""


def server_error(request: HttpRequest) -> HttpResponseBase:
    """503 where the database or Redis is away, else 500."""
    error = sys.exc_info()[1]
    if not isinstance(error, (*AWAY, RedisError)):
        return defaults.server_error(request)
    if isinstance(error, AWAY):
        drain_pool()
    return HttpResponse(render_to_string("503.html"), status=503, headers={"Retry-After": RETRY_AFTER})


def too_many(request: HttpRequest) -> HttpResponse:
    """429, where the limits of allauth's are exceeded."""
    headers = {"Retry-After": RETRY_AFTER_TOO_MANY}
    return HttpResponse(render_to_string("429.html", request=request), status=429, headers=headers)
