"""The frames that tell a viewer of a duel: the one place where what he may know is picked, field by field.

A viewer is the name of a wizard of the duel, or `None`: a watcher, with the public view. Times are milliseconds since
1970.
"""

import time
from collections.abc import Iterable, Mapping
from typing import Any

from duels.models import Duel, Line, Standing
from duels.presence import NOBODY, Here
from duels.protocol import DuelFrame, Entered, RevealFrame, RoundFrame, WaitingFrame, encode
from duels.selectors.tables import News, Table, tables
from wavinghands import engine

TALK_SHOWN = 200

Json = dict[str, Any]
Viewer = str | None
Change = tuple[str, int, int, dict[Viewer, str]]
"""A duel's slug, the versions before and after, and what each viewer is sent."""


def whole_texts(
    wanted: Iterable[tuple[str, Viewer]], here: Mapping[str, Here]
) -> dict[tuple[str, Viewer], tuple[int, str]]:
    """The version and the text of the whole duel, for each slug and viewer."""
    found = tables({slug for slug, _ in wanted})
    return {
        (slug, viewer): (found[slug].duel.version, encode(whole(found[slug], viewer, here.get(slug, NOBODY))))
        for slug, viewer in wanted
        if slug in found
    }


def change_of(table: Table, viewers: Iterable[Viewer]) -> Change:
    """What the last change of a table means to these viewers; to none of them where they need the whole duel."""
    told = [viewer for viewer in viewers if table.news != "aside" or table.knows(viewer)]
    texts = {} if table.news == "whole" else {viewer: encode(news(table, viewer)) for viewer in told}
    return table.duel.slug, table.before, table.duel.version, texts


def changes_since(known: Mapping[str, tuple[int, News, Iterable[Viewer]]]) -> list[Change]:
    """What has happened to duels, by slug: the version known here, what one change since then was, the viewers here."""
    changes = []
    for slug, table in tables(known).items():
        table.before, table.news, viewers = known[slug]
        if table.duel.version != table.before + (table.news != "aside"):
            table.news = "whole"
        changes.append(change_of(table, viewers))
    return changes


def versions_of(slugs: Iterable[str]) -> dict[str, int]:
    """How far these duels have come."""
    return dict(Duel.objects.filter(slug__in=list(slugs)).values_list("slug", "version"))


def entered_text(table: Table, wizard: str) -> str | None:
    """What a wizard has sealed of what is asked now, for his own eyes."""
    entered = table.entered(wizard)
    if entered is None:
        return None
    field = "answers" if table.duel.asking else "orders"
    return encode(Entered(round=table.duel.round, **{field: entered}))


def whole(table: Table, viewer: Viewer, here: Here = NOBODY) -> DuelFrame:
    """The whole duel for one viewer."""
    duel = table.duel
    return DuelFrame(
        version=duel.version,
        slug=duel.slug,
        pace=duel.pace,
        practice=duel.practice,
        counts=duel.counts,
        view=engine.view(table.standing, viewer),
        request=_request(table, viewer),
        entered=_entered(table, viewer),
        acting=_acting(table, viewer),
        waiting=_waiting(table, viewer),
        missed=_missed(table),
        deadline=_deadline(table, viewer),
        now=_now(),
        connected=list(here.wizards),
        watchers=here.watchers,
        talk=talk_of(duel),
        scores=_scores(table),
    )


def news(table: Table, viewer: Viewer) -> RoundFrame | RevealFrame | WaitingFrame | DuelFrame:
    """What the last change of a table means to one viewer."""
    match table.news:
        case "reveal":
            return RevealFrame(**_step(table, viewer))
        case "aside" if table.duel.asking:
            return RevealFrame(**_step(table, viewer))
        case "waiting" | "aside":
            return WaitingFrame(version=table.duel.version, waiting=_waiting(table, viewer))
        case "round":
            scores = _scores(table) if table.duel.result else None
            return RoundFrame(**_step(table, viewer), scores=scores)
    return whole(table, viewer)


def _step(table: Table, viewer: Viewer) -> Json:
    since = table.state.number - (table.news == "round")
    return {
        "version": table.duel.version,
        "view": engine.view(table.standing, viewer, since=since),
        "request": _request(table, viewer),
        "entered": _entered(table, viewer),
        "acting": _acting(table, viewer),
        "waiting": _waiting(table, viewer),
        "missed": _missed(table),
        "deadline": _deadline(table, viewer),
        "now": _now(),
    }


def _request(table: Table, viewer: Viewer) -> Json | None:
    if viewer is None or table.duel.result is not None:
        return None
    return engine.request(table.standing, viewer)


def _entered(table: Table, viewer: Viewer) -> Json | None:
    return None if viewer is None else table.entered(viewer)


def _acting(table: Table, viewer: Viewer) -> list[str]:
    """Who gives orders for this round, as far as the viewer may know."""
    return list(table.state.acting) if table.knows(viewer) else []


def _waiting(table: Table, viewer: Viewer) -> list[str]:
    return table.waiting() if table.duel.result is None and table.knows(viewer) else []


def _missed(table: Table) -> dict[str, int]:
    """Who has let the time pass, and in how many rounds in a row."""
    return {seat.name: seat.missed for seat in table.seats if seat.missed}


def _now() -> int:
    return round(time.time() * 1000)


def _deadline(table: Table, viewer: Viewer) -> int | None:
    """When the time of this round is up; a clock that is set anew would tell others what happens in a stopped time."""
    deadline = table.duel.deadline if table.knows(viewer) else None
    return None if deadline is None else round(deadline.timestamp() * 1000)


def _scores(table: Table) -> dict[str, int] | None:
    """The scores of the mages, where the duel is for scores."""
    if not table.duel.counts:
        return None
    mages = {seat.mage_id: seat.name for seat in table.seats if seat.mage_id}
    standings = Standing.objects.filter(mage__in=list(mages), melee=table.duel.melee)
    scores = dict(standings.values_list("mage_id", "score"))
    return {name: scores.get(mage, 0) for mage, name in mages.items()}


def talk_of(duel: Duel) -> list[Json]:
    """The latest lines of talk, the oldest first."""
    lines = Line.objects.filter(duel=duel).select_related("seat").order_by("-pk")[:TALK_SHOWN]
    return [line_json(line) for line in reversed(lines)]


def line_json(line: Line) -> Json:
    """A line of talk as frames have it. `at`: milliseconds since 1970."""
    return {
        "id": line.pk,
        "by": (line.seat.name if line.seat else line.name),
        "text": line.text,
        "at": round(line.said.timestamp() * 1000),
    }
