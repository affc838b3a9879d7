"""What is asked for at about the same time is read together."""

import asyncio

import pytest

from duels.realtime.batches import Batches


class Reader:
    """Answers by capitals; each batch waits until it is let go."""

    def __init__(self):
        self.batches, self.gates = [], asyncio.Queue()

    async def read(self, find, keys):
        await (await self.gates.get()).wait()
        return find(keys)

    def find(self, keys):
        self.batches.append(set(keys))
        if "bad" in keys:
            raise ValueError(keys)
        return {key: key.upper() for key in keys if key != "unknown"}

    def let_go(self):
        gate = asyncio.Event()
        gate.set()
        self.gates.put_nowait(gate)


@pytest.fixture
def reader():
    return Reader()


@pytest.fixture
def batches(reader):
    return Batches(reader.read, reader.find)


async def asked(batches, *keys):
    tasks = [asyncio.create_task(batches.get(key)) for key in keys]
    await asyncio.sleep(0)
    return tasks


async def test_those_who_ask_together_are_answered_by_one_reading(reader, batches):
    tasks = await asked(batches, "a", "b", "a", "unknown")
    reader.let_go()
    assert await asyncio.gather(*tasks) == ["A", "B", "A", None]
    assert reader.batches == [{"a", "b", "unknown"}]


async def test_who_asks_meanwhile_is_in_the_next_batch(reader, batches):
    first = await asked(batches, "a")
    await asyncio.sleep(0)  # its reading has begun
    later = await asked(batches, "b", "c")
    reader.let_go()
    reader.let_go()
    assert await asyncio.gather(*first, *later) == ["A", "B", "C"]
    assert reader.batches == [{"a"}, {"b", "c"}]


async def test_a_reading_that_fails_fails_for_all_in_it_and_for_nobody_after(reader, batches):
    tasks = await asked(batches, "bad", "a")
    reader.let_go()
    found = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(one) for one in found] == [ValueError, ValueError]
    reader.let_go()
    assert await batches.get("a") == "A"


async def test_who_goes_meanwhile_hinders_nobody(reader, batches):
    gone, stays = await asked(batches, "a", "b")
    gone.cancel()
    reader.let_go()
    assert await stays == "B"
