"""Strict validation of requests, which rejects unknown fields."""

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

from django.http import HttpRequest
from ninja import NinjaAPI, Schema
from ninja.errors import HttpError, ValidationError

from duels.api.problems import BODY


class RequestSchema(Schema, extra="forbid"):
    """The base class of schemas for requests.

    Requests with unknown fields are rejected.
    """


def install(api: NinjaAPI) -> None:
    """Reject unknown query parameters, and any fields in the body if the operation takes no body.

    If an operation takes a body, its `RequestSchema` rejects unknown fields.
    """

    def known_fields_only(operation: Callable[..., Any]) -> Callable[..., Any]:
        models = operation._ninja_operation.models  # type: ignore[attr-defined]
        sources = {model.__ninja_param_source__: model for model in models}
        queries = sources["query"].__ninja_flatten_map__ if "query" in sources else {}

        @wraps(operation)
        def checked(request: HttpRequest, *given: Any, **fields: Any) -> Any:
            unknown: list[tuple[str, ...]] = [("query", name) for name in request.GET if name not in queries]
            if "body" not in sources and request.method != "GET":
                unknown += _fields_of_body(api, request)
            if unknown:
                raise ValidationError([{"type": "extra_forbidden", "loc": field} for field in unknown])
            return operation(request, *given, **fields)

        return checked

    api.add_decorator(known_fields_only, mode="operation")


def _fields_of_body(api: NinjaAPI, request: HttpRequest) -> Iterator[tuple[str, ...]]:
    """Yield the path of each field in the body of a request that should have no body.

    The body `{}` has no fields.
    """
    if not request.body:
        return
    try:
        body = api.parser.parse_body(request)
    except ValueError as error:
        raise HttpError(400, "malformed JSON") from error
    if isinstance(body, dict):
        yield from (("body", BODY, name) for name in body)
    else:
        yield "body", BODY
