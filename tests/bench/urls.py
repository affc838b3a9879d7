"""The site's URLs, plus a page that takes 200 ms."""

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.urls import include, path

SLOW_QUERIES = {
    "sqlite": "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 900000) SELECT max(i) FROM n",
    "postgresql": "SELECT pg_sleep(0.2)",
}
"""Queries that take about 0.2 s each. On SQLite, they keep a thread of the web server busy."""


def slow(_: HttpRequest) -> HttpResponse:
    with connection.cursor() as cursor:
        cursor.execute(SLOW_QUERIES[connection.vendor])
        return HttpResponse(f"{cursor.fetchone()}")


urlpatterns = [path("bench/slow/", slow), path("", include("wavinghands.urls"))]
