"""The pages of the explorer, which shows how duels continue after a line of gestures.

They need no JavaScript.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from duels.explorer.forms import EVERYBODY, ExplorerForm
from duels.explorer.lines import in_address, parsed
from duels.explorer.page import address, page_of
from duels.explorer.positions import Wanted, line_in
from duels.viewing.views.finding import duel_or_404
from duels.wording.languages import books
from wavinghands.engine import BOOKS


@require_safe
def explorer(request: HttpRequest, slug: str = "classic") -> HttpResponse:
    """Show how duels with this spell book continue after `?line=`, for example "SW,PP".

    `?whose=` and `?rating=` filter the duels.
    """
    form, line = ExplorerForm(request.GET), _line_or_404(request)
    if slug not in BOOKS or not form.is_valid():
        raise Http404(_("There are no openings of this kind."))
    asked = {name: request.GET[name] for name in form.fields if request.GET.get(name)}
    wanted = Wanted(slug, line, _whose(form), form.cleaned_data["rating"])
    if request.GET.get("line", "") != in_address(line):
        return redirect(address(wanted, asked))
    context = {
        "form": form,
        "books": [(book, address(Wanted(book.slug), asked)) for book in books().values()],
        "book": books()[slug],
        **page_of(wanted, asked),
    }
    return render(request, "explorer/explorer.html", context)


def _line_or_404(request: HttpRequest) -> str:
    try:
        return parsed(request.GET.get("line", ""))
    except ValueError as error:
        raise Http404(_("This isn’t a valid sequence of gestures.")) from error


def _whose(form: ExplorerForm) -> str:
    whose = form.cleaned_data["whose"]
    return "" if whose == EVERYBODY else whose


@require_safe
def opening(request: HttpRequest, slug: str, wizard: str) -> HttpResponse:
    """Redirect to the page about the line that a wizard played in a finished duel.

    The line is cut to the longest beginning that another wizard has played too.
    """
    duel = duel_or_404(slug)
    if not duel.is_open or duel.melee or duel.is_played_on:
        raise Http404(_("Openings are available for finished one-on-one duels only."))
    try:
        line = line_in(duel, wizard)
    except KeyError as error:
        raise Http404(_("There is no such wizard in this duel.")) from error
    return redirect(address(Wanted(duel.book, line), {"whose": EVERYBODY}))
