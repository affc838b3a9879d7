"""What is thought through: rounds rehearsed, hints of the house, how books are opened, the puzzle of the day."""

from typing import Literal

from django.http import Http404
from django.utils.translation import gettext as _
from ninja import Field, Query, Router, Schema
from ninja.errors import ValidationError

from duels.api.answers import Json
from duels.api.auth import ApiRequest, UserRequest, reader
from duels.api.limits import Limit
from duels.api.requests import RequestSchema
from duels.explorer import hands, positions
from duels.explorer.lines import ROUNDS, in_address, pairs_of, parsed
from duels.learn import what_if
from duels.viewing.views.finding import duel_or_404
from wavinghands.engine import BOOKS

router = Router(tags=["Thinking"])


class WhatIfs(RequestSchema):
    """My own orders of this round, and what others might do in it."""

    round: int
    orders: Json = Field(examples=[{"left": "S", "right": "-"}])
    replies: list[dict[str, Json]] = Field(
        max_length=what_if.MOST_AT_ONCE,
        description="For each rehearsal, orders by wizard.",
        examples=[[{"White": {"left": "P", "right": "-"}}]],
    )


class Rehearsals(Schema):
    """What the round would come to, for each of the replies."""

    rehearsals: list[Json] = Field(description="`round` and `wizards`, as in a view (docs/protocol.md).")


class Hint(Schema):
    """Where to look, and what the house would do."""

    hint: Json


class Fared(Schema):
    """How many wizards won, drew and lost."""

    won: int
    drawn: int
    lost: int


class Next(Schema):
    """What was made next, and how those fared."""

    pair: str = Field(description="The gestures of both hands; K is a stab, N nothing.", examples=["SW"])
    fared: Fared
    completes: list[str] = Field(description="Spells that it completes, by slug.")


class Opening(Schema):
    """A line of gestures from the start of a duel, and how it went on."""

    line: str = Field(examples=["SW,PP"])
    fared: Fared
    completes: list[str]
    next: list[Next] = Field(description="The commonest first.")


@router.post("/duels/{slug:slug}/rehearsals", response=Rehearsals, auth=reader, throttle=Limit("think"))
def rehearse(request: UserRequest, slug: str, given: WhatIfs) -> Json:
    """Rehearse a round

    What a round of my duel would come to, if I and the others gave these orders, as far as my wizard knows. Nothing
    of it is kept, and nobody is told.
    """
    return {"rehearsals": what_if.rehearsals(duel_or_404(slug), request.user, what_if.read_what_ifs(request.body))}


@router.post("/duels/{slug:slug}/hint", response=Hint, auth=reader, throttle=Limit("think"))
def hint(request: UserRequest, slug: str) -> Json:
    """A hint in practice

    What the house would do in my place, with its reasons; in duels with others I am alone.
    """
    return {"hint": what_if.hint(duel_or_404(slug), request.user)}


@router.get("/books/{slug:slug}/openings", response=Opening)
def openings(
    request: ApiRequest,
    slug: str,
    line: str = Query("", max_length=100, description="A pair of letters a round, as `SW,PP`; empty: the start."),
    whose: Literal["people", "against", "house", "all"] = Query(
        "people", description="Whose duels: people with each other, people with the house, the house with itself."
    ),
    rating: int | None = Query(None, ge=0, le=4, description="A band of rating, 1 (lowest) to 4; 0: not rated."),
) -> Json:
    """How a book is opened

    What was made after a line of gestures, how often, and how those fared. Which hand is which does not matter.
    """
    if slug not in BOOKS:
        raise Http404(_("There is no such rule set."))
    wanted = positions.Wanted(slug, _line(line), "" if whose == "all" else whose, rating)
    nexts = positions.continuations(wanted) if len(pairs_of(wanted.line)) < ROUNDS else {}
    groups = positions.groups(wanted).items()
    fared = positions.total(it for group, it in groups if wanted.includes(*group))
    return {
        "line": in_address(wanted.line),
        "fared": fared._asdict(),
        "completes": hands.completed(slug, wanted.line),
        "next": [
            {"pair": pair, "fared": it._asdict(), "completes": hands.completed(slug, wanted.line + pair)}
            for pair, it in nexts.items()
        ],
    }


def _line(line: str) -> str:
    try:
        return parsed(line)
    except ValueError as error:
        told = _("This isn’t a valid sequence of gestures.")
        raise ValidationError([{"loc": ("query", "line"), "msg": told}]) from error
