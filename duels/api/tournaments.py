"""Operations for tournaments."""

from datetime import datetime
from typing import Any, Literal

from django.http import Http404
from django.utils.translation import gettext as _
from ninja import Field, Query, Router, Schema, Status
from pydantic import AwareDatetime

from duels.api.answers import CONTROL, Text
from duels.api.auth import ApiRequest, UserRequest, challenger
from duels.api.limits import Limit as PageLimit
from duels.api.own_mages import own_mage
from duels.api.paging import Cursor, Limit, Paged, page_of
from duels.api.requests import RequestSchema
from duels.tournaments.entering import cancel_tournament, create_tournament, join, leave
from duels.tournaments.listing import (
    ORDER,
    entries_of,
    finished_tournaments,
    open_tournaments,
    shown,
    standings,
    tournament_at,
)
from duels.tournaments.words import minutes_of
from duels.wording.time_controls import code_of, control_of
from wavinghands.engine import BOOKS, Json

router = Router(tags=["Tournaments"])
CHANGES = PageLimit("tournament")


class TournamentPart(Schema):
    """Your part in a tournament."""

    mage: str
    state: Literal["active", "paused", "removed"]
    place: int
    points: float
    opponent: str = Field(description="The name of your current opponent. Empty while you wait.")
    duel: str = Field(description="The path of your current duel. Empty while you wait.")


class TournamentOut(Schema):
    """A tournament."""

    slug: str
    url: str
    title: Text
    state: Literal["upcoming", "running", "finished"]
    starts: datetime
    ends: datetime = Field(description="When the last pairings are made. Duels in progress are finished.")
    minutes: int
    book: str
    control: str | None = Field(description=CONTROL)
    friendly: bool
    bots: bool = Field(description="Whether bots may join.")
    lowest: int | None = Field(description="The lowest rating that may join.")
    highest: int | None = Field(description="The highest rating that may join.")
    account_days: int = Field(description="The lowest age in days of an account that may join.")
    host: str | None = Field(description="The username of the host. Null for tournaments of the site.")
    players: int


class TournamentWithMine(TournamentOut):
    """A tournament, and your part in it."""

    mine: TournamentPart | None = Field(description="Null if you have not joined.")


class Tournaments(Paged):
    """A page of tournaments."""

    items: list[TournamentOut]


class TournamentRank(Schema):
    """A player in the standings."""

    name: str
    is_bot: bool
    is_active: bool = Field(description="Whether the player wants to be paired.")
    points: float
    wins: int
    losses: int
    draws: int
    streak: int = Field(description="The number of wins in a row. From 2 on, the next win counts twice.")


class TournamentStandings(Paged):
    """A page of the standings, the best player first."""

    items: list[TournamentRank]


class EnterIn(RequestSchema):
    """The mage with which you join."""

    mage: str = Field("", description="The name of your mage. If empty, your first living mage is used.")


ANY = EnterIn.model_validate({})


class TournamentIn(RequestSchema):
    """A tournament to create."""

    name: str = Field(min_length=1, max_length=40)
    starts: AwareDatetime = Field(description="A time with a time zone, within the next 30 days.")
    minutes: int = Field(60, ge=30, le=120)
    book: str = Field("classic", pattern=f"^({'|'.join(BOOKS)})$")
    control: Literal["30s", "1m", "2m", "5m"] = "1m"
    friendly: bool = True
    bots: bool = False
    lowest: int | None = Field(None, ge=1, le=4000)
    highest: int | None = Field(None, ge=1, le=4000)
    account_days: int = Field(0, ge=0, le=365)


@router.get("/tournaments", response=Tournaments)
def tournaments(
    request: ApiRequest,
    over: bool = Query(False, description="Whether to list finished tournaments, the latest first."),
    limit: Limit = 25,
    cursor: Cursor = "",
) -> Json:
    """List tournaments

    By default, those that are running or come next.
    """
    found, order = (finished_tournaments(), ("-starts", "-pk")) if over else (open_tournaments(), ("starts", "pk"))
    rows, after = page_of(found.select_related("host"), order, limit=limit, cursor=cursor)
    return {"items": [_out(it) for it in rows], "next": after}


