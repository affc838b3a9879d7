"""The Atom feed of recent notable duels."""

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from duels.ladder.notable import notable_duels
from duels.wording.duel_lists import outcome
from duels.wording.headings import versus_of
from duels.wording.languages import books

if TYPE_CHECKING:
    from duels.models import Duel

MOST = 30
"""The number of duels in the feed."""


class DuelFeed(Feed):
    """A feed of the latest rated duels between strong mages, with links to their replays."""

    feed_type = Atom1Feed

    def title(self) -> str:
        return _("Waving Hands: duels between strong mages")

    def subtitle(self) -> str:
        return _("The latest rated duels in which at least one mage has an above-average rating.")

    def link(self) -> str:
        return settings.SITE_URL + reverse("duels")

    def feed_url(self) -> str:
        return settings.SITE_URL + reverse("duel_feed")

    def items(self) -> Iterable["Duel"]:
        return notable_duels()[:MOST]

    def item_title(self, item: "Duel") -> str:
        return versus_of(item.seats.all())

    def item_description(self, item: "Duel") -> str:
        return f"{books()[item.book].title}: {outcome(item)}"

    def item_link(self, item: "Duel") -> str:
        return settings.SITE_URL + reverse("replay", args=[item.slug])

    def item_pubdate(self, item: "Duel") -> datetime | None:
        return item.ended

    def item_updateddate(self, item: "Duel") -> datetime | None:
        return item.ended
