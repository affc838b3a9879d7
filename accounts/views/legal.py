"""The pages that the operator writes."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.legal import TITLES, text_of


@require_safe
def legal(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the privacy policy, the terms of use, the imprint or the contact page."""
    found = text_of(slug)
    if found is None:
        raise Http404(_("This site has no such page."))
    language, text = found
    return render(request, "accounts/legal.html", {"title": TITLES[slug], "language": language, "text": text})
