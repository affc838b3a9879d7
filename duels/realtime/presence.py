"""The people connected to each group, across all processes. Nothing is stored in the database.

Each process sends its presence list to the others through the group, on changes and every 15 seconds. The list of a
process that is silent for 40 seconds is removed, so that nobody seems to be connected to a dead server.
"""

import time
from typing import TYPE_CHECKING, Any

from duels.realtime import groups

if TYPE_CHECKING:
    from duels.realtime.process import Process

DELAY = 0.1
"""Seconds for which changes are collected before they are sent."""
INTERVAL = 15.0
"""Seconds between two presence messages of a process."""
SILENCE = 40.0
"""Seconds after which a silent process is removed."""

PRESENT = ("duels", "lobby")
"""The kinds of connections whose presence other users see."""

Who = list[Any]
"""A presence list: the `present_as` values of connections in a group, as JSON data."""


class Presence:
    """The presence lists of all groups: those of this process, and those received from other processes."""

    def __init__(self, process: "Process") -> None:
        self._process = process
        self._told: dict[str, dict[str, tuple[float, Who]]] = {}
        self._changed: set[str] = set()
        self._asking: set[str] = set()

    def here(self, group: str) -> Who:
        """Return this process's presence list for a group."""
        members = self._process.members(group)
        return sorted((it.present_as for it in members if it.presence_group == group), key=repr)

    def everywhere(self, group: str) -> Who:
        """Return the combined presence list of all processes for a group."""
        return self.here(group) + [one for _, who in self._told.get(group, {}).values() for one in who]

    def changed(self, group: str, *, asks: bool = False) -> None:
        """Send this process's list for a group soon. If `asks` is true, also request the lists of other processes."""
        if not self._changed:
            self._process.loop.call_later(DELAY, self._tell_changed)
        self._changed.add(group)
        if asks:
            self._asking.add(group)

    def hear(self, group: str, message: groups.Message) -> None:
        """Store a presence list that another process has sent to a group.

        Each of this process's connections in the group calls this method with the same message.
        """
        if message["process"] == self._process.id:
            return
        if self._note(group, message["process"], message["who"]):
            self._show(group)
        if message["asks"]:
            self.changed(group)

    def tell_again(self) -> None:
        """Remove silent processes, and send this process's lists again."""
        oldest = time.monotonic() - SILENCE
        silent = [(group, id_) for group, told in self._told.items() for id_, (at, _) in told.items() if at < oldest]
        for group, id_ in silent:
            if self._note(group, id_, []):
                self._show(group)
        for group in {it.presence_group for it in self._process.connections(*PRESENT) if it.presence_group}:
            self._tell(group)

    def _tell_changed(self) -> None:
        changed, self._changed = self._changed, set()
        for group in changed:
            if not self._process.members(group):
                self._told.pop(group, None)  # this process no longer receives the group's messages
            self._show(group)
            self._tell(group, asks=group in self._asking)
            self._asking.discard(group)

    def _tell(self, group: str, *, asks: bool = False) -> None:
        if groups.reaches_other_processes():
            message = {"type": "presence.told", "process": self._process.id, "who": self.here(group), "asks": asks}
            self._process.run(groups.send((group, message)))

    def _show(self, group: str) -> None:
        for member in self._process.members(group):
            if member.presence_group == group:
                self._process.run(member.handle({"type": "presence.changed"}))

    def _note(self, group: str, process: str, who: Who) -> bool:
        """Store another process's list for a group, and return whether it has changed."""
        told = self._told.setdefault(group, {})
        _, before = told.pop(process, (0.0, []))
        if who:
            told[process] = (time.monotonic(), who)
        if not told:
            del self._told[group]
        return who != before
