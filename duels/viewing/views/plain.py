"""The pages of a duel for browsers without JavaScript, and its text mode."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from duels.books.reference import spell_facts
from duels.play.transaction import give_up, submit_answers, submit_orders, withdraw
from duels.viewing import duels as reads
from duels.viewing.forms.orders import AnswersForm, OrdersForm
from duels.viewing.replays import scene_of
from duels.viewing.views.finding import duel_or_404
from duels.wording.bots import bots_at
from duels.wording.headings import facts_of, versus
from duels.wording.languages import books
from duels.wording.refusals import Refused
from wavinghands.engine import Json

if TYPE_CHECKING:
    from duels.models import Duel

GIVING_UP = {
    "palms": gettext_lazy("You’ll show two palms. They shield you this round and end the duel: you surrender."),
    "surrenders": gettext_lazy("Your hands aren’t free to show two palms, so nothing will shield you this round."),
    "dies": gettext_lazy("Your hands aren’t free to show two palms, so giving up kills your mage."),
}
"""Texts about the consequences of surrendering, by the value of `forfeit` in a request for orders."""


@never_cache
@require_http_methods(["GET", "POST"])
def plain(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the duel with a form for the user's orders or answers.

    A POST request performs the submitted action.
    """
    duel = duel_or_404(slug)
    if duel.imported:
        return redirect("replay", slug)
    frame = reads.duel_frame(duel, request.user)
    if request.method == "POST":
        return _done(request, duel, frame)
    return _page(request, duel, frame, _form(frame))


@never_cache
@require_safe
def text(request: HttpRequest, slug: str) -> HttpResponse:
    duel = duel_or_404(slug)
    if duel.imported:
        return redirect("replay", slug)
    frame = reads.duel_frame(duel, request.user)
    context = {
        "duel": duel,
        "frame": frame,
        "versus": versus(frame["view"]["wizards"]),
        "bots": bots_at(duel),
        "spell_facts": spell_facts(duel.book, duel.options),
        "socket": reads.socket_address(duel, request.user),
    }
    return render(request, "viewing/text.html", context)


def _form(frame: Json, given: Any = None) -> OrdersForm | AnswersForm | None:
    asked, sealed = frame["request"], frame["entered"]
    if asked is None:
        return None
    return OrdersForm(asked, given, sealed) if asked["type"] == "orders" else AnswersForm(asked, given, sealed)


def _page(
    request: HttpRequest, duel: Duel, frame: Json, form: OrdersForm | AnswersForm | None, status: int = 200
) -> HttpResponse:
    view, bots = frame["view"], bots_at(duel)
    context = {
        "duel": duel,
        "frame": frame,
        "view": view,
        "form": form,
        "versus": versus(view["wizards"]),
        "facts": facts_of(duel, view["wizards"], bots),
        "bots": bots,
        "book": books()[duel.book],
        "scene": scene_of(view, [*view["rounds"], *([view["reveal"]] if view["reveal"] else [])]),
        "house": frame["house"],
        "is_seated": view["viewer"] is not None,
        "giving_up": GIVING_UP.get((frame["request"] or {}).get("forfeit", ""), ""),
        "number": frame["request"]["round"] if frame["request"] else view["number"] + (view["result"] is None),
    }
    return render(request, "viewing/plain.html", context, status=status)


def _done(request: HttpRequest, duel: Duel, frame: Json) -> HttpResponse:
    """Perform the submitted action.

    If it is refused, show the page again with the reason and the submitted form.
    """
    action = ACTIONS.get(request.POST.get("action", "seal"))
    wizard = frame["view"]["viewer"]
    form = _form(frame, request.POST if action is _seal else None)
    if action is None or wizard is None:
        raise Http404(_("You can’t do that right now."))
    try:
        messages.success(request, action(request, {"duel": duel, "wizard": wizard}, form))
    except Refused as refusal:
        messages.error(request, refusal.why)
        return _page(request, duel, frame, form, status=409)
    return redirect("plain", duel.slug)


def _seal(request: HttpRequest, who: Mapping[str, Any], form: OrdersForm | AnswersForm | None) -> str:
    if form is None:
        raise Refused("stale", _("Nothing to do right now."))
    if not form.is_valid():
        raise Refused("illegal", _("Please check the form and correct the errors below."))
    given: Mapping[str, Any] = {**who, "round_number": form.cleaned_data["round"]}
    if isinstance(form, OrdersForm):
        submit_orders(**given, orders=form.orders())
        return _("Your orders are sealed.")
    submit_answers(**given, answers=form.answers())
    return _("Your answers are sealed.")


def _take_back(request: HttpRequest, who: Mapping[str, Any], form: OrdersForm | AnswersForm | None) -> str:
    number = request.POST.get("round", "")
    withdraw(**who, round_number=int(number) if number.isdecimal() else 0)
    return _("Your orders are open again.")


def _give_up(request: HttpRequest, who: Mapping[str, Any], form: OrdersForm | AnswersForm | None) -> str:
    if "sure" not in request.POST:
        raise Refused("illegal", _("Confirm that you want to give up."))
    give_up(**who)
    return _("You gave up.")


ACTIONS: Mapping[str, Callable[..., str]] = {"seal": _seal, "take_back": _take_back, "give_up": _give_up}
