"""Queries for wizards that are played by bots (programs). Pages mark these wizards."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from accounts.models import Mage, User
from duels.models import Duel, Seat


def bots_among(duels: Iterable[Duel]) -> Mapping[int, list[str]]:
    """Return the names of the wizards that are played by bots, by the primary key of the duel."""
    seats = Seat.objects.filter(duel__in=[duel.pk for duel in duels], mage__owner__is_bot=True)
    found: dict[int, list[str]] = defaultdict(list)
    for duel, name in seats.values_list("duel", "name"):
        found[duel].append(name)
    return found


def bots_at(duel: Duel) -> list[str]:
    """Return the names of the wizards that are played by bots in this duel."""
    return bots_among([duel])[duel.pk]


def bots_named(names: Collection[str]) -> list[str]:
    """Return the `names` that belong to bots.

    A name belongs to a bot if it is the bot's username or the name of one of its living mages.
    """
    mages = Mage.objects.filter(name__in=names, owner__is_bot=True, ended=None).values_list("name", flat=True)
    users = User.objects.filter(username__in=names, is_bot=True).values_list("username", flat=True)
    return [*mages, *users]
