"""Frames (JSON messages) that show a duel to one viewer.

Only this module decides which fields a viewer may see. A viewer is identified by the name of their wizard in the duel,
or by `None` for a spectator. Times are in milliseconds since 1970.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import F
from django.utils import timezone, translation

from duels.models import Duel, Outcome, Seat, Standing
from duels.play import deadlines
from duels.play.loading import table, tables
from duels.play.protocol import (
    NOBODY,
    DraftFrame,
    DuelFrame,
    Entered,
    Here,
    RevealFrame,
    RoundFrame,
    WaitingFrame,
    encode,
    encoded,
    encoded_once,
)
from duels.play.tables import News, Table
from duels.wording.languages import catalogue
from duels.wording.provisional import RATED_DUELS, has_rating, is_provisional
from duels.wording.results import part_of
from duels.wording.strengths import house_levels
from wavinghands import engine
from wavinghands.engine import Json

Viewer = str | None
NO_SCORES: Mapping[str, Any] = dict.fromkeys(("scores", "points", "ratings", "provisional", "repeated"))
Reader = tuple[Viewer, str]
"""A viewer and the code of their language."""


class Whole(NamedTuple):
    """A frame with the whole duel: the text of the frame, the duel's version, and the number of rounds played."""

    version: int
    rounds: int
    text: str


class Change(NamedTuple):
    """The last change in a duel: the duel's version and number of rounds after it, and a frame for each reader.

    A frame updates readers who have the version `before` or, if `rounds_before` is set instead, any earlier version
    with exactly that many rounds. If neither is set, readers must reload the whole duel.
    """

    version: int
    before: int | None
    rounds: int
    rounds_before: int | None
    texts: Mapping[Reader, str]


class Announced(NamedTuple):
    """An announced change: the duel's slug, its version after the change, and the kind of the change, if known."""

    slug: str
    version: int
    news: News | None


def read_wholes(asked: Collection[tuple[str, Reader, Here]]) -> dict[tuple[str, Reader, Here], Whole]:
    """Return the frame with the whole duel for each slug, reader and list of connected people.

    Unknown duels are left out.
    """
    found = tables({slug for slug, _, _ in asked})
    texts: dict[tuple[str, Reader, Here], Whole] = {}
    for slug, (viewer, language), here in asked:
        if table := found.get(slug):
            with translation.override(language):
                frame = whole(table, viewer, here)
                texts[slug, (viewer, language), here] = Whole(table.duel.version, table.state.number, encode(frame))
    return texts


def read_changes(asked: Collection[tuple[Announced, Reader]]) -> dict[tuple[Announced, Reader], Change]:
    """Return the change for each announcement and reader.

    Unknown duels are left out.
    """
    readers = defaultdict[Announced, set[Reader]](set)
    for announced, reader in asked:
        readers[announced].add(reader)
    found = tables({announced.slug for announced in readers})
    changes = {it: change_announced(found[it.slug], who, it) for it, who in readers.items() if it.slug in found}
    return {(announced, reader): changes[announced] for announced, reader in asked if announced in changes}


def change_of(table: Table, readers: Iterable[Reader]) -> Change:
    """Return the last change in a duel, with a frame for each reader who may see it.

    There are no frames if the readers need the whole duel.
    """
    concerned = [reader for reader in readers if table.news != "aside" or table.knows(reader[0])]
    texts = {} if table.news == "whole" else _news_texts(table, concerned)
    version, rounds = table.duel.version, table.state.number
    before = {"waiting": version - 1, "aside": version}.get(table.news)
    rounds_before = {"reveal": rounds, "round": rounds - 1}.get(table.news)
    return Change(version, before, rounds, rounds_before, texts)


def _news_texts(table: Table, readers: Collection[Reader]) -> dict[Reader, str]:
    standings = {knows: _standing(table, knows=knows) for knows in {table.knows(viewer) for viewer, _ in readers}}
    views = _views_of_news(table, readers)
    return {
        (viewer, language): encode(
            _news(table, viewer, standings[table.knows(viewer)], views.get((viewer, language)), catalogue(language))
        )
        for viewer, language in readers
    }


def _views_of_news(table: Table, readers: Collection[Reader]) -> dict[Reader, Json]:
    """Return each reader's view of the last change.

    A view shared by several readers is computed only once.
    """
    if table.news == "waiting" or (table.news == "aside" and not table.duel.asking):
        return {}
    since = table.state.number - (table.news == "round")
    if not engine.is_seen_alike(table.standing, since=since):
        return {
            (viewer, language): engine.view(table.standing, viewer, since=since, catalogue=catalogue(language))
            for viewer, language in readers
        }
    alike = {
        language: _encoded(engine.view(table.standing, None, since=since, catalogue=catalogue(language)))
        for language in {language for _, language in readers}
    }
    return {(viewer, language): {**alike[language], "viewer": viewer} for viewer, language in readers}


def _encoded(view: Json) -> Json:
    """Return a view with its large parts encoded as JSON, because several frames will contain them."""
    return {**view, **{part: encoded(view[part]) for part in ("wizards", "monsters", "rounds", "reveal")}}


