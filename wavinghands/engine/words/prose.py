"""Sentences about events, from a catalogue.

This module works for all languages and contains no rules.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Any, Final

from wavinghands.engine.events import Event
from wavinghands.engine.orders import NOBODY
from wavinghands.engine.words.english import ENGLISH, Catalogue

Genders = Mapping[str, str]
"""The gender (`m f n x`) of each wizard, by name."""

Facts = Mapping[str, Any]
"""The facts of an event, by name."""


def tell(event: Event, genders: Genders, catalogue: Catalogue = ENGLISH) -> str:
    """Return a sentence about `event`.

    `genders` determines the pronouns of the wizards.
    """
    return words(event.type, event.data, genders, catalogue)


def words(type: str, facts: Facts, genders: Genders, catalogue: Catalogue = ENGLISH) -> str:
    """Return a sentence about an event of this `type` with these `facts`."""
    fields = Fields(facts, genders, catalogue, type)
    sentence = closest(catalogue["events"], _sentence_key(type, facts)).format_map(fields)
    for wrap in _wraps(type, facts):
        sentence = catalogue["wraps"][wrap].format(sentence=sentence)
    return sentence


def spell_name(slug: str, catalogue: Catalogue = ENGLISH) -> str:
    """Return the name of a spell or of its effect, or the slug if there is no name."""
    return catalogue["names"].get(slug, slug)


def place_name(ref: str, catalogue: Catalogue = ENGLISH) -> str:
    """Return the words for a reference to a being, or to a monster that a hand is summoning."""
    if ":" in ref:
        hand, _, wizard = ref.partition(":")
        return catalogue["places"][hand].format(wizard=wizard)
    return catalogue["places"]["nobody"] if ref == NOBODY else ref


def listed(parts: Iterable[str], catalogue: Catalogue = ENGLISH, wrap: str = "and") -> str:
    """Join `parts` into one text, by default in the form "a and b and c".

    `wrap` is the key of the template that joins two parts. The text is empty if there are no parts.
    """
    given = list(parts)
    if len(given) < 2:
        return given[0] if given else ""
    template = catalogue["wraps"][wrap]
    return reduce(lambda first, rest: template.format(first=first, rest=rest), given)


def closest(table: Mapping[str, str], key: str) -> str:
    """Return the entry for `key`, or for the closest more general key.

    For example, `dies.wizard` is more general than `dies.wizard.poison`. Raise `KeyError` if there is no such entry.
    """
    while key not in table:
        key, dot, _ = key.rpartition(".")
        if not dot:
            raise KeyError(key)
    return table[key]


class Fields:
    """The fields of a template for `str.format_map`, which are converted to words on demand."""

    def __init__(self, facts: Facts, genders: Genders, catalogue: Catalogue, type: str = "") -> None:
        self.facts, self.genders, self.catalogue, self.type = facts, genders, catalogue, type

    def __getitem__(self, field: str) -> str:
        """Return a field in words."""
        if field in DERIVED:
            return DERIVED[field](self)
        if field in self.facts:
            value, worded = self.facts[field], WORDED.get(field)
            if worded is not None:
                return worded(value, self)
            return place_name(value, self.catalogue) if isinstance(value, str) else str(value)
        role, _, form = field.rpartition("_")
        name = self.facts.get(role) or DERIVED[role](self)
        return self.catalogue["pronouns"][f"{form}.{self.genders.get(name, 'n')}"]


def _name(value: Any, fields: Fields) -> str:
    return spell_name(value, fields.catalogue)


def _plainly(value: Any, fields: Fields) -> str:
    return str(value)


def _of(table: str) -> Callable[[Any, Fields], str]:
    return lambda value, fields: fields.catalogue[table].get(value, value)


def _of_hand(hand: str) -> Callable[[Any, Fields], str]:
    return lambda value, fields: fields.catalogue["gestures"][f"{hand}.{value}"].format_map(fields)


def _points(value: Any, fields: Fields) -> str:
    table = fields.catalogue["points"]
    return table.get(str(value), table["many"]).format(number=value)


def _and(value: Any, fields: Fields) -> str:
    return listed(value, fields.catalogue)


WORDED: Final[Mapping[str, Callable[[Any, Fields], str]]] = {
    "spell": _name,
    "effect": _name,
    "cause": _name,
    "why": _name,
    "words": _plainly,
    "hand": _of("hands"),
    "kind": _of("kinds"),
    "gesture": _of("forced"),
    "left": _of_hand("left"),
    "right": _of_hand("right"),
    "points": _points,
    "wizards": _and,
}
"""The formatters of facts. All other facts are beings, places or numbers."""


def _because(fields: Fields) -> str:
    reasons = _own_reasons(fields)
    return fields.catalogue["wraps"]["because"].format(reason=reasons) if reasons else ""


def _reason(fields: Fields) -> str:
    if reasons := _own_reasons(fields):
        return reasons
    key = ".".join(filter(None, (fields.type, fields.facts.get("result"), fields.facts.get("why"))))
    return closest(fields.catalogue["reasons"], key).format_map(fields)


def _own_reasons(fields: Fields) -> str:
    """Return the event's own reasons (`because`) in words, or "" if it has none."""
    because = fields.facts.get("because")
    if not because:
        return ""
    causes = [because] if isinstance(because, dict) else because
    reasons = dict.fromkeys(_cause(cause, fields) for cause in causes)  # two identical spells are one reason
    return listed(list(reasons), fields.catalogue)


