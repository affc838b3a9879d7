"""What processes tell each other over the channel layer: that something has changed, never what is secret about it.

A message may be lost. Whoever hears one looks into the database for what his own viewers may know of it.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer, get_channel_layer

logger = logging.getLogger(__name__)

GROUP = "hubs"
PATIENCE = 5.0
"""Seconds that a message may take to the layer; nothing may wait for ever for a Redis that has vanished."""

PROCESS = secrets.token_hex(8)

Message = dict[str, Any]
"""`about` says of what it tells, `from` which process does; the hubs' `hear` have the rest."""


def give(message: Message, loop: asyncio.AbstractEventLoop | None = None) -> None:
    """Tell all other processes, if there can be any: a layer in memory reaches none.

    From any thread. `loop`: the loop of this process's sockets, if it has one.
    """
    if isinstance(get_channel_layer(), InMemoryChannelLayer):
        return
    if loop is not None and not loop.is_closed():
        asyncio.run_coroutine_threadsafe(_give(message), loop)
    else:
        async_to_sync(_give)(message)


async def _give(message: Message) -> None:
    try:
        await send({"from": PROCESS, **message})
    except Exception:
        logger.exception("A message is lost: the channel layer cannot be reached")


async def send(message: Message) -> None:
    """Send a message to whoever has subscribed; raises what the layer raises, `TimeoutError` when it says nothing."""
    async with asyncio.timeout(PATIENCE):
        await get_channel_layer().group_send(GROUP, {"type": "hub.message", **message})


async def subscribe() -> Callable[[], Awaitable[Message]]:
    """From now on hear what processes tell, this one too: gives a function that awaits the next message.

    Raises, as that does, what the layer raises.
    """
    layer = get_channel_layer()
    channel = await layer.new_channel("hub")
    await layer.group_add(GROUP, channel)
    return partial(layer.receive, channel)
