"""Whether a client reads what it is sent, where the server does not say so by itself.

Servers let `send` wait while a client does not read, as ASGI has it; daphne takes everything at once and keeps it, so
that who asks and does not read would fill its memory.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

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


class Way(NamedTuple):
    """The way to a client: `send` waits while he does not read; `is_ready`: whether it would not wait now.

    `send_text` sends a text without waiting, where it is ready.
    """

    send: Send
    is_ready: Callable[[], bool]
    send_text: Callable[[str], None]


def way_to_client(send: Send) -> Way:
    """The way that a server's `send` is: that of our own waits, daphne's is made to; of any other nobody knows."""
    protocol: Any = getattr(send, "__self__", None)
    if hasattr(protocol, "send_text"):  # ours, in wavinghands.servers
        return Way(send, protocol.writable.is_set, protocol.send_text)
    protocol = send.args[0] if isinstance(send, partial) and send.args else None
    transport: Any = getattr(protocol, "transport", None)
    if transport is None:
        return Way(send, lambda: False, partial(_send_at_once, send))
    flow = _Flow()
    transport.unregisterProducer()  # the page's request by which the socket was opened, which is over
    transport.registerProducer(flow, True)

    async def send_when_open(message: dict[str, Any]) -> None:
        await flow.is_open.wait()
        await send(message)

    return Way(send_when_open, flow.is_open.is_set, partial(_send_at_once, send))


def _send_at_once(send: Send, text: str) -> None:
    """Send it without a task, which takes as long as the sending: `send` has nothing to wait for."""
    try:
        send({"type": "websocket.send", "text": text}).send(None)
    except StopIteration:
        return
    raise RuntimeError("The way to the client was not ready")


def hear_at_once(receive: Any, take_text: Callable[[str], bool] | None) -> None:
    """Have a server that can give `take_text` each text that comes as it comes, which says whether it has taken it.

    One that it has not taken, and all that other servers bring, comes by `receive`; none: so does everything again.
    """
    protocol: Any = getattr(receive, "__self__", None)
    if hasattr(protocol, "take_text"):  # ours, in wavinghands.servers
        protocol.take_text = take_text


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
