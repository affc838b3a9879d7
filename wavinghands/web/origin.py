"""ASGI middleware that checks the Origin header of WebSockets."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings

Application = Callable[[Any, Any, Any], Awaitable[Any]]

PORTS = {"http": ":80", "https": ":443"}


def same_origin_only(application: Application) -> Application:
    """Wrap an ASGI application so that it rejects WebSockets opened by pages of other sites.

    Only pages of this site (same scheme, host and port) and of the origins in CSRF_TRUSTED_ORIGINS are accepted.
    """

    def checked(scope: Mapping[str, Any], receive: Any, send: Any) -> Awaitable[Any]:
        return (application if _is_allowed(scope) else WebsocketDenier())(scope, receive, send)

    return checked


def _is_allowed(scope: Mapping[str, Any]) -> bool:
    headers = dict(scope["headers"])
    origin = headers.get(b"origin", b"").decode("latin-1").lower()
    host = headers.get(b"host", b"").decode("latin-1").lower()
    scheme = "https" if settings.HTTPS else "http"
    return origin in (f"{scheme}://{host.removesuffix(PORTS[scheme])}", *settings.CSRF_TRUSTED_ORIGINS)
