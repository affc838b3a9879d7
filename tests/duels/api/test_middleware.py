import pytest
from django.db import OperationalError
from django.test import Client

from accounts.services import tokens
from duels.api import users
from tests.builders import a_mage, a_user
from tests.duels.api.programs import API, Program, a_program

pytestmark = pytest.mark.django_db


def is_problem(answer, status, code):
    """Assert that a response is a problem document (RFC 9457) with this status and code, and return true."""
    told = answer.json()
    assert answer["Content-Type"] == "application/problem+json"
    assert (answer.status_code, told["status"], told["code"]) == (status, status, code), told
    assert told["type"] == f"/api/#{code}"
    assert {"title", "detail", "instance"} <= told.keys()
    assert told["detail"]
    return True


def test_me_returns_the_user_and_the_scopes_of_the_token():
    program = a_program("read", username="merlin")
    a_mage("Ambrosius", owner=program.user)
    told = program.get("/me").json()
    assert (told["username"], told["mages"], told["scopes"]) == ("merlin", ["Ambrosius"], ["read"])


def test_without_a_token_the_problem_says_how_to_get_one():
    answer = Program().get("/me")
    assert is_problem(answer, 401, "unauthorized")
    assert answer["WWW-Authenticate"] == 'Bearer realm="Waving Hands"'
    assert "settings" in answer.json()["detail"]


@pytest.mark.parametrize("sent", ["Bearer", "Bearer ", "Bearer wh_wrong", "Basic bWU6bWU=", "wh_x", "Bearer \xff\0"])
def test_an_invalid_token_is_refused(sent):
    answer = Program().get("/me", Authorization=sent)
    assert is_problem(answer, 401, "unauthorized")
    assert 'error="invalid_token"' in answer["WWW-Authenticate"]


def test_a_revoked_token_is_refused():
    program = a_program()
    assert program.get("/me").status_code == 200
    tokens.revoke(program.token)
    assert is_problem(program.get("/me"), 401, "unauthorized")


def test_the_token_of_a_banned_user_is_refused():
    program = a_program()
    program.user.is_active = False
    program.user.save()
    assert is_problem(program.get("/me"), 401, "unauthorized")


def test_a_token_without_the_scope_gets_a_problem_that_names_it():
    answer = a_program("message").get("/me")
    assert is_problem(answer, 403, "scope")
    assert 'scope="read"' in answer["WWW-Authenticate"]
    assert is_problem(a_program("mail").get("/me"), 403, "scope")


def test_a_session_cookie_does_not_authenticate_in_the_api(client):
    client.force_login(a_user())
    assert client.get("/settings/").status_code == 200
    assert is_problem(client.get(f"{API}/me"), 401, "unauthorized")


def test_a_response_sets_no_cookie_and_is_not_kept_by_shared_caches():
    answer = a_program().get("/me")
    assert not answer.cookies
    assert answer["Cache-Control"] == "private, no-cache"
    assert "Authorization" in answer["Vary"]


# Errors ---------------------------------------------------------------------------------------------------------------


def test_an_unknown_address_is_a_problem():
    assert is_problem(Program().get("/nowhere"), 404, "unknown")


def test_a_wrong_method_gets_the_allowed_methods():
    program = a_program()
    for answer, allowed in ((program.post("/me", {}), "GET"), (program.get("/challenges/x/accept"), "POST")):
        assert is_problem(answer, 405, "not_allowed")
        assert answer["Allow"] == allowed


def test_a_body_that_is_not_json_is_refused():
    answer = Client().post(f"{API}/me", {"a": "b"})
    assert is_problem(answer, 415, "unsupported_media_type")


@pytest.mark.parametrize("accept", ["text/html", "image/*, text/csv;q=0.5"])
def test_a_client_that_accepts_no_json_is_refused(accept):
    assert is_problem(Program().get("/ladder", Accept=accept), 406, "not_acceptable")


@pytest.mark.parametrize("accept", ["*/*", "application/*", "application/json;q=0.1", "application/problem+json"])
def test_a_client_that_accepts_json_among_others_is_answered(accept):
    assert Program().get("/ladder", Accept=accept).status_code == 200


