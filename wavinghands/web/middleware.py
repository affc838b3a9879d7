"""Middleware for every page of the site.

`MIDDLEWARE` in the settings sets the order.
"""

from collections.abc import Callable
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import redirect
from django.urls import is_valid_path

GetResponse = Callable[[HttpRequest], HttpResponseBase]

UNUSED_FEATURES = ("accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "hid", "magnetometer",
                   "microphone", "midi", "payment", "serial", "usb")  # fmt: skip
"""Browser features that no page uses. The policy forbids them, so that injected scripts cannot use them either."""
PERMISSIONS_POLICY = ", ".join(f"{feature}=()" for feature in UNUSED_FEATURES)

SUBRESOURCES = ("text/javascript", "text/css", "font/")
"""Content types sent without the permissions policy. They do not need it, and it would slow down the first load."""


class HeadersMiddleware:
    """Middleware that sets the security headers for which Django has no setting."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        content_type = response.headers.get("Content-Type", "")
        is_picture = content_type.startswith("image/")  # other sites may show this site's pictures, and nothing else
        response.headers.setdefault("Cross-Origin-Resource-Policy", "cross-origin" if is_picture else "same-origin")
        if not content_type.startswith(SUBRESOURCES):
            response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        return response


class CompressionMiddleware(GZipMiddleware):
    """Middleware that compresses pages, but not streams.

    Django compresses each part of a stream separately, and browsers read only the first.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        return super().process_response(request, response) if isinstance(response, HttpResponse) else response


class NotAllowedMiddleware:
    """Middleware that redirects GET requests for URLs that only accept a submitted form.

    People may open such a URL again after an error in the form. They are sent to the closest page above it, such as
    `/clubs/owls/` for `/clubs/owls/message/`. Programs that call the API with a wrong method get an error.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        is_opened = request.method == "GET" and not request.path_info.startswith("/api/")
        if not is_opened or response.status_code != HTTPStatus.METHOD_NOT_ALLOWED:
            return response
        return redirect(_page_above(request.path_info))


def _page_above(path: str) -> str:
    """Return the longest path above `path` that has a view, or "/" if there is none.

    The view may be that of another form.
    """
    parts = path.strip("/").split("/")
    above = ("/".join(["", *parts[:length], ""]) for length in range(len(parts) - 1, 0, -1))
    return next(filter(is_valid_path, above), "/")


class NullCharactersMiddleware:
    """Middleware that responds with 404 to paths that contain null characters.

    PostgreSQL would raise an error for them.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if "\0" in request.path:
            raise Http404
        return self.get_response(request)
