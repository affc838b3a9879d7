"""Prometheus metrics of this process, at `/metrics`.

Other modules declare metrics of their own. Requests must send the token in the setting `METRICS_TOKEN`. Without this
setting, the page does not exist. docs/operating.md lists the values to watch.
"""

import shutil
import time
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.crypto import constant_time_compare
from prometheus_client import CONTENT_TYPE_LATEST, Counter, Gauge, Histogram, generate_latest

PATH = "/metrics"

REQUESTS = Counter("wavinghands_requests", "HTTP requests by status code.", ["status"])
REQUEST_SECONDS = Histogram("wavinghands_request_seconds", "Duration of HTTP requests by view name.", ["view"])

DISK_FREE = Gauge("wavinghands_disk_free_bytes", "Free bytes on the disk of a folder.", ["of"])


def disks() -> dict[str, Path]:
    """Return the folders whose disks must not fill up.

    They are the code, `VAR_DIR`, and the database if it is a file. In a container, the code is on the same disk as
    Docker's volumes, including PostgreSQL's.
    """
    folders = {"code": settings.BASE_DIR, "var": settings.VAR_DIR}
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        folders["database"] = Path(database["NAME"]).parent
    return folders


def _free_bytes(folder: Path) -> int:
    return shutil.disk_usage(folder).free


for _of, _folder in disks().items():
    DISK_FREE.labels(_of).set_function(partial(_free_bytes, _folder))


class MetricsMiddleware:
    """Middleware that counts and times requests, and serves the metrics.

    It must be the first middleware. Prometheus uses an internal address without TLS, which other middleware rejects.
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
