"""In whatever order a process hears of what is done at a duel, here and elsewhere, its sockets are told all of it."""

import asyncio
import json
from collections import deque
from dataclasses import dataclass
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duels.play import frames
from duels.play.frames import Whole, change_of, changes_since
from duels.realtime import duel_hub
from duels.realtime.duel_hub import DuelHub, DuelSocket

SLUG, READER = "slug", ("White", "en")


@dataclass
class Database:
    """How the duel stands: two wizards, of whom the first one's orders are only told of, and the last one's play."""

    version: int = 1
    number: int = 0
    asking: bool = False
    waiting: int = 2

    def change(self, is_asking: bool) -> str:
        """Let the next one order or answer; what that was."""
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

    def table(self, before: int = 0, news: str = "whole") -> SimpleNamespace:
        """What of a table is looked at, with the standing that its frames tell."""
        duel = SimpleNamespace(slug=SLUG, version=self.version, asking=self.asking)
        standing = (self.version, self.number, self.asking, self.waiting)
        return SimpleNamespace(
            duel=duel, state=SimpleNamespace(number=self.number), before=before, news=news, standing=standing
        )


def understood(told: list[str]) -> tuple[int, ...]:
    """What a page knows that was told this, each of which has to fit what it knows by then."""
    known: tuple[int, ...] = ()
    for text in told:
        what, *standing = json.loads(text)
        version, number, asking, _ = standing
        if what == "waiting":
            assert (version - 1, number, asking) == known[:3], told
        elif what == "round":
            assert number == known[1] + 1, told
        elif what == "reveal":
            assert number == known[1], told
        assert not known or version >= known[0], told
        known = tuple(standing)
    return known


def text_of(table: SimpleNamespace) -> str:
    return json.dumps([table.news, *table.standing])


def whole_of(table: SimpleNamespace) -> Whole:
    return Whole(table.duel.version, table.state.number, text_of(table))


@dataclass
class Look:
    """A look into the database, in its thread: what is found then is known here later."""

    read: object
    slugs: object
    answer: asyncio.Future
    found: list | None = None


class Hub(DuelHub):
    """A hub for which time passes as a test has it: nothing is heard, and no look begins or ends, by itself."""

    beat = 3600

    def __init__(self) -> None:
        self.looks: deque[Look] = deque()
        super().__init__()

    async def _listen(self) -> None:
        await asyncio.Event().wait()

    def _shift(self, key: object) -> None:
        """Nobody asks who is there."""

    async def _send_lines(self, sockets: object) -> None:
        """There is no talk."""

    async def _read_apart(self, slugs, read):
        if not slugs:
            return []
        self.looks.append(look := Look(read, slugs, self.loop.create_future()))
        return await look.answer


class Evening:
    """A duel at this process and at another; what was done waits here until it is heard of."""

    def __init__(self, hub: Hub) -> None:
        self.hub, self.database = hub, Database()
        self.told: list[str] = []
        self.own: deque[object] = deque()
        self.messages: deque[tuple[int, str, str]] = deque()
        self.beats: deque[int] = deque()
        socket = DuelSocket(
            room=SLUG,
            viewer=READER[0],
            language=READER[1],
            send=None,
            is_ready=lambda: True,
            send_text=self.told.append,
        )
        hub.enter(socket)

    def order(self, is_asking: bool, is_here: bool) -> None:
        before = self.database.version
        table = self.database.table
        news = self.database.change(is_asking)
        if is_here:
            self.own.append(change_of(table(before, news), [READER]))
        else:
            text = text_of(table(before, news)) if news == "waiting" else ""
            self.messages.append((self.database.version, news, text))

    def may(self) -> dict[str, object]:
        """What can happen next, by itself."""
        hub, found = self.hub, {}
        if self.own:
            found["hears of its own"] = lambda: hub.deliver([self.own.popleft()])
        if self.messages:
            found["hears of another's"] = lambda: hub._hear_of(SLUG, *self.messages.popleft())
            found["a message is lost"] = self.messages.popleft
        if [look for look in hub.looks if look.found is None]:
            found["reads"] = self.read
        if [look for look in hub.looks if look.found is not None]:
            found["knows what it has read"] = self.answer
        if self.beats:
            found["acts by its beat"] = lambda: hub._make_good({SLUG: self.beats.popleft()})
        if not self.beats:
            found["looks by its beat"] = lambda: self.beats.append(self.database.version)
        return found

    def read(self) -> None:
        look = next(look for look in self.hub.looks if look.found is None)  # one thread, one after the other
        look.found = list(look.read(look.slugs))

    def answer(self) -> None:
        look = self.hub.looks.popleft()
        look.answer.set_result(look.found)

    async def settle(self) -> None:
        """Let all happen that can, with a beat at the end."""
        for _ in range(2):
            while left := [it for it in self.may() if it not in ("a message is lost", "looks by its beat")]:
                self.may()[left[0]]()
                await turns()
            self.beats.append(self.database.version)
        self.beats.clear()


async def turns() -> None:
    """Let all tasks do what they can."""
    for _ in range(8):
        await asyncio.sleep(0)


ORDER = st.tuples(st.just("order"), st.booleans(), st.booleans())
STEPS = st.lists(st.one_of(ORDER, st.integers(min_value=0, max_value=6)), min_size=60, max_size=60)


@given(STEPS)
def test_a_page_is_told_all_that_happens_in_order_and_knows_in_the_end_how_the_duel_stands(steps):
    asyncio.run(play(steps))


async def play(steps) -> None:
    hub = Hub()
    try:
        evening = Evening(hub)
        database = evening.database
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(frames, "_news_texts", lambda table, readers: dict.fromkeys(readers, text_of(table)))
            patch.setattr(duel_hub, "_changed", lambda known: changes_since({SLUG: database.table()}, known))
            patch.setattr(duel_hub, "_wholes", lambda keys, _: dict.fromkeys(keys, whole_of(database.table())))
            await turns()
            for step in steps:
                may = list(evening.may().values())
                if isinstance(step, tuple):
                    evening.order(*step[1:])
                else:
                    may[step % len(may)]()
                await turns()
            await evening.settle()
            assert understood(evening.told) == (database.version, database.number, database.asking, database.waiting)
    finally:
        await hub.close()
