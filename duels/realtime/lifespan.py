"""What is made ready before the first socket comes, where the server tells of its beginning. Source: ASGI, lifespan.

Daphne does not: there, the first socket has it made.
"""

from typing import Any

from duels.realtime.duel_hub import DuelHub


async def lifespan(_scope: Any, receive: Any, send: Any) -> None:
    """Have the hub of duels made with the server, as its writer may be a process, which takes a while to begin."""
    await receive()
    DuelHub.current()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await send({"type": "lifespan.shutdown.complete"})
