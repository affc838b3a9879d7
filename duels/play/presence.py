"""The people connected to a duel."""

from typing import NamedTuple


class Here(NamedTuple):
    """The people connected to a duel: the wizards' names and the number of spectators."""

    wizards: tuple[str, ...] = ()
    watchers: int = 0


NOBODY = Here()
