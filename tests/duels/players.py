"""Clients for players and spectators on a duel's WebSocket, in the test's own process."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client

from duels.models import Duel
from duels.realtime.consumers.base import check_connections, find_lost_lines
from duels.realtime.consumers.duel import check_versions
from duels.realtime.consumers.duel import viewers as viewers_here
from duels.realtime.process import Process
from wavinghands.asgi import application

ORIGIN = b"http://localhost"
REST = {"left": "-", "right": "-"}


def communicator(
    slug: str, cookie: bytes = b"", origin: bytes = ORIGIN, user: int | None = None
) -> WebsocketCommunicator:
    """Return a client for a duel's WebSocket.

    `user` is the primary key of the user for whom the page was loaded.
    """
    headers = [(b"origin", origin), (b"host", b"localhost"), (b"cookie", cookie)]
    return WebsocketCommunicator(application, f"/ws/duel/{slug}/" + (f"?user={user}" if user else ""), headers=headers)


def cookie_of(client: Client) -> bytes:
    return f"{settings.SESSION_COOKIE_NAME}={client.session.session_key}".encode()


class Viewer:
    """A client on a duel's WebSocket, which stores all frames that it receives, parsed and as text."""

    def __init__(self, socket: WebsocketCommunicator, client: Client | None = None) -> None:
        self.socket, self.client = socket, client
        self.frames: list[dict[str, Any]] = []
        self.texts: list[str] = []

    async def frame(self, *types: str) -> dict[str, Any]:
        """Wait for a frame of one of these types, and return it."""
        while True:
            text = await self.socket.receive_from(timeout=120)
            frame = json.loads(text)
            self.texts.append(text)
            self.frames.append(frame)
            if frame["type"] in types:
                return frame

    async def send(self, type_: str, **fields: Any) -> None:
        await self.socket.send_to(text_data=json.dumps({"type": type_, **fields}))

    async def send_text(self, text: str) -> None:
        await self.socket.send_to(text_data=text)

    async def order(self, number: int = 1, id_: str = "c1", **orders: Any) -> None:
        await self.send("orders", id=id_, round=number, orders={**REST, **orders})

    async def accepted(self, number: int = 1, **orders: Any) -> dict[str, Any]:
        await self.order(number, **orders)
        return await self.frame("accepted")

    async def refusal(self) -> str:
        return (await self.frame("refused"))["code"]

    async def fetch_duel(self) -> dict[str, Any]:
        """Request the whole duel, and return its frame, which arrives after all earlier frames."""
        await self.send("sync")
        return await self.frame("duel")

    async def fetch_chat(self) -> list[str]:
        """Request all chat messages that this viewer may see, and return their texts."""
        await self.fetch_duel()
        return [line["text"] for line in (await self.frame("lines"))["lines"]]

    async def receives_none(self, *types: str) -> bool:
        """Request the whole duel, and return true if no frame of these types arrives before the reply."""
        seen = len(self.frames)
        await self.fetch_duel()
        return not [frame for frame in self.frames[seen:-1] if frame["type"] in types]

    async def closed_with(self) -> int:
        while True:
            message = await self.socket.receive_output(timeout=120)
            if message["type"] == "websocket.close":
                return message["code"]


@asynccontextmanager
async def viewers(duel: Duel, *users: Any) -> AsyncIterator[list[Viewer]]:
    """Connect these users to a duel, and wait until each of them has received the duel and sees all the others.

    `None` stands for an anonymous visitor.
    """
    async with AsyncExitStack() as stack:
        stack.push_async_callback(_end)
        found = [await stack.enter_async_context(viewer(duel, user)) for user in users]
        for one in found:
            await one.frame("duel")
        for one in found:
            await _settled(one, found, duel)
        yield found


@asynccontextmanager
async def viewer(duel: Duel, user: Any = None) -> AsyncIterator[Viewer]:
    client = Client()
    if user is not None:
        await sync_to_async(client.force_login)(user)
    socket = communicator(duel.slug, await sync_to_async(cookie_of)(client) if user else b"")
    assert (await socket.connect(timeout=120))[0]
    try:
        yield Viewer(socket, client)
    finally:
        await socket.disconnect()


async def _settled(one: Viewer, all_: list[Viewer], duel: Duel) -> None:
    """Wait until this viewer has received a presence frame that lists everyone who is connected."""
    viewers = [feed.viewer for feed in viewers_here(Process.current(), duel.slug)]
    names, watchers = {name for name in viewers if name}, viewers.count(None)
    while True:
        presence = await one.frame("presence")
        if set(presence["connected"]) == names and presence["watchers"] == watchers:
            return


async def _end() -> None:
    await Process.current().close()
    await asyncio.sleep(0)


async def look_for_lost_messages() -> None:
    """Run the periodic check for lost messages twice, because one run ignores changes made since the run before."""
    process = Process.current()
    process.versions = {}
    for check in (check_versions, check_versions, check_connections, find_lost_lines):
        await check(process)
