"""Whether this process can do its work; asked by proxies and containers."""

import logging
from collections.abc import Callable

from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

logger = logging.getLogger(__name__)


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """200 when the database and the cache (Redis, where it is configured) answer, else 503 and the names of the ill."""
    checks = {"database": _database_answers, "cache": _cache_answers}
    ill = [name for name, answers in checks.items() if not _is_well(answers)]
    return JsonResponse({"ill": ill}, status=503 if ill else 200)


def _is_well(answers: Callable[[], None]) -> bool:
    try:
        answers()
    except Exception:
        logger.exception("health: no answer")
        return False
    return True


def _database_answers() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _cache_answers() -> None:
    cache.get("healthz")
