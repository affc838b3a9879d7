"""Calls from threads on the loop of the sockets: each by itself wakes it, and takes the interpreter from the thread."""

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

Call = tuple[Callable[..., object], tuple[Any, ...]]


class _Gathered(threading.local):
    """What this thread has gathered, if it gathers, and for which loop."""

    loop: asyncio.AbstractEventLoop | None = None
    calls: list[Call]


_gathered = _Gathered()


@contextmanager
def gathered(loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    """Have whatever this thread calls on a loop be called at the end of a block, together and in its order.

    One block in another is a part of it.
    """
    if _gathered.loop is not None:
        yield
        return
    _gathered.loop, _gathered.calls = loop, []
    try:
        yield
    finally:
        _gathered.loop = None
        if _gathered.calls:
            loop.call_soon_threadsafe(_call, _gathered.calls)


def call(loop: asyncio.AbstractEventLoop, function: Callable[..., object], *args: Any) -> None:
    """Call a function on a loop; from any thread."""
    if _gathered.loop is loop:
        _gathered.calls.append((function, args))
    else:
        loop.call_soon_threadsafe(function, *args)


def _call(calls: Sequence[Call]) -> None:
    loop = asyncio.get_running_loop()
    for function, args in calls:
        try:
            function(*args)
        except Exception as error:
            loop.call_exception_handler({"message": f"Exception in a call of {function!r}", "exception": error})
