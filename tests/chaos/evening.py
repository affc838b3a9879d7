"""A simulated evening on the site, with several duels always in progress."""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.chaos.ledger import Ledger
from tests.chaos.players import THOUGHT, Player
from tests.chaos.site import Site

AT_ONCE = 8
"""The number of duels played at the same time, including those in tournaments."""
SUPPLY_PER_TABLE = 8
"""How many duels to create in advance for each duel that is played at the same time."""
PATIENCE = 300.0
"""Seconds within which every player must be able to continue after a fault, even on a busy machine."""


@dataclass
class Evening:
    """A simulated evening on the site, with one duel after another at each of several tables.

    Two of the tables are replaced by tournaments.
    """

    site: Site
    ledger: Ledger
    dice: Random
    at_once: int = AT_ONCE
    thought: tuple[float, float] = THOUGHT
    players: dict[tuple[str, str], Player] = field(default_factory=dict)
    """The players of the duels in progress, by the duel's slug and the wizard's name."""
    _duels: list[dict[str, Any]] = field(default_factory=list)

    def everybody(self) -> list[Player]:
        return list(self.players.values())

    def supply(self) -> None:
        """Create more duels if few are left."""
        supply = self.at_once * SUPPLY_PER_TABLE
        if len(self._duels) < supply // 2:
            self._duels[:0] = self.site.make(supply)

    async def table(self) -> None:
        """Play duels one after another until the task is cancelled."""
        while True:
            while not self._duels:  # a fault may last longer than the supply of duels
                await asyncio.sleep(0.05)
            duel = self._duels.pop()
            await self.play(duel["slug"], duel["people"], duel["dreamer"])
            self.ledger.counts["duels played to the end"] += 1

    async def play(
        self,
        slug: str,
        people: Mapping[str, str],
        dreamer: str | None = None,
        thought: tuple[float, float] | None = None,
    ) -> None:
        """Play a duel to its end. `people` maps the names of its wizards to the session cookies of their users.

        The wizard named `dreamer` gets no orders in rounds with odd numbers. `thought` is the shortest and longest time
        that a player thinks about a round, in seconds.
        """
        own = {(slug, name): self._player(slug, name, people[name], dreams=name == dreamer) for name in people}
        for player in own.values():
            player.thought = thought or self.thought
        self.players |= own
        async with asyncio.TaskGroup() as group:
            for player in own.values():
                group.create_task(player.play())
        for key in own:
            del self.players[key]

    def _player(self, slug: str, name: str, cookie: str, *, dreams: bool) -> Player:
        dice = Random(f"{slug}/{name}")
        return Player(self.site, self.ledger, slug, name, cookie, dice, dreams=dreams)

    async def all_go_on(self) -> float:
        """Wait until the site has recovered from faults, and return how many seconds that took.

        Every player must have received the current state and all earlier lines of chat, every web server must respond,
        and the worker must have renewed its heartbeat. No program may have exited on its own.
        """
        began, since = time.monotonic(), asyncio.get_running_loop().time()
        said, beat = frozenset(self.ledger.said), await asyncio.to_thread(self.site.heartbeat)
        stuck, ill = self.everybody(), {*self.site.addresses, "worker"}
        while stuck or ill:
            await asyncio.sleep(0.02)
            stuck = [player for player in stuck if not player.is_up_to_date(since, said)]
            if not stuck:
                ill = {name for name in ill if not await asyncio.to_thread(self._is_well, name, beat)}
            if time.monotonic() - began > PATIENCE:
                self.ledger.wrong.extend(f"{player} is stuck" for player in stuck)
                self.ledger.wrong.extend(f"{name} is ill:\n{self.site.log(name)[-2000:]}" for name in ill)
                break
        for program in self.site.ended():
            self.ledger.complain(f"{program.name} has ended:\n{program.log.read_text()[-2000:]}")
            program.start()
        return time.monotonic() - began

    def _is_well(self, name: str, beat: Any) -> bool:
        """Return whether a web server responds or, for the worker, whether its heartbeat has changed since `beat`."""
        return self.site.heartbeat() != beat if name == "worker" else self.site.answers(name) == 200
