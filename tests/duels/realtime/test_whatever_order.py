"""Tests that sockets receive all changes to a duel, in whatever order messages arrive."""

import asyncio
import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duels.chat.listeners import Chat, chats_of
from duels.play import frames as play_frames
from duels.play.frames import Whole
from duels.realtime.consumers import duel as consumer
from duels.realtime.consumers.duel import DuelConsumer

SLUG, READER = "slug", ("White", "en")


@dataclass
class Database:
    """A fake database with one duel between two wizards.

    In each round, the first wizard's orders change who is being waited for, and the second wizard's orders resolve the
    round.
    """

    version: int = 1
    number: int = 0
    asking: bool = False
    waiting: int = 2

    def change(self, is_asking: bool) -> str:
        """Submit the orders or answers of the next wizard, and return the kind of change that this causes.

        If `is_asking` is true, the round asks questions once all orders are there.
        """
        self.version += 1
        self.waiting -= 1
        if self.waiting:
            return "waiting"
        self.waiting = 2
        if is_asking and not self.asking:
            self.asking = True
            return "reveal"
        self.number, self.asking = self.number + 1, False
        return "round"

    def table(self, news: str = "whole") -> SimpleNamespace:
        """Return a fake duel, as if loaded from this database. Its frames contain its state, `standing`."""
        duel = SimpleNamespace(slug=SLUG, version=self.version, asking=self.asking)
        standing = (self.version, self.number, self.asking, self.waiting)
        return SimpleNamespace(duel=duel, state=SimpleNamespace(number=self.number), news=news, standing=standing)


def understood(texts: list[str]) -> tuple[int, ...]:
    """Return the state of a page after these frames. Assert that each frame fits the state before it."""
    known: tuple[int, ...] = ()
    for text in texts:
        what, *standing = json.loads(text)
        version, number, asking, _ = standing
        if what == "waiting":
            assert (version - 1, number, asking) == known[:3], texts
        elif what == "round":
            assert number == known[1] + 1, texts
        elif what == "reveal":
            assert number == known[1], texts
        assert not known or version >= known[0], texts
        known = tuple(standing)
    return known


def text_of(table: SimpleNamespace) -> str:
    return json.dumps([table.news, *table.standing])


def whole_of(table: SimpleNamespace) -> Whole:
    return Whole(table.duel.version, table.state.number, text_of(table))


@dataclass
class Look:
    """A database read in another thread, whose result arrives in this process later."""

    work: Callable[[set[Any]], dict[Any, Any]]
    item: Any
    answer: asyncio.Future
    found: dict | None = None


class Here:
    """A fake process in which database reads start and finish only when the test says so."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.presence = SimpleNamespace(everywhere=lambda _: [])
        self.looks: deque[Look] = deque()
        self.feed: DuelConsumer | None = None
        self.tasks: set[asyncio.Task[Any]] = set()
        self.versions: dict[str, int] = {}

    async def read(self, work, item):
        if work is chats_of:
            return Chat([], 0)  # there are no chat messages
        self.looks.append(look := Look(work, item, self.loop.create_future()))
        return await look.answer

    def connections(self, _):
        return [self.feed]

    def run(self, coroutine):
        self.tasks.add(task := self.loop.create_task(coroutine))
        task.add_done_callback(self.tasks.discard)
        return task

    @property
    def reader(self):
        return self

    async def call(self, function, *args):
        return function(*args)


class Feed(DuelConsumer):
    """A viewer's connection. It stores the frames sent to the viewer."""

    slug, viewer, language = SLUG, *READER

    def __init__(self, process: Here) -> None:
        super().__init__()
        self.process, self.received = process, []
        process.feed = self

    async def push(self, text: str) -> None:
        if json.loads(text) != {"type": "lines", "lines": []}:
            self.received.append(text)


class Evening:
    """A duel that is open in this process and is changed in another one.

    `messages` contains the announcements of changes that have not arrived yet.
    """

    def __init__(self, process: Here) -> None:
        self.process, self.database, self.feed = process, Database(), Feed(process)
        self.messages: deque[dict[str, Any]] = deque()
        self.feed.handle({"type": "duel.changed", "version": 0, "news": None})

    def order(self, is_asking: bool, is_here: bool) -> None:
        news = self.database.change(is_asking)
        message = {"type": "duel.changed", "version": self.database.version, "news": news}
        if is_here and news != "waiting":
            message["change"] = play_frames.change_of(self.database.table(news), [READER])
        self.messages.append(message)

    def may(self) -> dict[str, Callable[[], object]]:
        """Return functions for the events that can happen next, by name."""
        found: dict[str, Callable[[], object]] = {}
        if self.messages:
            found["hears"] = lambda: self.feed.handle(self.messages.popleft())
            found["a message is lost"] = self.messages.popleft
        if [look for look in self.process.looks if look.found is None]:
            found["reads"] = self.read
        if [look for look in self.process.looks if look.found is not None]:
            found["knows what it has read"] = self.answer
        found["looks for lost messages"] = lambda: self.process.run(consumer.check_versions(self.process))
        return found

    def read(self) -> None:
        look = next(look for look in self.process.looks if look.found is None)  # one thread, one read after another
        look.found = look.work({look.item})

    def answer(self) -> None:
        look = self.process.looks.popleft()
        look.answer.set_result(look.found.get(look.item))

    async def settle(self) -> None:
        """Deliver all messages, finish all reads, and check for lost messages."""
        for _ in range(3):
            while left := [it for it in self.may() if it in ("hears", "reads", "knows what it has read")]:
                self.may()[left[0]]()
                await self.pause()
            await consumer.check_versions(self.process)
            await self.pause()

    async def pause(self) -> None:
        """Let all tasks run until they have finished or are waiting for a database read."""
        await turns()
        while self.process.tasks and not self.process.looks:
            await asyncio.sleep(0)


async def turns() -> None:
    """Let each task run until it has finished or has to wait."""
    for _ in range(8):
        await asyncio.sleep(0)


ORDER = st.tuples(st.just("order"), st.booleans(), st.booleans())
STEPS = st.lists(st.one_of(ORDER, st.integers(min_value=0, max_value=6)), min_size=60, max_size=60)


@given(STEPS)
def test_a_page_gets_all_changes_in_order_and_ends_up_to_date(steps):
    asyncio.run(play(steps))


async def play(steps) -> None:
    evening = Evening(Here())
    database = evening.database
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(play_frames, "_news_texts", lambda table, readers: dict.fromkeys(readers, text_of(table)))
        patch.setattr(play_frames, "tables", lambda _: {SLUG: database.table()})
        patch.setattr(play_frames, "read_wholes", lambda asked: dict.fromkeys(asked, whole_of(database.table())))
        patch.setattr(play_frames, "versions_of", lambda _: {SLUG: database.version})
        await turns()
        for step in steps:
            may = list(evening.may().values())
            if isinstance(step, tuple):
                evening.order(*step[1:])
            else:
                may[step % len(may)]()
            await turns()
        await evening.settle()
        standing = (database.version, database.number, database.asking, database.waiting)
        assert understood(evening.feed.received) == standing
