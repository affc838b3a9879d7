"""Duels by program: what one may see, what one is asked, and what one does."""

from typing import Any

from django.utils.translation import gettext as _
from ninja import Field, Router, Schema

from accounts.services.messages import recipients_of, send
from duels.api.auth import UserRequest, anybody, player, reader, talker
from duels.api.named_duels import duel_fought_here
from duels.api.own_mages import own_mage
from duels.api.schema import also
from duels.challenges.events import events_of
from duels.chat import talk
from duels.play.actions import NO_SEAT, Forfeit, GiveAnswers, GiveOrders, MakePlan, TakeBack, WizardAction
from duels.play.drafts import KeepDraft, keep_drafts
from duels.play.protocol import LARGEST_FRAME
from duels.play.transaction import perform
from duels.viewing.duels import duel_frame, seat_of
from duels.viewing.views.finding import duel_or_404
from duels.wording.refusals import Refused

router = Router(tags=["duels"])

Json = dict[str, Any]


class RoundIn(Schema):
    """Which round is meant: another than the present is refused, as `stale`."""

    round: int = Field(ge=1, le=1_000_000)


class OrdersIn(RoundIn):
    """Orders as docs/record.md has them: gestures of both hands, targets, what is cast."""

    orders: Json


class AnswersIn(RoundIn):
    """Answers to what is asked after the reveal."""

    answers: Json


class DraftIn(RoundIn):
    """What is picked and not sealed; empty: nothing."""

    draft: Json


class PlanIn(RoundIn):
    """What to do next if the round shows what one foresees; without lines, no plan."""

    plan: Json


class DoneOut(Schema):
    """What is sealed and safe now, as it is understood."""

    round: int
    sealed: Json


class WaitingOut(Schema):
    """A duel of mine under way. `waits`: for me, and `asking`: for answers, no orders."""

    slug: str
    url: str
    wizard: str
    book: str
    pace: int | None
    practice: bool
    waits: bool
    round: int | None = None
    asking: bool = False


class RequestOut(Schema):
    """What I am asked, and what I have sealed of it. `request`: none if nothing is asked of me."""

    slug: str
    version: int
    round: int
    wizard: str
    request: Json | None
    entered: Json | None
    waiting: list[str]
    deadline: int | None
    result: Json | None = None


class TalkIn(Schema):
    """Something to say. `key`: said twice with the same one, it is said once."""

    text: str = Field(max_length=2000)
    announce: bool = False
    key: str = Field("", max_length=40)


class LineOut(Schema):
    """A line of talk that has been said."""

    id: int
    text: str


class MessageIn(Schema):
    """A message to mages, or to users, who are written with an `@`."""

    to: list[str] = Field(min_length=1, max_length=10)
    text: str = Field(max_length=4000)
    mage: str = ""


class SentOut(Schema):
    """How many were written to who have not been written the same just now."""

    sent: int


@router.get("/duels/mine", auth=reader, response=list[WaitingOut])
def mine(request: UserRequest) -> list[Json]:
    """My duels under way, the oldest first."""
    his = events_of([request.user.pk])[request.user.pk]
    return [{**duel, "waits": slug in his.waits, **his.waits.get(slug, {})} for slug, duel in his.duels.items()]


@router.get("/duels/{slug:slug}", auth=anybody, response=Json, openapi_extra=also(409))
def duel(request: UserRequest, slug: str) -> Json:
    """The whole duel as I may know it: the frame `duel` of its socket, with the talk."""
    return duel_frame(duel_fought_here(slug), request.user)


@router.get("/duels/{slug:slug}/request", auth=player, response=RequestOut)
def asked(request: UserRequest, slug: str) -> Json:
    """What I am asked now at my duel."""
    wizard = _wizard(request, slug)
    frame = duel_frame(duel_or_404(slug), request.user)
    told = {name: frame[name] for name in ("slug", "version", "request", "entered", "waiting", "deadline")}
    view, request_now = frame["view"], frame["request"]
    number = request_now["round"] if request_now else view["number"] + 1
    return {**told, "wizard": wizard, "round": number, "result": view["result"]}


