"""Operations for viewing and playing duels, and for messages."""

from django.utils.translation import gettext as _
from ninja import Field, Router, Schema

from accounts.services.messages import recipients_of, send
from duels.api.answers import CONTROL
from duels.api.auth import UserRequest, anybody, player, reader, talker
from duels.api.named_duels import duel_fought_here
from duels.api.own_mages import own_mage
from duels.api.requests import RequestSchema
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
from wavinghands.engine import Json

router = Router(tags=["Duels"])


class RoundIn(RequestSchema):
    """The number of the round. If it is not the current round, the request is rejected with the code `stale`."""

    round: int = Field(ge=1, le=1_000_000)


class OrdersIn(RoundIn):
    """Orders for a round, in the format of docs/protocol.md."""

    orders: Json


class AnswersIn(RoundIn):
    """Answers to the questions that a round asks after its orders have been revealed."""

    answers: Json


class DraftIn(RoundIn):
    """Orders that are not sealed yet."""

    draft: Json


class PlanIn(RoundIn):
    """Orders for later rounds, used if this round goes as expected. A plan without lines deletes the current plan."""

    plan: Json


class DoneOut(Schema):
    """The orders or answers that have been sealed and saved."""

    round: int
    sealed: Json


class WaitingOut(Schema):
    """A running duel in which the user plays."""

    slug: str
    url: str
    wizard: str
    book: str
    control: str | None = Field(description=f"{CONTROL}; null: none, or another.")
    practice: bool
    waits: bool = Field(description="It waits for me.")
    round: int | None = None
    asking: bool = Field(False, description="It waits for answers, not for orders.")


class RequestOut(Schema):
    """The choices that a wizard has now, and the orders or answers that the wizard has already sealed."""

    slug: str
    version: int
    round: int
    wizard: str
    request: Json | None = Field(description="The choices (docs/protocol.md); null: I am asked nothing.")
    entered: Json | None = Field(description="What I have sealed.")
    waiting: list[str] = Field(description="The wizards for whom the duel waits.")
    deadline: int | None = Field(description="Milliseconds since 1970.")
    result: Json | None = None


class TalkIn(RequestSchema):
    """A message for a duel's chat."""

    text: str = Field(max_length=2000)
    announce: bool = False
    key: str = Field("", max_length=40, description="A line sent twice with the same key is said once.")


class LineOut(Schema):
    """A message in a duel's chat."""

    id: int
    text: str


class MessageIn(RequestSchema):
    """A message to mages or users."""

    to: list[str] = Field(min_length=1, max_length=10, description="Mages by name, users as `@name`.")
    text: str = Field(max_length=4000)
    mage: str = Field("", description="Which of your mages writes; empty: you.")


class SentOut(Schema):
    """The number of recipients. Recipients who have just been sent the same text are not counted."""

    sent: int


@router.get("/duels/mine", auth=reader, response=list[WaitingOut])
def mine(request: UserRequest) -> list[Json]:
    """List your running duels, oldest first."""
    his = events_of([request.user.pk])[request.user.pk]
    return [{**duel, "waits": slug in his.waits, **his.waits.get(slug, {})} for slug, duel in his.duels.items()]


@router.get("/duels/{slug:slug}", auth=anybody, response=Json, openapi_extra=also(409))
def duel(request: UserRequest, slug: str) -> Json:
    """Get a duel

    Returns what you may see of it: the `duel` frame that its WebSocket sends, including the chat.
    """
    return duel_frame(duel_fought_here(slug), request.user)


@router.get("/duels/{slug:slug}/request", auth=player, response=RequestOut)
def asked(request: UserRequest, slug: str) -> Json:
    """Get the choices that you have now in a duel."""
    wizard = _wizard(request, slug)
    frame = duel_frame(duel_or_404(slug), request.user)
    told = {name: frame[name] for name in ("slug", "version", "request", "entered", "waiting", "deadline")}
    view, request_now = frame["view"], frame["request"]
    number = request_now["round"] if request_now else view["number"] + 1
    return {**told, "wizard": wizard, "round": number, "result": view["result"]}


@router.put("/duels/{slug:slug}/orders", auth=player, response=DoneOut)
def orders(request: UserRequest, slug: str, given: OrdersIn) -> Json:
    """Seal or change your orders

    The last player's orders resolve the round. Sending the same orders again has no effect.
    """
    return _do(given, GiveOrders(**_who(request, slug, given), orders=given.orders))


@router.delete("/duels/{slug:slug}/orders", auth=player, response=DoneOut)
def take_back(request: UserRequest, slug: str, round: int) -> Json:
    """Take back your sealed orders or answers."""
    given = RoundIn(round=min(max(round, 1), 1_000_000))
    return _do(given, TakeBack(**_who(request, slug, given)))


@router.put("/duels/{slug:slug}/answers", auth=player, response=DoneOut)
def answers(request: UserRequest, slug: str, given: AnswersIn) -> Json:
    """Answer the questions in a round

    A round asks questions after its orders have been revealed.
    """
    return _do(given, GiveAnswers(**_who(request, slug, given), answers=given.answers))


@router.put("/duels/{slug:slug}/draft", auth=player, response=DoneOut)
def draft(request: UserRequest, slug: str, given: DraftIn) -> Json:
    """Save your unsealed orders

    Your other programs and pages can then show them.
    """
    return _do(given, KeepDraft(**_who(request, slug, given), draft=given.draft))


@router.put("/duels/{slug:slug}/plan", auth=player, response=DoneOut)
def plan(request: UserRequest, slug: str, given: PlanIn) -> Json:
    """Plan your next orders

    They are used if this round goes as expected (`plan` in docs/protocol.md).
    """
    return _do(given, MakePlan(**_who(request, slug, given), plan=given.plan))


@router.post("/duels/{slug:slug}/forfeit", auth=player, response=DoneOut)
def forfeit(request: UserRequest, slug: str, given: RoundIn) -> Json:
    """Give up the duel."""
    return _do(given, Forfeit(**_who(request, slug, given)))


@router.post("/duels/{slug:slug}/talk", auth=talker, response=LineOut, tags=["Chat"])
def say(request: UserRequest, slug: str, given: TalkIn) -> Json:
    """Send a chat message in a duel

    Messages from players go to everybody, and messages from spectators go to the other spectators.
    """
    duel_or_404(slug)
    line = talk.say(slug=slug, user_id=request.user.pk, text=given.text, announce=given.announce, key=given.key)
    return {"id": line.pk, "text": line.text}


@router.post("/messages", auth=talker, response=SentOut, tags=["Chat"])
def message(request: UserRequest, given: MessageIn) -> Json:
    """Send a message to mages or users

    It is signed by one of your mages or by you.
    """
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
    """Perform an action and return its result once it is committed."""
    if len(given.model_dump_json()) > LARGEST_FRAME:
        raise Refused("oversized", _("At most %(most)s characters.") % {"most": LARGEST_FRAME})
    (outcome,) = keep_drafts([wanted]) if isinstance(wanted, KeepDraft) else perform([wanted])
    if isinstance(outcome, Refused):
        raise outcome
    return {"round": given.round, "sealed": outcome}
