"""Views of replays, and of files such as a duel's record.

A replay has a page for each round and viewpoint.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import TYPE_CHECKING, Any

from allauth.decorators import rate_limit
from csp.constants import NONE
from csp.decorators import csp_replace
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages import get_messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from duels.books.reference import spell_facts
from duels.viewing import duels as reads
from duels.viewing.duels import duel_named
from duels.viewing.pictures import picture as picture_of
from duels.viewing.playing_again import one_of_few
from duels.viewing.replays import scene
from duels.viewing.views.finding import duel_or_404
from duels.wording.bots import bots_at
from duels.wording.contests import contests_of
from duels.wording.headings import facts_of, versus
from duels.wording.languages import books
from duels.wording.rule_options import differences
from duels.wording.strengths import house_levels
from wavinghands.engine import Json
from wavinghands.web.conditional import conditional, etag, last_modified
from wavinghands.web.pictures import picture_response

if TYPE_CHECKING:
    from duels.models import Duel

View = Callable[..., HttpResponse]

_SHORT, _LONG = 60, 24 * 60 * 60
"""How long, in seconds, a picture may be cached if the duel is running, and if it is finished."""

_REVALIDATED = {"Cache-Control": "private, no-cache"}
"""Headers that make browsers revalidate a response every time, because it may change and depends on the viewer."""


def _finished(request: Any, slug: str) -> Duel | None:
    """Return the duel if it is over, or `None`.

    Only a finished duel has an ETag, because it looks the same to everyone. It is loaded only once per request.
    """
    if not hasattr(request, "replayed"):
        request.replayed = duel_named(slug)
    duel: Duel | None = request.replayed
    return duel if duel is not None and duel.is_open else None


def _etag(request: Any, slug: str, **_: Any) -> str | None:
    duel = _finished(request, slug)
    return etag(*reads.version_of(duel)) if duel else None


def _last_modified(request: Any, slug: str, **_: Any) -> datetime | None:
    duel = _finished(request, slug)
    return last_modified(duel.ended) if duel else None


def _analysis(request: Any, slug: str) -> tuple[Any, ...] | None:
    """Return the version of a finished duel's analysis (see `version_of_analysis()`).

    Return `None` if the duel is not over, or if the page has parts that only this user sees.
    """
    if not hasattr(request, "analysed"):
        is_personal = request.user.is_authenticated or len(get_messages(request))
        duel = None if is_personal else _finished(request, slug)
        request.analysed = reads.version_of_analysis(duel) if duel else None
    analysed: tuple[Any, ...] | None = request.analysed
    return analysed


def _page_etag(request: Any, slug: str, **_: Any) -> str | None:
    analysis = _analysis(request, slug)
    forms = request.COOKIES.get(settings.CSRF_COOKIE_NAME)
    return None if analysis is None else etag(*reads.version_of(request.replayed), *analysis, forms)


def _page_last_modified(request: Any, slug: str, **_: Any) -> datetime | None:
    analysis = _analysis(request, slug)
    return None if analysis is None else last_modified(request.replayed.ended, *analysis[-1:])


unless_known = conditional(_etag, _last_modified)


def limit_replays(view: View) -> View:
    """Limit how often each IP address may call a view, and how many calls run at the same time.

    This decorator is for views that replay a duel, which takes time and memory.
    """

    @wraps(view)
    def in_turn(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        with one_of_few():
            return view(request, *args, **kwargs)

    limited: View = rate_limit(action="replay", limit_get=True)(in_turn)
    return limited


@require_safe
@conditional(_page_etag, _page_last_modified)
@limit_replays
def replay(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """Show the duel after round `number` from the viewpoint in `?eyes=`.

    Round 0 is the start. Without a number, the page begins with the first round, because the start is empty.
    """
    duel = duel_or_404(slug)
    course = _course_or_404(duel, request.user, request.GET.get("eyes"), number or 0)
    shown = min(1, course["last"]) if number is None else number
    context = _page(duel, course, shown) | {"is_whole": not number}
    page = render(request, "viewing/replay.html", context)
    patch_cache_control(page, private=True, no_cache=True)
    return page


@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"], "form-action": [NONE]})
@require_safe
@unless_known
@limit_replays
def embed(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """Show the replay of a finished public duel for embedding in other sites.

    The page is the same for everyone.
    """
    duel = duel_or_404(slug)
    if not (duel.is_open and duel.public):
        raise Http404(_("Only finished public duels can be embedded in other sites."))
    course = _course_or_404(duel, AnonymousUser(), request.GET.get("eyes"), number or 0)
    shown = min(1, course["last"]) if number is None else number
    return render(request, "viewing/embed.html", _page(duel, course, shown))


def _page(duel: Duel, course: Json, number: int) -> dict[str, Any]:
    wizards, bots = course["steps"][0]["wizards"], bots_at(duel)
    return {
        "duel": duel,
        "course": course,
        "spell_facts": spell_facts(duel.book, duel.options),
        "number": number,
        "scene": scene(course, number),
        "versus": versus(wizards),
        "book": books()[duel.book],
        "facts": facts_of(duel, wizards, bots),
        "contest": contests_of([duel.pk]).get(duel.pk),
        "options": differences(duel.book, duel.options),
        "bots": bots,
        "house": house_levels(duel.seats.all()),
    }


@require_safe
@unless_known
@limit_replays
def course(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the whole duel from the viewpoint in `?eyes=` as JSON.

    Pages use it to change the viewpoint without reloading.
    """
    course = _course_or_404(duel_or_404(slug), request.user, request.GET.get("eyes"))
    return JsonResponse(course, headers=_REVALIDATED)


