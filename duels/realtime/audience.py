"""Those who hear what is done in this process: the hubs of its sockets, and other processes.

The process of a writer has no sockets: it does what is wanted at those of another, whose audience is its own.
"""

from collections.abc import Collection
from typing import Any, Protocol

from duels.play.frames import Reader
from duels.realtime import bus
from duels.realtime.duel_hub import DuelHub
from duels.realtime.hub import Hub


class Audience(Protocol):
    """The audience of a process; all of it may be called by any thread."""

    def readers(self, slug: str) -> Collection[Reader] | None:
        """By whose eyes, and in which languages, this duel is seen at the sockets here; none: that is not known."""

    def tell(self, message: bus.Message) -> None:
        """Have the hubs of all sockets here hear something."""

    def tell_others(self, message: bus.Message) -> None:
        """Have the hubs of all other processes hear something."""


class _Here:
    """The hubs of this process: some in a server, if by daphne once it has seen sockets, none in a command."""

    def readers(self, slug: str) -> Collection[Reader]:
        return {reader for hub in DuelHub.all() for reader in hub.readers(slug)}

    def tell(self, message: bus.Message) -> None:
        hubs: list[Hub[Any]] = Hub.all()
        for hub in hubs:
            hub.call(hub.hear, message)

    def tell_others(self, message: bus.Message) -> None:
        hubs: list[Hub[Any]] = Hub.all()
        bus.give(message, hubs[0].loop if hubs else None)


_audience: Audience = _Here()


def audience() -> Audience:
    """The audience of this process."""
    return _audience


def have(other: Audience) -> None:
    """Have an audience instead of that which is here."""
    global _audience
    _audience = other


def publish(about: str, **what: Any) -> None:
    """Have all hubs, here and elsewhere, hear something; from any thread."""
    publish_here(about, **what)
    publish_elsewhere(about, **what)


def publish_here(about: str, **what: Any) -> None:
    """Have all hubs here hear something; from any thread."""
    _audience.tell({"about": about, **what})


def publish_elsewhere(about: str, **what: Any) -> None:
    """Have the hubs of all other processes hear something; from any thread."""
    _audience.tell_others({"about": about, **what})
