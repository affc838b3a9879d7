"""The frames of duels and chats, read from the database in batches: functions for `Process.read`.

`duels.play.frames` decides what a viewer of a duel may know, and `duels.chat.listeners` who may read a chat message.
"""

from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

from duels.chat.listeners import AddressedLine, Listener, addressed_line, lines_for, newest_lines
from duels.play.frames import Change, Reader, Whole, change_since, draft_text, entered_text, whole_texts
from duels.play.presence import Here
from duels.play.protocol import LinesFrame, encode
from duels.play.tables import News, table, tables


class Known(NamedTuple):
    """A viewer's version and number of rounds of a duel, and the change that has been announced to the viewer.

    `announced` is the version of the duel after the change, and `news` is the kind of the change.
    """

    slug: str
    version: int
    rounds: int
    announced: int
    news: News | None


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


def read_entered(asked: Collection[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """Return the frame with the sealed orders or answers for each pair of a duel's slug and a wizard's name."""
    return {(slug, wizard): entered_text(table(slug), wizard) for slug, wizard in asked}


def read_drafts(asked: Collection[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """Return the frame with the draft for each pair of a duel's slug and a wizard's name."""
    return {(slug, wizard): draft_text(slug, wizard) for slug, wizard in asked}


class Talk(NamedTuple):
    """A chat as one reader may see it: the frame, the ids of its messages, and the id of the chat's newest message.

    `newest` may be the id of a message that the reader may not see. It is 0 if there are no messages.
    """

    text: str
    ids: frozenset[int]
    newest: int


def read_lines(listeners: Collection[Listener]) -> dict[Listener, Talk]:
    """Return the chat of a duel or of the lobby for each reader."""
    newest = newest_lines({listener.slug for listener in listeners})  # first, so that later messages are newer
    return {
        listener: Talk(
            encode(LinesFrame(lines=lines)), frozenset(line["id"] for line in lines), newest.get(listener.slug, 0)
        )
        for listener, lines in lines_for(listeners).items()
    }


def read_line(asked: Collection[tuple[int, int | None]]) -> dict[tuple[int, int | None], AddressedLine | None]:
    """Return the chat message for each pair of a message's id and a reader's id.

    The reader's id is `None` for anonymous readers. The result for a hidden message is `None`.
    """
    users = defaultdict[int, set[int | None]](set)
    for line, user in asked:
        users[line].add(user)
    found = {line: addressed_line(line, who) for line, who in users.items()}
    return {(line, user): found[line] for line, user in asked}
