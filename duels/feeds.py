"""The Atom feed of news: tournaments, and notable duels."""

from collections.abc import Iterable
from datetime import datetime
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.dateformat import format as formatted
from django.utils.feedgenerator import Atom1Feed
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from duels.ladder.notable import notable_duels
from duels.models import Tournament
from duels.tournaments.listing import Shown, finished_tournaments, open_tournaments, shown
from duels.wording.duel_lists import outcome
from duels.wording.headings import versus_of
from duels.wording.languages import books

if TYPE_CHECKING:
    from duels.models import Duel

MOST = 30
"""The number of items in the feed."""


class Item(NamedTuple):
    """An item of the feed. `key` distinguishes items that link to the same page."""

    title: str
    text: str
    page: str
    when: datetime
    key: str = ""


class NewsFeed(Feed):
    """A feed of new and finished tournaments, and of the latest rated duels between strong mages."""

    feed_type = Atom1Feed

    def title(self) -> str:
        return _("Waving Hands: news")

    def subtitle(self) -> str:
        return _("Tournaments, and the latest rated duels in which at least one mage has an above-average rating.")

    def link(self) -> str:
        return settings.SITE_URL + reverse("home")

    def feed_url(self) -> str:
        return settings.SITE_URL + reverse("news_feed")

    def items(self) -> Iterable[Item]:
        return sorted(chain(_duels(), _announced(), _finished()), key=lambda it: it.when, reverse=True)[:MOST]

    def item_title(self, item: Item) -> str:
        return item.title

    def item_description(self, item: Item) -> str:
        return item.text

    def item_link(self, item: Item) -> str:
        return settings.SITE_URL + item.page

    def item_guid(self, item: Item) -> str:
        return self.item_link(item) + item.key

    def item_pubdate(self, item: Item) -> datetime:
        return item.when

    def item_updateddate(self, item: Item) -> datetime:
        return item.when


def _duels() -> Iterable[Item]:
    return map(_of_duel, notable_duels()[:MOST])


def _of_duel(duel: "Duel") -> Item:
    text = f"{books()[duel.book].title}: {outcome(duel)}"
    return Item(versus_of(duel.seats.all()), text, reverse("replay", args=[duel.slug]), duel.ended or duel.started)


def _announced() -> Iterable[Item]:
    """Return an item for each upcoming or running tournament that is open to people."""
    return map(_of_announced, shown(_without_daily(open_tournaments()).order_by("-created")[:MOST]))


def _of_announced(it: Shown) -> Item:
    starts = formatted(localtime(it.tournament.starts), _("j M Y, H:i T"))
    text = _("%(format)s, starts on %(time)s: %(terms)s")
    about = {"format": it.format, "time": starts, "terms": ", ".join(it.terms)}
    return Item(it.title, text % about, it.url, it.tournament.created, "#announced")


def _finished() -> Iterable[Item]:
    return map(_of_finished, shown(_without_daily(finished_tournaments()).order_by("-ends")[:MOST]))


def _without_daily(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Leave out tournaments that are only for bots, and the site's daily arenas, which would fill the feed."""
    return tournaments.filter(only_bots=False).exclude(name="", format=Tournament.Format.ARENA)


def _of_finished(it: Shown) -> Item:
    text = _("Winner: %(name)s") % {"name": it.winner} if it.winner else _("The tournament is over.")
    return Item(it.title, f"{it.format}. {text}", it.url, it.tournament.ends)
