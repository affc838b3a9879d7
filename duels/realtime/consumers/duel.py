"""The socket of the duel page, and the stream that a program opens. docs/protocol.md describes the frames."""

import logging
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from msgspec.structs import asdict
from prometheus_client import Histogram

from duels.chat import talk
from duels.chat.listeners import Listener
from duels.guesses.guessing import guess
from duels.play import frames, protocol
from duels.play.actions import Forfeit, GiveAnswers, GiveOrders, MakePlan, TakeBack
from duels.play.drafts import KeepDraft
from duels.play.protocol import LOGGED_OUT, NO_SUCH_DUEL, Here
from duels.realtime import groups
from duels.realtime.consumers.base import ChatConsumer
from duels.realtime.process import Process, every
from duels.viewing.duels import Admission, admissions
from duels.wording.refusals import FAILED, Refused

logger = logging.getLogger(__name__)

ORDER_SECONDS = Histogram(
    "wavinghands_order_seconds",
    "From an action of a wizard that comes in until it is done, and frames tell of it.",
    buckets=(0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.2, 0.5, 1, 2, 5),
)

ACTIONS: dict[Any, tuple[Callable[..., Any], tuple[str, ...]]] = {
    protocol.Orders: (GiveOrders, ("orders",)),
    protocol.Answers: (GiveAnswers, ("answers",)),
    protocol.Withdraw: (TakeBack, ("orders", "answers")),
    protocol.Plan: (MakePlan, ("plan",)),
    protocol.Forfeit: (Forfeit, ("orders",)),
    protocol.Draft: (KeepDraft, ()),
}
"""The action that each player frame requests, and the fields of the `accepted` frame that contain its outcome.

A frame and its action use the same field names.
"""

OWN = {"entered": frames.entered_text, "draft": frames.draft_text}
"""The functions that read the frames about a player's own choices, by the type of the frame."""


