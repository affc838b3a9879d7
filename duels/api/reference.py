"""What the API says of itself: its description for programs, and the page that people read, made of the same."""

import json
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import condition, require_safe

from duels.api.schema import whole
from duels.api.site import api
from wavinghands.web.conditional import release

Json = dict[str, Any]

BOUNDS = {"minimum": "at least", "maximum": "at most", "maxLength": "letters at most", "maxItems": "entries at most"}
EXPLAINED = {
    "away": "The database is away for a moment. Ask again after Retry-After.",
    "conflict": "Not as things stand now.",
    "failed": "Something went wrong here. Nothing was changed; try again.",
    "forbidden": "This user may not do that: detail says why.",
    "illegal": "The rules do not allow it: detail says why.",
    "imported": "The duel came as a record. Read that, or its course.",
    "invalid": "It does not fit: errors names the fields.",
    "malformed": "It cannot be read.",
    "not_acceptable": "Accept asks for what there is not: answers are JSON.",
    "not_allowed": "The address takes other methods: Allow names them.",
    "not_open": "It is open when the duel is over.",
    "not_yours": "Only who plays in it may.",
    "over": "The duel, or the scene, is over.",
    "oversized": "Too much at once.",
    "rate": "Too often. Ask again after Retry-After.",
    "scope": "The token is not for that: WWW-Authenticate names the scope.",
    "stale": "It has gone on meanwhile. Read it again.",
    "streams": "So many streams are open as a user may have. Close one.",
    "unauthorized": "No token, or one that is not in force.",
    "unknown": "There is nothing of this name.",
    "unsupported_media_type": "Send JSON.",
}
"""What the codes of errors mean. Each has its place on the page, to which the `type` of a problem leads."""


def _etag(request: HttpRequest) -> str:
    return f'"{release()}"'


@require_safe
@condition(etag_func=_etag)
def openapi(request: HttpRequest) -> HttpResponse:
    """The description. Source: OpenAPI 3.1."""
    return JsonResponse(whole(api))


# The page -------------------------------------------------------------------------------------------------------------


class Kind(NamedTuple):
    """What something is, in words; `shape`: the name of the shape, where it is one."""

    words: str
    shape: str = ""


class Part(NamedTuple):
    """A parameter of an operation, or a field of a shape."""

    name: str
    kind: Kind
    about: str
    is_needed: bool


class Operation(NamedTuple):
    """An operation as the page tells it. `scope`: which its token has; `is_open`: it takes none."""

    id: str
    method: str
    path: str
    title: str
    about: str
    scope: str
    is_open: bool
    parts: list[Part]
    body: Kind | None
    answer: Kind
    errors: list[tuple[int, str]]


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The reference: all operations, shapes and codes of errors."""
    schema = whole(api)
    context = {
        "chapters": chapters(schema),
        "shapes": [(name, it.get("description", ""), fields(it)) for name, it in sorted(shapes(schema).items())],
        "codes": sorted(EXPLAINED.items()),
    }
    return render(request, "api/reference.html", context)


def chapters(schema: Json) -> dict[str, list[Operation]]:
    """All operations, by what they are about."""
    found: dict[str, list[Operation]] = {}
    for path, methods in schema["paths"].items():
        for method, told in methods.items():
            found.setdefault(told["tags"][0], []).append(_operation(method, path, told))
    return found


def shapes(schema: Json) -> dict[str, Json]:
    """What bodies and answers are made of, by name."""
    return dict(schema["components"]["schemas"])


def _operation(method: str, path: str, told: Json) -> Operation:
    responses = {int(status): it for status, it in told["responses"].items()}
    answer = next(it for status, it in responses.items() if status < 300)
    scopes = [scope for needs in told["security"] for scope in needs.get("token", ())]
    return Operation(
        id=told["operationId"],
        method=method.upper(),
        path=path,
        title=told["summary"].replace("`", ""),
        about=told["description"],
        scope=scopes[0] if scopes else "",
        is_open={} in told["security"],
        parts=[Part(it["name"], kind(it["schema"]), _about(it["schema"]), it["required"]) for it in told["parameters"]],
        body=_content(told["requestBody"]) if "requestBody" in told else None,
        answer=_content(answer),
        errors=[(status, it["description"]) for status, it in responses.items() if status >= 300],
    )


def _content(told: Json) -> Kind:
    """What a body or an answer is, or its media type, where it has no schema; nothing, where there is none."""
    contents = told.get("content", {}).items()
    return next((kind(it["schema"]) if "schema" in it else Kind(media) for media, it in contents), Kind("nothing"))


def fields(shape: Json) -> list[Part]:
    """The fields of a shape, or what else it may be."""
    if "anyOf" in shape:
        return [Part("", kind(it), "", is_needed=False) for it in shape["anyOf"]]
    needed = shape.get("required", ())
    return [Part(name, kind(it), _about(it), name in needed) for name, it in shape.get("properties", {}).items()]


def kind(schema: Json) -> Kind:
    """What fits this schema."""
    if "$ref" in schema:
        return Kind("", schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        kinds = [kind(one) for one in schema["anyOf"]]
        shape = next((it.shape for it in kinds if it.shape), "")
        return Kind(" or ".join([*(it.words for it in kinds if it.words), *([""] if shape else [])]).rstrip(), shape)
    if "enum" in schema:
        return Kind(" | ".join(json.dumps(value, ensure_ascii=False) for value in schema["enum"]))
    if schema.get("type") == "array":
        of = kind(schema.get("items", {}))
        return Kind(f"list of {of.words}".rstrip(), of.shape)
    return Kind(" ".join(filter(None, (schema.get("type", "anything"), schema.get("format")))))


def _about(schema: Json) -> str:
    """What is said of it, within which bounds it is, and what it is if it is left out."""
    bounds = [f"{words} {schema[name]}" for name, words in BOUNDS.items() if name in schema]
    default = [f"usually {json.dumps(schema['default'])}"] if schema.get("default") not in (None, "") else []
    limits = ", ".join((*bounds, *default))
    return " ".join(filter(None, (schema.get("description", ""), f"({limits})" if limits else "")))
