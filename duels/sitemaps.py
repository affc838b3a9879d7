"""The sitemap for search engines.

Its addresses begin with `SITE_URL`, like the canonical addresses of pages.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.urls import reverse

from duels.ladder.notable import known_mages, notable_duels
from duels.learn.lessons import LESSONS
from duels.wording.languages import books

if TYPE_CHECKING:
    from accounts.models import Mage
    from duels.models import Duel

MOST = 5000
"""The maximum number of duels, and also of mages, in the sitemap."""

PAGES = ("home", "lobby", "how_to_play", "lessons", "puzzles", "duels", "ladder", "season", "achievements", "honours",
         "graveyard", "users", "house", "bots", "stats", "archive", "tournaments", "clubs", "explorer", "faq",
         "play_by_email", "api")  # fmt: skip
CHAPTERS = ("rules_of_book", "rules_spells", "rules_options", "rules_details", "explorer_of_book")


class SiteSitemap(Sitemap):
    """A sitemap whose addresses begin with `SITE_URL`, regardless of the host in the request."""

    def get_domain(self, site: Any = None) -> str:
        return urlsplit(settings.SITE_URL).netloc

    def get_protocol(self, protocol: str | None = None) -> str:
        return urlsplit(settings.SITE_URL).scheme


class PageSitemap(SiteSitemap):
    """A sitemap of the permanent pages.

    They include the chapters about each rule set and the lessons.
    """

    def items(self) -> list[str]:
        chapters = [reverse(chapter, args=[book]) for book in books() for chapter in CHAPTERS]
        return [*map(reverse, PAGES), *chapters, *(reverse("lesson", args=[slug]) for slug in LESSONS)]

    def location(self, item: str) -> str:
        return item


class DuelSitemap(SiteSitemap):
    """A sitemap of the replays of the latest notable duels."""

    def items(self) -> Iterable["Duel"]:
        return notable_duels().prefetch_related(None).only("slug", "ended")[:MOST]

    def location(self, item: "Duel") -> str:
        return reverse("replay", args=[item.slug])

    def lastmod(self, item: "Duel") -> datetime | None:
        return item.ended


class MageSitemap(SiteSitemap):
    """A sitemap of the pages of mages with rated duels."""

    def items(self) -> Iterable["Mage"]:
        return known_mages().only("name")[:MOST]

    def location(self, item: "Mage") -> str:
        return reverse("mage", args=[item.name])


SITEMAPS = {"pages": PageSitemap, "duels": DuelSitemap, "mages": MageSitemap}
