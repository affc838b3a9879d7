"""The description of the API: what ninja makes of the operations, with what all of them have in common.

Scopes, the errors that an operation may answer with, and names of operations stand here once.
"""

from collections.abc import Iterator
from functools import cache
from http import HTTPStatus
from typing import Any

from ninja import NinjaAPI

from duels.api import lines
from duels.api.problems import MEDIA_TYPE

Json = dict[str, Any]

DESCRIPTION = """Waving Hands for programs: whatever its pages can do.

Reading what everybody may see takes no token. All else takes one, made at `/settings/tokens/` and sent as
`Authorization: Bearer wh_…`. Errors are problems as RFC 9457 has them; lists come page by page: send `next` of a page
as `cursor` to have the one after it. `docs/api.md` tells the rest.
"""

PROBLEM: Json = {
    "type": "object",
    "description": "Something is wrong (RFC 9457).",
    "required": ["type", "title", "status", "code", "detail", "instance"],
    "properties": {
        "type": {"type": "string", "description": "Where the code is explained.", "examples": ["/api/#stale"]},
        "title": {"type": "string", "examples": ["Conflict"]},
        "status": {"type": "integer", "examples": [409]},
        "code": {"type": "string", "description": "For programs.", "examples": ["stale"]},
        "detail": {"type": "string", "description": "What to do, for people.", "examples": ["This is round 4 now."]},
        "instance": {"type": "string", "description": "The path that was asked for."},
        "errors": {
            "type": "array",
            "description": "Each field that is wrong.",
            "items": {
                "type": "object",
                "required": ["where", "detail"],
                "properties": {
                    "where": {"type": "string", "examples": ["query.limit"]},
                    "detail": {"type": "string"},
                },
            },
        },
    },
}

ERRORS: dict[int, str] = {
    400: "It cannot be read.",
    401: "No token, or one that is not in force.",
    403: "Not with this token, or not by this user.",
    404: "There is nothing of this name.",
    406: "Accept asks for something else than JSON.",
    409: "Not as things stand now.",
    413: "Too much at once.",
    415: "The body is no JSON.",
    422: "It does not fit: `errors` names the fields, or `detail` says why.",
    429: "Too often: ask again after as many seconds as the header Retry-After says.",
    500: "Something went wrong here, and nothing was changed.",
    503: "The database is away for a moment: ask again after Retry-After.",
}
OF_ALL = (400, 401, 403, 406, 429, 500, 503)
"""Errors that any operation may answer with."""
OF_CHANGES = (400, 409, 413, 415, 422)
"""Those of operations that change something, or take a body."""

ALSO = "x-errors"
HAS_ETAG: Json = {
    "responses": {
        200: {
            "headers": {
                "ETag": {"description": "The same as long as nothing alters.", "schema": {"type": "string"}},
                "Last-Modified": {"description": "Since when nothing has altered.", "schema": {"type": "string"}},
            }
        },
        304: {"description": "Not Modified. You have it, by its ETag (If-None-Match) or its date (If-Modified-Since)."},
    }
}
"""What an operation whose answers do not change adds to its description."""

HEADERS: dict[int, Json] = {
    401: {"WWW-Authenticate": {"schema": {"type": "string"}}},
    429: {"Retry-After": {"schema": {"type": "integer"}}},
    503: {"Retry-After": {"schema": {"type": "integer"}}},
}


class DescribedAPI(NinjaAPI):
    """An API that describes itself whole."""

    def get_openapi_operation_id(self, operation: Any) -> str:
        function = operation.view_func
        return f"{function.__module__.rpartition('.')[2]}_{function.__name__}"

    def get_openapi_schema(self, **given: Any) -> Any:
        schema = super().get_openapi_schema(**given)
        auth_of = dict(self._auths())
        for path, method, operation in _operations(schema):
            described(operation, path=path, method=method, auth=auth_of.get(operation["operationId"]))
        schema["components"]["schemas"] |= {"Problem": PROBLEM, **lines.shapes()}
        schema["components"]["securitySchemes"] = {
            "token": {"type": "http", "scheme": "bearer", "description": "A token of a user's: it begins with `wh_`."}
        }
        return schema

    def _auths(self) -> Iterator[tuple[str, Any]]:
        """Who is let in by each operation."""
        for router in self._get_bound_routers():
            for view in router.path_operations.values():
                for operation in view.operations:
                    callbacks = operation.auth_callbacks
                    yield self.get_openapi_operation_id(operation), callbacks[0] if callbacks else None


def _operations(schema: Json) -> Iterator[tuple[str, str, Json]]:
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def described(operation: Json, *, path: str, method: str, auth: Any) -> None:
    """Write to an operation its title, its scopes, and the errors that it may answer with."""
    title, _blank, rest = operation.get("description", "").partition("\n")
    operation["summary"] = title.rstrip(".") or operation["summary"]
    operation["description"] = rest.strip() or title
    if auth is not None:
        needs = [{"token": [str(auth.scope)]}]
        operation["security"] = [{}, *needs] if auth.is_open else needs
    for status in sorted({*OF_ALL, *_own_errors(operation, path, method)}):
        operation["responses"].setdefault(status, _error(status))


def also(*errors: int, **more: Json) -> Json:
    """What an operation that may answer with these errors, too, adds to its description."""
    return {ALSO: list(errors), **more}


def _own_errors(operation: Json, path: str, method: str) -> set[int]:
    """Which errors depend on what is asked."""
    by_path = {404} if "{" in path else set()
    by_fields = {422} if any(it["in"] == "query" for it in operation["parameters"]) else set()
    return {*operation.pop(ALSO, ()), *by_path, *by_fields, *(OF_CHANGES if method != "get" else ())}


def _error(status: int) -> Json:
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    told: Json = {"description": f"{HTTPStatus(status).phrase}. {ERRORS[status]}", "content": content}
    return told | ({"headers": HEADERS[status]} if status in HEADERS else {})


@cache
def whole(api: NinjaAPI) -> Json:
    """The description; it is the same for as long as this process runs."""
    return dict(api.get_openapi_schema(path_prefix="/api/v1"))
