"""Operations for tournaments."""

from datetime import datetime
from typing import Any, Literal

from ninja import Field, Query, Router, Schema, Status
from pydantic import AwareDatetime

from duels.api.answers import CONTROL, Text
from duels.api.auth import ApiRequest, UserRequest, challenger
from duels.api.limits import Limit as PageLimit
from duels.api.own_mages import own_mage
from duels.api.paging import Cursor, Limit, Paged, page_of
from duels.api.requests import RequestSchema
from duels.tournaments.boards import name_at, pairings_of
from duels.tournaments.entering import cancel_tournament, create_tournament, join, leave
from duels.tournaments.finding import tournament_or_404
from duels.tournaments.formats import COLUMNS, ORDER, tie_breaks_of
from duels.tournaments.listing import (
    entries_of,
    finished_tournaments,
    open_tournaments,
    shown,
    standings,
)
from duels.tournaments.words import minutes_of
from duels.wording.time_controls import code_of, control_of
from wavinghands.engine import BOOKS, Json

router = Router(tags=["Tournaments"])
CHANGES = PageLimit("tournament")
Format = Literal["arena", "swiss", "round_robin", "knockout", "melee"]
PAIRINGS = ("round", "board", "game", "pk")
"""The order of pairings."""


class TournamentPart(Schema):
    """Your mage, place, points and current duel in a tournament."""

    mage: str
    state: Literal["active", "paused", "removed", "out"] = Field(description="`out` is knocked out.")
    place: int
    points: float
    opponent: str = Field(
        description="The name of your current opponent. Empty while you wait, have a bye, or are in a melee."
    )
    opponents: list[str] = Field(description="The names of your current opponents, of whom a melee has two or three.")
    duel: str = Field(description="The path of your current duel. Empty while you wait.")


class TournamentOut(Schema):
    """A tournament."""

    slug: str
    url: str
    title: Text
    format: Format
    state: Literal["upcoming", "running", "finished"]
    starts: datetime
    ends: datetime = Field(
        description="When an arena makes its last pairings; in other formats, the expected or the actual end."
    )
    minutes: int | None = Field(description="The length of an arena. Null in other formats.")
    rounds: int = Field(description="The number of rounds. 0 in an arena, or if it depends on the number of players.")
    round: int = Field(description="The current round. 0 in an arena and before the start.")
    round_ends: datetime | None = Field(description="The time limit of a live round.")
    book: str
    control: str | None = Field(description=CONTROL)
    friendly: bool
    bots: bool = Field(description="Whether bots may join.")
    only_bots: bool = Field(description="Whether only bots may join, as in the weekly bot arena.")
    lowest: int | None = Field(description="The lowest rating that may join.")
    highest: int | None = Field(description="The highest rating that may join.")
    account_days: int = Field(description="The lowest age in days of an account that may join.")
    host: str | None = Field(description="The username of the host. Null for tournaments of the site.")
    players: int


class TournamentWithMine(TournamentOut):
    """A tournament and, if you take part, your place and current duel in it."""

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
    streak: int = Field(description="The wins in a row in an arena. From 2 on, the next win counts twice.")
    seed: int = Field(description="The place by rating at the start. 0 in an arena and for players who came later.")
    tie_breaks: dict[Literal["buchholz", "sonneborn_berger", "head_to_head"], float] = Field(
        description="The numbers that decide between equal points, in this order."
    )


class TournamentStandings(Paged):
    """A page of the standings, best player first."""

    items: list[TournamentRank]


class TableSeatOut(Schema):
    """A wizard at a table of a melee cup."""

    name: str
    is_house: bool = Field(description="Whether it is a computer player.")
    is_absent: bool = Field(description="Whether the player did not show up.")
    place: int = Field(
        description="1 is the first place. 0 until the duel is over, and for players who did not show up."
    )
    points: float


