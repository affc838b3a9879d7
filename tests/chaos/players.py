"""Players who connect by WebSocket, reconnect when a connection breaks, and record every acknowledgement."""

import asyncio
import json
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.frames import Frame, Opcode

from tests.chaos.ledger import Key, Ledger
from tests.chaos.site import Site
from wavinghands.engine import Json
from wavinghands.search import apprentice

LOST = (OSError, ConnectionClosed, InvalidHandshake, TimeoutError)
"""The exceptions raised when a connection is lost."""
THOUGHT = (0.02, 0.3)
"""The shortest and longest time that a player thinks about a round, in seconds."""
REST = {"left": "-", "right": "-"}
SHARE_OF_TALK = 0.03
SHARE_LEFT_OPEN = 0.4
"""The share of rounds in which players leave spells and targets open, to be asked for them after the reveal."""
TRIES = 5
"""The number of connections a player tries before reporting that the duel cannot be read."""
SILENCE = 60.0
"""Seconds without a message after which a player requests the state of the duel, as the page does after 30.

On a busy machine, some combinations of faults take more than 30 seconds.
"""


def connection(address: str, path: str, cookie: str) -> connect:
    """Connect to a web server's WebSocket as the user with this session cookie."""
    return connect(
        address.replace("http", "ws") + path,
        additional_headers={"Cookie": f"sessionid={cookie}"},
        origin=address,
        open_timeout=30,
        close_timeout=1,
        ping_interval=None,
    )


