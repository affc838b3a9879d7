from http import HTTPStatus

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.utils import OperationalError
from django.test import Client


def _refuse(*args: object, **kwargs: object) -> None:
    raise OperationalError("no such server")


@pytest.mark.django_db
def test_a_healthy_site_answers_200(client: Client):
    answer = client.get("/healthz")
    assert answer.status_code == HTTPStatus.OK
    assert answer.json() == {"ill": []}


@pytest.mark.django_db
def test_a_load_balancer_may_use_an_ip_address_and_no_tls(client: Client, settings):
    settings.SECURE_SSL_REDIRECT = True
    assert client.get("/healthz", headers={"host": "10.0.0.7:8000"}).status_code == HTTPStatus.OK


@pytest.mark.django_db
def test_a_database_that_fails_is_named(client: Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(connection, "cursor", _refuse)
    answer = client.get("/healthz")
    assert answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE
    assert answer.json() == {"ill": ["database"]}


@pytest.mark.django_db
def test_a_cache_that_fails_is_named(client: Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(cache, "get", _refuse)
    assert client.get("/healthz").json() == {"ill": ["cache"]}
