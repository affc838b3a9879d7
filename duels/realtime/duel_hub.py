"""The sockets at duels, by duel, and what is sent to them.

What a change means is worked out once for each viewer, encoded once, and sent straight to the sockets here. Other
processes hear that there was one, and look for themselves, unless all viewers are told the same. A socket whom what is
to be sent does not fit gets the whole duel.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import TypeVar

from django.conf import settings
from prometheus_client import Histogram

from duels.chat.listeners import Listener, lines_for, lines_since, newest_line, told
from duels.play.actions import Forfeit, GiveAnswers, GiveOrders, WizardAction
from duels.play.drafts import KeepDraft, keep_drafts
from duels.play.frames import (
    Change,
    Known,
    Reader,
    Viewer,
    Whole,
    changes_since,
    draft_text,
    entered_text,
    versions_of,
    whole_texts,
)
from duels.play.presence import NOBODY, Here
from duels.play.protocol import LinesFrame, Presence, TalkFrame, encode
from duels.play.sql import refreshed_tables
from duels.play.tables import News, table
from duels.play.transaction import Outcome, perform
from duels.realtime import bus
from duels.realtime.batches import Batches
from duels.realtime.connection import CANNOT_BE_SHOWN, Socket
from duels.realtime.far_writer import FarWriter
from duels.realtime.presence_hub import PresenceHub
from duels.realtime.writer import BUCKETS, Reply, ThreadWriter, Writer
from duels.viewing.duels import Admission, admissions
from duels.wording.refusals import Refused
from wavinghands.db.connections import AWAY

logger = logging.getLogger(__name__)

ROUND_SECONDS = Histogram(
    "wavinghands_round_seconds",
    "From orders that come in here and end a round until its frames have been sent here.",
    buckets=BUCKETS,
)

MOST_READ_AT_ONCE = 20

PATIENCE = 30.0
"""Seconds that a thread waits for the writer."""

GRACE = 0.5
"""Seconds that the message of a change may be under way before it is taken for lost."""

ENDING = (GiveOrders, GiveAnswers, Forfeit)
"""What may end a round."""

T = TypeVar("T")


@dataclass(eq=False, kw_only=True)
class DuelSocket(Socket):
    """One viewer's connection. `version`: what he knows of the duel; none: he waits for the whole of it."""

    room: str
    viewer: Viewer
    version: int | None = field(default=None, init=False)
    rounds: int = field(default=0, init=False)
    """How many he knows, once he has a version."""
    _held: list[str] = field(default_factory=list, init=False)

    @property
    def reader(self) -> Reader:
        """By whose eyes he sees, and in which language he reads."""
        return self.viewer, self.language

    @property
    def listener(self) -> Listener:
        """How he hears the talk."""
        return Listener(self.room, self.viewer, self.user_id)

    def is_behind(self, version: int) -> bool:
        """Whether he was told how the duel stood before this version, and is still to be told of it."""
        return self.version is not None and self.version < version

    def tell(self, text: str) -> None:
        """Send a frame that makes sense only to one who knows the duel: held back until he does."""
        if self.version is None:
            self._held.append(text)
        else:
            self.push(text)

    def learn(self, whole: Whole) -> None:
        """Send the whole duel, and what was held back."""
        self.version, self.rounds = whole.version, whole.rounds
        held, self._held = self._held, []
        for frame in (whole.text, *held):
            self.push(frame)


