"""The writer of a process: what is wanted is done once, together where it can be, and told as it is done."""

import asyncio
import threading

import pytest

from duels.play.actions import GiveOrders
from duels.realtime import work
from duels.realtime.writer import ThreadWriter
from duels.wording.refusals import Refused

pytestmark = pytest.mark.django_db(transaction=True)


def wanted(slug):
    return GiveOrders(slug=slug, wizard="Black", round_number=1, orders={})


@pytest.fixture
async def writer():
    it = ThreadWriter()
    yield it
    it.close()


async def done(count, told):
    async with asyncio.timeout(120):
        while len(told) < count:
            await asyncio.sleep(0)


async def test_what_comes_while_it_works_is_done_together(writer, monkeypatch):
    batches, told, all_have_come = [], [], threading.Event()

    def perform(actions, *, acknowledge, joining=None):
        all_have_come.wait(120)
        batches.append([action.slug for action in actions])
        acknowledge([{} for _ in actions])

    monkeypatch.setattr(work, "perform", perform)
    writer.submit(wanted("a"), told.append)
    while writer.waiting:
        await asyncio.sleep(0)
    for slug in "bcd":
        writer.submit(wanted(slug), told.append)
    all_have_come.set()
    await done(4, told)
    await writer.finished()
    assert batches == [["a"], ["b", "c", "d"]]


async def test_what_comes_a_moment_later_for_a_duel_that_waits_is_done_with_what_came_first(writer, monkeypatch):
    joined, told, is_begun, has_come = [], [], threading.Event(), threading.Event()

    def perform(actions, *, acknowledge, joining=None):
        is_begun.set()
        has_come.wait(120)
        more = joining(["a"])
        joined.append([action.slug for action in more])
        acknowledge([{} for _ in [*actions, *more]])

    monkeypatch.setattr(work, "perform", perform)
    writer.submit(wanted("a"), told.append)
    await asyncio.to_thread(is_begun.wait, 120)
    for slug in ("a", "b"):
        writer.submit(wanted(slug), told.append)
    has_come.set()
    await done(3, told)
    await writer.finished()
    assert joined == [["a"], []]  # the other duel's is in a transaction of its own


async def test_what_comes_while_it_does_something_is_done_next(writer, monkeypatch):
    batches, told = [], []

    def perform(actions, *, acknowledge, joining=None):
        batches.append([action.slug for action in actions])
        if len(batches) < 20:
            writer.loop.call_soon_threadsafe(writer.submit, wanted(str(len(batches))), told.append)
        acknowledge([{} for _ in actions])

    monkeypatch.setattr(work, "perform", perform)
    writer.submit(wanted("0"), told.append)
    await done(20, told)
    await writer.finished()
    assert [slug for batch in batches for slug in batch] == [str(number) for number in range(20)]


async def test_where_all_break_together_each_is_told_as_soon_as_it_is_done_alone(writer, monkeypatch):
    told, came = [], []

    def perform(actions, *, acknowledge, joining=None):
        if len(actions) > 1 or actions[0].slug == "culprit":
            raise RuntimeError
        asyncio.run_coroutine_threadsafe(asyncio.sleep(0), writer.loop).result()  # what was told before has been heard
        came.append(len(told))
        acknowledge([{"slug": actions[0].slug}])

    monkeypatch.setattr(work, "perform", perform)
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
