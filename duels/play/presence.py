"""The people connected to a duel."""

from typing import NamedTuple


class Here(NamedTuple):
    """The names of the connected wizards and the number of spectators."""

    wizards: tuple[str, ...] = ()
    watchers: int = 0


NOBODY = Here()
