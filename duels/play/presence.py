"""Who is connected to a duel."""

from typing import NamedTuple


class Here(NamedTuple):
    """Who is connected: the wizards, by name, and how many others."""

    wizards: tuple[str, ...] = ()
    watchers: int = 0


NOBODY = Here()