@router.put("/duels/{slug:slug}/orders", auth=player, response=DoneOut)
def orders(request: UserRequest, slug: str, given: OrdersIn) -> Json:
    """Seal my orders, or change them while I may. The last one's orders play the round. Sent twice, they count once."""
    return _do(given, GiveOrders(**_who(request, slug, given), orders=given.orders))


@router.delete("/duels/{slug:slug}/orders", auth=player, response=DoneOut)
def take_back(request: UserRequest, slug: str, round: int) -> Json:
    """Take back what I have sealed of what is asked now."""
    given = RoundIn(round=min(max(round, 1), 1_000_000))
    return _do(given, TakeBack(**_who(request, slug, given)))


@router.put("/duels/{slug:slug}/answers", auth=player, response=DoneOut)
def answers(request: UserRequest, slug: str, given: AnswersIn) -> Json:
    """Answer what is asked after the reveal."""
    return _do(given, GiveAnswers(**_who(request, slug, given), answers=given.answers))


@router.put("/duels/{slug:slug}/draft", auth=player, response=DoneOut)
def draft(request: UserRequest, slug: str, given: DraftIn) -> Json:
    """Keep what I have picked and not sealed, for my other programs and pages."""
    return _do(given, KeepDraft(**_who(request, slug, given), draft=given.draft))


@router.put("/duels/{slug:slug}/plan", auth=player, response=DoneOut)
def plan(request: UserRequest, slug: str, given: PlanIn) -> Json:
    """Say what I do next if this round shows what I foresee: docs/protocol.md, `plan`."""
    return _do(given, MakePlan(**_who(request, slug, given), plan=given.plan))


@router.post("/duels/{slug:slug}/forfeit", auth=player, response=DoneOut)
def forfeit(request: UserRequest, slug: str, given: RoundIn) -> Json:
    """Give the duel up."""
    return _do(given, Forfeit(**_who(request, slug, given)))


@router.post("/duels/{slug:slug}/talk", auth=talker, response=LineOut, tags=["talk"])
def say(request: UserRequest, slug: str, given: TalkIn) -> Json:
    """Say something beside the duel: a duelist to all, a watcher to watchers."""
    duel_or_404(slug)
    line = talk.say(slug=slug, user_id=request.user.pk, text=given.text, announce=given.announce, key=given.key)
    return {"id": line.pk, "text": line.text}


@router.post("/messages", auth=talker, response=SentOut, tags=["talk"])
def message(request: UserRequest, given: MessageIn) -> Json:
    """Write to users, in the name of a mage of mine or in my own."""
    recipients = recipients_of(", ".join(given.to))
    mage = own_mage(request.user, given.mage) if given.mage else None
    return {"sent": len(send(sender=request.user, recipients=recipients, text=given.text, mage=mage))}


def _wizard(request: UserRequest, slug: str) -> str:
    seat = seat_of(duel_or_404(slug), request.user)
    if seat is None:
        raise Refused("not_yours", NO_SEAT)
    return seat.name


def _who(request: UserRequest, slug: str, given: RoundIn) -> Json:
    return {"slug": slug, "wizard": _wizard(request, slug), "round_number": given.round}


def _do(given: RoundIn, wanted: WizardAction | KeepDraft) -> Json:
    """Do it, and answer when it is in the database."""
    if len(given.model_dump_json()) > LARGEST_FRAME:
        raise Refused("oversized", _("At most %(most)s characters.") % {"most": LARGEST_FRAME})
    (outcome,) = keep_drafts([wanted]) if isinstance(wanted, KeepDraft) else perform([wanted])
    if isinstance(outcome, Refused):
        raise outcome
    return {"round": given.round, "sealed": outcome}
