"""The health check for proxies and containers."""

import logging
from collections.abc import Callable

from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

logger = logging.getLogger(__name__)

PATH = "/healthz"


class HealthMiddleware:
    """Middleware that answers health checks, whatever their Host header.

    Load balancers send an IP address in this header, which Django would reject.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return healthz(request) if request.path == PATH else self.get_response(request)


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Return 200 if the database and the cache answer, otherwise 503 and the failures.

    The cache is Redis if it is configured.
    """
    checks = {"database": _query_database, "cache": _read_cache}
    ill = [name for name, check in checks.items() if not _passes(check)]
    return JsonResponse({"ill": ill}, status=503 if ill else 200)


def _passes(check: Callable[[], None]) -> bool:
    try:
        check()
    except Exception:
        logger.exception("Health check failed: %s", check.__name__)
        return False
    return True


def _query_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _read_cache() -> None:
    cache.get("healthz")
