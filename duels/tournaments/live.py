"""The changing parts of a tournament's page, for the page and for its socket.

Open pages are compared with the database every few seconds. A part is rendered again only if its contents have changed.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache, partial
from typing import Any, NamedTuple

from django.db.models import Model
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from duels.challenges.watched_duels import watched
from duels.models import Duel, Pairing, Tournament
from duels.tournaments.boards import ShownRound, all_pairings, bracket, cross_table, rounds
from duels.tournaments.formats import has_breaks, may_break, places_of, tie_breaks_of
from duels.tournaments.listing import (
    MOST_BOARDS,
    Mine,
    entries_of,
    latest_results,
    page_of_standings,
    ranks,
    top_duels,
    tournament_at,
)
from duels.tournaments.words import TIE_BREAKS, round_of
from wavinghands.engine import Json

STANDINGS = ("tournament", "ranks", "tie_breaks", "cross", "bracket")
DUELS = ("tournament", "results", "rounds")
"""The names of the values that the templates of the results and of the rounds show."""
UNSEEN = {"seen"}
"""Columns that change every few seconds and that no page shows."""


class Asked(NamedTuple):
    """A request for a viewer's frame: tournament, page of the standings, language, and user (`None` for visitors)."""

    slug: str
    page: int
    language: str
    user_id: int | None


class Card(NamedTuple):
    """A card of a running duel to watch: the address of the duel, and HTML."""

    address: str
    text: str


def parts_for_all(tournament: Tournament, page: int) -> Json:
    """Return the data that is the same for all viewers.

    In an arena, it consists of a page of the standings and the latest results. In the other formats, it consists of a
    page of the standings, the rounds, and the cross table or bracket. A live tournament in progress also has its top
    duels (`cards`).
    """
    shown = page_of_standings(tournament, page)
    found: Json = {
        "tournament": tournament,
        "round_title": _round(tournament),
        "has_breaks": has_breaks(tournament),
        "may_break": may_break(tournament),
        "ranks": ranks(tournament, shown),
        "cards": _cards(tournament),
    }
    if tournament.is_arena:
        return found | {"results": latest_results(tournament)}
    pairings = all_pairings(tournament)
    return found | {
        "tie_breaks": [TIE_BREAKS[it][0] for it in tie_breaks_of(tournament)],
        "rounds": _rounds(pairings),
        "cross": cross_table(tournament, pairings, shown, places_of(tournament)),
        "bracket": bracket(tournament, pairings),
    }


def standings_for_visitors(parts: Json) -> str:
    """Return HTML of the standings in `parts`, a result of `parts_for_all()`. No row is marked as the viewer's own."""
    return _render("standings", translation.get_language() or "", _only(STANDINGS, parts))


def _cards(tournament: Tournament) -> list[Card] | None:
    """Return the cards of the top duels, or `None` unless a live tournament is in progress.

    A card is rendered again when the version of its duel has changed. Only then are the duels loaded.
    """
    if not (tournament.is_live and tournament.is_running):
        return None
    language, duels = translation.get_language() or "", top_duels(tournament)
    load = cache(partial(watched, duels))
    cards = [Card(reverse("duel", args=[it.slug]), _board(it, language, load)) for it in duels]
    return [it for it in cards if it.text.strip()]


def boards_to_watch(cards: Iterable[Card] | None, mine: Mine | None) -> list[str]:
    """Return the HTML of the cards as a list of length `MOST_BOARDS`, padded with "".

    If `cards` is `None`, return an empty list. The card of the viewer's own duel is left out, because the viewer is
    playing in that duel. If no card is left, the list begins with a text that says so.
    """
    if cards is None:
        return []
    own, language = mine.duel if mine else "", translation.get_language() or ""
    texts = [it.text for it in cards if it.address != own]
    texts = texts or [_rendered("board", language, "empty", lambda: {"is_empty": True})]
    return [*texts, *[""] * (MOST_BOARDS - len(texts))]


def _board(duel: Duel, language: str, load: Callable[[], Mapping[int, Json]]) -> str:
    """Return the HTML of a duel's card. `load` returns the previews of duels; without a preview, the card is blank."""
    return _rendered("board", language, (duel.slug, duel.version), lambda: {"card": load().get(duel.pk)})


def _rounds(pairings: Iterable[Pairing]) -> list[tuple[int, str]]:
    """Return the number and the text of each round, latest first.

    Rounds are rendered one by one, because earlier rounds no longer change.
    """
    language = translation.get_language() or ""
    return [(it.number, _round_text(it, language)) for it in rounds(pairings)]


