"""The site with one page more, which asks the database for something that takes long."""

from importlib import import_module

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.urls import path

QUERIES = {
    "sqlite": "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 900000) SELECT max(i) FROM n",
    "postgresql": "SELECT pg_sleep(0.2)",
}
"""About 0.2 s each: SQLite's of a core of this process, beside its other threads; PostgreSQL's elsewhere."""


def slow(_: HttpRequest) -> HttpResponse:
    """What the query finds."""
    with connection.cursor() as cursor:
        cursor.execute(QUERIES[connection.vendor])
        return HttpResponse(f"{cursor.fetchone()}")


application = import_module("wavinghands.asgi").application  # by name: rooms import nothing that stands above them
import_module(settings.ROOT_URLCONF).urlpatterns.append(path("bench/slow/", slow))
