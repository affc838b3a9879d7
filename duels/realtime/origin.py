"""Whose pages may open sockets."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings

Application = Callable[[Any, Any, Any], Awaitable[Any]]

PORTS = {"http": ":80", "https": ":443"}


def same_origin_alone(application: Application) -> Application:
    """An application whose sockets are opened by pages of the same scheme, host and port alone, as forms are sent.

    Others may be named by `CSRF_TRUSTED_ORIGINS`.
    """

    async def checked(scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        await (application if _is_ours(scope) else WebsocketDenier())(scope, receive, send)

    return checked


def _is_ours(scope: Mapping[str, Any]) -> bool:
    headers = dict(scope["headers"])
    origin = headers.get(b"origin", b"").decode("latin-1").lower()
    host = headers.get(b"host", b"").decode("latin-1").lower()
    scheme = "https" if settings.HTTPS else "http"
    return origin in (f"{scheme}://{host.removesuffix(PORTS[scheme])}", *settings.CSRF_TRUSTED_ORIGINS)
