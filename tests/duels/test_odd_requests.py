"""Tests that arbitrary requests to pages get a normal response, or a refusal that changes nothing."""

import logging
from html.parser import HTMLParser
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import connection, transaction
from django.shortcuts import resolve_url
from django.test import Client
from django.urls import get_resolver, reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.builders import PASSWORD, a_user
from tests.duels import odd
from tests.duels import test_queries as pages
from tests.duels.people import as_user

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _as_postgresql(db):
    with connection.execute_wrapper(odd.as_postgresql):
        yield


ADDRESSES = (
    *(reverse(name, kwargs=arguments) for name, arguments in pages.PAGES.items()),
    *("/accounts/login/", "/accounts/signup/", "/accounts/email/", "/accounts/password/reset/", "/keep/", "/friend/"),
    *("/language/", "/settings/pushes/", "/quick/beat/", "/quick/meanwhile/", "/quick/leave/"),
    *(f"/duel/{pages.RUNNING}/{what}/" for what in ("rehearse", "hint", "rematch", "follow", "next")),
    *(f"/challenge/{pages.TOKEN}/{what}/" for what in ("change", "change/1", "team", "everything", "start", "decline")),
    *(f"/replay/{pages.OVER}/{what}/" for what in ("last", "3/play-on")),
    *("/lobby/house/tansy/", "/unsubscribe/abc/", "/blocks/correspondent/", "/mage/Black/retire/"),
)
PATHS = (
    *("/mage/{}/", "/mage/{}/edit/", "/mage/Black/{}/", "/user/{}/", "/messages/{}/", "/blocks/{}/", "/duel/{}/"),
    *("/replay/{}/", "/challenge/{}/", "/rules/{}/", "/learn/{}/", "/stats/{}/", "/house/{}/", "/unsubscribe/{}/"),
    *("/explorer/{}/", f"/replay/{pages.OVER}/opening/{{}}/", "/explorer/classic/?line={}"),
    *(f"/replay/{pages.OVER}/{{}}/", f"/replay/{pages.OVER}/{{}}.svg", f"/embed/{pages.OVER}/{{}}/"),
    f"/challenge/{pages.TOKEN}/change/{{}}/",
)
NAMES = (
    *("q", "page", "sort", "next", "show", "mage", "spell", "result", "book", "user", "opponent", "challenge", "kind"),
    *("by", "round", "wizard", "message", "duel", "eyes", "options", "name", "to", "rows", "of", "control"),
    *("line", "whose", "rating"),
)
"""Names of query parameters."""

TOO_LONG = "django.security.DisallowedRedirect"
"""The logger to which Django reports that an address is too long for a redirect. The response then has status 400."""

words = st.sampled_from(odd.WORDS) | st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
queries = st.dictionaries(st.sampled_from(NAMES), words, min_size=1, max_size=8)
SHARED = settings(suppress_health_check=list(HealthCheck))
"""Settings that let all examples of a test share its fixtures. This is safe because each example is rolled back."""


class Form(NamedTuple):
    """A form on a page: its action, its method, and the possible values of its fields."""

    action: str
    method: str
    fields: dict[str, list[str]]


class Forms(HTMLParser):
    """A parser that collects all forms on a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self.select = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {key: value or "" for key, value in attrs}
        if tag == "form":
            self.found.append(Form(said.get("action", ""), said.get("method", "get").lower(), {}))
        if not self.found:
            return
        if tag in ("input", "select", "textarea", "button") and said.get("name"):
            self.select = said["name"]
            offered = self.found[-1].fields.setdefault(self.select, [])
            offered += [] if tag == "select" else [said.get("value", "")]
        elif tag == "option":
            self.found[-1].fields.setdefault(self.select, []).append(said.get("value", ""))


class Site:
    """A site with some data and visitors."""

    def __init__(self, caplog: pytest.LogCaptureFixture) -> None:
        black, white = pages.a_world()
        pages.fill(black, white, 0)
        self.people = {"anybody": Client(), "black": as_user(black.owner), "white": as_user(white.owner)}
        self.caplog = caplog
        self.rows = rows()

    def answers(self, who: str, method: str, address: str, data: Any = None) -> str:
        """Send a request as the visitor `who`, check the response, and return the page.

        All changes to the database are rolled back.
        """
        cache.clear()  # rate limits have tests of their own
        self.caplog.clear()
        with transaction.atomic():
            answer = getattr(self.people[who], method)(address, data)
            assert answer.status_code < 500
            assert answer.status_code < 400 or rows() == self.rows
            transaction.set_rollback(True)
        failures = [record for record in self.caplog.records if record.levelno >= logging.ERROR]
        assert [failure.getMessage() for failure in failures if failure.name != TOO_LONG] == []
        return "" if answer.streaming else answer.content.decode()


def rows() -> dict[str, Any]:
    """Return all rows of the site's own models, by model. Other models, such as sessions, are left out."""
    kept = [model for model in apps.get_models() if model._meta.app_label in ("accounts", "duels")]
    return {model.__name__: list(model._default_manager.order_by("pk").values_list()) for model in kept}


@pytest.fixture
def site(caplog):
    return Site(caplog)


people = st.sampled_from(["anybody", "black", "white"])


@SHARED
@given(who=people, method=st.sampled_from(["get", "post"]), address=st.sampled_from(ADDRESSES), query=queries)
def test_any_query_string_gets_a_normal_response(site, who, method, address, query):
    site.answers(who, method, address, query)


@SHARED
@given(who=people, address=st.sampled_from(ADDRESSES), seed=st.integers(0, 2**32))
def test_any_input_in_a_form_gets_a_normal_response(site, who, address, seed):
    die, forms = Random(seed), Forms(site.answers(who, "get", address)).found
    if not forms:
        return
    action, method, fields = die.choice(forms)
    written = {name: die.choice(offered) for name, offered in fields.items() if offered}
    spoilt = {name: die.choice(odd.WORDS) for name in die.choices([*fields, "next"], k=3)}
    site.answers(who, method, action if action.startswith("/") else address, written | spoilt)


@SHARED
@given(who=people, path=st.sampled_from(PATHS), word=words)
def test_any_word_in_an_address_gets_a_normal_response(site, who, path, word):
    site.answers(who, "get", path.format(quote(word, safe="")))


@pytest.mark.parametrize("path", [path.format("%00") for path in PATHS])
def test_an_address_with_a_null_character_is_not_found(path):
    assert Client().get(path).status_code == 404


@pytest.mark.parametrize("address", ["/report/?user=%00", "/report/?mage=%00", "/report/?duel=%00&wizard=%00"])
def test_the_subject_of_a_report_cannot_contain_a_null_character(address):
    assert as_user(a_user()).get(address).status_code == 404


def test_a_name_with_a_null_character_is_refused_by_the_form(client):
    answer = client.post("/guest/", {"name": "Mer\0lin"})
    assert "Null characters are not allowed." in answer.content.decode()


def test_each_page_refuses_methods_that_its_view_does_not_list(subtests):
    member = as_user(a_user())
    for name in {*pages.ours()} - {"favicon", "news_feed", "sitemap"}:  # Django's views, which allow any method
        (_, parameters), *_ = get_resolver().reverse_dict[name][0]
        with subtests.test(name):
            assert member.delete(reverse(name, kwargs=dict.fromkeys(parameters, "1"))).status_code == 405


def test_logging_in_with_an_invalid_next_address_uses_the_default(client):
    user = a_user()
    answer = client.post("/accounts/login/", {"login": user.username, "password": PASSWORD, "next": "http://["})
    assert answer.url == resolve_url("lobby")
