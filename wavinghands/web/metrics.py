"""Prometheus metrics of this process, at `/metrics`. Other modules declare metrics of their own.

A request needs `METRICS_TOKEN`; without that setting the page does not exist. docs/operating.md lists what to watch.
"""

import time
from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.crypto import constant_time_compare
from prometheus_client import CONTENT_TYPE_LATEST, Counter, Histogram, generate_latest

PATH = "/metrics"

REQUESTS = Counter("wavinghands_requests", "HTTP requests by status code.", ["status"])
REQUEST_SECONDS = Histogram("wavinghands_request_seconds", "Duration of HTTP requests by view name.", ["view"])


class MetricsMiddleware:
    """Count and time requests, and serve the metrics.

    The first middleware: Prometheus asks by an internal address and without TLS, which others would refuse.
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
    """Return all metrics of this process as text, if the request has the token."""
    if not constant_time_compare(request.headers.get("Authorization", ""), f"Bearer {settings.METRICS_TOKEN}"):
        return HttpResponse(status=HTTPStatus.UNAUTHORIZED, headers={"WWW-Authenticate": "Bearer"})
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)
