"""The socket of a duel: reads frames, has services do what they ask, answers."""

import logging
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from duels.chat import talk
from duels.guesses.guessing import guess
from duels.play import protocol
from duels.play.actions import Forfeit, GiveAnswers, GiveOrders, MakePlan, TakeBack, WizardAction
from duels.play.drafts import KeepDraft
from duels.play.transaction import Outcome
from duels.realtime.connection import LOGGED_OUT, NO_SUCH_DUEL, TOO_MANY_FRAMES
from duels.realtime.consumers.base import SocketConsumer
from duels.realtime.duel_hub import DuelHub, DuelSocket
from duels.realtime.rate_limit import Allowance
from duels.viewing.duels import admission
from duels.wording.refusals import FAILED, Refused

logger = logging.getLogger(__name__)

TURNED_AWAY = {"no_such_duel": NO_SUCH_DUEL, "logged_out": LOGGED_OUT}
"""The codes with which sockets are closed of those who are not let in."""


class DuelConsumer(SocketConsumer):
    """One viewer of one duel."""

    socket: DuelSocket

    async def connect(self) -> None:
        self.hub, self.allowance = DuelHub.current(), Allowance(settings.FRAMES_A_SECOND)
        slug, whose = self.scope["url_route"]["kwargs"]["slug"], self.whose()
        admitted = await self.hub.read(admission, slug, whose["user_id"], whose["session"])
        await self.accept()
        if admitted.why_not is not None:
            await self.close(TURNED_AWAY[admitted.why_not])
            return
        self.socket = DuelSocket(room=slug, viewer=admitted.viewer, **whose)
        self.hub.enter(self.socket)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.socket is None or self.socket.is_closed:
            return
        try:
            self.allowance.take()
            frame = protocol.decode(text_data)
        except Refused as refusal:
            self._refuse(protocol.id_of(text_data), refusal)
            return
        await self._obey(frame)

    async def _obey(self, frame: protocol.ClientFrame) -> None:
        match frame:
            case protocol.Sync():
                self.hub.send_whole(self.socket)
            case protocol.Talk():
                await self._talk(frame)
            case protocol.Guess():
                await self._guess(frame)
            case _ if self.socket.viewer is None:
                self._refuse(frame.id, Refused("not_yours", _("You are watching: only the duelists play.")))
            case _:
                self._play(frame)

    def _play(self, frame: protocol.ClientFrame) -> None:
        """Do what only a wizard of the duel asks for."""
        match frame:
            case protocol.Orders(orders=orders):
                self._do(frame, GiveOrders(**self._who(frame), orders=orders), "orders")
            case protocol.Answers(answers=answers):
                self._do(frame, GiveAnswers(**self._who(frame), answers=answers), "answers")
            case protocol.Withdraw():
                self._do(frame, TakeBack(**self._who(frame)), "orders", "answers")
            case protocol.Draft(draft=draft):
                self._do(frame, KeepDraft(**self._who(frame), draft=draft))
            case protocol.Plan(plan=plan):
                self._do(frame, MakePlan(**self._who(frame), plan=plan), "plan")
            case protocol.Forfeit():
                self._do(frame, Forfeit(**self._who(frame)), "orders")

    def _who(self, frame: Any) -> dict[str, Any]:
        """Who acts by a frame, where and when."""
        socket = self.socket
        return {"slug": socket.room, "wizard": socket.viewer, "round_number": frame.round, "origin": socket}

    def _do(self, frame: protocol.ClientFrame, wanted: WizardAction | KeepDraft, *fields: str) -> None:
        """Have the writer do it; accepted is said only when it is in the database, with its outcome in `fields`."""

        def reply(outcome: Outcome) -> None:
            if isinstance(outcome, Refused):
                self._refuse(frame.id, outcome)
            else:
                sealed = dict.fromkeys(fields, outcome or None)
                self._push(protocol.Accepted(id=frame.id, round=wanted.round_number, **sealed))

        self.hub.writer.submit(wanted, reply)

    async def _talk(self, frame: protocol.Talk) -> None:
        said = {"text": frame.text, "announce": frame.announce, "key": frame.id}
        if await self._has_done(frame, talk.say, said):
            self._push(protocol.Accepted(id=frame.id))

    async def _guess(self, frame: protocol.Guess) -> None:
        guessed = {"round_number": frame.round, "wizard": frame.wizard, "hand": frame.hand, "gesture": frame.gesture}
        if tally := await self._has_done(frame, guess, guessed):
            self._push(protocol.Accepted(id=frame.id, round=frame.round, tally=tally))

    async def _has_done(self, frame: protocol.ClientFrame, service: Callable[..., Any], asked: dict[str, Any]) -> Any:
        """What a service makes of a frame, which is not for the writer; none: it has refused, and he is told so."""
        do = translation.override(self.socket.language)(service)
        try:
            return await self.hub.read(do, slug=self.socket.room, user_id=self.socket.user_id, **asked)
        except Refused as refusal:
            self._refuse(frame.id, refusal)
        except DatabaseError:
            logger.exception("What a frame asks for is lost")
            self._refuse(frame.id, Refused("failed", FAILED))
        return None

    def _refuse(self, id_: str, refusal: Refused) -> None:
        with translation.override(self.socket.language):
            self._push(protocol.RefusedFrame(id=id_, code=refusal.code, why=refusal.why))
        if self.allowance.is_exhausted():
            self.socket.close(TOO_MANY_FRAMES)

    def _push(self, frame: Any) -> None:
        self.socket.push(protocol.encode(frame))
