"""The data for the cards of duels to watch: a preview of each, with its computer players and bots."""

import logging
from collections.abc import Collection

from duels.books.reference import spell_facts
from duels.house.wizards import BY_NAME
from duels.models import Duel
from duels.play.loading import tables
from duels.play.tables import Table
from duels.viewing.previews import preview
from duels.wording.bots import bots_among
from duels.wording.headings import versus_of
from duels.wording.languages import books
from duels.wording.strengths import house_levels
from wavinghands.engine import EngineError, Json

logger = logging.getLogger(__name__)


def watched(duels: Collection[Duel]) -> dict[int, Json]:
    """Return the data for the cards of these duels by primary key, with a fixed number of queries.

    In the data of a duel, `levels` holds the levels of house wizards (computer players), and `portrayed` the house
    wizards with portraits, both by name. `bots` holds the wizards that are played by bots, and `preview` is described
    in `duels.viewing.previews`. Duels that cannot be loaded are left out.
    """
    duels = list(duels)
    try:
        loaded, bots = tables([duel.slug for duel in duels]), bots_among(duels)
        return {it.duel.pk: _card(it, bots[it.duel.pk]) for it in loaded.values()}
    except EngineError:
        if len(duels) > 1:
            return {key: card for duel in duels for key, card in watched([duel]).items()}
        logger.exception("Duel %s cannot be shown", duels[0])
        return {}


def _card(table: Table, bots: list[str]) -> Json:
    levels = house_levels(table.seats)
    return {
        "duel": table.duel,
        "versus": versus_of(table.seats),
        "book": books()[table.duel.book],
        "preview": preview(table),
        "levels": levels,
        "bots": bots,
        "portrayed": {name: BY_NAME[name] for name in levels if name in BY_NAME},
        "spell_facts": spell_facts(table.duel.book, table.duel.options),
    }