def test_a_body_that_is_too_large_is_refused(settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    assert is_problem(a_program().post("/messages", {"to": ["@a"], "text": "x" * 1000}), 413, "oversized")


def test_null_characters_are_refused():
    assert is_problem(Program().get("/me?x=%00"), 400, "malformed")
    assert is_problem(Program().get("/m%00e"), 404, "unknown")


def test_errors_are_in_the_requested_language_or_that_of_the_user():
    german = a_program("message", language="de")
    assert german.get("/me").json()["detail"].startswith("Dieses Token")
    assert german.get("/me", **{"Accept-Language": "en"}).json()["detail"].startswith("This token")


def raises(error):
    def fail(*given):
        raise error

    return fail


def test_without_a_database_the_problem_says_when_to_retry(monkeypatch):
    program = a_program()
    monkeypatch.setattr(users, "living_mages", raises(OperationalError("gone")))
    answer = program.get("/me")
    assert is_problem(answer, 503, "away")
    assert answer["Retry-After"] == "5"


def test_an_internal_error_does_not_reveal_its_message(monkeypatch):
    program = a_program()
    program.client.raise_request_exception = False
    monkeypatch.setattr(users, "living_mages", raises(RuntimeError("secret")))
    answer = program.get("/me")
    assert is_problem(answer, 500, "failed")
    assert b"secret" not in answer.content


# Limits ---------------------------------------------------------------------------------------------------------------


def test_each_token_has_a_rate_limit_of_its_own(settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "api": "2/m/key"}
    one, other = a_program(), a_program()
    assert [one.get("/me").status_code for _number in range(3)] == [200, 200, 429]
    answer = one.get("/me")
    assert is_problem(answer, 429, "rate")
    assert 1 <= int(answer["Retry-After"]) <= 60
    assert other.get("/me").status_code == 200


def test_guesses_of_tokens_are_rate_limited_by_address(settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "api_anonymous": "2/m/ip"}
    tries = [Program().get("/me", Authorization=f"Bearer wh_{number}").status_code for number in range(3)]
    assert tries == [401, 401, 429]


def test_retry_after_lasts_until_the_oldest_request_no_longer_counts(settings, monkeypatch):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "api": "2/m/key", "think": "1/m/ip"}
    program, now = a_program(), 1_800_000_000.0
    monkeypatch.setattr("time.time", lambda: now)
    program.get("/me")
    now += 20
    program.get("/me")
    now += 10.5
    assert program.get("/me")["Retry-After"] == "30"
    now += 29.5
    assert program.get("/me").status_code == 200


def test_rate_limits_shared_with_pages_have_a_retry_after_too(settings, monkeypatch):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "think": "1/m/ip"}
    program, now = a_program(), 1_800_000_000.0
    monkeypatch.setattr("time.time", lambda: now)
    program.post("/duels/nothing/hint")
    now += 45
    answer = program.post("/duels/nothing/hint")
    assert is_problem(answer, 429, "rate")
    assert answer["Retry-After"] == "15"


# Cross-origin requests ------------------------------------------------------------------------------------------------


def test_pages_of_other_sites_may_read_but_not_write():
    answer = Program().get("/me", Origin="https://elsewhere.example")
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer
    assert "Retry-After" in answer["Access-Control-Expose-Headers"]
    assert "Access-Control-Allow-Origin" not in a_program().post("/me", {})


def test_a_preflight_request_says_what_other_sites_may_do():
    headers = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST"}
    answer = Client().options(f"{API}/me", headers=headers)
    assert answer.status_code == 204
    assert answer["Access-Control-Allow-Methods"] == "GET, HEAD"
    assert "Authorization" in answer["Access-Control-Allow-Headers"]
    assert "Access-Control-Allow-Credentials" not in answer


def test_pages_outside_the_api_have_no_cors_headers(client):
    assert "Access-Control-Allow-Origin" not in client.get("/")
