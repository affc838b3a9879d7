from contextlib import closing
from http import HTTPStatus

import pytest
from django.test import Client


@pytest.mark.parametrize("path", ["/accounts/login/", "/healthz", "/no/such/page", "/static/js/pages/duel/duel.js"])
@pytest.mark.django_db
def test_responses_forbid_unused_features_and_use_by_other_sites(client: Client, path: str):
    with closing(client.get(path)) as answer:
        headers = answer.headers
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    closed = set(headers.get("Permissions-Policy", "").split(", "))
    is_page = not path.endswith(".js")
    assert ({"camera=()", "geolocation=()", "microphone=()"} <= closed) == is_page
    assert ("Permissions-Policy" in headers) == is_page


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("form", "page"),
    [
        ("/friend/", "/"),
        ("/tournaments/abc/join/", "/tournaments/abc/"),
        ("/puzzles/runs/abc/def/skip/", "/puzzles/runs/abc/def/"),
        ("/replay/abc/3/play-on/", "/replay/abc/3/"),
        ("/lobby/house/tansy/", "/lobby/"),
    ],
)
def test_opening_the_address_of_a_form_leads_to_the_page_above_it(client: Client, form: str, page: str):
    answer = client.get(form)
    assert (answer.status_code, answer.headers["Location"]) == (HTTPStatus.FOUND, page)
