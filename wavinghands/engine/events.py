"""What happened in a round, and who may know of it."""

from collections.abc import Mapping
from typing import Any

Viewer = str | None
"""A wizard's name; none: a watcher."""


class Event:
    """Something that happened: its `type`, its facts, and its audience.

    Nobody changes one: it is no tuple, since there are a dozen in a round, and each field is read again and again.
    `data`: names of beings, slugs, points, and `because`, a reason or a list of them, where it hung on something.
    `seen_by`: the viewers who learn of it; none: everybody. `veiled`: what all the others are told instead.
    """

    __slots__ = ("data", "seen_by", "type", "veiled")

    def __repr__(self) -> str:
        return f"<Event {self.type} {self.data} seen by {self.seen_by}, else {self.veiled}>"

    def __init__(
        self,
        type: str,
        data: Mapping[str, Any],
        seen_by: frozenset[Viewer] | None = None,
        veiled: "Event | None" = None,
    ) -> None:
        self.type, self.data = type, data
        self.seen_by, self.veiled = seen_by, veiled


def seen(event: Event, viewer: Viewer) -> Event | None:
    """What `viewer` learns of `event`."""
    if event.seen_by is None or viewer in event.seen_by:
        return event
    return event.veiled and seen(event.veiled, viewer)
