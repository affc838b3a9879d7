"""The sections of a report, and the section and position of each event.

Source: ruling 6 (docs/rulings.md), order of the report.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from wavinghands.engine.plain_data import Json
from wavinghands.engine.spells import RANK
from wavinghands.engine.words.prose import closest

SECTIONS: Final = (
    "round",
    "forced",
    "banking",
    "hands",
    "protections",
    "summons",
    "spells",
    "monsters",
    "attacks",
    "effects",
    "end",
)
"""The sections of a report, in order. Source: ruling 6 (docs/rulings.md)."""
ORDER: Final = {section: place for place, section in enumerate(SECTIONS)}
"""The position of each section in a report."""

SECTION_OF: Final[Mapping[str, str]] = {
    "round_of": "round",
    "forced": "forced",
    "ails": "forced",
    "banked": "banking",
    "banks": "banking",
    "extended": "banking",
    "says": "hands",
    "gestures": "hands",
    "cast": "hands",
    "dispelling": "protections",
    "countering": "protections",
    "mirroring": "protections",
    "reflected": "protections",
    "shielded.dispel_magic": "protections",
    "fails.dispelled": "protections",
    "fails.countered": "protections",
    "fails.mirrors": "protections",
    "fails.mirror_blind": "protections",
    "appears": "summons",
    "merged": "summons",
    "misses": "spells",
    "fails": "spells",
    "shielded": "spells",
    "cured": "spells",
    "raised": "spells",
    "doomed": "spells",
    "destroyed": "spells",
    "rages": "spells",
    "spared": "spells",
    "bound": "spells",
    "confused": "spells",
    "charmed": "spells",
    "stops_time": "spells",
    "damage": "spells",
    "hurt": "spells",
    "idle": "monsters",
    "damage.stab": "attacks",
    "damage.monster": "attacks",
    "damage.elemental": "attacks",
    "stab": "attacks",
    "attack": "attacks",
    "begins": "effects",
    "ends": "effects",
    "dies": "end",
    "late": "end",
    "surrenders": "end",
    "victory": "end",
    "draw": "end",
}
"""The section of an event, by its type, and by its `why`, `cause` or `spell`."""

BY_WIZARD: Final = ("forced", "banking", "hands")
"""The sections in which events are grouped by wizard."""

IMPLIED: Final[Mapping[str, str]] = {
    "cured": "cure_light_wounds",
    "raised": "raise_dead",
    "confused": "confusion",
    "charmed": "charm_monster",
    "stops_time": "time_stop",
}
"""The spells behind events that do not name their spell."""


def section_of(type: str, facts: Mapping[str, Any]) -> str:
    """Return the section of a report to which an event belongs."""
    return _section(type, facts.get("why"), facts.get("cause"), facts.get("spell"))


@cache
def _section(type: str, *facts: str | None) -> str:
    return closest(SECTION_OF, ".".join((type, *(fact for fact in facts if fact))))


def in_order(events: list[Json], names: list[str]) -> list[Json]:
    """Return the events of a round in the order of a report.

    `names` contains the wizards in the order of their seats.
    """
    return sorted(events, key=lambda event: _place(event, names))


def _place(event: Json, names: list[str]) -> tuple[int, int]:
    section, within = event["section"], 0
    if section in BY_WIZARD:
        who = event.get("wizard") or event.get("caster") or event["subject"]
        within = names.index(who) if who in names else len(names)
    elif section == "spells":
        spell = event.get("spell") or event.get("cause") or IMPLIED.get(event["type"]) or event.get("why")
        within = RANK.get(str(spell), len(RANK))
    return ORDER[section], within
