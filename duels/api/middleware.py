"""The API's middleware.

It removes cookies, adds CORS headers, and turns all errors into problem responses (RFC 9457), including error pages of
Django and of other middleware. Only tokens authenticate requests to `/api/v1/`, so browsers add no credentials that the
API accepts. It is therefore safe to let other sites read the responses.
"""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from duels.api import problems

PATH = "/api/v1/"
READS = {"GET", "HEAD"}
ANSWERS = ("application/json", "application/x-ndjson", problems.MEDIA_TYPE)
"""The media types of responses. A client that accepts none of them gets status 406."""
KEPT = ("Allow", "Retry-After", "WWW-Authenticate")
"""Headers of an error response that are copied to the problem response."""
CORS = {"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin"}
EXPOSED = {"Access-Control-Expose-Headers": "ETag, Retry-After"}
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD",
    "Access-Control-Allow-Headers": (
        "Accept, Accept-Language, Authorization, If-Modified-Since, If-None-Match, Last-Event-ID"
    ),
    "Access-Control-Max-Age": "86400",
}


class ApiMiddleware:
    """Middleware for the API.

    It must precede all middleware that reads cookies.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.path.startswith(PATH):
            return self.get_response(request)
        if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
            return HttpResponse(status=HTTPStatus.NO_CONTENT, headers={**CORS, **PREFLIGHT})
        request.COOKIES.clear()
        is_read = request.method in READS
        if request.method == "HEAD":
            request.method = "GET"  # the server drops the body
        response = _refusal(request) or _as_problem(request, self.get_response(request))
        response.headers.setdefault("Cache-Control", "private, no-cache")
        patch_vary_headers(response, ["Authorization"])
        if is_read:
            for name, value in {**CORS, **EXPOSED}.items():
                response.headers[name] = value
        return response


def _refusal(request: HttpRequest) -> HttpResponse | None:
    """Return a problem response to a request that no operation can handle, or `None` for any other request.

    The query string, the Accept header and the media type of the body are checked.
    """
    if "%00" in request.META.get("QUERY_STRING", ""):
        return problems.answer(request, 400, _("Null characters aren’t allowed. Remove them."))
    if "Accept" in request.headers and not any(map(request.accepts, ANSWERS)):
        return problems.answer(request, 406, problems.words_for(406))
    if request.method not in READS and _has_body(request) and request.content_type != "application/json":
        return problems.answer(request, 415, problems.words_for(415))
    return None


def _has_body(request: HttpRequest) -> bool:
    return request.META.get("CONTENT_LENGTH") not in (None, "", "0") or "Transfer-Encoding" in request.headers


def _as_problem(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Turn an error response into a problem response."""
    is_told = response.headers.get("Content-Type", "").startswith(problems.MEDIA_TYPE)
    if response.status_code < HTTPStatus.BAD_REQUEST or is_told:
        return response
    kept = {name: response.headers[name] for name in KEPT if name in response.headers}
    return problems.answer(request, response.status_code, problems.words_for(response.status_code), headers=kept)
