"""The events of a round and their audiences."""

from collections.abc import Mapping
from typing import Any

Viewer = str | None
"""The viewer of an event: a wizard's name, or `None` for a spectator."""


class Event:
    """An event of a round. It must not be changed.

    It is not a tuple, because each round has many events whose fields are read often.

    - `type`: the slug of the event type, such as `cast`
    - `data`: facts by name: beings, slugs and numbers. `because`, if present, is a reason or a list of reasons
    - `seen_by`: the viewers who learn of the event, or `None` for everyone
    - `veiled`: the event that all other viewers see instead, if any
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
    """Return `event` as `viewer` sees it: in full, veiled, or `None` if they do not notice it."""
    if event.seen_by is None or viewer in event.seen_by:
        return event
    return event.veiled and seen(event.veiled, viewer)
