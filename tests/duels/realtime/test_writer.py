"""The writer of a process: what is wanted is done once, together where it can be, and told as it is done."""

import asyncio

import pytest

from duels.play.actions import GiveOrders
from duels.realtime import writer as writing
from duels.wording.refusals import Refused

pytestmark = pytest.mark.django_db(transaction=True)


def wanted(slug):
    return GiveOrders(slug=slug, wizard="Black", round_number=1, orders={})


@pytest.fixture
async def writer():
    it = writing.Writer()
    yield it
    it.close()


async def done(count, told):
    async with asyncio.timeout(120):
        while len(told) < count:
            await asyncio.sleep(0)


async def test_what_comes_at_the_same_time_is_done_together(writer, monkeypatch):
    batches, told = [], []

    def perform(actions, *, acknowledge):
        batches.append([action.slug for action in actions])
        acknowledge([{} for _ in actions])

    monkeypatch.setattr(writing, "perform", perform)
    for slug in "abc":
        writer.submit(wanted(slug), told.append)
    await done(3, told)
    await writer.finished()
    assert batches == [["a", "b", "c"]]
    writer.submit(wanted("d"), told.append)
    await done(4, told)
    assert batches == [["a", "b", "c"], ["d"]]


async def test_what_comes_while_it_works_is_done_next(writer, monkeypatch):
    batches, told = [], []

    def perform(actions, *, acknowledge):
        batches.append([action.slug for action in actions])
        if len(batches) < 20:
            writer.loop.call_soon_threadsafe(writer.submit, wanted(str(len(batches))), told.append)
        acknowledge([{} for _ in actions])

    monkeypatch.setattr(writing, "perform", perform)
    writer.submit(wanted("0"), told.append)
    await done(20, told)
    await writer.finished()
    assert [slug for batch in batches for slug in batch] == [str(number) for number in range(20)]


async def test_where_all_break_together_each_is_told_as_soon_as_it_is_done_alone(writer, monkeypatch):
    told, came = [], []

    def perform(actions, *, acknowledge):
        if len(actions) > 1 or actions[0].slug == "culprit":
            raise RuntimeError
        asyncio.run_coroutine_threadsafe(asyncio.sleep(0), writer.loop).result()  # what was told before has been heard
        came.append(len(told))
        acknowledge([{"slug": actions[0].slug}])

    monkeypatch.setattr(writing, "perform", perform)
    for slug in ("a", "culprit", "b", "c"):
        writer.submit(wanted(slug), told.append)
    await done(4, told)
    assert [it if isinstance(it, dict) else it.code for it in told] == [
        {"slug": "a"},
        "failed",
        {"slug": "b"},
        {"slug": "c"},
    ]
    assert any(isinstance(it, Refused) for it in told)
    assert came == [0, 2, 3]
