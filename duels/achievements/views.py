"""The page that lists all achievements."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from duels.achievements.catalogue import GOALS
from duels.achievements.listing import sections


@require_safe
def achievements(request: HttpRequest) -> HttpResponse:
    """Show all achievements, and mark the user's own."""
    found = sections(request.user.pk)
    count = sum(section.earned for section in found)
    context = {"sections": found, "count": count, "total": len(GOALS)}
    return render(request, "achievements/achievements.html", context)
