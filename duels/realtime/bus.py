"""What processes tell each other over the channel layer: that something has changed, never what is secret about it.

A hint may be lost. Whoever hears one looks into the database for what his own viewers may know of it.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer, get_channel_layer

from wavinghands.realtime import tell_group

logger = logging.getLogger(__name__)

GROUP = "duels"
PAUSE = 1.0
"""Seconds before the layer is tried again after an error."""

PROCESS = secrets.token_hex(8)

Hint = dict[str, Any]


def are_needed() -> bool:
    """Whether there can be other processes: a layer in memory reaches none."""
    return not isinstance(get_channel_layer(), InMemoryChannelLayer)


def give(hint: Hint, loop: asyncio.AbstractEventLoop | None = None) -> None:
    """Tell all other processes. From any thread; `loop`: the loop of this process's sockets, if it has one."""
    if not are_needed():
        return
    if loop is not None and not loop.is_closed():
        asyncio.run_coroutine_threadsafe(_give(hint), loop)
    else:
        async_to_sync(_give)(hint)


async def _give(hint: Hint) -> None:
    try:
        await tell_group(GROUP, {"type": "hint", "from": PROCESS, **hint})
    except Exception:
        logger.exception("A hint is lost: the channel layer cannot be reached")


async def listen(heard: Callable[[Hint], None]) -> None:
    """Call `heard` with each hint of another process, for ever."""
    while are_needed():
        try:
            await _listen(heard)
        except Exception:
            logger.exception("The channel layer cannot be heard")
            await asyncio.sleep(PAUSE)


async def _listen(heard: Callable[[Hint], None]) -> None:
    layer = get_channel_layer()
    channel = await layer.new_channel("hub")
    await layer.group_add(GROUP, channel)
    await _give({"about": "presence", "asks": True, "here": {}})
    while True:
        hint = await layer.receive(channel)
        if hint["from"] != PROCESS:
            heard(hint)
