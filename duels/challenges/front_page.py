"""The data for the front page: ways to start a duel, duels that are waiting for the user, and two duels to watch.

The featured duel is a running duel between people or, if there is no such duel, an exhibition between computer players.
The duel of the day is shown as a replay.
"""

from datetime import timedelta
from typing import Any

from django.db.models import Case, Exists, Max, OuterRef, Q, QuerySet, When
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import living_mages, name_of
from duels.challenges.house_wizards import clock_of_offers, house_offers
from duels.challenges.lobby import offers_for, others_online
from duels.challenges.open_challenges import open_challenges
from duels.challenges.watched_duels import watched
from duels.house.exhibition import current_exhibition
from duels.ladder.rivals import rivals_of
from duels.ladder.standings import ratings_of
from duels.models import Duel, HouseOutcome, Outcome, PuzzleAttempt, Seat
from duels.notifications.presence import seen_here
from duels.stats.activity import activity
from duels.wording.duel_lists import (
    duels_of_user,
    duels_over,
    duels_under_way,
    last_duels_of,
    names_of,
    outcome,
    rows,
)
from wavinghands.engine import Json

EXCERPT = 5
"""The maximum number of rows in a list that also has a page of its own."""
TURNS, LAST, RIVALS, MAGES, OPPONENTS, DUELS = 3, 3, 3, 8, 6, 4
"""The maximum numbers of rows in the lists that are named after them."""
A_DAY = timedelta(days=1)
SHORTEST = 5
"""The minimum number of rounds for a duel to be worth replaying."""
STILL = timedelta(minutes=2)
"""A duel in which nobody has moved for this long is not featured."""


def front_page(user: Any, shown: Duel | None = None) -> Json:
    """Return the lists for the front page.

    - `known`: the user's own duels and challenges (see `_known()`), or `None` for a user who has not duelled yet
    - `offers`: the challenges that the lobby lists for this user, except those in `known`
    - `online`: other users online, if the user is logged in
    - `house`: offers of house wizards (computer players), if there are few other opponents
    - `under_way`: running duels other than `shown`
    - `last`: the latest finished public duels, or an empty list if `known` is given
    - `activity`: the result of `activity()`
    - `here_now`: the number of other people online
    """
    offers = offers_for(open_challenges([user.pk]), user.pk)
    to_them = [offer for offer in offers if offer["to_me"]]
    known = _known(user, to_them) if _has_duelled(user) else None
    others = [offer for offer in offers if known is None or not offer["to_me"]][:EXCERPT]
    here = seen_here(user.pk)
    online = others_online(user.pk, here)[:EXCERPT] if user.is_authenticated else []
    return {
        "known": known,
        "offers": others,
        "online": online,
        "house": house_offers()[: max(0, OPPONENTS - len(others) - len(online))],
        "house_clock": clock_of_offers(""),
        "under_way": rows(duels_to_watch(user).exclude(pk__in=[shown.pk] if shown else [])[:DUELS]),
        "last": rows(duels_over()[:LAST]) if known is None else [],
        "activity": activity(),
        "here_now": len(here),
    }


def _has_duelled(user: Any) -> bool:
    return user.is_authenticated and Seat.objects.filter(mage__owner=user).exists()


def _known(user: Any, offers: list[Json]) -> Json:
    """Return the lists for a user who has duelled before.

    - `name`: the user's name
    - `wait`, `waiting`: the first duels that are waiting for the user, and the number of all such duels
    - `offers`: the challenges to the user
    - `on`: the user's other running duels
    - `mages`: the user's mages with their ratings
    - `rivals`: the user's most frequent opponents
    - `last`: the user's latest finished duels
    """
    own, mages = duels_of_user(user), list(living_mages(user)[:MAGES])
    wait = [duel for duel in own if duel.waits]
    ratings = ratings_of(mages)
    return {
        "name": name_of(user),
        "wait": wait[:TURNS],
        "waiting": len(wait),
        "offers": offers,
        "on": [duel for duel in own if not duel.waits][:EXCERPT],
        "mages": [(mage, ratings.get(mage.pk)) for mage in mages],
        "rivals": rivals_of(user, RIVALS),
        "last": rows(last_duels_of(user)[:LAST], of=names_of(user)),
    }


