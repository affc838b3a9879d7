"""The Channels groups: their names, members and messages.

| group | members | messages |
| --- | --- | --- |
| `duel.<slug>` | all viewers of a duel | `duel.changed`, `line.said`, `lines.changed`, `presence.told` |
| `duel.<slug>.<digest>` | one wizard's connections to a duel | `orders.entered`, `draft.kept` |
| `lobby` | the lobby, and streams of events | `challenge.changed`, `duel.started`, `presence.told` |
| `lobby.chat` | pages that show the lobby's chat | `line.said`, `lines.changed` |
| `tournament.<slug>` | all viewers of a tournament | `tournament.changed` |
| `user.<id>` | a user's pages and streams of events | `user.changed` |
| `account.<id>` | all connections of a user | `account.closed` |
| `token.<id>` | all connections that use an API token | `account.closed` |

Messages say what has changed but contain no secrets. Each process reads from the database what its viewers may know.
`duels.realtime.repair` makes up for lost messages.
"""

import asyncio
import logging
import time
from contextlib import suppress
from hashlib import blake2s
from typing import Any

from channels.exceptions import ChannelFull
from channels.layers import InMemoryChannelLayer, get_channel_layer

logger = logging.getLogger(__name__)

LOBBY, LOBBY_CHAT = "lobby", "lobby.chat"
SECONDS_BETWEEN_CLEANINGS = 1.0
TIMEOUT = 5.0
"""The timeout for sending, in seconds. Without it, an unresponsive Redis would block the sender."""

Message = dict[str, Any]


def duel(slug: str) -> str:
    """Return the name of the group of all viewers of a duel."""
    return f"duel.{slug}"


def wizard(slug: str, name: str) -> str:
    """Return the name of the group of a wizard's connections to a duel.

    The wizard's name is hashed, because group names allow few characters.
    """
    return f"duel.{slug}.{blake2s(name.encode(), digest_size=8).hexdigest()}"


def tournament(slug: str) -> str:
    """Return the name of the group of all viewers of a tournament."""
    return f"tournament.{slug}"


def user(user_id: int) -> str:
    """Return the name of the group of a user's pages and streams of events."""
    return f"user.{user_id}"


def account(user_id: int) -> str:
    """Return the name of the group of all connections of a user."""
    return f"account.{user_id}"


def token(token_id: int) -> str:
    """Return the name of the group of all connections that use an API token."""
    return f"token.{token_id}"


def reaches_other_processes() -> bool:
    """Return whether the channel layer connects several processes. The in-memory layer does not."""
    return not isinstance(get_channel_layer(), InMemoryChannelLayer)


async def send(*messages: tuple[str, Message]) -> None:
    """Send messages to groups, in the given order. Log failures instead of raising them."""
    for group, message in messages:
        try:
            async with asyncio.timeout(TIMEOUT):
                await get_channel_layer().group_send(group, message)
        except Exception:
            logger.exception("A message to %s is lost", group)


class MemoryChannelLayer(InMemoryChannelLayer):
    """The channel layer of a site with one web process.

    The in-memory layer in Channels searches all channels and groups for expired messages on each send and receive, and
    starts a task for each group member. With a thousand sockets, the server would spend most of its time on that.
    """

    async def group_send(self, group: str, message: Message) -> None:
        self._clean_expired()
        for channel in list(self.groups.get(group, ())):
            with suppress(ChannelFull):
                await self.send(channel, message)

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"group_expiry": 30 * 24 * 60 * 60, **options})
        self._cleaned_at = float("-inf")

    def _clean_expired(self) -> None:
        now = time.monotonic()
        if now - self._cleaned_at >= SECONDS_BETWEEN_CLEANINGS:
            self._cleaned_at = now
            super()._clean_expired()