def waiting_text(table: Table) -> str:
    """Return the frame that lists the wizards the duel is waiting for.

    It is the same for all viewers, and sufficient if nothing else has changed.
    """
    return encode(_still_waiting(_standing(table, knows=True)))


def change_announced(table: Table, readers: Iterable[Reader], announced: Announced) -> Change:
    """Return the announced change.

    If there have been later changes, or if the kind of the announced change is unknown, return the latest round as the
    change instead. Readers who have missed more than that need the whole duel.
    """
    if announced.news is not None and announced.version == table.duel.version:
        table.news = announced.news
    else:
        table.news = "whole" if table.duel.asking or table.state.number == 0 else "round"
    return change_of(table, readers)


def versions_of(slugs: Iterable[str]) -> dict[str, int]:
    return dict(Duel.objects.filter(slug__in=list(slugs)).values_list("slug", "version"))


def entered_text(slug: str, wizard: str) -> str:
    """Return the frame with a wizard's plan and submitted orders or answers.

    Callers must send it only to this wizard's player. Raise `Duel.DoesNotExist` if no duel has this slug.
    """
    found = table(slug)
    field = "answers" if found.duel.asking else "orders"
    return encode(Entered(round=found.duel.round, plan=_plan(found, wizard), **{field: found.entered(wizard)}))


def draft_text(slug: str, wizard: str) -> str:
    """Return the frame with a wizard's draft.

    Callers must send it only to this wizard's player. Raise `Duel.DoesNotExist` if no duel has this slug.
    """
    found = table(slug)
    return encode(DraftFrame(round=found.duel.round, draft=found.draft(wizard)))


def whole(table: Table, viewer: Viewer, here: Here = NOBODY) -> DuelFrame:
    """Return the frame with the whole duel for one viewer.

    `here` holds the people who are connected to the duel.
    """
    duel, words = table.duel, catalogue()
    request = _request(table, viewer, words)
    return DuelFrame(
        slug=duel.slug,
        pace=duel.pace,
        mountain=duel.mountain,
        practice=duel.practice,
        counts=duel.counts,
        house=house_levels(table.seats),
        view=engine.view(table.standing, viewer, catalogue=words),
        request=request,
        ahead=_ahead(table, viewer, request),
        entered=_entered(table, viewer),
        draft=None if viewer is None else table.draft(viewer),
        plan=_plan(table, viewer),
        missed=_missed(table, viewer),
        sealed_by_time=_sealed_by_time(table, viewer),
        **_standing(table, knows=table.knows(viewer)),
        connected=list(here.wizards),
        watchers=here.watchers,
        **_scores(table),
    )


def _news(
    table: Table, viewer: Viewer, standing: Json, view: Json | None, words: engine.Catalogue
) -> RoundFrame | RevealFrame | WaitingFrame:
    """Return one viewer's frame for the last change, which must not be one that requires reloading the whole duel.

    `standing` holds the fields that several viewers share (see `_standing()`). `view` is the viewer's view of the
    change, or `None` if only the list of wizards the duel is waiting for has changed.
    """
    if view is None:
        return _still_waiting(standing)
    step = _step(table, viewer, view, words)
    if table.news == "round":
        scores = _scores(table) if table.duel.result else NO_SCORES
        return RoundFrame(**standing, **step, **scores)
    return RevealFrame(**standing, **step)


def _still_waiting(standing: Json) -> WaitingFrame:
    return WaitingFrame(**{field: standing[field] for field in WaitingFrame.__struct_fields__})


def _step(table: Table, viewer: Viewer, view: Json, words: engine.Catalogue) -> Json:
    request = _request(table, viewer, words)
    return {
        "view": view,
        "request": request and _with_shared_as_text(request),
        "ahead": _ahead(table, viewer, request),
        "entered": _entered(table, viewer),
        "plan": _plan(table, viewer),
        "missed": _missed(table, viewer),
        "sealed_by_time": _sealed_by_time(table, viewer),
    }


def _with_shared_as_text(request: Json) -> Json:
    """Return the engine's request to a wizard, with its largest parts encoded as JSON.

    These parts list the spells that each wizard could complete next. The encoded parts are cached, because many viewers
    and duels share them.
    """
    if "paths" not in request:
        return request
    ahead = request["ahead"]
    hands = {
        name: {**there, "left": encoded_once(there["left"]), "right": encoded_once(there["right"])}
        for name, there in ahead["wizards"].items()
    }
    paths = {hand: encoded_once(table) for hand, table in request["paths"].items()}
    return {**request, "paths": paths, "ahead": {**ahead, "wizards": hands}}


def _request(table: Table, viewer: Viewer, words: engine.Catalogue) -> Json | None:
    if viewer is None or table.duel.result is not None or table.is_out_of_time(viewer):
        return None
    return engine.request(table.standing, viewer, catalogue=words)


