"""Tests that German pages contain no English text, except for names and texts written by users."""

import re

import pytest
from django.test import Client

from accounts.models import User
from tests.bare_words import said_in
from tests.duels.test_queries import a_world, addresses, fill

pytestmark = pytest.mark.django_db

ALIKE = re.compile(
    r"normal|Hear me\.|I hear\.|En garde!|Look!|Come!|News\.?|Text \(\.txt\)|(black|correspondent|user\d+|watcher)( ·)?"
    r"|Evening( \d)?( · Waving Hands)?|URL:\S+"
    r"|live|optional|Isle of Man|\S+@localhost"
)
"""Names, users' texts, and words that are the same in both languages."""
SPOKEN = re.compile(r"[^\W\d_]\W+[a-z]{2}|^[a-z]{3}")
"""Text that needs to be translated: several words, or a word in lower case."""


@pytest.fixture
def browsers():
    """Return an English and a German client of a user who has at least one row of everything that pages show."""
    black, white = a_world()
    fill(black, white, 1)
    return [browser(black.owner, language) for language in ("en", "de")]


def browser(user, language):
    client = Client(headers={"Accept-Language": language})
    client.force_login(user)
    return client


def said_at(address, client):
    answer = client.get(address, follow=True)
    text, kind = answer.getvalue().decode(), answer.headers["Content-Type"]
    if "html" not in kind:
        return set() if "json" in kind else set(text.splitlines())
    return set(said_in(re.sub(r"<(script|style).*?</\1>", "", text, flags=re.DOTALL)))


IN_ENGLISH = {"/api/"}
"""Addresses of pages for programmers. The API reference is in English only, like docs/."""


def test_no_german_page_has_words_of_the_english_page(browsers):
    User.objects.update(language="")  # the browsers send the language with each request
    pages = set(addresses()) - IN_ENGLISH
    alike = {address: set.intersection(*(said_at(address, client) for client in browsers)) for address in pages}
    assert {
        text for texts in alike.values() for text in texts if SPOKEN.search(text) and not ALIKE.fullmatch(text)
    } == set()
