"""Chats, in a duel or in the lobby. `duels.chat.listeners` decides who may read a message."""

from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

from duels.chat.listeners import AddressedLine, Listener, addressed_line, lines_for, newest_lines
from duels.play.protocol import LinesFrame, TalkFrame, encode
from duels.realtime import groups
from duels.realtime.consumers.base import SocketConsumer


class ChatConsumer(SocketConsumer):
    """A connection whose client shows a chat."""

    listener: Listener | None = None
    """The reader of the chat, or `None` if no chat is shown."""
    newest = 0
    """The id of the newest chat message that has been handled, whether or not the reader may see it."""
    listed: frozenset[int] = frozenset()
    """The ids of the chat messages in the last `lines` frame."""

    async def line_said(self, message: groups.Message) -> None:
        """Send a chat message, if the reader may see it and the last `lines` frame did not contain it."""
        if self.listener is None or message["line"] in self.listed:
            return
        if told := await self.process.reader.read(read_line, (message["line"], self.user_id)):
            self.newest = max(self.newest, message["line"])
            if told.reaches(self.listener):
                await self.push(encode(TalkFrame(line=told.line)))

    async def lines_changed(self, message: groups.Message) -> None:
        """Send all chat messages that the reader may see. They replace the messages sent before."""
        if self.listener is not None:
            talk: Talk = await self.process.reader.read(read_lines, self.listener)
            self.listed, self.newest = talk.ids, talk.newest
            await self.push(talk.text)


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
