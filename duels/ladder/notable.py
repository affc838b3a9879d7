"""Queries for the duels and mages in the sitemap and the feed."""

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import Mage
from duels.ladder.ratings import USUAL
from duels.models import Duel, Outcome, Standing
from duels.wording.duel_lists import duels_over


def notable_duels() -> QuerySet[Duel]:
    """Return the finished public rated duels in which a mage rated above `USUAL` fought, latest first."""
    strong = Outcome.objects.filter(duel=OuterRef("pk"), rating_before__gt=USUAL)
    return duels_over().filter(Exists(strong), counts=True, imported=False)


def known_mages() -> QuerySet[Mage]:
    """Return the mages that have rated duels and whose owners have an account, sorted by name.

    If several mages have had the same name, only the latest one is considered.
    """
    later = Mage.objects.filter(folded=OuterRef("folded"), life__gt=OuterRef("life"))
    known = Exists(Standing.objects.filter(mage=OuterRef("pk")))
    found = Mage.objects.filter(known, ~Exists(later), owner__is_guest=False, owner__ended=None)
    return found.order_by("folded")
