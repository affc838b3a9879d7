"""What processes tell each other over the channel layer: that something has changed, never what is secret about it.

A message may be lost. Whoever hears one looks into the database for what his own viewers may know of it.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer, get_channel_layer

from duels.realtime.calls import call

logger = logging.getLogger(__name__)

GROUP = "processes"
"""Another one for another form of messages: while a new version is put in place, both run beside each other."""
PATIENCE = 5.0
"""Seconds that a message may take to the layer; nothing may wait for ever for a Redis that has vanished."""

PROCESS = secrets.token_hex(8)

Message = dict[str, Any]
"""`about` says of what it tells, `from` which process does; the hubs' `hear` have the rest."""

_outboxes: WeakKeyDictionary[asyncio.AbstractEventLoop, list[Message]] = WeakKeyDictionary()
_givers: WeakKeyDictionary[asyncio.AbstractEventLoop, "asyncio.Task[None]"] = WeakKeyDictionary()


def reaches_others() -> bool:
    """Whether there can be other processes that hear: a layer in memory reaches none."""
    return not isinstance(get_channel_layer(), InMemoryChannelLayer)


def give(message: Message, loop: asyncio.AbstractEventLoop | None = None) -> None:
    """Tell all other processes, if there can be any.

    From any thread. `loop`: the loop of this process's sockets, if it has one.
    """
    if not reaches_others():
        return
    message = {"from": PROCESS, **message}
    if loop is not None and not loop.is_closed():
        call(loop, _put, message)
    else:
        async_to_sync(_give)([message])


def _put(message: Message) -> None:
    loop = asyncio.get_running_loop()
    waiting = _outboxes.setdefault(loop, [])
    waiting.append(message)
    if loop not in _givers:
        _givers[loop] = loop.create_task(_empty(loop, waiting))


async def _empty(loop: asyncio.AbstractEventLoop, waiting: list[Message]) -> None:
    """Give what waits, all that has come meanwhile together: so they arrive in the order in which they are given."""
    while waiting:
        messages, waiting[:] = list(waiting), []
        await _give(messages)
    del _givers[loop]


async def _give(messages: Sequence[Message]) -> None:
    try:
        await send(*messages)
    except Exception:
        logger.exception("%d messages are lost: the channel layer cannot be reached", len(messages))


async def send(*messages: Message) -> None:
    """Send messages to whoever has subscribed; raises what the layer raises, `TimeoutError` when it says nothing."""
    async with asyncio.timeout(PATIENCE):
        await get_channel_layer().group_send(GROUP, {"type": "hub.messages", "messages": messages})


async def subscribe() -> Callable[[], Awaitable[list[Message]]]:
    """From now on hear what processes tell, this one too: gives a function that awaits the next messages.

    Raises, as that does, what the layer raises.
    """
    layer = get_channel_layer()
    channel = await layer.new_channel("hub")
    await layer.group_add(GROUP, channel)

    async def next_messages() -> list[Message]:
        messages: list[Message] = (await layer.receive(channel))["messages"]
        return messages

    return next_messages
