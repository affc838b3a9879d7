"""Operations for puzzles.

Solutions are shown only to users who have solved the puzzle or given up.
"""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from ninja import Field, Query, Router, Schema

from duels.api.auth import ApiRequest, UserRequest, player
from duels.api.limits import Limit as PageLimit
from duels.api.paging import Cursor, Limit, Paged, page_of
from duels.api.requests import RequestSchema
from duels.api.schema import also
from duels.learn.sandbox import MOST_MOVES, read_play
from duels.puzzles import attempts, board, words
from duels.puzzles.daily import slug_of, today
from duels.puzzles.hints import MOST
from duels.puzzles.positions import open_puzzles, puzzle_named
from wavinghands.engine import BOOKS, Json

router = Router(tags=["Puzzles"])
TRIES = PageLimit("puzzle")


class PuzzleRow(Schema):
    """A puzzle in a list."""

    slug: str
    url: str
    kind: str
    title: str
    book: str
    rating: int


class Puzzles(Paged):
    """A page of puzzles."""

    items: list[PuzzleRow]


class PuzzleOut(PuzzleRow):
    """A puzzle and its board. The solution is included only if you have solved the puzzle."""

    frame: Json = Field(description="The board, in the format of the `duel` frame (docs/protocol.md).")
    guide: Json = Field(description="The task. After a try, it also contains the result as `strayed` and `over`.")


class PuzzleMove(RequestSchema):
    """Orders for a round, or answers to a question. If the puzzle asks for a spell, its slug is in `orders.spell`."""

    orders: Json = Field(examples=[{"left": "S", "right": "-"}])
    answers: Json = {}


class TryIn(RequestSchema):
    """An attempt to solve a puzzle, with all moves from the initial position."""

    moves: list[PuzzleMove] = Field(max_length=MOST_MOVES)


class HintsIn(RequestSchema):
    """A request for the first `number` hints. Each hint lowers the score for solving the puzzle."""

    number: int = Field(1, ge=1, le=MOST)


class HintsOut(Schema):
    """The requested hints."""

    hints: list[str]


class SolutionOut(Schema):
    """The moves of the solution. If giving up has changed your rating, `rating` contains the old and the new rating."""

    moves: list[Json]
    rating: Json | None


@router.get("/puzzles", response=Puzzles)
def puzzles(
    request: ApiRequest,
    kind: str = Query("", pattern=f"^({'|'.join(words.KIND_NAMES)})?$"),
    theme: str = Query(
        "", max_length=40, pattern=r"^[a-z_]*$", description="The slug of a theme, such as `sacrifice` or `mirrors`."
    ),
    book: str = Query("", pattern=f"^({'|'.join(BOOKS)})?$"),
    limit: Limit = 25,
    cursor: Cursor = "",
) -> Json:
    """List puzzles by kind, theme and book"""
    asked = {"kind": kind, "book": book, "themes__contains": theme and f" {theme} "}
    found = open_puzzles().filter(**{field: value for field, value in asked.items() if value})
    rows, after = page_of(found, ("slug",), limit=limit, cursor=cursor)
    return {"items": [_row(it) for it in rows], "next": after}


@router.get("/puzzles/daily", response=PuzzleOut, openapi_extra=also(404))
def daily(request: ApiRequest) -> Json:
    """Get the puzzle of the day

    Includes the initial board.
    """
    return _whole(_puzzle_or_404(slug_of(today()) or ""))


@router.get("/puzzles/{slug:slug}", response=PuzzleOut)
def puzzle(request: ApiRequest, slug: str) -> Json:
    """Get a puzzle

    Includes the initial board.
    """
    return _whole(_puzzle_or_404(slug))


@router.post("/puzzles/{slug:slug}/tries", response=PuzzleOut, auth=player, throttle=TRIES)
def attempt(request: UserRequest, slug: str, given: TryIn) -> Json:
    """Try a puzzle

    Returns the board after these moves, and whether they are correct. Only your first attempt is rated.
    """
    found = _puzzle_or_404(slug)
    return {**_row(found), **board.tried(found, request.user, read_play(request.body).moves)}


@router.post("/puzzles/{slug:slug}/hints", response=HintsOut, auth=player, throttle=TRIES)
def hints(request: UserRequest, slug: str, given: HintsIn) -> Json:
    """Get hints for a puzzle"""
    return {"hints": attempts.hint(_puzzle_or_404(slug), request.user, given.number)}


@router.post("/puzzles/{slug:slug}/solution", response=SolutionOut, auth=player, throttle=TRIES)
def solution(request: UserRequest, slug: str) -> Json:
    """Give up on a puzzle

    Returns the moves of the solution.
    """
    return board.solution(_puzzle_or_404(slug), request.user)


def _puzzle_or_404(slug: str) -> Any:
    found = puzzle_named(slug)
    if found is None:
        raise Http404(_("There is no such puzzle."))
    return found


def _row(found: Any) -> dict[str, Any]:
    return {
        **{field: getattr(found, field) for field in ("slug", "kind", "book")},
        "url": f"/puzzles/{found.slug}/",
        "title": str(words.title_of(found)),
        "rating": round(found.rating),
    }


def _whole(found: Any) -> Json:
    return {**_row(found), **board.board_after(found, ())}
