"""The statistics page.

It shows a few rows of each group, or all rows of one group.
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from duels.guesses.tallies import LEAST, best_guessers
from duels.stats import figures
from duels.wording.languages import books
from wavinghands.engine import BOOKS

GROUPS = {
    "": _("All"),
    "spells": _("Spells"),
    "openings": _("Openings"),
    "endings": _("Endings"),
    "activity": _("Activity"),
}
A_FEW = 10
MANY_OPENINGS = 50


@require_safe
def stats(request: HttpRequest, group: str = "") -> HttpResponse:
    """Show a few rows of each group of statistics, or all rows of one group.

    `?book=` selects a spell book, and `?kind=melee` selects melees instead of two-player duels.
    """
    if group not in GROUPS:
        raise Http404(_("There are no such statistics."))
    book = request.GET.get("book", "")
    context = {
        "group": group,
        "groups": GROUPS,
        "books": books(),
        "book": book if book in BOOKS else "",
        "melee": request.GET.get("kind") == "melee",
    }
    return render(request, "stats/stats.html", context | _groups(group, context))


def _groups(group: str, asked: dict[str, Any]) -> dict[str, Any]:
    of = {"book": asked["book"], "melee": asked["melee"]}
    found: dict[str, Any] = {}
    if not group:
        found |= {"guessers": best_guessers(), "least": LEAST}
    if group in ("", "spells"):
        found["spells"] = figures.spells(figures.of_all("spell", **of, most=None if group else A_FEW))
    if group in ("", "openings"):
        found["openings"] = figures.openings(figures.of_all("opening", **of, most=MANY_OPENINGS if group else A_FEW))
    if group in ("", "endings"):
        found["endings"] = figures.endings(figures.of_all("ending", **of))
    if group in ("", "activity"):
        days = figures.days(book=asked["book"], until=timezone.now().date())
        found |= {
            "activity": figures.activity_chart(days),
            "days": days[::-1],
            "months": figures.months(book=asked["book"]),
        }
    return found
