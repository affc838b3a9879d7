"""The frames of duels, each of which is made once per viewer, language and version.

After a change made by this process, the writer thread makes the frames from the duel in memory. After a change made by
another process, the duel is read from the database. In both cases, `duels.play.frames` decides what a viewer may know.
"""

import logging
from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import NamedTuple

from duels.chat.listeners import (
    AddressedLine,
    Listener,
    addressed_line,
    lines_for,
    lobby_lines_for,
    newest_in_lobby,
    newest_lines,
)
from duels.play.frames import Change, Reader, Whole, change_of, change_since, draft_text, entered_text, whole_texts
from duels.play.presence import Here
from duels.play.protocol import LinesFrame, encode
from duels.play.tables import News, Table, table, tables

logger = logging.getLogger(__name__)

RECENT = 4
"""The number of changes kept per duel. More than one is needed, because messages may arrive a few versions late."""


class Known(NamedTuple):
    """A viewer's version and number of rounds of a duel, and the change that has been announced to the viewer.

    `announced` is the version of the duel after the change, and `news` is the kind of the change.
    """

    slug: str
    version: int
    rounds: int
    announced: int
    news: News | None


class RecentChanges:
    """The last changes made by this process to duels that its own viewers are watching."""

    def __init__(self) -> None:
        self._changes: dict[str, tuple[Change, ...]] = {}

    def add(self, table: Table, readers: Iterable[Reader]) -> None:
        """Make and keep the frames for a table's last change. This is called in the thread that made the change."""
        if table.news in ("aside", "waiting"):
            return  # an aside has no version of its own; messages of the kind "waiting" contain the frame
        try:
            change = change_of(table, readers)
        except Exception:  # consumers read the change from the database, and close if that fails too
            logger.exception("A change of duel %s cannot be shown", table.duel.slug)
            return
        self._changes[change.slug] = (*self._changes.get(change.slug, ())[1 - RECENT :], change)

    def find(self, slug: str, version: int) -> Change | None:
        """Return the change that led to this version of a duel, or `None` if it is not kept here."""
        return next((it for it in self._changes.get(slug, ()) if it.version == version), None)

    def keep(self, slugs: Collection[str]) -> None:
        """Forget the changes to all duels except those with these slugs."""
        for slug in self._changes.keys() - slugs:
            self._changes.pop(slug, None)


# Functions for `Process.read`


def read_wholes(asked: Collection[tuple[str, Reader, Here]]) -> dict[tuple[str, Reader, Here], Whole]:
    """Return the frame with the whole duel for each slug, reader and list of connected people.

    Unknown duels are left out.
    """
    here = {slug: who for slug, _, who in asked}
    texts = whole_texts(tables(here), {(slug, reader) for slug, reader, _ in asked}, here)
    return {one: texts[one[:2]] for one in asked if one[:2] in texts}


def read_changes(asked: Collection[tuple[Known, Reader]]) -> dict[tuple[Known, Reader], Change]:
    """Return the change to each duel since the version that the reader has. Unknown duels are left out."""
    readers = defaultdict[Known, set[Reader]](set)
    for known, reader in asked:
        readers[known].add(reader)
    found = tables({known.slug for known in readers})
    changes = {
        known: change_since(
            found[known.slug],
            who,
            version=known.version,
            rounds=known.rounds,
            announced=known.announced,
            news=known.news,
        )
        for known, who in readers.items()
        if known.slug in found
    }
    return {(known, reader): changes[known] for known, reader in asked if known in changes}


class Talk(NamedTuple):
    """A chat as one reader may see it: the frame, the ids of its messages, and the id of the chat's newest message.

    `newest` may be the id of a message that the reader may not see. It is 0 if there are no messages.
    """

    text: str
    ids: frozenset[int]
    newest: int


def read_lines(listeners: Collection[Listener]) -> dict[Listener, Talk]:
    """Return the chat of a duel for each reader."""
    newest = newest_lines({listener.slug for listener in listeners})  # first, so that later messages are newer
    return {
        listener: Talk(
            encode(LinesFrame(lines=lines)), frozenset(line["id"] for line in lines), newest.get(listener.slug, 0)
        )
        for listener, lines in lines_for(listeners).items()
    }


def read_lobby_lines(user_ids: Collection[int | None]) -> dict[int | None, Talk]:
    """Return the chat of the lobby for each user."""
    newest = newest_in_lobby()
    return {
        user: Talk(encode(LinesFrame(lines=lines)), frozenset(line["id"] for line in lines), newest)
        for user, lines in lobby_lines_for(user_ids).items()
    }


def read_newest_in_lobby(asked: Collection[str]) -> dict[str, int]:
    """Return a dictionary that maps each key in `asked` to the id of the newest message in the lobby's chat."""
    return dict.fromkeys(asked, newest_in_lobby())


def read_line(asked: Collection[tuple[int, int | None]]) -> dict[tuple[int, int | None], AddressedLine | None]:
    """Return the chat message for each pair of a message's id and a reader's id.

    The reader's id is `None` for anonymous readers. The result for a hidden message is `None`.
    """
    users = defaultdict[int, set[int | None]](set)
    for line, user in asked:
        users[line].add(user)
    found = {line: addressed_line(line, who) for line, who in users.items()}
    return {(line, user): found[line] for line, user in asked}


def read_entered(asked: Collection[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """Return the frame with the sealed orders or answers for each pair of a duel's slug and a wizard's name."""
    return {(slug, wizard): entered_text(table(slug), wizard) for slug, wizard in asked}


def read_drafts(asked: Collection[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """Return the frame with the draft for each pair of a duel's slug and a wizard's name."""
    return {(slug, wizard): draft_text(slug, wizard) for slug, wizard in asked}
