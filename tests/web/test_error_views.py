"""What a page says where something has failed."""

import pytest
import redis
from django.core.exceptions import SuspiciousOperation
from django.db import OperationalError
from django.test import Client

from duels.books import views


@pytest.fixture
def visitor(monkeypatch):
    """Asks for a page that fails as it is told."""

    def ask(error, **headers):
        def fail(*_, **__):
            raise error

        monkeypatch.setattr(views, "render", fail)
        return Client(raise_request_exception=False).get("/rules/classic/", headers=headers)

    return ask


@pytest.mark.parametrize("error", [OperationalError("the connection is closed"), redis.ConnectionError("refused")])
@pytest.mark.django_db
def test_where_the_database_or_redis_is_away_one_is_told_to_come_back_in_a_moment(visitor, error):
    answer = visitor(error)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "Back in a moment" in answer.text


@pytest.mark.django_db
def test_it_is_told_in_ones_own_language(visitor):
    assert "Gleich wieder da" in visitor(OperationalError(), **{"accept-language": "de"}).text


@pytest.mark.django_db
def test_a_request_that_cannot_be_read_gets_a_page_in_ones_own_language(visitor):
    answer = visitor(SuspiciousOperation(), **{"accept-language": "de"})
    assert answer.status_code == 400
    assert 'lang="de"' in answer.text


@pytest.mark.django_db
def test_what_else_fails_is_our_fault(visitor):
    answer = visitor(ZeroDivisionError())
    assert answer.status_code == 500
    assert "That was our fault" in answer.text
