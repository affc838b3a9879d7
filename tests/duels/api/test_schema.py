"""Tests that the API schema is complete and that responses match it."""

import ast
from pathlib import Path

from django.conf import settings

from duels.api.schema import whole
from duels.api.site import api
from tests.duels.api.programs import API, Program

METHODS = {"get", "post", "put", "patch", "delete"}
SCHEMA = whole(api)
OPERATIONS = [(path, method) for path, methods in SCHEMA["paths"].items() for method in methods]


def of(operation):
    path, method = operation
    return SCHEMA["paths"][path][method]


def test_the_description_is_open_to_all_and_can_be_cached(db):
    answer = Program().get("/openapi.json")
    assert answer.json()["openapi"].startswith("3.1")
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert Program().get("/openapi.json", **{"If-None-Match": answer["ETag"]}).status_code == 304


def test_the_description_is_written_once_per_process(db, monkeypatch):
    first = Program().get("/openapi.json").content
    monkeypatch.setattr("duels.api.reference.whole", None)
    assert Program().get("/openapi.json").content == first


def test_names_of_operations_are_unique():
    names = [of(operation)["operationId"] for operation in OPERATIONS]
    assert len(names) == len(set(names))


def test_no_two_shapes_have_the_same_name():
    files = (Path(settings.BASE_DIR) / "duels" / "api").glob("*.py")
    shapes = [
        node.name for file in files for node in ast.parse(file.read_text()).body if isinstance(node, ast.ClassDef)
    ]
    assert sorted(shapes) == sorted(set(shapes))


def is_well_described(path, method, operation):
    """Return whether the schema describes an operation's purpose, scopes and errors."""
    return (
        path.startswith(f"{API}/")
        and method in METHODS
        and all(operation.get(name) for name in ("summary", "description", "tags", "security"))
        and {401, 429, 503} <= operation["responses"].keys()
        and ("{" in path) <= (404 in operation["responses"])
    )


def test_each_operation_has_a_title_scopes_and_errors():
    assert len(OPERATIONS) > 40
    assert [operation for operation in OPERATIONS if not is_well_described(*operation, of(operation))] == []


def test_each_error_is_a_problem():
    errors = [
        (*operation, status, list(answer["content"]))
        for operation in OPERATIONS
        for status, answer in of(operation)["responses"].items()
        if int(status) >= 400
    ]
    assert [error for error in errors if error[-1] != ["application/problem+json"]] == []
    assert len(errors) > 3 * len(OPERATIONS)


def test_scopes_are_those_of_tokens():
    scopes = {scope for it in OPERATIONS for needs in of(it)["security"] for scope in needs.get("token", ())}
    assert "read" in scopes
    assert scopes <= {"read", "challenge", "play", "message"}
