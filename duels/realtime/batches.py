"""What many ask for at about the same time is read together: so many sockets that come at once cost a few queries."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Hashable, Mapping
from typing import Any, Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Batches(Generic[Key, Value]):
    """What `find` has for keys; those that are asked for while it is at work make the next batch.

    `read` has a function called where it may ask the database. `find` may leave keys out.
    """

    def __init__(
        self, read: Callable[..., Awaitable[Any]], find: Callable[[Collection[Key]], Mapping[Key, Value]]
    ) -> None:
        self._read, self._find = read, find
        self._asked: list[tuple[Key, asyncio.Future[Value | None]]] = []
        self._work: asyncio.Task[None] | None = None

    async def get(self, key: Key) -> Value | None:
        """What is found for this key, none if nothing; raises what `find` raises."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Value | None] = loop.create_future()
        self._asked.append((key, future))
        if self._work is None:
            self._work = loop.create_task(self._read_all())
        return await future

    async def _read_all(self) -> None:
        while self._asked:
            asked, self._asked = self._asked, []
            await self._answer(asked)
        self._work = None

    async def _answer(self, asked: list[tuple[Key, "asyncio.Future[Value | None]"]]) -> None:
        try:
            found = await self._read(self._find, {key for key, _ in asked})
        except Exception as error:
            for _, future in asked:
                if not future.done():  # who has gone meanwhile waits no more
                    future.set_exception(error)
        else:
            for key, future in asked:
                if not future.done():
                    future.set_result(found.get(key))
