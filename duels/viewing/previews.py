"""Small previews of duels, as spectators see them.

The server renders a preview. In the browser, `static/js/board/preview.js` updates it with frames from the duel's
socket.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duels.books.reference import spell_facts
from duels.play.tables import Table
from duels.viewing.replays import departure_of, name_of
from duels.wording.gestures import GESTURES
from duels.wording.languages import catalogue
from duels.wording.numerals import numeral, signed
from wavinghands import engine
from wavinghands.engine import Json

ROUNDS = 4
"""The number of rounds whose gestures are shown. The newest round comes last."""
LINES = 3
"""The maximum number of events of the last round that are shown."""
SHOWN = ("end", "cast", "damage")
"""The sections or types of the events that are shown, most important first."""
LOW = 5
"""The number of hit points at or below which a warning is shown."""

DEPARTURES = {"absence": _("Absent"), "timeout": _("Out of time"), "ruling": _("Time limit")}
"""The texts for wizards who left the duel without surrendering, by the field `how` of the event."""

KINDS = {
    "goblin": _("Goblin"),
    "ogre": _("Ogre"),
    "troll": _("Troll"),
    "giant": _("Giant"),
    "fire_elemental": _("Fire Elemental"),
    "ice_elemental": _("Ice Elemental"),
}
"""The names of the kinds of monsters, by slug."""

SIGNS = {gesture.letter.replace("–", "-"): gesture for gesture in GESTURES}


def preview(table: Table) -> Json:
    """Return the preview of a duel, which has these keys:

    - `round`: the number of the round whose orders are due or, if the duel is over, of its last round
    - `is_over`: whether the duel is over
    - `wizards`: the state of each wizard, including the `change` in hit points in the last round
    - `rows`: for each of the last `ROUNDS` rounds, its `number` and each wizard's `hands`, as returned by `signs()`. In
      a shorter duel, the first rows are empty.
    - `lines`: the texts of the most important events in the last round
    """
    seen = _view_of_last_rounds(table)
    rounds = seen["rounds"]
    rows = [_row(entry, seen["wizards"]) for entry in rounds[-ROUNDS:]]
    tones = {slug: row["default"] for slug, row in spell_facts(table.duel.book, table.duel.options).items()}
    return {
        "round": seen["number"] + (seen["result"] is None),
        "is_over": seen["result"] is not None,
        "wizards": [_wizard(wizard, seen, tones) for wizard in seen["wizards"]],
        "rows": [*[{}] * (ROUNDS - len(rows)), *rows],
        "lines": lines(rounds[-1]["events"]) if rounds else [],
    }


def _view_of_last_rounds(table: Table) -> Json:
    """Return a spectator's view of the duel, with the rounds shown in the preview and the one before them."""
    since = max(0, table.state.number - ROUNDS - 1)
    return engine.view(table.standing, None, since=since, catalogue=catalogue())


def lines(events: Iterable[Json]) -> list[str]:
    """Return the texts of the `LINES` most important events, in chronological order."""
    ranked = [(_rank(event), at, event["text"]) for at, event in enumerate(events)]
    weightiest = sorted(one for one in ranked if one[0] < len(SHOWN))[:LINES]
    return [text for _rank, _at, text in sorted(weightiest, key=lambda one: one[1])]


def _rank(event: Json) -> int:
    return next((rank for rank, fact in enumerate(SHOWN) if fact in (event["section"], event["type"])), len(SHOWN))


def _wizard(wizard: Json, seen: Json, tones: Mapping[str, str]) -> Json:
    own = (one["kind"] for one in seen["monsters"] if one["alive"] and one["owner"] == wizard["name"])
    change = _change(wizard, seen["rounds"])
    minds = {mind["effect"] for mind in wizard["minds"]}
    return {
        "name": wizard["name"],
        "hp": numeral(wizard["hp"]),
        "max_hp": wizard["max_hp"],
        "shown": max(0, min(wizard["hp"], wizard["max_hp"])),
        "is_low": wizard["hp"] <= LOW,
        "is_out": not wizard["alive"] or wizard["surrendered"],
        "change": change and signed(change),
        "gains": change > 0,
        "effects": [*_fate(wizard, seen["rounds"]), *_effects(wizard, minds, tones)],
        "monsters": [{"slug": kind, "name": KINDS[kind], "count": count} for kind, count in Counter(own).items()],
    }


def _change(wizard: Json, rounds: Sequence[Json]) -> int:
    """Return the change in the wizard's hit points in the last of these rounds."""
    if not rounds:
        return 0
    before = rounds[-2]["hp"][wizard["name"]] if len(rounds) > 1 else engine.HIT_POINTS
    return int(rounds[-1]["hp"][wizard["name"]] - before)


def _fate(wizard: Json, rounds: Iterable[Json]) -> Iterator[Json]:
    if not wizard["alive"]:
        yield {"slug": "death", "name": _("Dead"), "tone": "danger"}
    elif wizard["surrendered"]:
        how = departure_of(wizard["name"], rounds)
        slug = "clock" if how in DEPARTURES else "surrender"
        yield {"slug": slug, "name": DEPARTURES.get(how, _("Surrendered")), "tone": "danger"}


def _effects(wizard: Json, minds: set[str], tones: Mapping[str, str]) -> Iterator[Json]:
    for slug in wizard["effects"]:
        tone = "mind" if slug in minds else "danger" if tones.get(slug) == "opponent" else "good"
        yield {"slug": slug, "name": name_of(slug), "tone": tone}


def _row(entry: Json, wizards: Iterable[Json]) -> Json:
    made = [entry["gestures"].get(wizard["name"]) for wizard in wizards]
    return {"number": entry["number"], "hands": [signs(pair) for pair in made]}


def signs(pair: Json | None) -> list[Json | None]:
    """Return the signs for a wizard's gestures in a round, left hand first.

    A sign is a dictionary with the data to draw one gesture. Both signs are `None` if the wizard gave no orders in
    this round.
    """
    return [_sign(pair, hand) if pair else None for hand in ("left", "right")]


def _sign(pair: Json, hand: str) -> Json:
    sign = SIGNS.get(pair[hand])
    if sign is None:
        return {"icon": "fog", "letter": "", "spoken": gettext("hidden"), "is_cast": False}
    spoken = f"{sign.letter}, {sign.name}" if sign.letter.isalpha() else str(sign.name)
    is_cast = not {hand, "both"}.isdisjoint(pair["cast"])
    return {"icon": sign.icon, "letter": sign.letter, "spoken": spoken, "is_cast": is_cast}
