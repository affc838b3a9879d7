"""What Prometheus asks for at `/metrics`: how this process does its work. Rooms declare figures of their own.

Only who knows `METRICS_TOKEN` is answered; where it is not set, nobody is. docs/operating.md says what to watch.
"""

import time
from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.crypto import constant_time_compare
from prometheus_client import CONTENT_TYPE_LATEST, Counter, Histogram, generate_latest

PATH = "/metrics"

REQUESTS = Counter("wavinghands_requests", "Pages asked for, by the status of the answer.", ["status"])
REQUEST_SECONDS = Histogram("wavinghands_request_seconds", "How long pages took, by the name of the view.", ["view"])


class MetricsMiddleware:
    """Counts and times pages, and answers Prometheus.

    It stands before all others: who scrapes asks by an address inside the machine's network, without TLS.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path == PATH and settings.METRICS_TOKEN:
            return metrics(request)
        began = time.perf_counter()
        response = self.get_response(request)
        view = request.resolver_match.view_name if request.resolver_match else ""
        REQUEST_SECONDS.labels(view).observe(time.perf_counter() - began)
        REQUESTS.labels(response.status_code).inc()
        return response


def metrics(request: HttpRequest) -> HttpResponse:
    """All figures of this process as text, for who knows the token."""
    if not constant_time_compare(request.headers.get("Authorization", ""), f"Bearer {settings.METRICS_TOKEN}"):
        return HttpResponse(status=HTTPStatus.UNAUTHORIZED, headers={"WWW-Authenticate": "Bearer"})
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)
