"""The duel that the front page shows as it goes on: one between people, else the exhibition of the house."""

import logging
from datetime import timedelta
from typing import Any

from django.db.models import Max
from django.db.models.functions import Coalesce
from django.utils import timezone

from duels.books.reference import spell_facts
from duels.guesses.tallies import guessing_of
from duels.house.exhibition import current_exhibition
from duels.house.wizards import BY_NAME
from duels.models import Duel
from duels.viewing.duels import seat_of
from duels.viewing.glimpses import glimpse
from duels.wording.duel_lists import duels_under_way
from duels.wording.headings import versus_of
from duels.wording.languages import books
from duels.wording.strengths import house_levels
from wavinghands.engine import EngineError

logger = logging.getLogger(__name__)

STILL = timedelta(minutes=2)
"""For which a duel may stand still and is worth watching yet."""

Json = dict[str, Any]


def featured_duel() -> Duel | None:
    """Of the duels of two that people fight in and that move, that of the highest rating; else the exhibition."""
    moving = duels_under_way().filter(melee=False, opened__gt=timezone.now() - STILL, seats__mage__isnull=False)
    rated = moving.annotate(highest=Coalesce(Max("seats__mage__standings__rating"), 0.0))
    return rated.order_by("-highest", "-pk").first() or current_exhibition()


def featured(user: Any) -> Json | None:
    """What the front page shows of that duel to this user; none if nobody duels, or it cannot be read any more.

    `glimpse`: of `duels.viewing.glimpses`; `levels`: of the wizards of the house, by name,
    `portrayed`: those of them who have portraits;
    `guessing`: as of `duels.guesses.tallies`, none for who fights in it.
    """
    duel = featured_duel()
    try:
        return _shown(duel, user) if duel else None
    except EngineError:
        logger.exception("Duel %s could not be shown on the front page", duel)
        return None


def _shown(duel: Duel, user: Any) -> Json:
    seats = list(duel.seats.all())
    levels = house_levels(seats)
    return {
        "duel": duel,
        "versus": versus_of(seats),
        "book": books()[duel.book],
        "glimpse": glimpse(duel),
        "levels": levels,
        "portrayed": {name: BY_NAME[name] for name in levels if name in BY_NAME},
        "guessing": None if seat_of(duel, user) else guessing_of(user, duel.slug),
        "spell_facts": spell_facts(duel.book, duel.options),
    }
