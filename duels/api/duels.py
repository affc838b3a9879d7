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
    """A request that applies to the current round.

    If it names any other round, it is refused with the code `stale`.
    """

    round: int = Field(ge=1, le=1_000_000)


class OrdersIn(RoundIn):
    """Orders for a round, in the format of docs/protocol.md."""

    orders: Json


class AnswersIn(RoundIn):
    """Answers to the questions that arise when the orders of a round have been revealed."""

    answers: Json


class DraftIn(RoundIn):
    """A draft of orders that you have picked but not yet sealed (submitted)."""

    draft: Json


class PlanIn(RoundIn):
    """Conditional orders for later rounds, in the format of docs/protocol.md. Without `lines`, the plan is deleted."""

    plan: Json


class DoneOut(Schema):
    """The data saved by an action, such as the orders that you have sealed (submitted)."""

    round: int
    sealed: Json


class WaitingOut(Schema):
    """One of your running duels."""

    slug: str
    url: str
    wizard: str
    book: str
    control: str | None = Field(description=f"{CONTROL}. Null if the duel has no clock or a custom one.")
    practice: bool
    waits: bool = Field(description="Whether the duel is waiting for you.")
    round: int | None = None
    asking: bool = Field(False, description="Whether the duel is waiting for your answers instead of your orders.")


class RequestOut(Schema):
    """Your current choices in a duel, and the orders or answers that you have already sealed (submitted)."""

    slug: str
    version: int
    round: int
    wizard: str
    request: Json | None = Field(description="Your choices (docs/protocol.md). Null if you have none now.")
    entered: Json | None = Field(description="The orders or answers that you have sealed. Null if there are none.")
    waiting: list[str] = Field(description="The names of the wizards that the duel is waiting for.")
    deadline: int | None = Field(
        description="The end of the time for this round, in milliseconds since 1970. Null without a clock."
    )
    result: Json | None = None


class TalkIn(RequestSchema):
    """A message for a duel's chat."""

    text: str = Field(max_length=2000)
    announce: bool = False
    key: str = Field(
        "",
        max_length=40,
        description="A key of your choice. A message that you send twice with the same key is posted only once.",
    )


class LineOut(Schema):
    """A message in a duel's chat."""

    id: int
    text: str


class MessageIn(RequestSchema):
    """A message to mages or users."""

    to: list[str] = Field(min_length=1, max_length=10, description="The recipients: mages by name, users as `@name`.")
    text: str = Field(max_length=4000)
    mage: str = Field("", description="The name of your mage that signs the message. If empty, you sign it yourself.")


class SentOut(Schema):
    """The result of sending a message.

    `sent` is the number of recipients. Recipients who have just been sent the same text are not counted.
    """

    sent: int


@router.get("/duels/mine", auth=reader, response=list[WaitingOut])
def mine(request: UserRequest) -> list[Json]:
    """List your running duels, oldest first."""
    his = events_of([request.user.pk])[request.user.pk]
    return [{**duel, "waits": slug in his.waits, **his.waits.get(slug, {})} for slug, duel in his.duels.items()]


@router.get("/duels/{slug:slug}", auth=anybody, response=Json, openapi_extra=also(409))
def duel(request: UserRequest, slug: str) -> Json:
    """Get a duel

    Returns the `duel` frame of the duel's WebSocket, with the chat. It contains only what you may see.
    """
    return duel_frame(duel_fought_here(slug), request.user)


@router.get("/duels/{slug:slug}/request", auth=player, response=RequestOut)
def asked(request: UserRequest, slug: str) -> Json:
    """Get the choices that you have to make in a duel now."""
    wizard = _wizard(request, slug)
    frame = duel_frame(duel_or_404(slug), request.user)
    fields = {name: frame[name] for name in ("slug", "version", "request", "entered", "waiting", "deadline")}
    view, request_now = frame["view"], frame["request"]
    number = request_now["round"] if request_now else view["number"] + 1
    return {**fields, "wizard": wizard, "round": number, "result": view["result"]}


@router.put("/duels/{slug:slug}/orders", auth=player, response=DoneOut)
def orders(request: UserRequest, slug: str, given: OrdersIn) -> Json:
    """Seal or change your orders

    Sealed orders are secret until all players have sealed theirs. The round is then resolved. Sending the same orders
    again has no effect.
    """
    return _perform(given, GiveOrders(**_who(request, slug, given), orders=given.orders))


@router.delete("/duels/{slug:slug}/orders", auth=player, response=DoneOut)
def take_back(request: UserRequest, slug: str, round: int) -> Json:
    """Take back your sealed orders or answers."""
    given = RoundIn(round=min(max(round, 1), 1_000_000))
    return _perform(given, TakeBack(**_who(request, slug, given)))


@router.put("/duels/{slug:slug}/answers", auth=player, response=DoneOut)
def answers(request: UserRequest, slug: str, given: AnswersIn) -> Json:
    """Answer the questions in a round

    Questions arise when the orders of a round have been revealed.
    """
    return _perform(given, GiveAnswers(**_who(request, slug, given), answers=given.answers))


@router.put("/duels/{slug:slug}/draft", auth=player, response=DoneOut)
def draft(request: UserRequest, slug: str, given: DraftIn) -> Json:
    """Save a draft of your orders

    Your other programs and pages can show the draft until you seal (submit) your orders.
    """
    return _perform(given, KeepDraft(**_who(request, slug, given), draft=given.draft))


@router.put("/duels/{slug:slug}/plan", auth=player, response=DoneOut)
def plan(request: UserRequest, slug: str, given: PlanIn) -> Json:
    """Plan your next orders

    A plan contains conditional orders for later rounds (`plan` in docs/protocol.md).
    """
    return _perform(given, MakePlan(**_who(request, slug, given), plan=given.plan))


@router.post("/duels/{slug:slug}/forfeit", auth=player, response=DoneOut)
def forfeit(request: UserRequest, slug: str, given: RoundIn) -> Json:
    """Give up the duel."""
    return _perform(given, Forfeit(**_who(request, slug, given)))


@router.post("/duels/{slug:slug}/talk", auth=talker, response=LineOut, tags=["Chat"])
def say(request: UserRequest, slug: str, given: TalkIn) -> Json:
    """Send a chat message in a duel

    Messages from players go to everyone, and messages from spectators go to the other spectators.
    """
    duel_or_404(slug)
    line = talk.say(slug=slug, user_id=request.user.pk, text=given.text, announce=given.announce, key=given.key)
    return {"id": line.pk, "text": line.text}


@router.post("/messages", auth=talker, response=SentOut, tags=["Chat"])
def message(request: UserRequest, given: MessageIn) -> Json:
    """Send a message to mages or users

    The message is signed with the name of `mage` or, if you omit it, with your username.
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


def _perform(given: RoundIn, wanted: WizardAction | KeepDraft) -> Json:
    if len(given.model_dump_json()) > LARGEST_FRAME:
        raise Refused("oversized", _("At most %(most)s characters.") % {"most": LARGEST_FRAME})
    (outcome,) = keep_drafts([wanted]) if isinstance(wanted, KeepDraft) else perform([wanted])
    if isinstance(outcome, Refused):
        raise outcome
    return {"round": given.round, "sealed": outcome}