@require_safe
@unless_known
@limit_replays
def picture(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Return an SVG picture of the duel after round `number`, from the viewpoint in `?eyes=`."""
    duel = duel_or_404(slug)
    course = _course_or_404(duel, request.user, request.GET.get("eyes"), number)
    drawn = picture_of(scene(course, number), title=versus(course["steps"][0]["wizards"]))
    return HttpResponse(drawn, content_type="image/svg+xml", headers=_REVALIDATED)


@require_safe
@rate_limit(action="picture", limit_get=True)
def card(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """Return a PNG picture of the duel for link previews, as any visitor may see it.

    It shows the duel after round `number` or, by default, its current state.
    """
    duel = duel_or_404(slug)
    max_age = _LONG if duel.is_open else _SHORT
    return picture_response(lambda: _card(duel, number), "duel", *reads.version_of(duel), number, max_age=max_age)


def _card(duel: Duel, number: int | None) -> str:
    with one_of_few():
        course = _course_or_404(duel, AnonymousUser(), None, number or 0)
    shown = course["last"] if number is None else number
    return picture_of(scene(course, shown), title=versus(course["steps"][0]["wizards"]))


@require_safe
@unless_known
@limit_replays
def record(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the record of a finished duel as JSON."""
    duel = duel_or_404(slug)
    try:
        return HttpResponse(reads.record_json(duel), content_type="application/json", headers=_REVALIDATED)
    except reads.NotOpen as error:
        raise Http404(str(error)) from error


@require_safe
@limit_replays
def last_round(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect to the latest round that this user may see."""
    course = reads.course(duel_or_404(slug), request.user)
    return redirect("replay_round", slug, course["last"])


@require_safe
@unless_known
@limit_replays
def reading(request: HttpRequest, slug: str, form: str = "transcript") -> HttpResponse:
    """Return the duel so far as text, from the viewpoint in `?eyes=`.

    `form` is one of the keys of `duels.viewing.duels.READINGS`.
    """
    duel = duel_or_404(slug)
    if form not in reads.READINGS:
        raise Http404(_("Choose show, describe or transcript."))
    try:
        text = reads.reading(duel, request.user, form, request.GET.get("eyes"))
    except reads.NotOpen as error:
        raise Http404(str(error)) from error
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=_REVALIDATED)


def _course_or_404(duel: Duel, user: Any, eyes: str | None, number: int = 0) -> Json:
    """Return the steps of the whole duel as seen by `eyes`, from `duels.viewing.duels.course()`.

    Raise `Http404` if this user may not use the viewpoint, or if the duel has not yet reached round `number`.
    """
    try:
        course = reads.course(duel, user, eyes)
    except reads.NotOpen as error:
        raise Http404(str(error)) from error
    if number > course["last"]:
        raise Http404(_("This duel has no round %(number)s.") % {"number": number})
    return course
