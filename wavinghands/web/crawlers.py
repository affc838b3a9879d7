"""The rules for crawlers: robots.txt."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

CLOSED = (
    "/accounts/",
    "/admin/",
    "/archive/duels.jsonl",
    "/blocks/",
    "/embed/",
    "/messages/",
    "/quick/",
    "/search/",
    "/settings/",
    "/*?eyes=",
    "/*&eyes=",
    "/explorer/*?",
)
"""Paths that crawlers should not request: private pages, and copies of public content.

Pages that can be found only by a link are not listed here. They ask not to be indexed, and messengers, which obey these
rules too, may show a preview of them.
"""


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Return the rules for crawlers, with the address of the sitemap."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in CLOSED)]
    lines += ["", f"Sitemap: {settings.SITE_URL}{reverse('sitemap')}", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")
