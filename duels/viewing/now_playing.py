"""Queries for the duels that users are playing now, and for the users who play in a duel."""

from collections import defaultdict
from collections.abc import Collection

from accounts.friends import hidden_from_each
from duels.models import Duel, Seat
from duels.wording.duel_lists import duels_under_way


def duels_played_by(user_ids: Collection[int], viewer_id: int | None) -> dict[int, Duel]:
    """Return the public running duel that each of these users is playing, by the user's primary key.

    If a user plays several duels, return the one whose current round began last. Users without a duel are left out. So
    are duels in which the viewer plays, and duels with a player whose presence the viewer may not see.
    """
    if not user_ids:
        return {}
    duels = {it.pk: it for it in duels_under_way().filter(seats__mage__owner__in=user_ids).distinct()}
    players = players_of(duels)
    hidden = hidden_from_each([viewer_id], {user for users in players.values() for user in users})[viewer_id]
    shown = [it for pk, it in duels.items() if viewer_id not in players[pk] and not players[pk] & hidden]
    latest = sorted(shown, key=lambda it: it.opened or it.started)
    return {user: it for it in latest for user in players[it.pk].intersection(user_ids)}


def players_of(duel_ids: Collection[int]) -> dict[int, set[int]]:
    """Return the primary keys of the users who play in each duel, by the duel's primary key."""
    found = defaultdict[int, set[int]](set)
    for duel, user in Seat.objects.filter(duel__in=duel_ids, mage__isnull=False).values_list("duel", "mage__owner"):
        found[duel].add(user)
    return found
