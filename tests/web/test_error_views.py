import pytest
import redis
from django.core.exceptions import SuspiciousOperation
from django.db import OperationalError
from django.test import Client

from duels.books import views


@pytest.fixture
def visitor(monkeypatch):
    """Return a function that requests a page while a given error is raised, and returns the response."""

    def ask(error, **headers):
        def fail(*_, **__):
            raise error

        monkeypatch.setattr(views, "render", fail)
        return Client(raise_request_exception=False).get("/rules/classic/", headers=headers)

    return ask


@pytest.mark.parametrize("error", [OperationalError("the connection is closed"), redis.ConnectionError("refused")])
@pytest.mark.django_db
def test_without_database_or_redis_a_page_says_when_to_retry(visitor, error):
    answer = visitor(error)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "Back in a moment" in answer.text


@pytest.mark.django_db
def test_the_page_is_in_the_language_of_the_request(visitor):
    assert "Gleich wieder da" in visitor(OperationalError(), **{"accept-language": "de"}).text


@pytest.mark.django_db
def test_a_bad_request_gets_a_page_in_the_language_of_the_request(visitor):
    answer = visitor(SuspiciousOperation(), **{"accept-language": "de"})
    assert answer.status_code == 400
    assert 'lang="de"' in answer.text


@pytest.mark.django_db
def test_the_page_for_any_other_error_says_that_the_site_is_at_fault(visitor):
    answer = visitor(ZeroDivisionError())
    assert answer.status_code == 500
    assert "That was our fault" in answer.text
