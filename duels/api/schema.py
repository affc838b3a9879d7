"""The API's OpenAPI description.

It extends django-ninja's description with scopes, errors and operation names. The additions follow the same pattern for
all operations, so they are made here instead of in each operation.
"""

from collections.abc import Iterator
from functools import cache
from http import HTTPStatus
from typing import Any

from ninja import NinjaAPI

from duels.api import lines
from duels.api.problems import MEDIA_TYPE
from wavinghands.engine import Json

DESCRIPTION = """Anything you can do on this site, your programs can do too.

Public information needs no token. For everything else, create a token at `/settings/tokens/` and send it as
`Authorization: Bearer wh_…`. Errors are problem details (RFC 9457). Lists are paginated: to get the next page, send the
`next` of a page as `cursor`. See `docs/api.md` for the rest.
"""

PROBLEM: Json = {
    "type": "object",
    "description": "An error, as problem details (RFC 9457).",
    "required": ["type", "title", "status", "code", "detail", "instance"],
    "properties": {
        "type": {
            "type": "string",
            "description": "A link that explains the code.",
            "examples": ["/api/#stale"],
        },
        "title": {"type": "string", "examples": ["Conflict"]},
        "status": {"type": "integer", "examples": [409]},
        "code": {"type": "string", "description": "The error code, for programs.", "examples": ["stale"]},
        "detail": {
            "type": "string",
            "description": "A text that tells people what to do.",
            "examples": ["This is round 4 now."],
        },
        "instance": {"type": "string", "description": "The path of the request."},
        "errors": {
            "type": "array",
            "description": "The invalid fields.",
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
    400: "The request cannot be parsed.",
    401: "The token is missing or not valid.",
    403: "The token lacks a scope, or the user may not do this.",
    404: "No object has this name.",
    406: "The Accept header excludes JSON.",
    409: "The request does not fit the current state.",
    413: "The request is too large.",
    415: "The body is not JSON.",
    422: "A value is invalid: `errors` names the fields, or `detail` says why.",
    429: "Too many requests. Try again after the seconds in the Retry-After header.",
    500: "The server has failed. Nothing has changed.",
    503: "The database is unavailable. Try again after Retry-After.",
}
OF_ALL = (400, 401, 403, 406, 422, 429, 500, 503)
"""The HTTP statuses of errors that any operation may return."""
OF_CHANGES = (409, 413, 415)
"""The HTTP statuses of additional errors, for operations that change something or take a body."""

ALSO = "x-errors"
HAS_ETAG: Json = {
    "responses": {
        200: {
            "headers": {
                "ETag": {
                    "description": "A value that changes whenever the response changes.",
                    "schema": {"type": "string"},
                },
                "Last-Modified": {"description": "The time of the latest change.", "schema": {"type": "string"}},
            }
        },
        304: {"description": "Not Modified, by ETag (If-None-Match) or date (If-Modified-Since)."},
    }
}
"""Additions to the description of operations that support conditional requests."""

HEADERS: dict[int, Json] = {
    401: {"WWW-Authenticate": {"schema": {"type": "string"}}},
    429: {"Retry-After": {"schema": {"type": "integer"}}},
    503: {"Retry-After": {"schema": {"type": "integer"}}},
}


class DescribedAPI(NinjaAPI):
    """An API whose OpenAPI description includes scopes and errors."""

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
            "token": {"type": "http", "scheme": "bearer", "description": "A user's token, which begins with `wh_`."}
        }
        return schema

    def _auths(self) -> Iterator[tuple[str, Any]]:
        """Yield each operation's name and authentication."""
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
    """Add the title, scopes and errors to an operation's OpenAPI description."""
    title, _blank, rest = operation.get("description", "").partition("\n")
    operation["summary"] = title.rstrip(".") or operation["summary"]
    operation["description"] = rest.strip() or title
    if auth is not None:
        needs = [{"token": [str(auth.scope)]}]
        operation["security"] = [{}, *needs] if auth.is_open else needs
    for status in sorted({*OF_ALL, *_own_errors(operation, path, method)}):
        operation["responses"].setdefault(status, _error(status))


def also(*errors: int, **more: Json) -> Json:
    """Return additions to an operation's OpenAPI description.

    `errors` are the statuses of its additional errors, and `more` contains further fields of the description.
    """
    return {ALSO: list(errors), **more}


def _own_errors(operation: Json, path: str, method: str) -> set[int]:
    """Return the status codes of errors that are specific to this operation."""
    by_path = {404} if "{" in path else set()
    return {*operation.pop(ALSO, ()), *by_path, *(OF_CHANGES if method != "get" else ())}


def _error(status: int) -> Json:
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    fields: Json = {"description": f"{HTTPStatus(status).phrase}. {ERRORS[status]}", "content": content}
    return fields | ({"headers": HEADERS[status]} if status in HEADERS else {})


@cache
def whole(api: NinjaAPI) -> Json:
    """Return the API's OpenAPI description.

    It is cached because it never changes while the process runs.
    """
    return dict(api.get_openapi_schema(path_prefix="/api/v1"))
