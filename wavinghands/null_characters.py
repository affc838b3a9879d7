"""Paths with null characters, which nobody's name has."""

from collections.abc import Callable

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase


class NullCharactersMiddleware:
    """Finds nothing there, before anything is looked for: PostgreSQL fails where it is asked for one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if "\0" in request.path:
            raise Http404
        return self.get_response(request)
