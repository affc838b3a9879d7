"""Tests that send generated requests to every API operation.

No response may be a server error, and each must match the API schema.
"""

import json

import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.duels.api.sites import a_site

SHARE = 10
"""Each operation gets the profile's number of examples divided by this: 2 in quick runs, 10 in thorough ones."""
STORIES, STEPS = 12, 10
"""The number of request sequences, and the number of requests in each. Requests use values from earlier responses."""
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
PATIENT = {"deadline": None, "suppress_health_check": list(HealthCheck), "derandomize": True, "database": None}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    settings = {"DJANGO_SETTINGS_MODULE": "tests.duels.api.unlimited", "STREAM_BEAT": "0.5"}
    with a_site(tmp_path_factory.mktemp("site"), "Black", "White", **settings) as site:
        slug = _begin(site)
        site.known = {"slug": slug, "wizard": "tansy", "username": "black", "name": "Black"}
        yield site


def _begin(site):
    """Play a round of a new duel, post an open challenge, and return the duel's slug."""
    challenge = {"audience": "mage", "named": ["White"], "control": "1d", "friendly": True}
    token = site.program("Black").post("/challenges", json=challenge).json()["token"]
    slug = site.program("White").post(f"/challenges/{token}/accept", json={}).json()["duel"]
    for name in ("Black", "White"):
        site.program(name).put(f"/duels/{slug}/orders", json={"round": 1, "orders": {"left": "W", "right": "-"}})
    site.program("White").post("/challenges", json={"control": "7d"})
    return slug


@pytest.fixture(scope="module")
def schema(site):
    """Return the API schema without streams, which never end."""
    whole = schemathesis.openapi.from_dict(site.program("Black").get("/openapi.json").json())
    whole.config.update(base_url=site.address)
    return whole.exclude(path_regex="/stream/")


def headers(site, name="Black"):
    return {"Authorization": f"Bearer {site.secrets[name]}"}


def test_every_operation_responds_as_described(site, schema):
    asked = 0
    for found in schema.get_all_operations():
        operation = found.ok()

        @hypothesis.settings(max_examples=hypothesis.settings.default.max_examples // SHARE, **PATIENT)
        @hypothesis.given(case=operation.as_strategy())
        def ask(case):
            if "slug" in (case.path_parameters or {}) and case.operation.path.startswith("/api/v1/duels"):
                case.path_parameters["slug"] = site.known["slug"]  # needed so that the duel exists
            case.call_and_validate(checks=CHECKS, headers=headers(site))

        ask()
        asked += 1
    assert asked > 40


@pytest.mark.thorough
def test_requests_that_use_earlier_responses_get_described_responses(site, schema):
    machine = schema.as_state_machine()

    class Program(machine):
        def get_call_kwargs(self, case):
            return {"headers": headers(site, "White")}

        def validate_response(self, response, case, **kwargs):
            case.validate_response(response, checks=CHECKS)

    Program.run(settings=hypothesis.settings(max_examples=STORIES, stateful_step_count=STEPS, **PATIENT))


def test_the_description_contains_the_streams(site):
    paths = site.program("Black").get("/openapi.json").json()["paths"]
    assert {"/api/v1/stream/events", "/api/v1/stream/duels/{slug}"} <= paths.keys(), json.dumps([*paths])


def test_a_body_without_a_length_that_is_too_large_is_a_problem(site):
    headers = {"Content-Type": "application/json"}
    for path in ("/messages", "/bot"):
        answer = site.program("Black").post(path, content=(b"x" * 100_000 for _ in range(40)), headers=headers)
        assert (answer.status_code, answer.headers["Content-Type"]) == (413, "application/problem+json")
        assert answer.json()["code"] == "oversized"
