"""The socket of the duel page. docs/protocol.md describes its frames."""

import logging
import time
from collections.abc import Callable
from typing import Any

from django.db import Error as DatabaseError
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from prometheus_client import Histogram

from duels.chat import talk
from duels.guesses.guessing import guess
from duels.play import protocol
from duels.play.actions import Forfeit, GiveAnswers, GiveOrders, MakePlan, TakeBack
from duels.play.drafts import KeepDraft
from duels.play.transaction import Outcome
from duels.realtime.batches import Batcher
from duels.realtime.connections import LOGGED_OUT, NO_SUCH_DUEL
from duels.realtime.consumers.base import SocketConsumer
from duels.realtime.duel_feed import DuelFeed
from duels.viewing.duels import Admission, admissions
from duels.wording.refusals import FAILED, Refused

logger = logging.getLogger(__name__)

CODES = {"no_such_duel": NO_SUCH_DUEL, "logged_out": LOGGED_OUT}
"""The close codes for sockets that are not admitted to a duel, by reason."""

ORDER_SECONDS = Histogram(
    "wavinghands_order_seconds",
    "From an action of a wizard that comes in until it is done, and frames tell of it.",
    buckets=(0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.2, 0.5, 1, 2, 5),
)


class DuelConsumer(DuelFeed, SocketConsumer):
    """The socket of one viewer of a duel."""

    needs_user = False

    async def enter(self) -> None:
        self.slug = self.scope["url_route"]["kwargs"]["slug"]
        admitted: Admission = await self.process.read(admissions, (self.slug, self.user_id, self.login))
        if admitted.why_not is not None:
            await self.close_with(CODES[admitted.why_not])
            return
        self.viewer = admitted.viewer
        await super().enter()
        await self.open()
        await self.send_whole()

    async def handle_frame(self, text: str | None) -> None:
        match frame := protocol.decode(text):
            case protocol.Sync():
                await self.send_whole()
            case protocol.Talk():
                said = {"text": frame.text, "announce": frame.announce, "key": frame.id}
                if await self._done(frame, talk.say, said):
                    await self._accept(id=frame.id)
            case protocol.Guess():
                guessed = {"round_number": frame.round, "wizard": frame.wizard}
                guessed |= {"hand": frame.hand, "gesture": frame.gesture}
                if tally := await self._done(frame, guess, guessed):
                    await self._accept(id=frame.id, round=frame.round, tally=tally)
            case _ if self.viewer is None:
                raise Refused("not_yours", _("You’re a spectator. Only the players can do that."))
            case _:
                await self._play(frame)

    async def _play(self, frame: Any) -> None:
        """Handle a frame that only the duel's players may send."""
        whose = {"slug": self.slug, "wizard": self.viewer, "round_number": frame.round, "origin": self.channel_name}
        orders = self.process.orders
        match frame:
            case protocol.Orders(orders=given):
                await self._submit(frame, orders, GiveOrders(**whose, orders=given), "orders")
            case protocol.Answers(answers=answers):
                await self._submit(frame, orders, GiveAnswers(**whose, answers=answers), "answers")
            case protocol.Withdraw():
                await self._submit(frame, orders, TakeBack(**whose), "orders", "answers")
            case protocol.Plan(plan=plan):
                await self._submit(frame, orders, MakePlan(**whose, plan=plan), "plan")
            case protocol.Forfeit():
                await self._submit(frame, orders, Forfeit(**whose), "orders")
            case protocol.Draft(draft=draft):
                await self._submit(frame, self.process.drafts, KeepDraft(**whose, draft=draft))

    async def _submit(self, frame: Any, writer: Batcher[Any, Outcome], action: Any, *fields: str) -> None:
        """Perform an action, and then accept or refuse its frame.

        `fields` are the fields of the `accepted` frame that contain the outcome.
        """
        since = time.perf_counter()
        try:
            outcome = await writer.do(action)
        except Exception:
            logger.exception("An action at duel %s failed", self.slug)
            outcome = Refused("failed", FAILED)
        ORDER_SECONDS.observe(time.perf_counter() - since)
        if isinstance(outcome, Refused):
            await self.refuse(frame.id, outcome)
        else:
            await self._accept(id=frame.id, round=frame.round, **dict.fromkeys(fields, outcome or None))

    async def _done(self, frame: Any, service: Callable[..., Any], given: dict[str, Any]) -> Any:
        """Return the result of a service. If it raises an exception, refuse the frame and return `None`."""
        do = translation.override(self.language)(service)
        try:
            return await self.process.services.call(do, slug=self.slug, user_id=self.user_id, **given)
        except Refused as refusal:
            await self.refuse(frame.id, refusal)
        except DatabaseError:
            logger.exception("A frame at duel %s failed", self.slug)
            await self.refuse(frame.id, Refused("failed", FAILED))
        return None

    async def _accept(self, **what: Any) -> None:
        await self.push(protocol.encode(protocol.Accepted(**what)))