class PairingOut(Schema):
    """Two players who are paired in a tournament, or the wizards at one table of a melee cup."""

    round: int = Field(description="0 in an arena.")
    board: int = Field(description="The place in the round. In a knockout, boards 2n and 2n+1 lead to board n.")
    game: int = Field(description="2 for the replay of a drawn duel.")
    first: str | None = Field(description="Null at a table of a melee cup.")
    second: str | None = Field(description="Null if the first player has a bye or meets a computer player.")
    seats: list[TableSeatOut] = Field(description="The wizards at a table of a melee cup. Empty in other formats.")
    wizard: str | None = Field(description="The computer player, if any.")
    is_over: bool
    first_points: float
    second_points: float
    is_forfeit: bool = Field(description="Whether a player did not show up or has withdrawn.")
    duel: str | None = Field(description="The slug of the duel. Null if there is none, or if it has yet to begin.")


class TournamentPairings(Paged):
    """A page of pairings, ordered by round."""

    items: list[PairingOut]


class EnterIn(RequestSchema):
    """The mage to join with."""

    mage: str = Field("", description="The name of your mage. If empty, your first living mage is used.")


ANY = EnterIn.model_validate({})


class TournamentIn(RequestSchema):
    """A tournament to create."""

    name: str = Field(min_length=1, max_length=40)
    starts: AwareDatetime = Field(description="A time with a time zone, within the next 30 days.")
    format: Format = "arena"
    minutes: int = Field(60, ge=30, le=120, description="The length of an arena.")
    rounds: int = Field(
        5, ge=3, le=9, description="The number of rounds of a Swiss (3 to 9) or of a melee cup (3 to 5)."
    )
    book: str = Field("classic", pattern=f"^({'|'.join(BOOKS)})$")
    control: Literal["30s", "1m", "2m", "5m", "1d"] = Field("1m", description="Not `1d` in an arena.")
    friendly: bool = True
    bots: bool = False
    lowest: int | None = Field(None, ge=1, le=4000)
    highest: int | None = Field(None, ge=1, le=4000)
    account_days: int = Field(0, ge=0, le=365)


@router.get("/tournaments", response=Tournaments)
def tournaments(
    request: ApiRequest,
    over: bool = Query(False, description="Whether to list finished tournaments, latest first."),
    limit: Limit = 25,
    cursor: Cursor = "",
) -> Json:
    """List tournaments

    Lists running and upcoming tournaments by default.
    """
    found, order = (finished_tournaments, ("-starts", "-pk")) if over else (open_tournaments, ("starts", "pk"))
    rows, after = page_of(found(request.user.pk).select_related("host"), order, limit=limit, cursor=cursor)
    return {"items": [_out(it) for it in rows], "next": after}


@router.post("/tournaments", auth=challenger, response={201: TournamentOut}, throttle=CHANGES)
def create(request: UserRequest, given: TournamentIn) -> Status[Json]:
    """Create a tournament

    You may host two tournaments at a time.
    """
    terms = given.model_dump()
    control = control_of(terms.pop("control"))
    made = create_tournament(host=request.user, pace=control["pace"], reserve=control["reserve"], **terms)
    return Status(201, _out(tournament_or_404(made.slug)))


@router.get("/tournaments/{slug:slug}", response=TournamentWithMine)
def tournament(request: ApiRequest, slug: str) -> Json:
    """Get a tournament

    With a token, includes your place, points and current duel.
    """
    return _whole(request, slug)


@router.get("/tournaments/{slug:slug}/standings", response=TournamentStandings)
def list_standings(request: ApiRequest, slug: str, limit: Limit = 25, cursor: Cursor = "") -> Json:
    """Get the standings of a tournament"""
    tournament = tournament_or_404(slug)
    rows, after = page_of(standings(tournament), ORDER, limit=limit, cursor=cursor)
    same, tie_breaks = ("points", "wins", "losses", "draws", "streak", "is_active", "seed"), tie_breaks_of(tournament)
    items = [
        {
            "name": it.mage.name,
            "is_bot": it.user.is_bot,
            "tie_breaks": {name: getattr(it, column) for name, column in zip(tie_breaks, COLUMNS, strict=False)},
            **{field: getattr(it, field) for field in same},
        }
        for it in rows
    ]
    return {"items": items, "next": after}