def first_steps(user: Any) -> list[Json]:
    """Return the first steps for a new player, each with `slug`, `title`, `url` and `is_done`.

    The list is empty for anonymous visitors, and for users who have done all steps after the lesson. A guest's lesson
    is not done here, because only their browser stores it.
    """
    if not user.is_authenticated:
        return []
    seats = Seat.objects.filter(mage__owner=user)
    opponents = Seat.objects.filter(duel=OuterRef("duel"), mage__isnull=False).exclude(mage__owner=user)
    won = Outcome.objects.filter(mage__owner=user, result=Outcome.Result.WON)
    won_here = HouseOutcome.objects.filter(user=user, result=Outcome.Result.WON)
    solved, has_won, has_met = (
        User.objects.filter(pk=user.pk)
        .values_list(
            Exists(PuzzleAttempt.objects.filter(Q(solved=True) | Q(solved_later=True), user=user)),
            Case(When(Exists(won) | Exists(won_here), then=True), default=False),
            Exists(seats.filter(Exists(opponents), duel__practice=False)),
        )
        .get()
    )
    lessons = user.lessons.split()
    solved = solved or "puzzle" in lessons  # `PUZZLE` of duels.learn.progress
    if solved and has_won and has_met:
        return []
    return [
        {
            "slug": "lesson",
            "title": _("Cast your first spell in a lesson"),
            "url": reverse("lesson", args=["gestures"]),
            "is_done": "gestures" in lessons,
        },
        {"slug": "puzzle", "title": _("Solve a puzzle"), "url": reverse("puzzle_next"), "is_done": solved},
        {"slug": "win", "title": _("Win a duel"), "url": reverse("practice"), "is_done": has_won},
        {"slug": "person", "title": _("Duel another player"), "url": reverse("lobby"), "is_done": has_met},
    ]


def featured_duel(user: Any = None) -> Duel | None:
    """Return the highest-rated active duel between two wizards, apart from this user's own duels.

    If there is no such duel, return the current exhibition, a duel between computer players.
    """
    moving = duels_to_watch(user).filter(melee=False, opened__gt=timezone.now() - STILL, seats__mage__isnull=False)
    return _highest_rated(moving) or current_exhibition()


def duels_to_watch(user: Any) -> QuerySet[Duel]:
    """Return the public running duels, except those that this user plays in."""
    if user is None or not user.is_authenticated:
        return duels_under_way()
    own = Seat.objects.filter(duel=OuterRef("pk"), mage__owner=user)
    return duels_under_way().exclude(Exists(own))


def duel_of_the_day() -> Duel | None:
    """Return the highest-rated duel that ended within the last 24 hours, or else the latest finished duel.

    Only duels between two wizards are considered.
    """
    over = duels_over().filter(melee=False, imported=False, round__gt=SHORTEST)
    return _highest_rated(over.filter(ended__gt=timezone.now() - A_DAY)) or over.first()


def _highest_rated(duels: QuerySet[Duel]) -> Duel | None:
    rated = duels.annotate(highest=Coalesce(Max("seats__mage__standings__rating"), 0.0))
    return rated.order_by("-highest", "-pk").first()


def featured(user: Any) -> Json | None:
    """Return the card of the featured duel, or `None` if there is no such duel or it cannot be loaded."""
    return _card(featured_duel(user))


def featured_replay() -> Json | None:
    """Return the card of the duel of the day, with its `outcome` in words."""
    card = _card(duel_of_the_day())
    return card and card | {"outcome": outcome(card["duel"])}


def _card(duel: Duel | None) -> Json | None:
    return watched([duel]).get(duel.pk) if duel else None