def _ahead(table: Table, viewer: Viewer, request: Json | None) -> Json | None:
    """Return the spells that the wizards could complete next, unless the viewer's `request` has them.

    Return `None` in that case, while wizards must answer questions, and after the duel.
    """
    if request is not None or table.duel.asking or table.duel.result is not None:
        return None
    return engine.ahead(table.state, viewer)


def _entered(table: Table, viewer: Viewer) -> Json | None:
    return None if viewer is None else table.entered(viewer)


def _plan(table: Table, viewer: Viewer) -> Json | None:
    return None if viewer is None else table.by_name[viewer].plan


def _sealed_by_time(table: Table, viewer: Viewer) -> int | None:
    """Return the last round in which a timeout submitted the choices of the viewer's wizard, or `None`."""
    return None if viewer is None else table.by_name[viewer].sealed_by_time or None


def _standing(table: Table, *, knows: bool) -> Json:
    """Return the frame fields that are the same for all viewers for whom `table.knows()` returns `knows`.

    Viewers who may not know which wizards act do not see the clock either, because a reset of the clock would reveal
    events in stopped time.
    """
    now, up = timezone.now(), deadlines.round_up(table) if knows else None
    return {
        "version": table.duel.version,
        "acting": list(table.state.acting) if knows else [],
        "waiting": table.waiting() if knows and table.duel.result is None else [],
        "deadline": None if up is None else _milliseconds(up),
        "reserves": _reserves(table),
        "vacations": _vacations(table, now, up),
        "now": _milliseconds(now),
    }


def _missed(table: Table, viewer: Viewer) -> dict[str, int]:
    """Return the number of rounds in a row that each wizard has missed, as far as this viewer may know.

    When a wizard runs out of time, the choices that they have made so far are submitted. Until the gestures are
    revealed, other viewers do not learn whether there were any choices.
    """
    missed = {seat.name: seat.missed - _is_hidden_miss(table, seat, viewer) for seat in table.seats}
    return {name: count for name, count in missed.items() if count}


def _is_hidden_miss(table: Table, seat: Seat, viewer: Viewer) -> bool:
    is_public = table.duel.asking or table.duel.result is not None or table.is_secret
    return table.is_late(seat.name) and seat.name != viewer and not is_public


def _reserves(table: Table) -> dict[str, float]:
    """Return the reserve of extra time, in seconds, of each wizard that a person plays.

    For a wizard the duel is waiting for, this is the reserve at the start of the wait. The result is empty if the duel
    has no reserves.
    """
    if not table.duel.reserve:
        return {}
    return {seat.name: round(seat.reserve, 3) for seat in table.seats if not seat.is_house}


def _vacations(table: Table, now: datetime, up: datetime | None) -> Json:
    """Return each wizard's current or next vacation, or a past one that still adds to the wizard's time.

    Wizards without such a vacation are left out. `later` is the number of milliseconds by which vacations extend the
    wizard's time.
    """
    fields = {}
    for name in table.away:
        if not (spans := deadlines.still(table, name)):
            continue
        began, until = next((span for span in spans if span[1] > now), spans[-1])
        later = 0 if up is None else _milliseconds(deadlines.round_up(table, name) or up) - _milliseconds(up)
        if later or until > now:
            fields[name] = {"began": _milliseconds(began), "until": _milliseconds(until), "later": later}
    return fields


def _milliseconds(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)


def _scores(table: Table) -> Mapping[str, Any]:
    """Return the mages' scores and, after the duel, the changes to their scores and ratings.

    All values are `None` if the duel does not count toward the ladder.
    """
    if not table.duel.counts:
        return NO_SCORES
    if table.duel.result is not None and (changed := _changed(table)):
        return changed
    mages = {seat.mage_id: seat.name for seat in table.seats if seat.mage_id}
    standings = Standing.objects.filter(mage__in=list(mages), melee=table.duel.melee)
    scores = dict(standings.values_list("mage_id", "score"))
    return {**NO_SCORES, "scores": {name: scores.get(mage, 0) for mage, name in mages.items()}}


def _changed(table: Table) -> Mapping[str, Any]:
    """Return the scores and ratings after the duel, and their changes.

    Ratings that the site does not show yet are left out. The result also names the wizards with provisional ratings,
    and says what fraction of a repeated win counted. It is empty until the duel is settled.
    """
    outcomes = Outcome.objects.filter(duel=table.duel, score__isnull=False).annotate(
        name=F("seat__name"), rated_duels=RATED_DUELS
    )
    rows = list(outcomes.order_by("pk"))
    if not rows:
        return {}
    rated = {
        it.name: [round(it.rating_before), round(it.rating)]
        for it in rows
        if it.rating_before and it.rating and has_rating(it.rated_duels)
    }
    melee = table.duel.melee
    guesses = [
        it.name for it in rows if it.name in rated and it.deviation and is_provisional(it.deviation, melee=melee)
    ]
    return {
        "scores": {it.name: it.score for it in rows},
        "points": {it.name: it.points for it in rows},
        "ratings": rated or None,
        "provisional": guesses if rated else None,
        "repeated": {"wins": rows[0].repeat, "part": part} if (part := part_of(rows[0].weight)) else None,
    }