@router.post("/tournaments", auth=challenger, response={201: TournamentOut}, throttle=CHANGES)
def create(request: UserRequest, given: TournamentIn) -> Status[Json]:
    """Create a tournament

    You may host two tournaments at a time.
    """
    terms = given.model_dump()
    control = control_of(terms.pop("control"))
    made = create_tournament(host=request.user, pace=control["pace"], reserve=control["reserve"], **terms)
    return Status(201, _out(_tournament_or_404(made.slug)))


@router.get("/tournaments/{slug:slug}", response=TournamentWithMine)
def tournament(request: ApiRequest, slug: str) -> Json:
    """Get a tournament

    With a token, includes your place, points and current duel.
    """
    return _whole(request, slug)


@router.get("/tournaments/{slug:slug}/standings", response=TournamentStandings)
def list_standings(request: ApiRequest, slug: str, limit: Limit = 25, cursor: Cursor = "") -> Json:
    """Get the standings of a tournament"""
    found = standings(_tournament_or_404(slug))
    rows, after = page_of(found, ORDER, limit=limit, cursor=cursor)
    same = ("points", "wins", "losses", "draws", "streak", "is_active")
    items = [
        {"name": it.mage.name, "is_bot": it.user.is_bot, **{field: getattr(it, field) for field in same}} for it in rows
    ]
    return {"items": items, "next": after}


@router.post("/tournaments/{slug:slug}/join", auth=challenger, response=TournamentWithMine, throttle=CHANGES)
def enter(request: UserRequest, slug: str, given: EnterIn = ANY) -> Json:
    """Join a tournament, or return to it

    While the tournament is running, repeat the request every ten seconds: a player who has been silent for 30 seconds
    is not paired. `mine.duel` is your duel, once you are paired. Bots may join only if `bots` is true.
    """
    _tournament_or_404(slug)
    join(slug=slug, mage=own_mage(request.user, given.mage))
    return _whole(request, slug)


@router.post("/tournaments/{slug:slug}/leave", auth=challenger, response=TournamentWithMine, throttle=CHANGES)
def pause(request: UserRequest, slug: str) -> Json:
    """Leave a tournament

    You are not paired until you join again, and your results count. Before the start, your entry is withdrawn.
    """
    leave(slug=_tournament_or_404(slug).slug, user_id=request.user.pk)
    return _whole(request, slug)


@router.delete("/tournaments/{slug:slug}", auth=challenger, response={204: None}, throttle=CHANGES)
def cancel(request: UserRequest, slug: str) -> Status[None]:
    """Cancel your tournament before it starts"""
    cancel_tournament(slug=_tournament_or_404(slug).slug, user=request.user)
    return Status(204, None)


def _tournament_or_404(slug: str) -> Any:
    found = tournament_at(slug)
    if found is None:
        raise Http404(_("There is no such tournament."))
    return found


def _out(found: Any) -> Json:
    (row,) = shown([found])
    same = (
        "slug",
        "state",
        "starts",
        "ends",
        "book",
        "friendly",
        "bots",
        "lowest",
        "highest",
        "account_days",
        "players",
    )
    return {
        **{field: getattr(found, field) for field in same},
        "url": row.url,
        "title": row.title,
        "minutes": minutes_of(found),
        "control": code_of(found.pace, found.reserve),
        "host": found.host.username if found.host else None,
    }


def _whole(request: ApiRequest, slug: str) -> Json:
    found = _tournament_or_404(slug)
    mine = entries_of(found, [request.user.pk]).get(request.user.pk) if request.user.is_authenticated else None
    own = mine and {
        "mage": mine.entry.mage.name,
        "state": mine.entry.state,
        "place": mine.place,
        "points": mine.entry.points,
        "opponent": mine.opponent,
        "duel": mine.duel,
    }
    return {**_out(found), "mine": own}
