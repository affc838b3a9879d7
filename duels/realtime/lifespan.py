"""What is made ready before the first socket comes, where the server tells of its beginning. Source: ASGI, lifespan.

Daphne does not: there, the first socket has it made.
"""

import logging
from typing import Any

from duels.realtime.duel_hub import DuelHub

logger = logging.getLogger(__name__)


async def lifespan(_scope: Any, receive: Any, send: Any) -> None:
    """Have the hub of duels made with the server, as its writer may be a process, which takes a while to begin."""
    await receive()
    try:
        DuelHub.current()
    except Exception:  # which servers keep to themselves; pages are served all the same
        logger.exception("The hub of duels cannot be made")
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await send({"type": "lifespan.shutdown.complete"})
