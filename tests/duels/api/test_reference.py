"""The page that explains the API, made of its own description."""

import re

import pytest

from duels.api.problems import CODES, STATUSES
from duels.api.reference import EXPLAINED, kind
from duels.api.schema import whole
from duels.api.site import api

pytestmark = pytest.mark.django_db


def page(client):
    return client.get("/api/").content.decode()


def test_every_operation_and_every_shape_stands_on_it(client):
    text, schema = page(client), whole(api)
    for path, methods in schema["paths"].items():
        for method, told in methods.items():
            assert f"{method.upper()} {path}" in text
            assert f'id="{told["operationId"]}"' in text
    assert all(f'id="shape-{name}"' in text for name in schema["components"]["schemas"])


def test_every_code_of_an_error_is_explained_where_its_type_leads(client):
    assert {*CODES.values(), *STATUSES} <= EXPLAINED.keys()
    assert all(f'id="{code}"' in page(client) for code in EXPLAINED)


def test_its_links_lead_somewhere_and_nothing_comes_from_elsewhere(client):
    text = page(client)
    assert set(re.findall(r'href="#([^"]+)"', text)) <= set(re.findall(r'id="([^"]+)"', text))
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', text)
    assert "style=" not in text


def test_it_is_found_from_every_page(client):
    assert 'href="/api/"' in client.get("/faq/").content.decode()


@pytest.mark.parametrize(
    ("schema", "words", "shape"),
    [
        ({"type": "string", "format": "date"}, "string date", ""),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, "integer or null", ""),
        ({"type": "array", "items": {"$ref": "#/components/schemas/DuelOut"}}, "list of", "DuelOut"),
        ({"anyOf": [{"$ref": "#/components/schemas/ResultOut"}, {"type": "null"}]}, "null or", "ResultOut"),
        ({"enum": ["", "won"]}, '"" | "won"', ""),
        ({}, "anything", ""),
    ],
)
def test_what_fits_is_told_in_words(schema, words, shape):
    assert kind(schema) == (words, shape)
