"""Texts about a duel for one viewer: reports of rounds, a short table, a description and a transcript.

Everything is built from the result of `view`, so that no secret can slip in. Source: ruling 6 (docs/rulings.md), order
of the report; Firetop Mountain, "SHOW" and "DESCRIBE"; spellcast, "Game transcripts".
"""

from collections.abc import Iterator
from typing import Any

from wavinghands.engine.duel import Duel
from wavinghands.engine.errors import EngineError
from wavinghands.engine.events import Viewer
from wavinghands.engine.gestures import HANDS
from wavinghands.engine.plain_data import Json
from wavinghands.engine.view import EVERYTHING
from wavinghands.engine.words.english import ENGLISH, Catalogue
from wavinghands.engine.words.prose import closest, listed
from wavinghands.engine.words.telling import view


def report(duel: Duel, viewer: Viewer, number: int, catalogue: Catalogue = ENGLISH) -> Json:
    """Return round `number` as `viewer` saw it.

    - `number`, `kind`, `heading`: the round and its kind, and the heading in words
    - `hp`: each wizard's hit points after the round
    - `lines`: the events. Each has its `section`, its `type`, the sentence `text`, and the `rule` behind it

    Raise `EngineError` if there is no such round, or if `viewer` does not know of it.
    """
    for entry in _seen(duel, viewer, catalogue, since=number - 1)["rounds"]:
        if entry["number"] == number:
            kept = {key: entry[key] for key in ("number", "kind", "hp")}
            lines = [{key: event[key] for key in ("section", "type", "text", "rule")} for event in entry["events"]]
            return {**kept, "heading": _heading(entry, catalogue), "lines": lines}
    raise EngineError(f"round {number} is not known: ask for a round that this viewer has seen")


def show(duel: Duel, viewer: Viewer = EVERYTHING, catalogue: Catalogue = ENGLISH) -> str:
    """Return the duel as a short table of each hand's gestures and the hit points.

    `*` marks a completed spell. Raise `EngineError` if `viewer` is not in this duel. Source: Firetop Mountain, "SHOW".
    """
    seen = _seen(duel, viewer, catalogue)
    names = [wizard["name"] for wizard in seen["wizards"]]
    text = catalogue["report"]
    heads = [_cells(text["left"], text["right"], text["hp"])] * len(names)
    rows = [(text["number"], names), ("", heads)]
    for entry in seen["rounds"]:
        rows += _rows(entry, names)
    widths = [max(len(cells[place]) for _, cells in rows) for place in range(len(names))]
    first = max(len(number) for number, _ in rows)
    lines = [_row(number.rjust(first), cells, widths) for number, cells in rows]
    return "\n".join([*lines, "", *_closing(seen, catalogue), text["legend"], ""])


def describe(duel: Duel, viewer: Viewer = EVERYTHING, catalogue: Catalogue = ENGLISH) -> str:
    """Return the whole duel in words, as `viewer` saw it: all events, round by round."""
    seen = _seen(duel, viewer, catalogue)
    return "\n".join(line for entry in seen["rounds"] for line in _lines(entry, catalogue, ()))


def transcript(duel: Duel, viewer: Viewer = EVERYTHING, catalogue: Catalogue = ENGLISH) -> str:
    """Return a transcript of the duel: wizards and book, then the gestures and events of each round."""
    seen = _seen(duel, viewer, catalogue)
    wizards = listed(_sides(seen["wizards"], catalogue), catalogue, "against")
    book = catalogue["options"][duel.book.slug]
    lines = [catalogue["report"]["title"].format(wizards=wizards, book=book), ""]
    for entry in seen["rounds"]:
        lines += _lines(entry, catalogue, _gesture_lines(entry, catalogue))
    return "\n".join(lines)


def _sides(wizards: list[Json], catalogue: Catalogue) -> list[str]:
    """Return one phrase per side with the names of its wizards, such as `["Alice and Bob", "Carol"]`."""
    sides: dict[Any, list[str]] = {}
    for wizard in wizards:
        sides.setdefault(wizard.get("team", wizard["name"]), []).append(wizard["name"])
    return [listed(names, catalogue) for names in sides.values()]


def _seen(duel: Duel, viewer: Viewer, catalogue: Catalogue, since: int = 0) -> Json:
    """Return the viewer's view of the duel.

    Raise `EngineError` if the duel has no wizard with this name.
    """
    names = [wizard.name for wizard in duel.wizards]
    if viewer not in {None, EVERYTHING}.union(names):
        raise EngineError(f"nobody called {viewer!r} is in this duel, only {', '.join(names)}")
    return view(duel, viewer, since=since, catalogue=catalogue)


def _lines(entry: Json, catalogue: Catalogue, hands: Iterator[str] | tuple[str, ...]) -> list[str]:
    """Return the lines of text about a round.

    `hands` are further lines to show before the events.
    """
    sentences = [event["text"] for event in entry["events"]]
    body = [*hands, *sentences, _points(entry, catalogue)]
    return [_heading(entry, catalogue), *(f"  {line}" for line in body), ""]


def _heading(entry: Json, catalogue: Catalogue) -> str:
    return closest(catalogue["report"], f"round.{entry['kind']}").format(number=entry["number"])


def _points(entry: Json, catalogue: Catalogue) -> str:
    text = catalogue["report"]
    parts = (text["points.of"].format(wizard=name, hp=points) for name, points in entry["hp"].items())
    return text["points"].format(wizards=listed(parts, catalogue, "comma"))


def _gesture_lines(entry: Json, catalogue: Catalogue) -> Iterator[str]:
    for name, made in entry["gestures"].items():
        for left, right in _pairs(made):
            yield catalogue["report"]["hands"].format(wizard=name, left=left, right=right)


def _pairs(made: Json) -> Iterator[tuple[str, str]]:
    """Yield a wizard's pairs of gestures in a round.

    An asterisk marks hands that complete a spell.
    """
    for pair in (made, made.get("second")):
        if pair is not None:
            left, right = (pair[hand] + ("*" if {hand, "both"} & set(pair["cast"]) else "") for hand in HANDS)
            yield left, right


def _rows(entry: Json, names: list[str]) -> list[tuple[str, list[str]]]:
    """Return the table rows of a round: one per pair of gestures, with the hit points in the last row."""
    pairs = {name: list(_pairs(made)) for name, made in entry["gestures"].items()}
    last = max((len(made) for made in pairs.values()), default=1) - 1
    rows = []
    for index in range(last + 1):
        cells = []
        for name in names:
            left, right = pairs[name][index] if index < len(pairs.get(name, ())) else ("", "")
            cells.append(_cells(left, right, str(entry["hp"][name]) if index == last else ""))
        rows.append((str(entry["number"]) if index == 0 else "", cells))
    return rows


def _cells(left: str, right: str, points: str) -> str:
    return f"{left:<4}{right:<4}{points:>3}"


def _row(number: str, cells: list[str], widths: list[int]) -> str:
    return "   ".join([number, *(cell.ljust(width) for cell, width in zip(cells, widths, strict=True))]).rstrip()


def _closing(seen: Json, catalogue: Catalogue) -> list[str]:
    """Return a list with one line about the result, or an empty list if the duel is still in progress."""
    result = seen["result"]
    if not result:
        return []
    several = ".several" if len(result["winners"]) > 1 else ""
    sentence = closest(catalogue["report"], result["outcome"] + several)
    return [sentence.format(wizards=listed(result["winners"], catalogue))]
