"""Operations that rehearse rounds, get hints from a computer player, and explore openings."""

from typing import Literal

from django.http import Http404
from django.utils.translation import gettext as _
from ninja import Field, Query, Router, Schema
from ninja.errors import ValidationError

from duels.api.auth import ApiRequest, UserRequest, reader
from duels.api.limits import Limit
from duels.api.requests import RequestSchema
from duels.explorer import hands, positions
from duels.explorer.lines import ROUNDS, in_address, pairs_of, parsed
from duels.learn import what_if
from duels.viewing.views.finding import duel_or_404
from wavinghands.engine import BOOKS, Json

router = Router(tags=["Hints and what-if"])


class WhatIfs(RequestSchema):
    """A request to rehearse a round, with your orders and possible replies of the other wizards."""

    round: int
    orders: Json = Field(examples=[{"left": "S", "right": "-"}])
    replies: list[dict[str, Json]] = Field(
        max_length=what_if.MOST_AT_ONCE,
        description="For each rehearsal, the orders of the other wizards, by name.",
        examples=[[{"White": {"left": "P", "right": "-"}}]],
    )


class Rehearsals(Schema):
    """The outcomes of a rehearsed round, one for each entry in the `replies` of the request."""

    rehearsals: list[Json] = Field(
        description="The `round` and the `wizards` of each rehearsal, as in a view (docs/protocol.md)."
    )


class Hint(Schema):
    """A hint, with the orders that a computer player would give."""

    hint: Json


class LineResults(Schema):
    """The numbers of wins, draws and losses."""

    won: int
    drawn: int
    lost: int


class Next(Schema):
    """A continuation of a line: a pair of gestures, and the results of the wizards who made it."""

    pair: str = Field(description="The gestures of both hands. `K` is a stab, and `N` is no gesture.", examples=["SW"])
    fared: LineResults
    completes: list[str] = Field(description="The slugs of the spells that the pair completes.")


class Opening(Schema):
    """A line of gestures from the start of a duel, and its continuations."""

    line: str = Field(examples=["SW,PP"])
    fared: LineResults
    completes: list[str]
    next: list[Next] = Field(description="The continuations, most frequent first.")


@router.post("/duels/{slug:slug}/rehearsals", response=Rehearsals, auth=reader, throttle=Limit("think"))
def rehearse(request: UserRequest, slug: str, given: WhatIfs) -> Json:
    """Rehearse a round

    Simulates a round of your duel with these orders, using only what your wizard knows. Nothing is saved, and other
    players are not notified.
    """
    return {"rehearsals": what_if.rehearsals(duel_or_404(slug), request.user, what_if.read_what_ifs(request.body))}


@router.post("/duels/{slug:slug}/hint", response=Hint, auth=reader, throttle=Limit("think"))
def hint(request: UserRequest, slug: str) -> Json:
    """Get a hint in a practice duel

    Returns the orders that a computer player would give in your place, with reasons. Not available in other duels.
    """
    return {"hint": what_if.hint(duel_or_404(slug), request.user)}


@router.get("/books/{slug:slug}/openings", response=Opening)
def openings(
    request: ApiRequest,
    slug: str,
    line: str = Query(
        "",
        max_length=100,
        description="Two letters per round, such as `SW,PP`. If empty, the line is the start of a duel.",
    ),
    whose: Literal["people", "against", "house", "all"] = Query(
        "people",
        description="Duels between people, against computer players, or between computer players (`house`).",
    ),
    rating: int | None = Query(
        None, ge=0, le=4, description="The range of the wizard's rating, from 1 (lowest) to 4. 0 for casual duels."
    ),
) -> Json:
    """Explore openings

    Returns the continuations of a line of gestures, with their results. Lines that differ only in which hand is left or
    right are counted together.
    """
    if slug not in BOOKS:
        raise Http404(_("There is no such rule set."))
    wanted = positions.Wanted(slug, _line(line), "" if whose == "all" else whose, rating)
    nexts = positions.continuations(wanted) if len(pairs_of(wanted.line)) < ROUNDS else {}
    groups = positions.groups(wanted).items()
    results = positions.total(it for group, it in groups if wanted.includes(*group))
    return {
        "line": in_address(wanted.line),
        "fared": results._asdict(),
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
        text = _("This isn’t a valid sequence of gestures.")
        raise ValidationError([{"loc": ("query", "line"), "msg": text}]) from error
