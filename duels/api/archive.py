"""Operations that search, export, show and analyse duels."""

from typing import Any, Literal

from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.utils.translation import gettext as _
from ninja import Field, Query, Router, Schema, Status

from duels.analysis import asking
from duels.api.answers import DuelOut, duel_out
from duels.api.auth import ApiRequest, UserRequest, player
from duels.api.etags import unless_known
from duels.api.limits import Limit as PageLimit
from duels.api.lines import MEDIA_TYPE, lines_of
from duels.api.paging import Cursor, Limit, Paged, new_cursor, page_of, read_cursor
from duels.api.problems import Problem
from duels.api.schema import HAS_ETAG, also
from duels.stats import search
from duels.stats.forms import SearchForm
from duels.viewing import duels as reads
from duels.viewing.playing_again import one_of_few
from duels.viewing.views.finding import duel_or_404
from duels.wording.endings import ENDINGS
from wavinghands.engine import BOOKS, Json

router = Router(tags=["Archive"])

DAY = r"^(\d{4}-\d{2}-\d{2})?$"
IN_ARCHIVE = ("ended", "pk")
REPLAY_LIMIT = PageLimit("replay")
"""The rate limit for operations that replay a duel, because replaying is slow."""


def _of(*values: str) -> Any:
    return {"enum": ["", *values]}


class Wanted(Schema):
    """Filters for a search for duels. An omitted filter matches every duel."""

    mage: str = Field("", max_length=24, description="The name of a mage in the duel.")
    against: str = Field("", max_length=24, description="The name of another mage in the duel.")
    result: str = Field("", description="The result for `mage`.", json_schema_extra=_of("won", "lost", "drew"))
    book: str = Field("", json_schema_extra=_of(*BOOKS))
    options: str = Field(
        "",
        description="`none` for duels with default rules only, `some` for duels with changed rules.",
        json_schema_extra=_of("none", "some"),
    )
    kind: str = Field("", json_schema_extra=_of("duel", "melee"))
    ending: str = Field("", json_schema_extra=_of(*ENDINGS))
    spell: str = Field("", description="The slug of a spell that was cast in the duel (by `mage`, if given).")
    spell2: str = Field("", description="The slug of a second spell that must also have been cast.")
    shortest: int | None = Field(None, ge=1, le=9999, description="The minimum number of rounds.")
    longest: int | None = Field(None, ge=1, le=9999, description="The maximum number of rounds.")
    since: str = Field("", pattern=DAY, description="The duel ended on this day or later.", examples=["2026-05-01"])
    until: str = Field("", pattern=DAY, description="The duel ended on this day or earlier.", examples=["2026-05-31"])


class Duels(Paged):
    """A page of duels."""

    items: list[DuelOut]


class Records(Paged):
    """A page of records in the archive."""

    items: list[Json] = Field(
        description="Duel records (docs/protocol.md), each with its duel's slug as `duel`, and `ended`."
    )


class AnalysisOut(Schema):
    """The progress and result of a duel's analysis."""

    state: str = Field(description="The status of the analysis. `none` if nobody has requested one.")
    done: int = Field(description="The number of rounds analysed so far.")
    of: int
    why: str = Field(description="Why no analysis is available. Empty if there is one, or if one can be requested.")
    result: Json | None = Field(
        description="Win probabilities per round, mistakes and the turning point. Null until they are ready."
    )


@router.get("/duels", response=Duels)
def duels(
    request: ApiRequest,
    wanted: Query[Wanted],
    state: Literal["over", "under_way"] = Query(
        "over",
        description="`over` for finished duels, `under_way` for running duels. "
        "Filters for the end of a duel do not apply to running duels.",
    ),
    sort: Literal["latest", "oldest", "longest", "shortest"] = Query(
        "latest", description="The order of finished duels."
    ),
    limit: Limit = 25,
    cursor: Cursor = "",
) -> Json:
    """Search duels

    Returns public duels between people, either finished or in progress.
    """
    asked = _wanted(wanted)
    if state == "over":
        found, order = search.fitting(asked), search.ORDERS["" if sort == "latest" else sort]
    else:
        found, order = search.going_on(asked), ("-started", "-pk")
    rows, after = page_of(found.prefetch_related("seats"), order, limit=limit, cursor=cursor)
    return {"items": [duel_out(duel) for duel in rows], "next": after}


@router.get("/archive", response=Records, throttle=REPLAY_LIMIT)
def archive(request: ApiRequest, wanted: Query[Wanted], limit: Limit = 25, cursor: Cursor = "") -> Json:
    """Get a page of the archive

    Returns the records of finished public duels, oldest first. To get newer records later, keep the last cursor and
    send it again. To get all records in one response, use `/archive/export`.
    """
    after: Any = read_cursor(cursor, IN_ARCHIVE) if cursor else None
    found = search.archived(_wanted(wanted), after, limit + 1)
    rows = found[:limit]
    is_last = len(found) <= limit
    return {
        "items": list(search.records(rows)),
        "next": None if is_last else new_cursor(search.place_of(rows[-1]), IN_ARCHIVE),
    }