class DuelHub(PresenceHub[DuelSocket]):
    """The rooms of duels, by slug, with the writer of the process."""

    kind = "duels"
    beat = 3.0
    silence = 30.0

    def __init__(self) -> None:
        super().__init__()
        self.writer: Writer = FarWriter(self.readers) if settings.WRITER == "process" else ThreadWriter()
        self._admissions = Batches(self.read, admissions)
        self._wanted: dict[tuple[str, Reader], set[DuelSocket]] = {}
        self._behind: dict[str, list[tuple[int, News]]] = {}
        self._is_behind = asyncio.Event()
        self._without_talk: set[DuelSocket] = set()
        self._told_lines: set[int] = set()
        """Ids of those after `_newest_line` that have been sent."""
        self._newest_line: int | None = None
        self.run(self._for_ever(self._catch_up))

    async def close(self) -> None:
        """End everything that runs for this hub."""
        await super().close()
        self.writer.close()

    async def admission(self, slug: str, user_id: int | None, session: str | None) -> Admission:
        """As whom this user, logged in by this session, is let in at a duel."""
        return await self._admissions.get((slug, user_id, session)) or Admission(why_not="no_such_duel")

    def entered(self, socket: DuelSocket) -> None:
        super().entered(socket)
        self.send_whole(socket)
        if socket.viewer is not None:
            self.writer.expect(socket.room)

    def readers(self, slug: str) -> set[Reader]:
        """By whose eyes, and in which languages, this duel is seen here; may be asked by any thread."""
        return {socket.reader for socket in self.at(slug)}

    # What is wanted

    def submit(self, wanted: WizardAction | KeepDraft, reply: Reply) -> None:
        """Have the writer do it; `reply` is called with what became of it, once it is safe."""
        since = time.perf_counter()

        def replied(outcome: Outcome) -> None:
            reply(outcome)
            if isinstance(wanted, ENDING) and not isinstance(outcome, Refused):
                self.loop.call_soon(self._time, wanted, since)  # once the frames are sent, which come with the outcome

        self.writer.submit(wanted, replied)

    def _time(self, wanted: WizardAction, since: float) -> None:
        """Note how long it has taken, if it has ended its round."""
        room = self.rooms.get(wanted.slug)
        if room is not None and wanted.round_number is not None and room.rounds >= wanted.round_number:
            ROUND_SECONDS.observe(time.perf_counter() - since)

    # What has happened

    def deliver(self, changes: Iterable[Change]) -> None:
        """Send each reader his frame of these changes."""
        for change in changes:
            if room := self.rooms.get(change.slug):
                if room.version < change.version:
                    room.version, room.rounds = change.version, change.rounds
                for socket in room.sockets:
                    self._deliver(socket, change, change.texts.get(socket.reader))

    def _deliver(self, socket: DuelSocket, change: Change, frame: str | None) -> None:
        if socket.version is None:
            if frame is not None and change.before == change.version:
                socket.tell(frame)  # it has no version of its own by which he could miss it
            return
        is_newer = socket.version < change.version
        if frame is not None and (socket.version == change.before or (is_newer and socket.rounds == change.upon)):
            socket.version, socket.rounds = change.version, change.rounds
            socket.push(frame)
        elif is_newer:
            self.send_whole(socket)

    def tell(self, slug: str, text: str, *, viewers: Collection[Viewer] = (), origin: object = None) -> None:
        """Send a frame without a version to all, or to some viewers, but not to the socket `origin`."""
        for socket in self.at(slug):
            if socket is not origin and (not viewers or socket.viewer in viewers):
                socket.tell(text)

    def _hear_of(self, slug: str, version: int, what: News, text: str) -> None:
        """Send on what another process has changed: `text`, if all are told the same, or what has to be looked up."""
        room = self.rooms.get(slug)
        if room is None or room.version >= version + (what == "aside"):
            return
        if text and room.version == version - 1:
            readers = self.readers(slug)
            self.deliver([Change(slug, version - 1, version, None, room.rounds, dict.fromkeys(readers, text))])
        else:
            self._behind.setdefault(slug, []).append((version, what))
            self._is_behind.set()

    async def _catch_up(self) -> None:
        """Send what others have changed, of all duels together that are behind by now."""
        await self._is_behind.wait()
        self._is_behind.clear()
        behind, self._behind = self._behind, {}
        known = {
            slug: Known(self.rooms[slug].version, self.rooms[slug].rounds, heard, self.readers(slug))
            for slug, heard in behind.items()
            if slug in self.rooms
        }
        self.deliver(await self._read_apart(known, lambda slugs: _changed({slug: known[slug] for slug in slugs})))

    def _tell_his_own(self, slug: str, wizard: str, text: Callable[[], str]) -> None:
        """Tell a wizard what has to be looked up, at the sockets that he has here, if any."""

        async def look_up_and_tell() -> None:
            self.tell(slug, await self.read(text), viewers=[wizard])

        if any(socket.viewer == wizard for socket in self.at(slug)):
            self.run(look_up_and_tell())

    # The whole duel

    def send_whole(self, socket: DuelSocket) -> None:
        """Have the whole duel sent to a socket."""
        socket.version = None
        self._wanted.setdefault((socket.room, socket.reader), set()).add(socket)
        self.stale.set()

    async def refresh(self) -> None:
        keys = list(self._wanted)[:MOST_READ_AT_ONCE]
        wanted = {key: self._wanted.pop(key) for key in keys}  # who asks from now on is told what is read from now on
        here = {slug: self._all_here(slug) for slug, _ in keys}
        try:
            texts = await self._read_apart(
                here, lambda slugs: _wholes([key for key in keys if key[0] in slugs], here).items()
            )
        except Exception:
            for key, sockets in wanted.items():
                if still := sockets & self.at(key[0]):
                    self._wanted.setdefault(key, set()).update(still)
            raise
        frames = dict(texts)
        sent = set[DuelSocket]()
        for key, sockets in wanted.items():
            still = sockets & self.at(key[0]) - self._wanted.get(key, set())
            for socket in still if key in frames else ():
                self._send_whole(socket, frames[key])
            sent |= still
        self.run(self._send_lines(sent))
        if self._wanted:
            self.stale.set()

    def _send_whole(self, socket: DuelSocket, whole: Whole) -> None:
        room = self.rooms[socket.room]
        socket.learn(whole)
        if room.version > whole.version:
            self.send_whole(socket)
        elif not any(other.is_behind(whole.version) for other in room.sockets):
            room.version, room.rounds = whole.version, whole.rounds

    # Duels that cannot be shown

    async def _read_apart(self, slugs: Collection[str], read: Callable[[Collection[str]], Iterable[T]]) -> list[T]:
        """What is read of these duels: of all together, or, if one of them breaks it, of each alone.

        The sockets of the culprit are closed, and nobody else notices. Raises one of `AWAY`: no duel is at fault.
        """
        if not slugs:
            return []
        try:
            return list(await self.read(read, slugs))
        except AWAY:
            raise
        except Exception:
            if len(slugs) > 1:
                return [it for slug in slugs for it in await self._read_apart([slug], read)]
            (slug,) = slugs
            logger.exception("Duel %s cannot be shown", slug)
            self.give_up(slug)
            return []

    def give_up(self, slug: str) -> None:
        """Close the sockets at a duel that cannot be shown: their pages come back, later and later."""
        for socket in self.at(slug):
            socket.close(CANNOT_BE_SHOWN)

    # Talk; read in one thread, so that lines come in the order in which they are found

    async def _send_line(self, slug: str, line_id: int) -> None:
        """Send it to those who may hear it; who comes meanwhile gets it with all that was said.

        One that comes while the database is away is found by the beat.
        """
        sockets = self.at(slug)
        users = {socket.user_id for socket in sockets}
        try:
            lines = await self._read_apart([slug] if sockets else [], lambda _: [told(line_id, users)])
        except AWAY:
            logger.exception("A line of duel %s waits for the beat", slug)
            return
        self._told_lines.add(line_id)
        for found in filter(None, lines):
            text = encode(TalkFrame(line=found.line))
            for socket in sockets:
                if found.reaches(socket.listener):
                    socket.tell(text)

    async def _send_lines(self, sockets: Collection[DuelSocket]) -> None:
        """Send each anew all that he may hear; the beat does so once the database is back."""
        listeners = {socket.listener for socket in sockets}
        try:
            heard = await self._read_apart(
                {listener.slug for listener in listeners},
                lambda slugs: lines_for(listener for listener in listeners if listener.slug in slugs).items(),
            )
        except AWAY:
            logger.exception("Talk waits for the beat")
            self._without_talk.update(sockets)
            return
        texts = {listener: encode(LinesFrame(lines=lines)) for listener, lines in heard}
        for socket in sockets:
            if socket.listener in texts:
                socket.tell(texts[socket.listener])

    async def _make_talk_good(self) -> None:
        """Send the talk that could not be read, and the lines of which no message has come."""
        without, self._without_talk = self._without_talk, set()
        await self._send_lines([socket for socket in without if socket in self.at(socket.room)])
        if self._newest_line is None:
            self._newest_line = await self.read(newest_line)
        said = await self.read(lines_since, self._newest_line)
        for line_id, slug in said.items():
            if line_id not in self._told_lines:
                await self._send_line(slug, line_id)
        missing = said.keys() - self._told_lines
        newest = self._newest_line = min(missing) - 1 if missing else max([self._newest_line, *said])
        self._told_lines = {line_id for line_id in self._told_lines if line_id > newest}

    # Presence

    def who(self, key: str) -> Here | None:
        names = [socket.viewer for socket in self.at(key)]
        return Here(tuple(sorted({name for name in names if name})), names.count(None)) if names else None

    def shifted(self, keys: Collection[str]) -> None:
        for slug in keys & self.rooms.keys():
            here = self._all_here(slug)
            self.tell(slug, encode(Presence(connected=list(here.wizards), watchers=here.watchers)))

    def _all_here(self, slug: str) -> Here:
        everywhere = [self.who(slug) or NOBODY, *self.elsewhere(slug)]
        wizards = {name for names, _ in everywhere for name in names}
        return Here(tuple(sorted(wizards)), sum(watchers for _, watchers in everywhere))

    # What is told, here and by other processes

    def hear(self, message: bus.Message) -> None:
        match message:
            case {"about": "done", "changes": changes}:
                self.deliver(changes)
            case {"about": "his", "slug": slug, "wizard": wizard, "text": text, "origin": origin}:
                self.tell(slug, text, viewers=[wizard], origin=origin)
            case {"about": "cannot_be_shown", "slug": slug}:
                self.give_up(slug)
            case {"about": "changed", "news": news}:
                for slug, version, what, text in news:
                    self._hear_of(slug, version, what, text)
            case {"about": "entered", "slug": slug, "wizard": wizard}:
                self._tell_his_own(slug, wizard, lambda: entered_text(table(slug), wizard))
            case {"about": "draft", "slug": slug, "wizard": wizard}:
                self._tell_his_own(slug, wizard, lambda: draft_text(slug, wizard))
            case {"about": "talk", "slug": slug, "line": line_id}:
                self.run(self._send_line(slug, line_id))
            case {"about": "lines", "slug": slug}:
                self.run(self._send_lines(self.at(slug)))
            case _:
                super().hear(message)

    async def look_around(self) -> None:
        await super().look_around()
        versions = await self.read(versions_of, list(self.rooms))
        self.loop.call_later(GRACE, self._make_good, versions)
        await self._make_talk_good()

    def _make_good(self, versions: Mapping[str, int]) -> None:
        """Have told how duels stand that have come so far, where no message has come meanwhile that tells of it."""
        for slug in versions.keys() - self._behind:
            self._hear_of(slug, versions[slug], "whole", "")


def _wholes(keys: Collection[tuple[str, Reader]], here: Mapping[str, Here]) -> dict[tuple[str, Reader], Whole]:
    with refreshed_tables({slug for slug, _ in keys}) as tables:
        return whole_texts(tables, keys, here)


def _changed(known: Mapping[str, Known]) -> list[Change]:
    with refreshed_tables(known) as tables:
        return changes_since(tables, known)


def done(wanted: WizardAction | KeepDraft) -> Outcome:
    """What has become of it, once it is safe; from any thread but that of the sockets.

    The writer of this process does it, with what sockets ask for meanwhile. In a command, and by daphne where no socket
    has been, there is none: it is done here.
    """
    hub = next(iter(DuelHub.all()), None)
    if hub is None:
        (outcome,) = keep_drafts([wanted]) if isinstance(wanted, KeepDraft) else perform([wanted])
        return outcome
    told: Future[Outcome] = Future()
    hub.call(hub.submit, wanted, told.set_result)
    return told.result(PATIENCE)
