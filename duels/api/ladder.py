"""Operations for the ladder and for statistics."""

from typing import Annotated, Any, Literal

from ninja import Field, Query, Router, Schema

from duels.api.auth import ApiRequest
from duels.api.paging import Cursor, Limit, Paged, page_of
from duels.ladder import standings
from duels.stats import figures
from wavinghands.engine import BOOKS

Book = Annotated[
    str,
    Field(
        pattern=f"^({'|'.join(BOOKS)})?$",
        description="The slug of a spell book. If empty, all spell books are included.",
    ),
]

router = Router(tags=["Ladder and statistics"])


class Rank(Schema):
    """A mage on the ladder."""

    place: int = Field(description="One plus the number of mages with a higher score or rating.")
    name: str = Field(examples=["Ambrosius"])
    is_bot: bool
    score: int
    rating: int
    is_provisional: bool = Field(description="Whether the rating is still uncertain.")
    wins: int
    losses: int
    draws: int


class Ranks(Paged):
    """A page of the ladder."""

    items: list[Rank]


@router.get("/ladder", response=Ranks)
def ladder(
    request: ApiRequest,
    kind: Literal["duel", "melee"] = "duel",
    by: Literal["score", "rating"] = "score",
    who: Literal["all", "people", "bots"] = Query(
        "all", description="Whose mages to list. Places are counted among the mages of these owners."
    ),
    search: str = Query("", max_length=24, description="A part of the mage's name."),
    limit: Limit = 25,
    cursor: Cursor = "",
) -> dict[str, Any]:
    """Get the ladder

    Lists living mages who have not retired, ordered by score or rating, for duels or melees.
    """
    melee, meant = kind == "melee", standings.LIVING & standings.PLAYED_BY[who]
    found = standings.ranked(melee=melee, who=meant, search=search, sort=by)
    named = found.values_list(*standings.SHOWN, *standings.OF_MAGE, "mage__folded", "pk", named=True)
    rows, after = page_of(named, (*standings.ORDERS[by], "pk"), limit=limit, cursor=cursor)
    lines = standings.lines(rows, standings.places(melee=melee, who=meant, by=by), by)
    return {"items": [_rank(line) for line in lines], "next": after}


def _rank(line: standings.Ranked) -> dict[str, Any]:
    return {field: getattr(line, field) for field in Rank.model_fields}


class Counted(Schema):
    """The number of times a spell, an opening or an ending occurred, and the results of the wizards involved."""

    key: str = Field(description="The spell, the opening (the gestures of both hands) or the ending.")
    label: str = Field(description="The key in words.")
    times: int
    won: int
    lost: int
    drawn: int


class Month(Schema):
    """The numbers of duels, melees and rounds in a month."""

    month: str = Field(examples=["2026-05"])
    duels: int
    melees: int
    rounds: int


class Statistics(Schema):
    """Statistics of public duels between people."""

    spells: list[Counted]
    openings: list[Counted]
    endings: list[Counted]
    months: list[Month]


MOST_OPENINGS = 100


@router.get("/statistics", response=Statistics)
def statistics(
    request: ApiRequest,
    book: Book = "",
    kind: Literal["duel", "melee"] = "duel",
) -> dict[str, Any]:
    """Get statistics

    Returns spells, openings and endings with the most frequent first, and months with the latest first.
    """
    of: dict[str, Any] = {"book": book, "melee": kind == "melee"}
    return {
        "spells": [_counted(line) for line in figures.of_all("spell", **of)],
        "openings": [_counted(line) for line in figures.of_all("opening", **of, most=MOST_OPENINGS)],
        "endings": [_counted(line) for line in figures.of_all("ending", **of)],
        "months": [_month(time) for time in figures.months(book=book)],
    }


def _counted(line: figures.Line) -> dict[str, Any]:
    return {field: getattr(line, field) for field in Counted.model_fields}


def _month(time: figures.Time) -> dict[str, Any]:
    return {"month": time.label, "duels": time.duels, "melees": time.melees, "rounds": time.rounds}
