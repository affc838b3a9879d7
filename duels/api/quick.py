"""Operations for quick duels, in which users wait for an opponent of similar rating."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from ninja import Field, Router, Schema

from duels.api.auth import UserRequest, challenger
from duels.api.limits import Limit
from duels.api.own_mages import own_mage
from duels.api.requests import RequestSchema
from duels.challenges.matchmaking import duel_meanwhile, offered_meanwhile, seek, stop_seeking
from duels.house.wizards import BY_SLUG
from wavinghands.engine import BOOKS, Json

router = Router(tags=["Challenges"])


class SeekIn(RequestSchema):
    """A request to wait for a quick duel."""

    mage: str = Field("", description="The name of your mage. If empty, your first living mage is used.")
    book: str = Field(
        "",
        pattern=f"^({'|'.join(BOOKS)})?$",
        description="The slug of the spell book. If empty, any spell book will do.",
    )
    friendly: bool = Field(False, description="Whether the duel should be casual.")


ANY = SeekIn.model_validate({})


class MeanwhileIn(RequestSchema):
    """The computer player to play instead of waiting."""

    wizard: str = Field(description="The slug of the computer player.", examples=["tansy"])


class SoughtOut(Schema):
    """The state of your search for an opponent."""

    duel: str | None = Field(description="The slug of the duel, once it has begun. Null while you must wait.")
    house: str | None = Field(
        description="The slug of a computer player of similar strength, which is offered after 20 seconds."
    )


@router.post("/quick", auth=challenger, response=SoughtOut, throttle=Limit("quick"))
def wait(request: UserRequest, given: SeekIn = ANY) -> Json:
    """Wait for a quick duel

    The time control is `1m`. The duel is rated, unless one of the players is a guest or asks for a casual duel.

    Repeat the request every two seconds until the response contains a duel. After seven seconds without a request, you
    leave the queue. Bots cannot use the queue.
    """
    duel = seek(mage=own_mage(request.user, given.mage), book=given.book, friendly=given.friendly)
    if duel is not None:
        return {"duel": duel.slug, "house": None}
    offered = offered_meanwhile(user_ids=[request.user.pk]).get(request.user.pk)
    return {"duel": None, "house": offered and offered.slug}


@router.post("/quick/house", auth=challenger, response=SoughtOut, throttle=Limit("challenge"))
def play_the_house(request: UserRequest, given: MeanwhileIn) -> Json:
    """Play a computer player instead of waiting

    The duel begins immediately. If an opponent has just been found, the response contains the duel with that opponent
    instead.
    """
    wizard = BY_SLUG.get(given.wizard)
    if wizard is None:
        raise ValidationError({"wizard": _("There is no such computer player.")})
    return {"duel": duel_meanwhile(user_id=request.user.pk, wizard=wizard).slug, "house": None}


@router.delete("/quick", auth=challenger, response=SoughtOut)
def leave(request: UserRequest) -> Json:
    """Stop waiting for a quick duel"""
    stop_seeking(user_id=request.user.pk)
    return {"duel": None, "house": None}
