"""Who is connected to a duel, in whatever process. A process that falls silent is forgotten."""

import time
from collections.abc import Collection, Mapping
from typing import NamedTuple

SILENCE = 30.0
"""Seconds after which a process counts as dead; it tells who is with it more often than that."""


class Here(NamedTuple):
    """Who is connected: the wizards, by name, and how many others."""

    wizards: tuple[str, ...] = ()
    watchers: int = 0


NOBODY = Here()


class Elsewhere:
    """Who is connected to the other processes, by what they have told."""

    def __init__(self) -> None:
        self._told: dict[str, dict[str, tuple[float, Here]]] = {}

    def hear(self, process: str, slug: str, here: Here) -> None:
        """Keep what a process says of one duel."""
        told = self._told.setdefault(slug, {})
        told.pop(process, None)
        if here != NOBODY:
            told[process] = (time.monotonic(), here)
        if not told:
            del self._told[slug]

    def add_to(self, slug: str, here: Here) -> Here:
        """All who are connected to a duel, with those who are `here`."""
        others = [told for _, told in self._told.get(slug, {}).values()]
        wizards = {*here.wizards, *(name for other in others for name in other.wizards)}
        return Here(tuple(sorted(wizards)), here.watchers + sum(other.watchers for other in others))

    def forget_the_silent(self) -> Collection[str]:
        """Forget processes that have said nothing for long; the duels to which that makes a difference."""
        oldest = time.monotonic() - SILENCE
        gone = [
            (slug, process) for slug, told in self._told.items() for process, (at, _) in told.items() if at < oldest
        ]
        for slug, process in gone:
            self.hear(process, slug, NOBODY)
        return {slug for slug, _ in gone}


def packed(here: Mapping[str, Here]) -> dict[str, list[object]]:
    """As hints carry it."""
    return {slug: [list(who.wizards), who.watchers] for slug, who in here.items()}


def unpacked(here: Mapping[str, tuple[list[str], int]]) -> dict[str, Here]:
    """The other way round."""
    return {slug: Here(tuple(wizards), watchers) for slug, (wizards, watchers) in here.items()}