class DuelConsumer(ChatConsumer):
    """The connection of one viewer of a duel.

    `viewer` is the wizard's name, or `None` for a spectator. `version` and `rounds` are the duel's version and number
    of rounds in the last frame sent. While `version` is `None`, the viewer is waiting for the whole duel, and no other
    frames are sent.
    """

    kind = "duels"
    needs_user = False

    slug = ""
    viewer: frames.Viewer
    version: int | None = None
    rounds = 0

    @property
    def reader(self) -> frames.Reader:
        """Return the viewer and their language."""
        return self.viewer, self.language

    async def enter(self) -> None:
        self.slug = self.scope["url_route"]["kwargs"]["slug"]
        admitted: Admission = await self.process.reader.read(admissions, (self.slug, self.user_id, self.login))
        if admitted.why_not is not None:
            await self.close_with(NO_SUCH_DUEL if admitted.why_not == "no_such_duel" else LOGGED_OUT)
            return
        self.viewer = admitted.viewer
        await self.appear(f"duel.{self.slug}", self.viewer)
        await self.open()
        await self.send_whole(known=self.scope.get("known"))

    # Frames from the client

    async def handle_frame(self, text: str | None) -> None:
        frame = protocol.decode(text)
        given = {name: value for name, value in asdict(frame).items() if name not in ("id", "round")}
        match frame:
            case protocol.Sync():
                await self.send_whole()
            case protocol.Talk():
                await self.call(talk.say, slug=self.slug, key=frame.id, **given)
                await self.push(protocol.Accepted(id=frame.id))
            case protocol.Guess():
                tally = await self.call(guess, slug=self.slug, round_number=frame.round, **given)
                await self.push(protocol.Accepted(id=frame.id, round=frame.round, tally=tally))
            case _ if self.viewer is None:
                raise Refused("not_yours", _("You’re a spectator. Only the players can do that."))
            case _:
                await self._play(frame, given)

    async def _play(self, frame: Any, given: dict[str, Any]) -> None:
        """Perform the action that a player's frame requests. `given` contains the fields of this action."""
        action, fields = ACTIONS[type(frame)]
        whose = {"slug": self.slug, "wizard": self.viewer, "round_number": frame.round, "origin": self.id}
        queue = self.process.drafts if action is KeepDraft else self.process.orders
        since = time.perf_counter()
        try:
            outcome = await queue.do(action(**whose, **given))
        except Exception as error:
            logger.exception("An action at duel %s failed", self.slug)
            raise Refused("failed", FAILED) from error
        ORDER_SECONDS.observe(time.perf_counter() - since)
        if isinstance(outcome, Refused):
            raise outcome
        done = dict.fromkeys(fields, outcome or None)
        await self.push(protocol.Accepted(id=frame.id, round=frame.round, **done))

    # Frames to the client

    async def send_whole(self, *, known: int | None = None) -> None:
        """Send the whole duel and its whole chat.

        `known` is the version of the duel that the client already has. If it is still current, only send the chat.
        """
        self.version = self.listener = None
        whole = await self.process.reader.read(frames.read_wholes, (self.slug, self.reader, self._here()))
        if whole is not None:
            self.version, self.rounds = whole.version, whole.rounds
            self.listener = Listener(self.slug, self.viewer, self.user_id)
            if whole.version != known:
                await self.push(whole.text)
            await self.lines_changed({})

    async def duel_changed(self, message: groups.Message) -> None:
        """Send the last change, or the whole duel if the viewer has missed earlier changes.

        If the frame is the same for all viewers, the message contains it as `text`. If this process has made the
        change, the message contains the frames of all viewers as `change`.
        """
        if self.version is None:  # the duel could not be read before
            await self.send_whole()
        if self.version is None or (message["version"] <= self.version and message["news"] != "aside"):
            return
        if message.get("text") and message["version"] == self.version + 1:
            self.version = message["version"]
            await self.push(message["text"])
            return
        change = message.get("change")
        if change is None:
            announced = frames.Announced(self.slug, message["version"], message["news"])
            change = await self.process.reader.read(frames.read_changes, (announced, self.reader))
        if change is None:  # the duel has been deleted
            return
        is_newer, text = change.version > self.version, change.texts.get(self.reader)
        if text is not None and (self.version == change.before or (is_newer and self.rounds == change.rounds_before)):
            self.version, self.rounds = change.version, change.rounds
            await self.push(text)
        elif is_newer:
            await self.send_whole()

    async def own_changed(self, message: groups.Message) -> None:
        """Send the orders, answers or draft that the same player has sent through another connection."""
        if self.version is not None and message["origins"].get(self.viewer, self.id) != self.id:
            await self.push(await self.process.reader.call(OWN[message["frame"]], self.slug, self.viewer))

    async def presence_changed(self, message: groups.Message) -> None:
        """Send the list of people connected to the duel."""
        if self.version is not None:
            here = self._here()
            await self.show(protocol.Presence(connected=list(here.wizards), watchers=here.watchers))

    def _here(self) -> Here:
        """Return the people connected to the duel in all processes."""
        present: list[str | None] = self.process.presence.everywhere(self.presence_group)
        return Here(tuple(sorted({name for name in present if name})), present.count(None))


def viewers(process: Any, slug: str) -> list[DuelConsumer]:
    """Return the viewers of a duel in this process. May be called from any thread."""
    return [it for it in process.groups.members(f"duel.{slug}") if isinstance(it, DuelConsumer)]


@every(settings.LOOK_EVERY)
async def check_versions(process: Process) -> None:
    """Update the viewers who have missed a change.

    Changes made since the last check are left to the next check, because their messages are probably still on their
    way. On a site without Redis, messages from the worker never reach the web server, so the checks are more frequent.
    """
    found = process.connections(DuelConsumer)
    for viewer in found:
        version = process.versions.get(viewer.slug, 0)
        if viewer.version is None or viewer.version < version:
            viewer.handle({"type": "duel.changed", "version": version, "news": None})
    process.versions = await process.reader.call(frames.versions_of, {it.slug for it in found}) if found else {}
