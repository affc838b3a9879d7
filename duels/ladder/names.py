"""Completion of mage names while users type, and suggestions for misspelt names."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from difflib import get_close_matches
from typing import Any, TypedDict

from django.db.models import Case, IntegerField, Q, Value, When
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.blocks import blocked_with
from accounts.friends import shown_activity
from accounts.models import Mage
from accounts.names import folded
from duels.ladder.standings import ratings_of
from duels.notifications.presence import seen_here
from duels.wording.dates import ago, day_of

MOST = 8
SHORTEST = 2
"""The minimum number of letters for which names are suggested."""
LIKELY = 2000
"""The maximum number of names that a misspelt name is compared with."""
ALIKE = 0.7
"""The minimum similarity, from 0 to 1, between a misspelt name and a suggested name."""


class Suggestion(TypedDict):
    """A suggested mage, with its name and a text about its rating and latest activity."""

    name: str
    told: str


def suggested(typed: str, viewer: Any) -> list[Suggestion]:
    """Return up to `MOST` living mages whose names contain `typed`.

    Names that begin with `typed` come first. Among the others, the most recently active mages come first. Retired mages
    and the viewer's own mages are left out, and so are mages of users who block the viewer or are blocked by the
    viewer.
    """
    wanted = folded(" ".join(typed.split()))
    if len(wanted) < SHORTEST:
        return []
    begins = Case(When(folded__startswith=wanted, then=Value(0)), default=Value(1), output_field=IntegerField())
    known = Mage.objects.filter(ended=None, retired=None, folded__contains=wanted)
    if viewer.is_authenticated:
        known = known.exclude(owner__in={viewer.pk, *blocked_with(viewer.pk)})
    mages = list(known.select_related("owner").order_by(begins, "-active")[:MOST])
    ratings, now, here = ratings_of(mages), timezone.now(), seen_here(viewer.pk)
    return [
        Suggestion(
            name=mage.name,
            told=_rating_and_activity(ratings.get(mage.pk, ""), "" if mage.owner_id in here else _seen(mage, now)),
        )
        for mage in mages
    ]


def _seen(mage: Mage, now: datetime) -> str:
    """Return a text that says when the mage's user was last online.

    If the user does not show this time to everyone, the text contains only the day.
    """
    shown = shown_activity(mage.owner, mage.active)
    return ago(shown, now) if shown == mage.active else day_of(shown).text


def _rating_and_activity(rating: str, seen: str) -> str:
    """Return the text of a suggestion. `seen` is empty for a user who is online."""
    if not seen:
        return _("rating %(rating)s, online") % {"rating": rating} if rating else _("online")
    if not rating:
        return _("last online %(seen)s") % {"seen": seen}
    return _("rating %(rating)s, last online %(seen)s") % {"rating": rating, "seen": seen}


def alike(names: Iterable[str], others: Iterable[str] = ()) -> list[str]:
    """Return the most similar known name for each of the misspelt `names`.

    Known names are the names of living mages and the names in `others`. Misspelt names that resemble no known name are
    left out.
    """
    known = {folded(other): other for other in others}
    found = (_alike(name, known) for name in names)
    return [name for name in found if name]


def _alike(name: str, others: Mapping[str, str]) -> str | None:
    """Return the name most similar to `name`, or `None` if no name is similar.

    Only names that begin or end with the same two letters are compared, because mistakes at both ends are rare.
    """
    wanted = folded(name)
    likely = Q(folded__startswith=wanted[:2]) | Q(folded__endswith=wanted[-2:])
    known = {**others, **dict(Mage.objects.filter(likely, ended=None).values_list("folded", "name")[:LIKELY])}
    closest = get_close_matches(wanted, known, n=1, cutoff=ALIKE)
    return known[closest[0]] if closest else None
