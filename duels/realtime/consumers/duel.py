"""The socket of a duel: reads frames, has services do what they ask, answers."""

import logging
from collections.abc import Callable, Coroutine
from typing import Any

from django.db import DatabaseError
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from duels.chat import talk
from duels.guesses.guessing import guess
from duels.play import protocol
from duels.play.actions import Forfeit, GiveAnswers, GiveOrders, MakePlan, TakeBack, WizardAction
from duels.play.drafts import KeepDraft
from duels.play.transaction import Outcome
from duels.realtime.connection import LOGGED_OUT, NO_SUCH_DUEL
from duels.realtime.consumers.base import SocketConsumer
from duels.realtime.duel_hub import DuelHub, DuelSocket
from duels.wording.refusals import FAILED, Refused

logger = logging.getLogger(__name__)

TURNED_AWAY = {"no_such_duel": NO_SUCH_DUEL, "logged_out": LOGGED_OUT}
"""The codes with which sockets are closed of those who are not let in."""


class DuelConsumer(SocketConsumer):
    """One viewer of one duel."""

    hubs = DuelHub
    hub: DuelHub
    socket: DuelSocket

    async def connect(self) -> None:
        slug, whose = self.scope["url_route"]["kwargs"]["slug"], self.whose()
        admitted = await self.hub.admission(slug, whose["user_id"], whose["session"])
        await self.accept()
        if admitted.why_not is not None:
            await self.close(TURNED_AWAY[admitted.why_not])
            return
        self.socket = DuelSocket(room=slug, viewer=admitted.viewer, **whose)
        self.hub.enter(self.socket)

    def obey(self, text: str | None) -> Coroutine[Any, Any, None] | None:
        match frame := protocol.decode(text):
            case protocol.Sync():
                self.hub.send_whole(self.socket)
            case protocol.Talk():
                return self._talk(frame)
            case protocol.Guess():
                return self._guess(frame)
            case _ if self.socket.viewer is None:
                raise Refused("not_yours", _("You are watching: only the duelists play."))
            case _:
                self._play(frame)
        return None

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
                self.refuse(frame.id, outcome)
            else:
                sealed = dict.fromkeys(fields, outcome or None)
                self._accept(id=frame.id, round=wanted.round_number, **sealed)

        self.hub.submit(wanted, reply)

    async def _talk(self, frame: protocol.Talk) -> None:
        said = {"text": frame.text, "announce": frame.announce, "key": frame.id}
        if await self._has_done(frame, talk.say, said):
            self._accept(id=frame.id)

    async def _guess(self, frame: protocol.Guess) -> None:
        guessed = {"round_number": frame.round, "wizard": frame.wizard, "hand": frame.hand, "gesture": frame.gesture}
        if tally := await self._has_done(frame, guess, guessed):
            self._accept(id=frame.id, round=frame.round, tally=tally)

    async def _has_done(self, frame: protocol.ClientFrame, service: Callable[..., Any], asked: dict[str, Any]) -> Any:
        """What a service makes of a frame, which is not for the writer; none: it has refused, and he is told so."""
        do = translation.override(self.socket.language)(service)
        try:
            return await self.hub.read(do, slug=self.socket.room, user_id=self.socket.user_id, **asked)
        except Refused as refusal:
            self.refuse(frame.id, refusal)
        except DatabaseError:
            logger.exception("What a frame asks for is lost")
            self.refuse(frame.id, Refused("failed", FAILED))
        return None

    def _accept(self, **what: Any) -> None:
        """Acknowledge a frame; after the whole duel, if that is on its way: it may be older than what was done."""
        self.socket.tell(protocol.encode(protocol.Accepted(**what)))
