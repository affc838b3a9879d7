"""Operations for spell books, rule options, gestures, rules, examples and lessons."""

from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from ninja import Field, Router, Schema

from duels.api.answers import Text
from duels.api.auth import ApiRequest
from duels.api.etags import unless_known
from duels.api.limits import Limit
from duels.api.requests import RequestSchema
from duels.api.schema import HAS_ETAG
from duels.books.examples import EXAMPLES
from duels.books.reference import rule_rows, spell_list
from duels.learn.lessons import LESSONS
from duels.learn.sandbox import MOST_MOVES, read_play
from duels.learn.tutor import example_board, lesson_board
from duels.wording.gestures import GESTURES
from duels.wording.languages import books as books_in_words
from duels.wording.rule_options import rule_options
from wavinghands.engine import Json

router = Router(tags=["Rules"])


class BookOut(Schema):
    """A spell book."""

    slug: str = Field(examples=["classic"])
    title: str
    summary: str


class Books(Schema):
    """All spell books, with the site's default first."""

    items: list[BookOut]


class SpellOut(Schema):
    """A spell in a spell book."""

    slug: str = Field(examples=["shield"])
    name: str
    gestures: list[str] = Field(
        description="The spell's gesture patterns. A lower-case letter is a gesture made with both hands at once.",
        examples=[["WPP", "WWS"]],
    )
    effect: str
    class_: Text = Field(alias="class", description="The spell's class in words.")
    at: Text = Field(description="The default target.")
    stopped_by: str
    source: str


class OptionOut(Schema):
    """A rule option and its value in a spell book."""

    name: str
    group: str
    title: str
    meaning: str
    value: Any
    values: list[Json] = Field(description="The possible values, each with its `value` and, in words, its `label`.")


class WholeBook(BookOut):
    """A spell book with its spells and rule options."""

    spells: list[SpellOut]
    options: list[OptionOut]


class GestureOut(Schema):
    """A gesture. Records and orders contain its `letter`."""

    letter: str
    name: str
    meaning: str


class RuleOut(Schema):
    """A rule of the game. The events of a duel refer to it by its `id`."""

    id: str
    name: str
    text: str
    source: str
    ruling: str | None


class Rules(Schema):
    """Gestures and rules that all spell books share."""

    gestures: list[GestureOut]
    rules: list[RuleOut]


class VariationOut(Schema):
    """A variation of an example: a position in which you can try the spell."""

    title: str
    says: str


class ExampleOut(Schema):
    """An example in which you can try a spell, and its variations."""

    spell: str
    variations: list[VariationOut]


class Examples(Schema):
    """The examples in a spell book, at most one per spell."""

    items: list[ExampleOut]


class LessonOut(Schema):
    """A lesson that teaches a part of the game."""

    slug: str = Field(examples=["gestures"])
    title: str
    about: str


class Lessons(Schema):
    """All lessons in order."""

    items: list[LessonOut]


class MoveIn(RequestSchema):
    """Orders and answers for one round."""

    orders: Json = Field(
        description="The orders, in the format of a duel's socket (docs/protocol.md).",
        examples=[{"left": "P", "right": "-"}],
    )
    answers: Json = Field({}, description="Your answers to the questions that arise in the round.")


class Moves(RequestSchema):
    """All moves made so far. Every request contains them, because the server does not store them."""

    moves: list[MoveIn] = Field(max_length=MOST_MOVES)


class ExampleMoves(Moves):
    """All moves made so far in a variation of an example."""

    variation: int = Field(0, ge=0, le=100)


class Board(Schema):
    """The board after the moves in the request, with instructions."""

    frame: Json = Field(description="The board, in the format of the `duel` frame (docs/protocol.md).")
    guide: Json = Field(description="The instructions. `over` says whether the exercise is finished.")


@router.get("/books", response=Books, openapi_extra=HAS_ETAG)
def books(request: ApiRequest, response: HttpResponse) -> Json:
    """List all spell books"""
    unless_known(request, response, "books")
    return {"items": [_book(book) for book in books_in_words().values()]}


@router.get("/books/{slug:slug}", response=WholeBook, by_alias=True, openapi_extra=HAS_ETAG)
def book(request: ApiRequest, response: HttpResponse, slug: str) -> Json:
    """Get a spell book

    Includes its spells, sorted by name, and its rule options.
    """
    found = _book_or_404(slug)
    unless_known(request, response, "book", slug)
    fields = OptionOut.model_fields
    options = [{field: row[field] for field in fields} for row in rule_options(slug)]
    return {**_book(found), "spells": spell_list(slug), "options": options}


@router.get("/rules", response=Rules, openapi_extra=HAS_ETAG)
def rules(request: ApiRequest, response: HttpResponse) -> Json:
    """Get gestures and rules

    Events of a duel refer to rules by their `id`.
    """
    unless_known(request, response, "rules")
    gestures = [
        {"letter": it.letter.replace("–", "-"), "name": str(it.name), "meaning": str(it.meaning)} for it in GESTURES
    ]
    return {"gestures": gestures, "rules": [{"ruling": None, **row} for row in rule_rows()]}


@router.get("/books/{slug:slug}/examples", response=Examples, openapi_extra=HAS_ETAG)
def examples(request: ApiRequest, response: HttpResponse, slug: str) -> Json:
    """List the examples in a spell book

    An example lets you try a spell on a board.
    """
    _book_or_404(slug)
    unless_known(request, response, "examples", slug)
    return {"items": [_example(one, slug) for one in EXAMPLES[slug].values()]}


@router.post("/books/{slug:slug}/examples/{slug:spell}", response=Board, throttle=Limit("board"))
def try_example(request: ApiRequest, slug: str, spell: str, given: ExampleMoves) -> Json:
    """Try a spell

    Send all moves that you have made so far. The response contains the resulting board. Without moves, this is the
    initial board.
    """
    found = EXAMPLES.get(slug, {}).get(spell)
    if found is None:
        raise Http404(_("There is no such example."))
    play = read_play(request.body)
    return example_board(found, slug, play.moves, play.variation)


@router.get("/lessons", response=Lessons, openapi_extra=HAS_ETAG)
def lessons(request: ApiRequest, response: HttpResponse) -> Json:
    """List all lessons"""
    unless_known(request, response, "lessons")
    rows = [{"slug": it.slug, "title": str(it.title), "about": str(it.about)} for it in LESSONS.values()]
    return {"items": rows}


@router.post("/lessons/{slug:slug}", response=Board, throttle=Limit("board"))
def try_lesson(request: ApiRequest, slug: str, given: Moves) -> Json:
    """Play a lesson

    Send all moves that you have made so far. The response contains the resulting board. Without moves, this is the
    initial board.
    """
    found = LESSONS.get(slug)
    if found is None:
        raise Http404(_("There is no such lesson."))
    return lesson_board(found, read_play(request.body).moves)


def _book(book: Any) -> Json:
    return {"slug": book.slug, "title": str(book.title), "summary": str(book.summary)}


def _book_or_404(slug: str) -> Any:
    found = books_in_words().get(slug)
    if found is None:
        raise Http404(_("There is no such rule set."))
    return found


def _example(example: Any, book: str) -> Json:
    variations = [{"title": str(it.title), "says": str(it.says)} for it in example.variations_in(book)]
    return {"spell": example.spell, "variations": variations}
