"""Chat in a duel or in the lobby. `duels.chat.listeners` decides who may read a message."""

from duels.chat.listeners import Chat, Listener, addressed_lines, chats_of, newest_lines
from duels.play.protocol import LinesFrame, TalkFrame, encode
from duels.realtime import groups
from duels.realtime.consumers.base import CHECK_INTERVAL, SocketConsumer
from duels.realtime.process import Process, every


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
        if told := await self.process.reader.read(addressed_lines, (message["line"], self.user_id)):
            self.newest = max(self.newest, message["line"])
            if told.reaches(self.listener):
                await self.push(encode(TalkFrame(line=told.line)))

    async def lines_changed(self, message: groups.Message) -> None:
        """Send all chat messages that the reader may see. They replace the messages sent before."""
        if self.listener is not None:
            chat: Chat = await self.process.reader.read(chats_of, self.listener)
            self.listed, self.newest = frozenset(line["id"] for line in chat.lines), chat.newest
            await self.push(encode(LinesFrame(lines=chat.lines)))


@every(CHECK_INTERVAL)
async def find_lost_lines(process: Process) -> None:
    """Resend the chat to viewers who have missed messages."""
    chats = {it: it.listener for it in process.connections() if isinstance(it, ChatConsumer) and it.listener}
    newest = await process.reader.call(newest_lines, {reader.slug for reader in chats.values()}) if chats else {}
    for chat, reader in chats.items():
        if chat.newest < newest.get(reader.slug, 0):
            process.run(chat.handle({"type": "lines.changed"}))
