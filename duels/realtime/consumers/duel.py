"""The socket of a duel: reads frames, has services do what they ask, answers."""

import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

from channels.exceptions import StopConsumer
from django.conf import settings
from django.db import DatabaseError
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from accounts.languages import language_at
from duels import protocol
from duels.realtime.connection import LOGGED_OUT, NO_SUCH_DUEL, TOO_MANY_FRAMES, Send, Socket
from duels.realtime.duel_hub import hub
from duels.refusals import FAILED, Refused
from duels.selectors.duels import admission
from duels.services import talk
from duels.services.actions import Forfeit, GiveAnswers, GiveOrders, KeepDraft, MakePlan, TakeBack, WizardAction
from duels.services.play import Outcome
from wavinghands.realtime import SocketConsumer

logger = logging.getLogger(__name__)

BURST_SECONDS = 2
"""A client may send the frames of so many seconds at once."""
MOST_REFUSED = 100
"""Frames too many after which the socket is closed."""

TURNED_AWAY = {"no_such_duel": NO_SUCH_DUEL, "logged_out": LOGGED_OUT}
"""The codes with which sockets are closed of those who are not let in."""


class DuelConsumer(SocketConsumer):
    """One viewer of one duel. What is pushed to him comes from the hub, not over a channel of his own."""

    socket: Socket

    async def __call__(self, scope: dict[str, Any], receive: Callable[[], Awaitable[Any]], send: Send) -> None:
        self.scope, self.base_send = scope, send
        self.allowance = Allowance(settings.FRAMES_A_SECOND)
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            pass
        finally:  # whatever ends it: nobody stays in a room who is not there
            if not self.is_turned_away():
                hub().leave(self.socket)

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        slug, user = self.scope["url_route"]["kwargs"]["slug"], self.scope["user"]
        session = self.scope["session"].session_key if user.is_authenticated else None
        admitted = await hub().read(admission, slug, user.pk, session)
        await self.base_send({"type": "websocket.accept"})
        if admitted.why_not is not None:
            await self.base_send({"type": "websocket.close", "code": TURNED_AWAY[admitted.why_not]})
            return
        who = {"user_id": user.pk, "session": session, "language": language_at(self.scope)}
        self.socket = Socket(slug=slug, viewer=admitted.viewer, send=self.base_send, **who)
        hub().join(self.socket)

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        if self.is_turned_away() or self.socket.is_closed:
            return
        text = message.get("text")
        try:
            self.allowance.take()
            frame = protocol.decode(text)
        except Refused as refusal:
            self._refuse(protocol.id_of(text), refusal)
            return
        await self._obey(frame)

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        raise StopConsumer

    def is_turned_away(self) -> bool:
        """Whether he has got no further than the door."""
        return not hasattr(self, "socket")

    async def _obey(self, frame: protocol.ClientFrame) -> None:
        match frame:
            case protocol.Sync():
                hub().refresh(self.socket)
            case protocol.Talk():
                await self._talk(frame)
            case _ if self.socket.viewer is None:
                self._refuse(frame.id, Refused("not_yours", _("You are watching: only the duelists play.")))
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
        return {"slug": socket.slug, "wizard": socket.viewer, "round_number": frame.round, "origin": socket}

    def _do(self, frame: protocol.ClientFrame, action: WizardAction, *fields: str) -> None:
        """Have the writer do it; accepted is said only when it is in the database, with its outcome in `fields`."""

        def reply(outcome: Outcome) -> None:
            if isinstance(outcome, Refused):
                self._refuse(frame.id, outcome)
            else:
                sealed = dict.fromkeys(fields, outcome or None)
                self._push(protocol.Accepted(id=frame.id, round=action.round_number, **sealed))

        hub().writer.submit(action, reply)

    async def _talk(self, frame: protocol.Talk) -> None:
        said = {"text": frame.text, "announce": frame.announce, "key": frame.id}
        say = translation.override(self.socket.language)(talk.say)
        try:
            await hub().read(say, slug=self.socket.slug, user_id=self.socket.user_id, **said)
        except Refused as refusal:
            self._refuse(frame.id, refusal)
        except DatabaseError:
            logger.exception("A line of talk is lost")
            self._refuse(frame.id, Refused("failed", FAILED))
        else:
            self._push(protocol.Accepted(id=frame.id))

    def _refuse(self, id_: str, refusal: Refused) -> None:
        with translation.override(self.socket.language):
            self._push(protocol.RefusedFrame(id=id_, code=refusal.code, why=refusal.why))
        if self.allowance.is_exhausted():
            self.socket.close(TOO_MANY_FRAMES)

    def _push(self, frame: Any) -> None:
        self.socket.push(protocol.encode(frame))


class Allowance:
    """How many frames a client may still send now; it fills up again with time."""

    def __init__(self, a_second: int) -> None:
        self._a_second, self._most = a_second, a_second * BURST_SECONDS
        self._left, self._at, self._refused = float(self._most), time.monotonic(), 0

    def take(self) -> None:
        """Take one; raises `Refused` if there is none."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._a_second)
        self._at = now
        if self._left < 1:
            self._refused += 1
            raise Refused("rate", _("At most %(most)s frames a second: wait a little."), most=self._a_second)
        self._left -= 1
        self._refused = 0

    def is_exhausted(self) -> bool:
        """Whether the client pays no heed."""
        return self._refused >= MOST_REFUSED