def _cause(cause: Facts, fields: Fields) -> str:
    table, get = fields.catalogue["causes"], cause.get
    by = ".by" if get("by") is not None else ""
    if get("monster") is not None:
        template = table["monster"]
    elif get("effect") is None:
        template = table[f"spell{by}"]
    else:
        template = table.get(cause["effect"]) or table[f"effect{by}"]
    return template.format_map(Fields(cause, fields.genders, fields.catalogue))


DERIVED: Final[Mapping[str, Callable[[Fields], str]]] = {
    "because": _because,
    "reason": _reason,
    "whom": lambda fields: place_name(_whom(fields.facts) or "", fields.catalogue),
    "name": lambda fields: str(fields.facts.get("wizard") or fields.facts.get("monster")),
}
"""Fields that are derived from several facts."""


def _whom(facts: Facts) -> str | None:
    """Return the being that a spell reached, or else the being that it was aimed at."""
    return facts.get("subject") or facts.get("target")


def _sentence_key(type: str, facts: Facts) -> str:
    more = CASES.get(type)
    return ".".join([type, *[part for part in more(facts) if part]]) if more else type


def _aim(facts: Facts) -> str:
    whom = _whom(facts)
    return "" if whom is None else NOBODY if whom == NOBODY else "self" if whom == facts["caster"] else "at"


def _gestures(facts: Facts) -> tuple[str, ...]:
    return ("both", facts["left"]) if facts["left"] == facts["right"] else ()


def _cast(facts: Facts) -> tuple[str, ...]:
    return ("released" if facts.get("hand") == "released" else "", _aim(facts))


def _damage(facts: Facts) -> tuple[str, ...]:
    return (facts["cause"], "self" if facts["subject"] == facts.get("by") else "")


def _by(*names: str) -> Callable[[Facts], tuple[str, ...]]:
    return lambda facts: tuple([facts.get(name) or "" for name in names])


CASES: Final[Mapping[str, Callable[[Facts], tuple[str, ...]]]] = {
    "round_of": _by("kind"),
    "gestures": _gestures,
    "forced": _by("effect"),
    "cast": _cast,
    "misses": lambda facts: (_aim(facts),),
    "fails": lambda facts: (_aim(facts),),
    "appears": lambda facts: ("serving" if facts.get("owner") else "",),
    "shielded": _by("spell"),
    "begins": lambda facts: (facts["effect"], "monster" if "kind" in facts else "hand" if facts.get("hand") else ""),
    "stops_time": lambda facts: ("monster" if "monster" in facts else "",),
    "ends": _by("why", "effect"),
    "damage": _damage,
    "attack": _by("result"),
    "stab": _by("result"),
    "dies": lambda facts: ("wizard" if facts.get("wizard") else "monster", facts["cause"]),
    "surrenders": _by("how"),
    "victory": lambda facts: ("several" if "wizards" in facts else "",),
}
"""The facts that select the sentence of an event, in addition to its type."""

ALWAYS_LASTING: Final = ("resist_heat", "resist_cold")
"""Effects that are always permanent, so sentences need not say so."""


def _wraps(type: str, facts: Facts) -> list[str]:
    """Return the keys of the templates that enclose the sentence about an event, such as `permanent`."""
    wraps = []
    if type == "begins" and facts.get("left", 0) is None and facts["effect"] not in ALWAYS_LASTING:
        wraps.append("permanent")
    if facts.get("second") is True:
        wraps.append("second")
    return wraps
