"""What threads call on the loop of the sockets: in its order, together where they say so, none hindered by another."""

import asyncio

from duels.realtime.calls import call, gathered


async def done_by_a_thread(work):
    """What a thread calls on this loop while it works; `None` stands between two turns of the loop."""
    loop, heard = asyncio.get_running_loop(), []

    def hear(what):
        if not heard or heard[-1] is None:
            loop.call_soon(heard.append, None)
        heard.append(what)

    await loop.run_in_executor(None, work, loop, hear)
    async with asyncio.timeout(120):
        while not heard or heard[-1] is not None:
            await asyncio.sleep(0)
    return heard


async def test_calls_come_in_their_order():
    def work(loop, hear):
        for number in range(5):
            call(loop, hear, number)

    assert [it for it in await done_by_a_thread(work) if it is not None] == [0, 1, 2, 3, 4]


async def test_those_that_are_gathered_come_together_when_all_is_done():
    held_back = []

    def work(loop, hear):
        with gathered(loop):
            for number in range(5):
                call(loop, hear, number)
            held_back.append(asyncio.run_coroutine_threadsafe(asyncio.sleep(0), loop).result())
            call(loop, hear, "after a turn of the loop")

    assert await done_by_a_thread(work) == [0, 1, 2, 3, 4, "after a turn of the loop", None]
    assert held_back == [None]


async def test_a_block_in_another_is_a_part_of_it():
    def work(loop, hear):
        with gathered(loop):
            call(loop, hear, "outer")
            with gathered(loop):
                call(loop, hear, "inner")
            call(loop, hear, "after")

    assert await done_by_a_thread(work) == ["outer", "inner", "after", None]


async def test_they_come_too_when_the_work_fails():
    def work(loop, hear):
        try:
            with gathered(loop):
                call(loop, hear, "before")
                raise RuntimeError
        except RuntimeError:
            call(loop, hear, "after")

    assert [it for it in await done_by_a_thread(work) if it is not None] == ["before", "after"]


async def test_one_that_fails_hinders_no_other():
    errors = []
    asyncio.get_running_loop().set_exception_handler(lambda _, told: errors.append(str(told["exception"])))

    def fail():
        raise ValueError("this one")

    def work(loop, hear):
        with gathered(loop):
            call(loop, fail)
            call(loop, hear, "the other")

    assert await done_by_a_thread(work) == ["the other", None]
    assert errors == ["this one"]


async def test_another_thread_does_not_gather():
    def work(loop, hear):
        with gathered(loop):
            asyncio.run_coroutine_threadsafe(asyncio.to_thread(call, loop, hear, "at once"), loop).result()
            call(loop, hear, "later")

    assert [it for it in await done_by_a_thread(work) if it is not None] == ["at once", "later"]