@router.get("/tournaments/{slug:slug}/pairings", response=TournamentPairings)
def list_pairings(
    request: ApiRequest,
    slug: str,
    round: int | None = Query(None, ge=0, le=1000, description="Only this round."),
    limit: Limit = 25,
    cursor: Cursor = "",
) -> Json:
    """Get the pairings of a tournament

    Pairings are ordered by round. Each one includes its result and its duel.
    """
    found = pairings_of(tournament_or_404(slug))
    found = found if round is None else found.filter(round=round)
    rows, after = page_of(found, PAIRINGS, limit=limit, cursor=cursor)
    return {"items": [_pairing(it) for it in rows], "next": after}


@router.post("/tournaments/{slug:slug}/join", auth=challenger, response=TournamentWithMine, throttle=CHANGES)
def enter(request: UserRequest, slug: str, given: EnterIn = ANY) -> Json:
    """Join a tournament, or return to it

    While an arena is running, repeat the request every ten seconds. A player who has sent no request for 30 seconds is
    not paired. In other formats, you are paired anyway, and you lose a live duel if you do not show up within 90
    seconds. When you have been paired, `mine.duel` is your duel. Bots may join only if the tournament's field `bots` is
    true.
    """
    tournament_or_404(slug)
    join(slug=slug, mage=own_mage(request.user, given.mage))
    return _whole(request, slug)


@router.post("/tournaments/{slug:slug}/leave", auth=challenger, response=TournamentWithMine, throttle=CHANGES)
def pause(request: UserRequest, slug: str) -> Json:
    """Leave a tournament

    You keep your results, and are not paired until you join again. In a round robin or a knockout, you withdraw
    permanently. If the tournament has not started, your entry is deleted.
    """
    leave(slug=tournament_or_404(slug).slug, user_id=request.user.pk)
    return _whole(request, slug)


@router.delete("/tournaments/{slug:slug}", auth=challenger, response={204: None}, throttle=CHANGES)
def cancel(request: UserRequest, slug: str) -> Status[None]:
    """Cancel your tournament before it starts"""
    cancel_tournament(slug=tournament_or_404(slug).slug, user=request.user)
    return Status(204, None)


def _out(found: Any) -> Json:
    (row,) = shown([found])
    same = (
        "slug",
        "format",
        "state",
        "rounds",
        "round",
        "round_ends",
        "starts",
        "ends",
        "book",
        "friendly",
        "bots",
        "only_bots",
        "lowest",
        "highest",
        "account_days",
        "players",
    )
    return {
        **{field: getattr(found, field) for field in same},
        "url": row.url,
        "title": row.title,
        "minutes": minutes_of(found) if found.is_arena else None,
        "control": code_of(found.pace, found.reserve),
        "host": found.host.username if found.host else None,
    }


def _pairing(it: Any) -> Json:
    same = ("round", "board", "game", "first_points", "second_points")
    return {
        **{field: getattr(it, field) for field in same},
        "first": it.first.mage.name if it.first else None,
        "second": it.second.mage.name if it.second else None,
        "wizard": it.wizard or None,
        "seats": [
            {
                "name": name_at(seat),
                "is_house": bool(seat.wizard),
                **{field: getattr(seat, field) for field in ("is_absent", "place", "points")},
            }
            for seat in (it.seats.all() if it.is_table else ())
        ],
        "is_over": it.ended is not None,
        "is_forfeit": it.first_absent or it.second_absent,
        "duel": it.duel.slug if it.duel else None,
    }


def _whole(request: ApiRequest, slug: str) -> Json:
    found = tournament_or_404(slug)
    mine = entries_of(found, [request.user.pk]).get(request.user.pk) if request.user.is_authenticated else None
    own = mine and {
        "mage": mine.entry.mage.name,
        "state": mine.entry.state,
        "place": mine.place,
        "points": mine.entry.points,
        "opponent": mine.opponents[0] if len(mine.opponents) == 1 else "",
        "opponents": mine.opponents,
        "duel": mine.duel,
    }
    return {**_out(found), "mine": own}
