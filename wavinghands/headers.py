"""Headers of every answer that Django has no setting for."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

UNUSED = ("accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "hid", "magnetometer",
          "microphone", "midi", "payment", "serial", "usb")  # fmt: skip
"""What browsers can do and no page of ours asks for, nor shall whatever gets into one."""
PERMISSIONS = ", ".join(f"{feature}=()" for feature in UNUSED)

PARTS = ("text/javascript", "text/css", "font/")
"""What is never a page by itself, which permissions are about: these would be a hundredth of a first load."""


class HeadersMiddleware:
    """Has nothing of ours taken into pages of others but pictures, and closes what we do not use."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        kind = response.headers.get("Content-Type", "")
        is_picture = kind.startswith("image/")
        response.headers.setdefault("Cross-Origin-Resource-Policy", "cross-origin" if is_picture else "same-origin")
        if not kind.startswith(PARTS):
            response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response
