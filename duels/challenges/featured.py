"""What the front page shows of duels: one that goes on, between people, else the exhibition of the house; and the duel
of the day, which replays itself.
"""

import logging
from datetime import timedelta
from typing import Any

from django.db.models import Exists, Max, OuterRef, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from duels.books.reference import spell_facts
from duels.guesses.tallies import guessing_of
from duels.house.exhibition import current_exhibition
from duels.house.wizards import BY_NAME
from duels.models import Duel, Seat
from duels.viewing.glimpses import glimpse
from duels.wording.bots import bots_at
from duels.wording.duel_lists import duels_over, duels_under_way, outcome
from duels.wording.headings import versus_of
from duels.wording.languages import books
from duels.wording.strengths import house_levels
from wavinghands.engine import EngineError

logger = logging.getLogger(__name__)

A_DAY = timedelta(days=1)
SHORTEST = 5
"""Rounds below which there is nothing to replay."""
STILL = timedelta(minutes=2)
"""For which a duel may stand still and is worth watching yet."""

Json = dict[str, Any]


def featured_duel(user: Any = None) -> Duel | None:
    """Of the duels of two that others than this user fight in and that move, that of the highest rating; else the
    exhibition.
    """
    moving = duels_to_watch(user).filter(melee=False, opened__gt=timezone.now() - STILL, seats__mage__isnull=False)
    return _highest(moving) or current_exhibition()


def duels_to_watch(user: Any) -> QuerySet[Duel]:
    """Those that go on and that all may find, but for this user's own."""
    if user is None or not user.is_authenticated:
        return duels_under_way()
    own = Seat.objects.filter(duel=OuterRef("pk"), mage__owner=user)
    return duels_under_way().exclude(Exists(own))


def duel_of_the_day() -> Duel | None:
    """Of the duels of two that ended in the last day, that of the highest rating; of none of them, the last to end."""
    over = duels_over().filter(melee=False, imported=False, round__gt=SHORTEST)
    return _highest(over.filter(ended__gt=timezone.now() - A_DAY)) or over.first()


def _highest(duels: QuerySet[Duel]) -> Duel | None:
    """Of these the one in which the highest rating is at stake."""
    rated = duels.annotate(highest=Coalesce(Max("seats__mage__standings__rating"), 0.0))
    return rated.order_by("-highest", "-pk").first()


def featured(user: Any) -> Json | None:
    """What the front page shows of that duel to this user; none if nobody duels, or it cannot be read any more.

    `glimpse`: of `duels.viewing.glimpses`; `levels`: of the wizards of the house, by name,
    `portrayed`: those of them who have portraits; `bots`: by name;
    `guessing`: as of `duels.guesses.tallies`.
    """
    duel = featured_duel(user)
    shown = _shown(duel) if duel else None
    return shown and shown | {"guessing": guessing_of(user, shown["duel"].slug)}


def featured_replay() -> Json | None:
    """The same of the duel of the day as it ended, with its ``outcome`` in words instead of `guessing`."""
    duel = duel_of_the_day()
    shown = _shown(duel) if duel else None
    return shown and shown | {"outcome": outcome(shown["duel"])}


def _shown(duel: Duel) -> Json | None:
    try:
        return _at_a_glance(duel)
    except EngineError:
        logger.exception("Duel %s could not be shown on the front page", duel)
        return None


def _at_a_glance(duel: Duel) -> Json:
    seats = list(duel.seats.all())
    levels = house_levels(seats)
    return {
        "duel": duel,
        "versus": versus_of(seats),
        "book": books()[duel.book],
        "glimpse": glimpse(duel),
        "levels": levels,
        "bots": bots_at(duel),
        "portrayed": {name: BY_NAME[name] for name in levels if name in BY_NAME},
        "spell_facts": spell_facts(duel.book, duel.options),
    }