@dataclass
class Player:
    """A player who controls one wizard in a duel.

    `round` is the round that needs orders next, or the last round if `is_over` is true.
    """

    site: Site
    ledger: Ledger
    slug: str
    wizard: str
    cookie: str
    dice: Random
    dreams: bool = False
    """If true, the player lets the clock run out in every other round."""
    hurries: bool = False
    """If true, the player sends orders without delay."""
    thought: tuple[float, float] = THOUGHT
    """The shortest and longest time that the player thinks about a round, in seconds."""
    round: int = 0
    is_over: bool = False
    socket: ClientConnection | None = None
    web: str = ""
    knows_at: float = 0.0
    """When the player last received the state of the duel, by the event loop's clock."""
    heard: set[str] = field(default_factory=set)
    """The lines of chat that the player has received."""
    _sent: dict[str, tuple[Key, Json]] = field(default_factory=dict)
    _astray: set[str] = field(default_factory=set)
    """The ids of frames that the site must refuse."""
    _lines: dict[str, str] = field(default_factory=dict)
    _count: int = 0

    async def play(self) -> None:
        while not self.is_over:
            try:
                await self._at_a_socket()
            except LOST:
                self.ledger.counts["connections lost"] += 1
                await asyncio.sleep(self.dice.uniform(0.05, 0.2))
            finally:
                self._doubt()

    def is_up_to_date(self, since: float, said: Collection[tuple[str, str]]) -> bool:
        """Return whether the duel is over or the player is up to date.

        An up-to-date player has received a state after the time `since`, and all chat lines in `said` that belong to
        the duel.
        """
        own = {text for slug, text in said if slug == self.slug}
        return self.is_over or (self.knows_at > since and own <= self.heard)

    async def fetch_duel(self) -> Json:
        """Return the duel as reported through a new socket. If a socket breaks, try another one."""
        for _ in range(TRIES):
            with suppress(*LOST):
                async with asyncio.timeout(SILENCE), self._connection() as socket:
                    while (frame := json.loads(await socket.recv()))["type"] != "duel":
                        pass
                    return dict(frame)
        raise AssertionError(f"{self} received nothing from {TRIES} sockets")

    def _connection(self) -> connect:
        self.web = self.dice.choice(sorted(self.site.addresses))
        return connection(self.site.addresses[self.web], f"/ws/duel/{self.slug}/", self.cookie)

    async def _at_a_socket(self) -> None:
        async with self._connection() as self.socket:
            while not self.is_over:
                try:
                    async with asyncio.timeout(SILENCE):
                        text = await self.socket.recv()
                except TimeoutError:
                    self.ledger.counts["players who had to ask"] += 1
                    self.ledger.slow.append(f"{self}: received nothing for {SILENCE:.0f} s, and asked")
                    await self._send_plain({"type": "sync"})
                else:
                    await self._hear(json.loads(text))

    async def _hear(self, frame: Json) -> None:
        match frame:
            case {"type": "duel" | "round" | "reveal", "view": view, "request": request}:
                self.knows_at = asyncio.get_running_loop().time()
                self.is_over = view["result"] is not None
                if request:
                    await self._answer(request, frame["entered"], is_whole=frame["type"] == "duel")
            case {"type": "talk", "line": line}:
                self.heard.add(line["text"])
            case {"type": "lines", "lines": lines}:
                self.heard.update(line["text"] for line in lines)
            case {"type": "accepted", "id": id_}:
                await self._accepted(id_, frame)
            case {"type": "refused", "id": id_}:
                await self._refused(id_, frame)

    # Orders

    async def _answer(self, request: Json, entered: Json | None, *, is_whole: bool) -> None:
        key = (self.slug, self.wizard, request["round"])
        if request["round"] < self.round:
            self.ledger.complain(f"{key}: was in round {self.round} before")
        self.round = request["round"]
        if request["type"] == "answers":
            if is_whole:
                self.ledger.check_answers(key, entered)
            answers = self._answers(request)  # an answer may lead to another question
            self.ledger.answer(key, answers)
            await self._send("answers", answers=answers)
            return
        if is_whole and not self._sent:
            self.ledger.check_orders(key, entered)
        if entered is None and not (self.dreams and self.round % 2):
            await asyncio.sleep(0 if self.hurries else self.dice.uniform(*self.thought))
            await self._order(key, self._orders(request))

    def _orders(self, request: Json) -> Json:
        dice = self._own_dice(request)
        orders, is_open = apprentice.orders(request, dice), dice.random() < SHARE_LEFT_OPEN
        return {name: value for name, value in orders.items() if not (is_open and name in ("cast", "target"))}

    def _answers(self, request: Json) -> Json:
        """Return random answers. If all answers were the defaults, a lost answer would go unnoticed."""
        dice = self._own_dice(request)
        questions = [question | {"default": dice.choice(question["choices"])} for question in request["questions"]]
        return apprentice.answers(request | {"questions": questions}, dice)

    def _own_dice(self, request: Json) -> Random:
        """Return the dice for this round. They roll the same numbers after a reconnect."""
        return Random(f"{self.slug}/{self.wizard}/{request['round']}")

    async def _order(self, key: Key, orders: Json) -> None:
        id_ = await self._send("orders", round=key[2], orders=orders)
        self._sent[id_] = key, orders

    async def _send(self, type_: str, **fields: Any) -> str:
        assert self.socket is not None
        self._count += 1
        id_ = f"{self._count}"
        fields.setdefault("round", self.round)
        await self.socket.send(json.dumps({"type": type_, "id": id_, **fields}))
        return id_

    async def _accepted(self, id_: str, frame: Json) -> None:
        if text := self._lines.pop(id_, None):
            self.ledger.said.add((self.slug, text))
        if id_ in self._astray:
            self.ledger.complain(f"{self}: what was for another round was done")
        if answers := frame.get("answers"):
            self.ledger.seal_answers((self.slug, self.wizard, frame["round"]), answers)
        if id_ not in self._sent:
            return
        key, _ = self._sent.pop(id_)
        self.ledger.seal(key, frame["orders"])
        if self.dice.random() < SHARE_OF_TALK:
            await self._talk()

    async def _refused(self, id_: str, frame: Json) -> None:
        self._lines.pop(id_, None)
        key, orders = self._sent.pop(id_, (None, None))
        self.ledger.counts[f"refused: {frame['code']}"] += 1
        if frame["code"] == "failed" and key and orders and key[2] == self.round:
            await asyncio.sleep(0.2)
            await self._order(key, orders)
        elif frame["code"] == "failed":
            await self._send_plain({"type": "sync"})
        elif id_ in self._astray:
            self._astray.discard(id_)
        elif frame["code"] not in ("stale", "over", "rate"):
            self.ledger.complain(f"{self}: {frame}")

    async def _send_plain(self, frame: Json) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps(frame))

    async def _talk(self) -> None:
        assert self.socket is not None
        self._count += 1
        id_, text = f"t{self._count}", f"{self.wizard} says {self._count}"
        self._lines[id_] = text
        await self._send_plain({"type": "talk", "id": id_, "text": text})

    def _doubt(self) -> None:
        """Record all orders that were sent but not acknowledged. The site may or may not have stored them."""
        for key, orders in self._sent.values():
            self.ledger.doubt(key, orders)
        self._sent.clear()
        self._astray.clear()
        self._lines.clear()

    # Faults

    def cut(self, dice: Random) -> None:
        """Close the connection in the middle of a frame."""
        if self.socket is not None:
            frame = Frame(Opcode.TEXT, json.dumps({"type": "orders", "id": "cut", "round": self.round}).encode())
            data = frame.serialize(mask=True)
            with suppress(RuntimeError):  # already closing
                self.socket.transport.write(data[: dice.randrange(1, len(data))])
            self.socket.transport.abort()

    async def repeat(self, dice: Random) -> None:
        """Resend the orders for this round, and send orders for the previous round and for a distant one."""
        with suppress(*LOST):
            key = (self.slug, self.wizard, self.round)
            if key in self.ledger.sealed and self.socket is not None:
                for _ in range(2):
                    await self._order(key, self.ledger.sealed[key])
            for round_ in (self.round - 1, self.round + 50):
                if self.socket is not None and round_ > 0:
                    self._astray.add(await self._send("orders", round=round_, orders=REST))

    def __str__(self) -> str:
        return f"{self.slug}, {self.wizard}, round {self.round}, at {self.web}"
