"""The parts of a tournament's page that change, as the page shows them and its socket sends them."""

from collections import defaultdict
from collections.abc import Collection
from typing import Any, NamedTuple

import orjson
from django.template.loader import render_to_string
from django.utils import translation

from duels.models import Tournament
from duels.tournaments.listing import (
    ROWS,
    Mine,
    duels_of,
    entries_of,
    ranks,
    standings,
    tournament_at,
)
from wavinghands.engine import Json


class Asked(NamedTuple):
    """A viewer of a tournament's page, who sees a page of the standings in a language. Visitors have no user."""

    slug: str
    page: int
    language: str
    user_id: int | None


def parts_for_all(tournament: Tournament, page: int) -> Json:
    """Return the data that all viewers share: a page of the standings, the top duels and the latest results."""
    first = (page - 1) * ROWS
    return {
        "tournament": tournament,
        "ranks": ranks(standings(tournament)[first : first + ROWS], first + 1),
        "duels": duels_of(tournament),
    }


def frames_for(asked: Collection[Asked]) -> dict[Asked, str]:
    """Return the frame for each viewer. Viewers of a tournament who see the same page and language share its parts."""
    by_slug = defaultdict[str, list[Asked]](list)
    for one in asked:
        by_slug[one.slug].append(one)
    return {one: text for slug, viewers in by_slug.items() for one, text in _frames(slug, viewers).items()}


def _frames(slug: str, viewers: Collection[Asked]) -> dict[Asked, str]:
    tournament = tournament_at(slug)
    if tournament is None:
        gone = orjson.dumps({"type": "tournament", "state": "gone", "parts": {}, "duel": ""}).decode()
        return dict.fromkeys(viewers, gone)
    mine = entries_of(tournament, {it.user_id for it in viewers if it.user_id is not None})
    shared = {key: _shared(tournament, *key) for key in {(it.page, it.language) for it in viewers}}
    return {it: _frame(tournament, shared[it.page, it.language], mine.get(it.user_id or 0), it) for it in viewers}


def _shared(tournament: Tournament, page: int, language: str) -> dict[str, str]:
    with translation.override(language):
        context = parts_for_all(tournament, page)
        return {name: render_to_string(f"tournaments/_{name}.html", context) for name in ("standings", "duels")}


def _frame(tournament: Tournament, shared: dict[str, str], mine: Mine | None, asked: Asked) -> str:
    context: dict[str, Any] = {"tournament": tournament, "mine": mine}
    with translation.override(asked.language):
        own = render_to_string("tournaments/_mine.html", context)
    frame = {
        "type": "tournament",
        "state": tournament.state,
        "parts": {**shared, "mine": own},
        "duel": mine.duel if mine else "",
    }
    return orjson.dumps(frame).decode()
