"""Error responses for programs, as `application/problem+json`. Source: RFC 9457.

`code` is for programs, and `type` links to an explanation of the code. `detail` tells people what to do, in their
language. `errors` lists the invalid fields of the request. docs/api.md lists the codes.
"""

import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from html import unescape
from http import HTTPStatus
from typing import Any

from django.core.exceptions import ObjectDoesNotExist, RequestDataTooBig, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.html import strip_tags
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, Throttled
from ninja.errors import ValidationError as Misfit
from redis.exceptions import RedisError

from accounts.permissions import Forbidden
from duels.wording.refusals import FAILED, Refused
from wavinghands.db.connections import AWAY, drain_pool
from wavinghands.web.error_views import RETRY_AFTER

logger = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
WHERE_EXPLAINED = "/api/#"
REALM = 'Bearer realm="Waving Hands"'

BODY = "given"
"""The name of the argument through which an operation receives the body."""

CODES: dict[int, str] = {
    400: "malformed",
    401: "unauthorized",
    403: "forbidden",
    404: "unknown",
    405: "not_allowed",
    406: "not_acceptable",
    409: "conflict",
    413: "oversized",
    415: "unsupported_media_type",
    422: "invalid",
    429: "rate",
    500: "failed",
    503: "away",
}
"""The default error code for each HTTP status."""

STATUSES: dict[str, int] = {
    "malformed": 422,
    "oversized": 413,
    "stale": 409,
    "not_yours": 403,
    "over": 409,
    "illegal": 422,
    "unknown": 404,
    "rate": 429,
    "failed": 500,
    "forbidden": 403,
}
"""The HTTP status for each `Refused` code."""


class Problem(Exception):
    """Raised by the API itself to return an error response.

    `detail` tells people what to do.
    """

    def __init__(self, status: int, detail: str, *, code: str = "", **headers: str) -> None:
        super().__init__(detail)
        self.status, self.detail, self.code = status, detail, code
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


def answer(
    request: HttpRequest,
    status: int,
    detail: str,
    *,
    code: str = "",
    errors: Sequence[Mapping[str, str]] = (),
    headers: Mapping[str, str] | None = None,
) -> HttpResponse:
    """Return an error response in the format `application/problem+json`."""
    name = code or CODES.get(status, "failed")
    fields: dict[str, Any] = {
        "type": f"{WHERE_EXPLAINED}{name}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": name,
        "detail": detail,
        "instance": request.path,
    }
    if errors:
        fields["errors"] = list(errors)
    return HttpResponse(json.dumps(fields), status=status, content_type=MEDIA_TYPE, headers=dict(headers or {}))


def words_for(status: int) -> str:
    """Return the default `detail` for an HTTP status."""
    known = {
        400: _("The request couldn’t be read. Check its format."),
        401: _("Send a valid token: Authorization: Bearer wh_… You can create tokens in your settings."),
        404: _("There is nothing at this address. See the reference at /api/."),
        405: _("This address doesn’t support this method. The Allow header lists the supported methods."),
        406: _(
            "Responses are JSON, and streams are application/x-ndjson. Allow the matching type in the Accept "
            "header, or omit the header."
        ),
        413: _("The request is too large. Send less data."),
        415: _("Send JSON with Content-Type: application/json."),
        429: _("Too many requests. Wait for the number of seconds in Retry-After, then try again."),
        503: _("The database is temporarily unavailable. Try again."),
    }
    return known.get(status, str(FAILED))


def install(api: NinjaAPI) -> None:
    """Register the handlers that turn exceptions into problem responses."""
    for kind, handler in HANDLERS.items():
        api.add_exception_handler(kind, handler)


def _problem(request: HttpRequest, error: Problem) -> HttpResponse:
    return answer(request, error.status, error.detail, code=error.code, headers=error.headers)


def _misfit(request: HttpRequest, error: Misfit) -> HttpResponse:
    errors = [{"where": _where(it["loc"]), "detail": _what_is_wrong(it)} for it in error.errors]
    return answer(request, 422, _("The request is invalid. The field “errors” says why."), errors=errors)


def _where(place: Sequence[str | int]) -> str:
    """Return the path to a field, such as `body.moves.0.orders`.

    The name of the argument that receives the body is left out.
    """
    source, *path = place
    return ".".join(map(str, [source, *(path[1:] if source == "body" and path[:1] == [BODY] else path)]))


def _what_is_wrong(error: Mapping[str, Any]) -> str:
    return _("There is no such field. Remove it.") if error.get("type") == "extra_forbidden" else str(error["msg"])


def _refused(request: HttpRequest, error: Refused) -> HttpResponse:
    return answer(request, STATUSES[error.code], error.why, code=error.code)


def _invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    if isinstance(error, Forbidden):
        return answer(request, 403, _joined(error.messages))
    by_field = error.message_dict if hasattr(error, "error_dict") else {}
    errors = [{"where": field, "detail": _joined(texts)} for field, texts in by_field.items()]
    return answer(request, 422, _joined(error.messages), errors=errors)


def _joined(messages: Iterable[str]) -> str:
    """Join messages into one plain text without HTML tags."""
    return " ".join(unescape(strip_tags(it)) if isinstance(it, SafeString) else it for it in messages)


def _not_found(request: HttpRequest, error: Exception) -> HttpResponse:
    """Return a 404 response.

    If the error is an `Http404` with a message, this message is the `detail`. Otherwise, the default is used, because
    the message of an `ObjectDoesNotExist` would not help users.
    """
    text = str(error) if isinstance(error, Http404) and error.args else ""
    return answer(request, 404, text or words_for(404))


def _unauthorized(request: HttpRequest, error: Exception) -> HttpResponse:
    was_sent = "Authorization" in request.headers
    challenge = f'{REALM}, error="invalid_token"' if was_sent else REALM
    return answer(request, 401, words_for(401), headers={"WWW-Authenticate": challenge})


def _too_often(request: HttpRequest, error: Throttled) -> HttpResponse:
    wait = int(error.wait or getattr(request, "seconds_to_wait", 0) or 1)
    return answer(request, 429, words_for(429), headers={"Retry-After": str(wait)})


def _http_error(request: HttpRequest, error: HttpError) -> HttpResponse:
    return answer(request, error.status_code, words_for(error.status_code))


def _too_big(request: HttpRequest, error: Exception) -> HttpResponse:
    return answer(request, 413, words_for(413))


def _unavailable(request: HttpRequest, error: Exception) -> HttpResponse:
    logger.warning("%s: %s", request.path, error)
    if isinstance(error, AWAY):
        drain_pool()
    return answer(request, 503, words_for(503), headers={"Retry-After": str(RETRY_AFTER)})


def _failed(request: HttpRequest, error: Exception) -> HttpResponse:
    raise error  # Django logs it, and the middleware turns its response into a problem


HANDLERS: dict[type[Exception], Any] = {
    Problem: _problem,
    Misfit: _misfit,
    Refused: _refused,
    ValidationError: _invalid,
    Http404: _not_found,
    ObjectDoesNotExist: _not_found,
    AuthenticationError: _unauthorized,
    Throttled: _too_often,
    HttpError: _http_error,
    RequestDataTooBig: _too_big,
    RedisError: _unavailable,
    **dict.fromkeys(AWAY, _unavailable),
    Exception: _failed,
}
