"""The people connected to each group, across all processes. Nothing is stored in the database.

Each process sends its presence list to the others through the group, on changes and every 15 seconds. The list of a
process that is silent for 40 seconds is ignored, so that nobody seems to be connected to a dead server.
"""

import time
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from duels.realtime import groups

if TYPE_CHECKING:
    from duels.realtime.process import Process

DELAY = 0.1
"""Seconds for which changes are collected before they are sent."""
INTERVAL = 15.0
"""Seconds between two presence messages of a process."""
SILENCE = 40.0
"""Seconds after which a silent process is ignored."""

Who = list[Any]
"""A presence list: the `present_as` values of connections in a group, as JSON data."""


class Presence:
    """The presence lists of all groups: those of this process, and those received from other processes."""

    def __init__(self, process: "Process") -> None:
        self._process = process
        self._told = defaultdict[str, dict[str, tuple[float, Who]]](dict)
        self._changed: set[str] = set()

    def here(self, group: str) -> Who:
        """Return this process's presence list for a group."""
        members = self._process.groups.members(group)
        return sorted((it.present_as for it in members if it.presence_group == group), key=repr)

    def everywhere(self, group: str) -> Who:
        """Return the combined presence list of all processes for a group."""
        oldest = time.monotonic() - SILENCE
        told = self._told.get(group, {}).values()
        return self.here(group) + [one for at, who in told if at >= oldest for one in who]

    def changed(self, group: str) -> None:
        """Show the list of a group soon to its members, and send this process's part to other processes."""
        if not self._changed:
            self._process.loop.call_later(DELAY, self._tell_changed)
        self._changed.add(group)

    def hear(self, group: str, message: groups.Message) -> None:
        """Store a presence list that another process has sent to a group. A new process gets this process's list."""
        told = self._told[group]
        if message["process"] in told:
            self._show(group)
        else:
            self.changed(group)
        told[message["process"]] = time.monotonic(), message["who"]

    def _tell_changed(self) -> None:
        changed, self._changed = self._changed, set()
        for group in changed:
            if not self._process.groups.members(group):
                self._told.pop(group, None)  # this process no longer receives the group's messages
            self._show(group)
            if groups.channel_layer():
                message = {"type": "presence.told", "who": self.here(group)}
                self._process.run(groups.publish(self._process.id, (group, message)))

    def _show(self, group: str) -> None:
        for member in self._process.groups.members(group):
            if member.presence_group == group:
                self._process.run(member.handle({"type": "presence.changed"}))