def _round_text(shown: ShownRound, language: str) -> str:
    return _rendered("round", language, shown, lambda: {"round": shown})


def frames_for(asked: Collection[Asked]) -> dict[Asked, Json]:
    """Return the frame for each viewer. Viewers of the same page in the same language share its parts."""
    by_slug = defaultdict[str, list[Asked]](list)
    for one in asked:
        by_slug[one.slug].append(one)
    return {one: frame for slug, viewers in by_slug.items() for one, frame in _frames(slug, viewers).items()}


def _frames(slug: str, viewers: Collection[Asked]) -> dict[Asked, Json]:
    tournament = tournament_at(slug)
    if tournament is None:
        return {it: {"type": "tournament", "state": "gone", "parts": {}, "duel": ""} for it in viewers}
    mine = entries_of(tournament, {it.user_id for it in viewers if it.user_id is not None})
    shared = {key: _shared(tournament, *key) for key in {(it.page, it.language) for it in viewers}}
    for_visitors = {key: _frame(tournament, *parts, None, key[1]) for key, parts in shared.items()}
    return {
        it: _frame(tournament, *shared[it.page, it.language], own, it.language)
        if (own := mine.get(it.user_id or 0))
        else for_visitors[it.page, it.language]
        for it in viewers
    }


def _shared(tournament: Tournament, page: int, language: str) -> tuple[dict[str, str], list[Card] | None]:
    """Return the parts that are the same for all viewers, and the cards of duels."""
    with translation.override(language):
        context = parts_for_all(tournament, page)
        parts = {
            "standings": standings_for_visitors(context),
            "duels": _render("results" if tournament.is_arena else "rounds", language, _only(DUELS, context)),
        }
        return parts | ({"round": context["round_title"]} if tournament.round else {}), context["cards"]


def _only(names: Iterable[str], context: Json) -> Json:
    return {name: context[name] for name in names if name in context}


def _frame(
    tournament: Tournament, shared: dict[str, str], cards: Iterable[Card] | None, mine: Mine | None, language: str
) -> Json:
    with translation.override(language):
        title = _round(tournament)
        boards = {f"board{number}": text for number, text in enumerate(boards_to_watch(cards, mine), 1)}
    shown = {"tournament": tournament, "round_title": title, "mine": mine, "may_break": may_break(tournament)}
    return {
        "type": "tournament",
        "state": tournament.state,
        "parts": {**shared, **boards, "mine": _render("mine", language, shown)},
        "duel": mine.call if mine else "",
    }


def _round(tournament: Tournament) -> str:
    """Return the current round in words, or an empty string for an arena or before the start."""
    return round_of(tournament) if tournament.round else ""


# Rendering ------------------------------------------------------------------------------------------------------------


def _render(name: str, language: str, context: Mapping[str, Any]) -> str:
    """Render a part of the page, or return the cached text if its contents are unchanged."""
    return _rendered(name, language, _contents(context), lambda: context)


def _rendered(name: str, language: str, contents: Hashable, context: Callable[[], Mapping[str, Any]]) -> str:
    """Return the text of a part. `context` is called only if no text is cached for these contents."""
    cached = _cached(name, language, contents)
    if not cached:
        with translation.override(language):
            cached.append(render_to_string(f"tournaments/_{name}.html", dict(context())))
    return cached[0]


@lru_cache(maxsize=1024)  # enough for 500 players, whose own parts take a few hundred bytes; other parts take 50 KB
def _cached(*_part: Hashable) -> list[str]:
    """Return a cached list, empty at first, in which the caller stores the text of this part.

    The template's context is not part of the cache key, because it may contain whole duels.
    """
    return []


def _contents(value: Any) -> Hashable:
    """Return a hashable copy of a value in a template's context.

    A database row is replaced with the values of its columns that the page may show, without related rows.
    """
    if isinstance(value, Model):
        shown = [it.attname for it in value._meta.concrete_fields if it.attname not in UNSEEN]
        return tuple(_contents(getattr(value, name)) for name in shown)
    if is_dataclass(value):
        return tuple(_contents(getattr(value, it.name)) for it in fields(value))
    if isinstance(value, Mapping):
        return tuple((key, _contents(it)) for key, it in value.items())
    if isinstance(value, set | frozenset):
        return frozenset(map(_contents, value))
    return tuple(map(_contents, value)) if isinstance(value, list | tuple) else value