@router.get("/archive/export", throttle=PageLimit("archive"), openapi_extra=also(404, **lines_of("RecordLine")))
def export(
    request: ApiRequest,
    wanted: Query[Wanted],
    after: str = Query(
        "",
        max_length=20,
        description="The `duel` field of your last record. If empty, the export starts with the oldest record.",
    ),
) -> StreamingHttpResponse:
    """Export the archive

    Streams the records of finished public duels as JSON lines, oldest first. To resume an interrupted download, or to
    get newer duels later, send the `duel` field of your last record as `after`.
    """
    place = search.place_of(_finished_or_404(after)) if after else None
    return StreamingHttpResponse(search.record_lines(_wanted(wanted), place), content_type=MEDIA_TYPE)


def _finished_or_404(slug: str) -> Any:
    duel = duel_or_404(slug)
    if not duel.is_open:
        raise Http404(_("This duel is not in the archive."))
    return duel


def _wanted(wanted: Wanted) -> search.Wanted:
    """Validate the filters with the search page's form. Raise `ValidationError` if they are invalid."""
    form = SearchForm({name: value for name, value in wanted.dict().items() if value is not None})
    if not form.is_valid():
        raise ValidationError({name: list(map(str, errors)) for name, errors in form.errors.items()})
    return form.wanted()


@router.get("/duels/{slug:slug}/record", response=Json, throttle=REPLAY_LIMIT, openapi_extra=also(409, **HAS_ETAG))
def record(request: ApiRequest, response: HttpResponse, slug: str) -> Any:
    """Get the record of a finished duel

    The record contains everything needed to replay the duel. docs/protocol.md describes its format.
    """
    duel = duel_or_404(slug)
    if duel.is_open:
        unless_known(request, response, *reads.version_of(duel), changes=[duel.ended])
    return _if_open(reads.record, duel)


@router.get("/duels/{slug:slug}/course", response=Json, throttle=REPLAY_LIMIT, openapi_extra=also(409, **HAS_ETAG))
def course(
    request: ApiRequest,
    response: HttpResponse,
    slug: str,
    eyes: str = Query(
        "",
        max_length=24,
        description="A wizard's name, `public` or `everything`. If empty, the viewpoint that shows you most.",
    ),
) -> Any:
    """Get a duel step by step

    Returns the view after each round. While the duel is in progress, the views contain only what you may know. The
    views in `steps` have the same format as those sent over WebSockets (docs/protocol.md).
    """
    duel = duel_or_404(slug)
    if duel.is_open:
        unless_known(request, response, *reads.version_of(duel), eyes, changes=[duel.ended])
    return _if_open(reads.course, duel, request.user, eyes)


class Reading(Schema):
    """A duel as text."""

    text: str


@router.get("/duels/{slug:slug}/reading", response=Reading, throttle=REPLAY_LIMIT, openapi_extra=also(409, **HAS_ETAG))
def reading(
    request: ApiRequest,
    response: HttpResponse,
    slug: str,
    form: Literal["transcript", "show", "describe"] = "transcript",
    eyes: str = Query(
        "",
        max_length=24,
        description="A wizard's name, `public` or `everything`. If empty, the viewpoint that shows you most.",
    ),
) -> Any:
    """Get a duel as text

    Returns the duel in your language. It is a transcript, or has the format of the orders `show` and `describe` on
    Firetop Mountain, an e-mail server for this game.
    """
    duel = duel_or_404(slug)
    if duel.is_open:
        unless_known(request, response, *reads.version_of(duel), form, eyes, changes=[duel.ended])
    return {"text": _if_open(reads.reading, duel, request.user, form, eyes)}


@router.get("/duels/{slug:slug}/analysis", response=AnalysisOut)
def analysis(request: ApiRequest, slug: str) -> Json:
    """Get the analysis of a duel

    Returns the progress of the analysis and, when it is ready, win probabilities, mistakes and the turning point.
    """
    return _analysis(duel_or_404(slug), request)


@router.post("/duels/{slug:slug}/analysis", response={202: AnalysisOut}, auth=player, throttle=PageLimit("analyse"))
def analyse(request: UserRequest, slug: str) -> Status:
    """Request an analysis

    Queues the analysis of a finished duel, unless an analysis is already queued, running or up to date.
    """
    duel = duel_or_404(slug)
    asking.ask(duel=duel, user=request.user)
    return Status(202, _analysis(duel, request))


def _analysis(duel: Any, request: ApiRequest) -> Json:
    progress = asking.progress_of(duel, request.user)
    fields = {field: progress[field] for field in AnalysisOut.model_fields}
    return {**fields, "result": progress["result"] or None}


def _if_open(read: Any, *given: Any) -> Any:
    """Call `read` with the given arguments, and return its result.

    Raise `Problem` with status 409 and the code `not_open` if the user may not see the duel yet.
    """
    try:
        with one_of_few():
            return read(*given)
    except reads.NotOpen as error:
        raise Problem(409, str(error), code="not_open") from error
