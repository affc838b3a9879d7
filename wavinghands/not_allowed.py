"""What one sees who comes by an address that only buttons lead to."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render


class NotAllowedMiddleware:
    """Gives the answer to who comes with GET to what takes none a page: Django leaves it empty."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if request.method != "GET" or response.status_code != HTTPStatus.METHOD_NOT_ALLOWED:
            return response
        return _page(request, allowed=response.headers["Allow"])


def _page(request: HttpRequest, allowed: str) -> HttpResponse:
    page = render(request, "405.html", status=HTTPStatus.METHOD_NOT_ALLOWED)
    page.headers["Allow"] = allowed
    return page
