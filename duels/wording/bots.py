"""Whose programs play: they are marked wherever their names stand."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from accounts.models import Mage, User
from duels.models import Duel, Seat


def bots_among(duels: Iterable[Duel]) -> Mapping[int, list[str]]:
    """The wizards of these duels for whom programs of users play, by the keys of the duels."""
    seats = Seat.objects.filter(duel__in=[duel.pk for duel in duels], mage__owner__is_bot=True)
    found: dict[int, list[str]] = defaultdict(list)
    for duel, name in seats.values_list("duel", "name"):
        found[duel].append(name)
    return found


def bots_at(duel: Duel) -> list[str]:
    """The same of one duel."""
    return bots_among([duel])[duel.pk]


def bots_named(names: Collection[str]) -> list[str]:
    """Those of these names that bots bear: their mages or, while they have none, they themselves."""
    mages = Mage.objects.filter(name__in=names, owner__is_bot=True, ended=None).values_list("name", flat=True)
    users = User.objects.filter(username__in=names, is_bot=True).values_list("username", flat=True)
    return [*mages, *users]
