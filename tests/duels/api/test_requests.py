"""Tests that requests with unknown fields are rejected, with an error that names the fields."""

import re

import pytest

from duels.api.schema import whole
from duels.api.site import api
from duels.models import Challenge
from tests.builders import a_mage
from tests.duels.api.programs import API, a_program
from tests.duels.api.test_middleware import is_problem

pytestmark = pytest.mark.django_db

SCHEMA = whole(api)
SHAPES = SCHEMA["components"]["schemas"]
OPERATIONS = [
    (method, path, operation) for path, methods in SCHEMA["paths"].items() for method, operation in methods.items()
]


def objects_in(schema, place):
    """Yield the dotted path and the schema of each object with fields, at any depth in `schema`.

    `place` is the path of `schema` itself. The path of a named schema is its name.
    """
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        yield from objects_in(SHAPES[name], name)
    if "properties" in schema:
        yield place, schema
    for name, inner in schema.get("properties", {}).items():
        yield from objects_in(inner, f"{place}.{name}")
    for inner in (*schema.get("anyOf", ()), *schema.get("allOf", ()), *filter(None, [schema.get("items")])):
        yield from objects_in(inner, place)


def test_every_object_in_every_request_refuses_unknown_fields():
    found = {
        place: shape.get("additionalProperties")
        for _method, path, operation in OPERATIONS
        if "requestBody" in operation
        for place, shape in objects_in(operation["requestBody"]["content"]["application/json"]["schema"], path)
    }
    assert {"ChallengeIn", "OrdersIn", "MoveIn"} <= found.keys()
    assert set(found.values()) == {False}, found


def places(answer):
    return {error["where"] for error in answer.json()["errors"]}


def address(path, operation):
    """Return a URL for an operation, with its required query parameters and an unknown parameter named `gift`."""
    needed = [it["name"] for it in operation["parameters"] if it["in"] == "query" and it["required"]]
    return re.sub(r"{\w+}", "1", path.removeprefix(API)) + "?" + "&".join([*(f"{name}=1" for name in needed), "gift=1"])


@pytest.mark.parametrize(
    ("method", "path", "operation"), OPERATIONS, ids=[operation["operationId"] for *_, operation in OPERATIONS]
)
def test_every_operation_names_unknown_fields_in_its_refusal(method, path, operation):
    takes_body = method in ("post", "put")
    body = {"body": {"present": 1}} if takes_body else {}
    answer = getattr(a_program(), method)(address(path, operation), **body)
    assert is_problem(answer, 422, "invalid")
    fields = {error["where"]: error["detail"] for error in answer.json()["errors"]}
    unknown = "body.present" if takes_body else "query.gift"
    assert fields[unknown] == "There is no such field. Remove it."


def test_an_unknown_query_parameter_of_a_request_with_a_body_is_named():
    program = a_program()
    a_mage(owner=program.user)
    answer = program.post("/challenges?comment=1", {"control": "1d"})
    assert (answer.status_code, places(answer)) == (422, {"query.comment"})
    assert not Challenge.objects.exists()


def test_a_wrong_name_for_the_clock_posts_nothing():
    program = a_program()
    a_mage(owner=program.user)
    answer = program.post("/challenges", {"pace": "yesterday"})
    assert (answer.status_code, places(answer)) == (422, {"body.pace"})
    assert not Challenge.objects.exists()


@pytest.mark.parametrize(
    ("path", "body", "place"),
    [
        ("/lessons/gestures", {"moves": [{"orders": {}, "answer": {}}]}, "body.moves.0.answer"),
        ("/puzzles/one/tries", {"moves": [{"order": {}}]}, "body.moves.0.order"),
        ("/challenges/one/accept", {"given": 1}, "body.given"),
        ("/challenges/one/decline", {"given": 1}, "body.given"),
        ("/challenges/one/decline", [1], "body"),
    ],
)
def test_the_place_of_a_field_is_its_path_in_what_was_sent(path, body, place):
    assert place in places(a_program().post(path, body))


def test_an_empty_object_is_as_good_as_no_body():
    answers = [a_program().post("/bot", *body) for body in ((), ({},))]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert is_problem(
        a_program().client.post(f"{API}/bot", "{", "application/json", headers=a_program().headers), 400, "malformed"
    )
