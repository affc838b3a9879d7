"""What the front page has: for who is new a way in, for who is known what waits for him and what is his."""

from typing import Any

from accounts.selectors import living_mages, name_of
from duels.challenges.featured import duels_to_watch
from duels.challenges.lobby import offers_for
from duels.challenges.open_challenges import open_challenges
from duels.ladder.rivals import rivals_of
from duels.ladder.standings import ratings_of
from duels.models import Duel, Seat
from duels.notifications.presence import here_now
from duels.stats.activity import activity
from duels.wording.duel_lists import duels_of_user, duels_over, last_duels_of, names_of, rows

EXCERPT = 5
"""Rows of a list of which there are pages elsewhere."""
LAST, RIVALS, MAGES = 3, 3, 8

Json = dict[str, Any]


def front_page(user: Any, shown: Duel | None = None) -> Json:
    """``offers`` that this user may take up, ``under_way`` for him to watch beside `shown`, the ``last`` duels that all
    may find, ``activity``, how many others are ``here_now`` and, of who has duelled, ``known``: as of `_known`, else
    none.
    """
    offers = offers_for(open_challenges([user.pk]), user.pk)
    to_him = [offer for offer in offers if offer["to_me"]]
    known = _known(user, to_him) if _has_duelled(user) else None
    return {
        "known": known,
        "offers": [offer for offer in offers if known is None or not offer["to_me"]][:EXCERPT],
        "under_way": rows(duels_to_watch(user).exclude(pk__in=[shown.pk] if shown else [])[:EXCERPT]),
        "last": rows(duels_over()[:EXCERPT]),
        "activity": activity(),
        "here_now": here_now(besides=user.pk),
    }


def _has_duelled(user: Any) -> bool:
    return user.is_authenticated and Seat.objects.filter(mage__owner=user).exists()


def _known(user: Any, offers: list[Json]) -> Json:
    """``name``, the duels that ``wait`` and the ``offers`` to him, what goes ``on`` besides; ``mages`` with ratings,
    ``rivals``, his ``last`` duels.
    """
    own, mages = duels_of_user(user), list(living_mages(user)[:MAGES])
    ratings = ratings_of(mages)
    return {
        "name": name_of(user),
        "wait": [duel for duel in own if duel.waits],
        "offers": offers,
        "on": [duel for duel in own if not duel.waits][:EXCERPT],
        "mages": [(mage, ratings.get(mage.pk)) for mage in mages],
        "rivals": rivals_of(user, RIVALS),
        "last": rows(last_duels_of(user)[:LAST], of=names_of(user)),
    }
