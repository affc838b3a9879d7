"""Run callbacks after the response has been sent."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

Callback = Callable[[], object]


def after_response(request: HttpRequest | None, callback: Callback) -> None:
    """Call a function after the response to a request has been sent.

    If there is no request, call it immediately. Django ignores an exception that the function raises.
    """
    callbacks: list[Callback] | None = getattr(request, "after_response", None)
    if callbacks is None:
        callback()
    else:
        callbacks.append(callback)


class AfterResponseMiddleware:
    """Middleware that runs a request's callbacks when its response is closed.

    Servers close a response after sending it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        request.after_response = callbacks = list[Callback]()  # type: ignore[attr-defined]  # for `after_response`
        response = self.get_response(request)
        response._resource_closers.extend(callbacks)  # type: ignore[attr-defined]  # as `FileResponse` does
        return response
