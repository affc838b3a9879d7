"""Whether a client reads what it is sent, where the server does not say so by itself.

Servers let `send` wait while a client does not read, as ASGI has it; daphne takes everything at once and keeps it, so
that who asks and does not read would fill its memory.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

from django.conf import settings

from duels.realtime.connection import Send


class _Flow:
    """What Twisted tells whether a transport takes more: it does not while too much waits in it."""

    def __init__(self) -> None:
        self.is_open = asyncio.Event()
        self.is_open.set()

    def pauseProducing(self) -> None:  # noqa: N802 - Twisted's name
        self.is_open.clear()

    def resumeProducing(self) -> None:  # noqa: N802
        self.is_open.set()

    stopProducing = resumeProducing  # the client has gone: nobody need wait  # noqa: N815


def waiting_for_client(send: Send) -> tuple[Send, Callable[[], bool]]:
    """A `send` that waits while the client does not read, and whether it would not wait now.

    That of daphne's is made so; uvicorn's protocol knows; of any other, which is left as it is, nobody does.
    """
    writable = getattr(getattr(send, "__self__", None), "writable", None)
    if isinstance(writable, asyncio.Event):
        return send, writable.is_set
    protocol = send.args[0] if isinstance(send, partial) and send.args else None
    transport: Any = getattr(protocol, "transport", None)
    if transport is None:
        return send, lambda: False
    flow = _Flow()
    transport.unregisterProducer()  # the page's request by which the socket was opened, which is over
    transport.registerProducer(flow, True)

    async def send_when_open(message: dict[str, Any]) -> None:
        await flow.is_open.wait()
        await send(message)

    return send_when_open, flow.is_open.is_set


Application = Callable[[Any, Any, Any], Any]


def pacing_streams(application: Application) -> Application:
    """An application whose answers that come piece by piece wait, under daphne, for a client who does not read."""

    async def paced(scope: Any, receive: Any, send: Send) -> None:
        request = send.args[0] if isinstance(send, partial) and send.args else None
        if scope["type"] != "http" or not hasattr(request, "registerProducer"):
            await application(scope, receive, send)
            return
        stream = _Stream(request, send)
        try:
            await application(scope, receive, stream.send)
        finally:
            stream.let_go()

    return paced


class _Stream:
    """An answer by one of daphne's requests; `flow`: whether its client reads, asked from its second piece on."""

    def __init__(self, request: Any, send: Send) -> None:
        self._request, self._send = request, send
        self._flow: _Flow | None = None

    async def send(self, message: dict[str, Any]) -> None:
        if message.get("more_body"):
            await self._is_open()
        else:
            self.let_go()
        await self._send(message)

    async def _is_open(self) -> None:
        if self._flow is None:
            self._flow = _Flow()
            if self._channel is not None:
                self._request.registerProducer(self._flow, True)
        try:
            async with asyncio.timeout(settings.READING_PATIENCE):
                await self._flow.is_open.wait()
        except TimeoutError:
            if self._channel is not None:
                self._channel.transport.abortConnection()
            await asyncio.Event().wait()  # until the application is told that he has gone, which ends it

    def let_go(self) -> None:
        """Let the request end."""
        if self._flow is not None and self._channel is not None and self._request.producer is self._flow:
            self._request.unregisterProducer()

    @property
    def _channel(self) -> Any:
        """The way to the client; none once he has gone, or has been sent everything: Twisted takes it off then."""
        return getattr(self._request, "channel", None)
