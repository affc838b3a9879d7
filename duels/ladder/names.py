"""Names of mages as somebody types them: which may be meant, and which is meant by a slip."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any, TypedDict

from django.db.models import Case, IntegerField, Q, Value, When
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.blocks import blocked_with
from accounts.models import Mage
from accounts.names import folded
from duels.ladder.standings import ratings_of
from duels.wording.dates import ago

MOST = 8
SHORTEST = 2
"""Letters before anybody is suggested."""
LIKELY = 2000
"""Names that are compared with a slip at most."""
ALIKE = 0.7
"""How much two names have in common at least of which one may be a slip of the other, of 1."""


class Suggestion(TypedDict):
    """A mage who may be meant: its name, and its rating and when it was last seen, in words."""

    name: str
    told: str


def suggested(typed: str, viewer: Any) -> list[Suggestion]:
    """The living mages whose names have this in them, those first that begin with it, then those seen last; a few.

    The retired, the viewer's own, and those of users with whom there is a block are left out.
    """
    wanted = folded(" ".join(typed.split()))
    if len(wanted) < SHORTEST:
        return []
    begins = Case(When(folded__startswith=wanted, then=Value(0)), default=Value(1), output_field=IntegerField())
    known = Mage.objects.filter(ended=None, retired=None, folded__contains=wanted)
    if viewer.is_authenticated:
        known = known.exclude(owner__in={viewer.pk, *blocked_with(viewer.pk)})
    mages = list(known.order_by(begins, "-active")[:MOST])
    ratings, now = ratings_of(mages), timezone.now()
    return [Suggestion(name=mage.name, told=_told(ratings.get(mage.pk), ago(mage.active, now))) for mage in mages]


def _told(rating: int | None, seen: str) -> str:
    if rating is None:
        return _("last seen %(seen)s") % {"seen": seen}
    return _("rating %(rating)s, last seen %(seen)s") % {"rating": rating, "seen": seen}


def alike(names: Iterable[str], others: Iterable[str] = ()) -> list[str]:
    """For each of these names the one it most likely is a slip of, if any: a living mage's, or one of `others`."""
    known = {folded(other): other for other in others}
    found = (_alike(name, known) for name in names)
    return [name for name in found if name]


def _alike(name: str, others: Mapping[str, str]) -> str | None:
    """Names of mages are compared that begin or end as this one does: a slip in both is rare."""
    wanted = folded(name)
    likely = Q(folded__startswith=wanted[:2]) | Q(folded__endswith=wanted[-2:])
    known = {**others, **dict(Mage.objects.filter(likely, ended=None).values_list("folded", "name")[:LIKELY])}
    closest = get_close_matches(wanted, known, n=1, cutoff=ALIKE)
    return known[closest[0]] if closest else None
