"""The game itself: books with their spells, options and gestures, rules, and positions to try spells in."""

from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from ninja import Field, Router, Schema

from duels.api.answers import Json, Text
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

router = Router(tags=["Books and rules"])


class BookOut(Schema):
    """A spell book."""

    slug: str = Field(examples=["classic"])
    title: str
    summary: str


class Books(Schema):
    """All books; the first is the one that the site offers first."""

    items: list[BookOut]


class SpellOut(Schema):
    """A spell of a book."""

    slug: str = Field(examples=["shield"])
    name: str
    gestures: list[str] = Field(
        description="Its patterns, gesture by gesture; a small letter is made with both hands at once.",
        examples=[["WPP", "WWS"]],
    )
    effect: str
    class_: Text = Field(alias="class", description="In words, as the other texts.")
    at: Text = Field(description="At whom it goes if nobody is named.")
    stopped_by: str
    source: str


class OptionOut(Schema):
    """A rule option, and what it is in this book."""

    name: str
    group: str
    title: str
    meaning: str
    value: Any
    values: list[Json] = Field(description="What it may be: `value`, and `label` in words.")


class WholeBook(BookOut):
    """A book with its spells and rule options."""

    spells: list[SpellOut]
    options: list[OptionOut]


class GestureOut(Schema):
    """A gesture, as records and orders have it."""

    letter: str
    name: str
    meaning: str


class RuleOut(Schema):
    """A rule that events refer to."""

    id: str
    name: str
    text: str
    source: str
    ruling: str | None


class Rules(Schema):
    """What all books have in common."""

    gestures: list[GestureOut]
    rules: list[RuleOut]


class VariationOut(Schema):
    """One way in which an example may go."""

    title: str
    says: str


class ExampleOut(Schema):
    """A spell that can be tried."""

    spell: str
    variations: list[VariationOut]


class Examples(Schema):
    """The examples of a book."""

    items: list[ExampleOut]


class LessonOut(Schema):
    """A lesson."""

    slug: str = Field(examples=["gestures"])
    title: str
    about: str


class Lessons(Schema):
    """All lessons, in their order."""

    items: list[LessonOut]


class MoveIn(RequestSchema):
    """What one did in one round."""

    orders: Json = Field(
        description="As the socket takes them (docs/protocol.md).", examples=[{"left": "P", "right": "-"}]
    )
    answers: Json = Field({}, description="To what was asked in it.")


class Moves(RequestSchema):
    """All moves since the start: nothing is kept between two requests."""

    moves: list[MoveIn] = Field(max_length=MOST_MOVES)


class ExampleMoves(Moves):
    """The same, and which variation it is."""

    variation: int = Field(0, ge=0, le=100)


class Board(Schema):
    """The board after these moves, and what is said beside it."""

    frame: Json = Field(description="The whole duel, as a socket sends it (docs/protocol.md).")
    guide: Json = Field(description="What the master says, and whether it is `over`.")


@router.get("/books", response=Books, openapi_extra=HAS_ETAG)
def books(request: ApiRequest, response: HttpResponse) -> Json:
    """All spell books"""
    unless_known(request, response, "books")
    return {"items": [_book(book) for book in books_in_words().values()]}


@router.get("/books/{slug:slug}", response=WholeBook, by_alias=True, openapi_extra=HAS_ETAG)
def book(request: ApiRequest, response: HttpResponse, slug: str) -> Json:
    """One book

    Its spells by name, and its rule options.
    """
    found = _book_or_404(slug)
    unless_known(request, response, "book", slug)
    fields = OptionOut.model_fields
    options = [{field: row[field] for field in fields} for row in rule_options(slug)]
    return {**_book(found), "spells": spell_list(slug), "options": options}


@router.get("/rules", response=Rules, openapi_extra=HAS_ETAG)
def rules(request: ApiRequest, response: HttpResponse) -> Json:
    """Gestures and rules

    The gestures, and the rules to which events refer by `id`.
    """
    unless_known(request, response, "rules")
    gestures = [
        {"letter": it.letter.replace("–", "-"), "name": str(it.name), "meaning": str(it.meaning)} for it in GESTURES
    ]
    return {"gestures": gestures, "rules": [{"ruling": None, **row} for row in rule_rows()]}


@router.get("/books/{slug:slug}/examples", response=Examples, openapi_extra=HAS_ETAG)
def examples(request: ApiRequest, response: HttpResponse, slug: str) -> Json:
    """Examples of spells

    Which spells of a book can be tried out on a board of their own.
    """
    _book_or_404(slug)
    unless_known(request, response, "examples", slug)
    return {"items": [_example(one, slug) for one in EXAMPLES[slug].values()]}


@router.post("/books/{slug:slug}/examples/{slug:spell}", response=Board, throttle=Limit("board"))
def try_example(request: ApiRequest, slug: str, spell: str, given: ExampleMoves) -> Json:
    """Try a spell

    The board of an example after all moves that you have made on it; with none, how it begins.
    """
    found = EXAMPLES.get(slug, {}).get(spell)
    if found is None:
        raise Http404(_("There is no such example."))
    play = read_play(request.body)
    return example_board(found, slug, play.moves, play.variation)


@router.get("/lessons", response=Lessons, openapi_extra=HAS_ETAG)
def lessons(request: ApiRequest, response: HttpResponse) -> Json:
    """All lessons"""
    unless_known(request, response, "lessons")
    rows = [{"slug": it.slug, "title": str(it.title), "about": str(it.about)} for it in LESSONS.values()]
    return {"items": rows}


@router.post("/lessons/{slug:slug}", response=Board, throttle=Limit("board"))
def try_lesson(request: ApiRequest, slug: str, given: Moves) -> Json:
    """Play a lesson

    Its board after all moves that you have made on it; with none, how it begins.
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
