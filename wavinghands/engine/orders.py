"""Parsing and validation of a wizard's orders for a round, in the format of the duel record.

Unneeded fields are ignored, and unknown fields are rejected.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from sys import intern
from types import MappingProxyType
from typing import Any, Final

from wavinghands.engine.errors import OrderError
from wavinghands.engine.gestures import HANDS, Hand, is_gesture

NOBODY: Final = "nobody"
"""The target of a spell or stab that is aimed at nobody."""
SAY_LENGTH: Final = 500
"""The maximum length of a wizard's message in a round, in characters."""
NAME: Final = re.compile(r"[\w-]+( [\w-]+)*")
"""A pattern for names."""
NAME_LENGTH: Final = 60
"""The maximum length of a name, in characters."""
SLOTS: Final = ("left", "right", "both")
"""The hands that can cast a spell: either hand, or both together."""
PLACES: Final = ("left:", "right:", "both:")
"""The prefixes of references to the monster that a wizard's hand is summoning."""


def is_name(text: object) -> bool:
    """Return whether `text` is a valid name.

    A valid name consists of letters, digits, `_`, `-` and inner spaces, and is not `nobody`.
    """
    return (
        isinstance(text, str)
        and len(text) <= NAME_LENGTH
        and text.isprintable()
        and NAME.fullmatch(text) is not None
        and text.lower() != NOBODY
    )


_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})

TABLE: Final = (dict, MappingProxyType)
"""The types of an object in orders. They are listed because `isinstance` with `Mapping` takes ten times as long."""


def _nothing() -> Mapping[str, Any]:
    """Return an empty mapping, which all orders share to save memory."""
    return _NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """A wizard's orders for one round.

    The fields are the same as in the duel record.

    - `left`, `right`: the gestures
    - `say`: a message to everyone
    - `cast`: the chosen spell of each hand, if its gestures complete several
    - `target`: the target of each hand's spell or stab
    - `attack`: the victim of each monster
    - `paralyze`: for each victim of this wizard's Paralysis, the hand to hold
    - `direct`: for each victim of this wizard's Charm Person, the `hand` to lead and its `gesture`
    - `elemental`: the kind of elemental to appear, `fire` or `ice`
    - `delay`, `permanent`: the hand whose spell to bank or to make permanent
    - `fire`: whether to release the banked spell
    - `forfeit`: whether to give up
    - `absent`: whether the player is a no-show; set by the site, never by players
    - `timed_out`: whether the player ran out of time. If `forfeit` is also set, this is why they give up. It is
      set by the site, too
    - `second`: the orders for the second pair of gestures
    """

    left: str = "-"
    right: str = "-"
    say: str = ""
    cast: Mapping[str, str] = field(default_factory=_nothing)
    target: Mapping[str, str] = field(default_factory=_nothing)
    attack: Mapping[str, str] = field(default_factory=_nothing)
    paralyze: Mapping[str, Hand] = field(default_factory=_nothing)
    direct: Mapping[str, Mapping[str, str]] = field(default_factory=_nothing)
    elemental: str = ""
    delay: str = ""
    permanent: str = ""
    fire: bool = False
    forfeit: bool = False
    absent: bool = False
    timed_out: bool = False
    second: "Orders | None" = None

    def as_json(self) -> dict[str, Any]:
        """Return the orders in the format of the record, without empty fields."""
        return {"left": self.left, "right": self.right} | _given(self)

    def answered(self, answers: Mapping[str, Any]) -> "Orders":
        """Return these orders with `answers` merged in.

        The field `cast` is replaced, not merged.
        """
        return replace(self, **{name: self._answered(name, value) for name, value in answers.items()})

    def _answered(self, name: str, value: Any) -> Any:
        if name == "second":
            return (self.second or Orders()).answered(value)
        return _put_over(name, getattr(self, name), value)


def merged(answers: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """Return `answers` merged with `more`, following the rules of `Orders.answered`."""
    return {**answers, **{name: _put_over(name, answers.get(name), value) for name, value in more.items()}}


def _put_over(name: str, old: Any, new: Any) -> Any:
    """Return the new value of the field `name`.

    Mappings are merged, except that new chosen spells (`cast`) replace the old ones.
    """
    if name == "second" and isinstance(old, TABLE) and isinstance(new, TABLE):
        return merged(old, new)
    return new if name == "cast" else _merged_deeply(old, new)


def _merged_deeply(old: Any, new: Any) -> Any:
    if not isinstance(old, TABLE) or not isinstance(new, TABLE):
        return new
    return {**old, **{name: _merged_deeply(old.get(name), value) for name, value in new.items()}}


def at(table: Any, path: Iterable[str]) -> Any:
    """Return the value at this path of keys in orders or answers, or `None` if there is no such value."""
    for step in path:
        table = table.get(step) if isinstance(table, TABLE) else None
    return table


ANSWERS: Final = ("cast", "target", "paralyze", "direct", "elemental", "second")
"""The fields that may be requested after the reveal. Source: ruling 3.1 (docs/rulings.md)."""
SECOND: Final = ("left", "right", "cast", "target", "attack", "delay", "permanent")
"""The fields of the second pair of gestures. Source: ruling 5.1 (docs/rulings.md)."""


def _given(orders: Orders) -> dict[str, Any]:
    """Return the non-empty fields of the orders, except the two gestures."""
    return {name: _plain(value) for name, value in _optional(orders) if value}


def _optional(orders: Orders) -> tuple[tuple[str, Any], ...]:
    return (
        ("say", orders.say),
        ("cast", orders.cast),
        ("target", orders.target),
        ("attack", orders.attack),
        ("paralyze", orders.paralyze),
        ("direct", orders.direct),
        ("elemental", orders.elemental),
        ("delay", orders.delay),
        ("permanent", orders.permanent),
        ("fire", orders.fire),
        ("forfeit", orders.forfeit),
        ("absent", orders.absent),
        ("timed_out", orders.timed_out),
        ("second", orders.second),
    )


def _plain(value: Any) -> Any:
    if isinstance(value, Orders):
        return _given(value) if value == Orders(attack=value.attack) else value.as_json()
    if isinstance(value, TABLE):
        return {key: dict(to) if isinstance(to, TABLE) else to for key, to in value.items()}
    return value


@dataclass(frozen=True, slots=True)
class Circle:
    """The names that orders may contain.

    - `round`: the number of the round, for errors
    - `wizards`, `monsters`: the beings in the duel, including the dead ones
    - `spells`: the slugs of all spells
    - `paired`: the wizards who order two pairs of gestures
    """

    round: int
    wizards: Collection[str]
    monsters: Collection[str]
    spells: Collection[str]
    paired: Collection[str] = ()

    def has(self, ref: object) -> bool:
        """Return whether `ref` is a being, `nobody`, or a monster that a hand is summoning."""
        if not isinstance(ref, str):
            return False
        return ref == NOBODY or ref in self.wizards or ref in self.monsters or self.has_place(ref)

    def has_place(self, ref: str) -> bool:
        """Return whether `ref` means a monster being summoned: `left:NAME`, `right:NAME` or `both:NAME`."""
        return ref.startswith(PLACES) and ref.partition(":")[2] in self.wizards


def read_orders(data: object, wizard: str, circle: Circle) -> Orders:
    """Parse the orders in `data`, or raise `OrderError` with round, wizard and field."""
    values = _read(data, wizard, circle)
    for hand in HANDS:
        if hand not in values:
            raise OrderError("this hand needs a gesture", round=circle.round, wizard=wizard, field=hand)
    if "second" in values:
        values["second"] = _second_pair(values["second"], wizard, circle)
    return Orders(**values)


def _second_pair(values: Mapping[str, Any], wizard: str, circle: Circle) -> Orders:
    """Parse the orders for a second pair of gestures.

    Only a hastened wizard may make these gestures. Other wizards may only order hastened monsters to attack.
    Source: ruling 5.1 (docs/rulings.md).
    """
    if values.keys() - {"attack"}:
        if wizard not in circle.paired:
            why = "only a hastened wizard has a second pair of gestures; others may order monsters here (attack)"
            raise OrderError(why, round=circle.round, wizard=wizard, field="second")
        for hand in HANDS:
            if hand not in values:
                raise OrderError("this hand needs a gesture", round=circle.round, wizard=wizard, field=f"second.{hand}")
    return Orders(**values)


def read_answers(data: object, wizard: str, circle: Circle) -> dict[str, Any]:
    """Parse the answers in `data`, or raise `OrderError`.

    Answers are the fields of `Orders` that may be requested after the reveal.
    """
    values = _read(data, wizard, circle)
    for name in values:
        if name not in ANSWERS:
            raise OrderError("is not asked for now", round=circle.round, wizard=wizard, field=name)
    return values


def _read(data: object, wizard: str, circle: Circle) -> dict[str, Any]:
    if not isinstance(data, TABLE):
        raise OrderError("orders must be an object", round=circle.round, wizard=wizard)
    values: dict[str, Any] = {}
    for name, value in data.items():
        read = READERS.get(name)
        if read is None:
            field = name if isinstance(name, str) and name.strip() else repr(name)
            raise OrderError("there is no such field", round=circle.round, wizard=wizard, field=field)
        try:
            values[name] = read(value, circle)
        except _Unfit as unfit:
            where = ".".join((name, *unfit.path))
            raise OrderError(unfit.why, round=circle.round, wizard=wizard, field=where) from None
    return values


class _Unfit(Exception):
    def __init__(self, why: str, *path: str) -> None:
        self.why = why
        self.path = path


def _gesture(value: Any, circle: Circle) -> str:
    if not is_gesture(value):
        raise _Unfit(f"{value!r} is not a gesture: C D F P S W, > or -")
    return str(value)


def _text(value: Any, circle: Circle) -> str:
    if not isinstance(value, str) or len(value) > SAY_LENGTH:
        raise _Unfit(f"must be a text of at most {SAY_LENGTH} characters")
    if any(letter == "\0" or 0xD800 <= ord(letter) <= 0xDFFF for letter in value):
        raise _Unfit("contains a character that is not allowed")
    return value


def _one_of(*choices: str) -> Callable[[Any, Circle], str]:
    def read(value: Any, circle: Circle) -> str:
        if not isinstance(value, str) or value not in choices:
            raise _Unfit(f"{value!r} is not one of {', '.join(choices)}")
        return value

    return read


def _flag(value: Any, circle: Circle) -> bool:
    if not isinstance(value, bool):
        raise _Unfit("must be true or false")
    return value


def _spell(value: Any, circle: Circle) -> str:
    if not isinstance(value, str) or value not in circle.spells:
        raise _Unfit(f"there is no spell {value!r}")
    return intern(value)


def _ref(value: Any, circle: Circle) -> str:
    if not circle.has(value):
        raise _Unfit(f"there is no {value!r} in the circle")
    return intern(value)


def _slot(value: Any, circle: Circle) -> str:
    return _one_of(*SLOTS)(value, circle)


def _wizard(value: Any, circle: Circle) -> str:
    if not isinstance(value, str) or value not in circle.wizards:
        raise _Unfit(f"there is no wizard {value!r}")
    return intern(value)


def _monster(value: Any, circle: Circle) -> str:
    if not isinstance(value, str) or not (value in circle.monsters or circle.has_place(value)):
        raise _Unfit(f"there is no monster {value!r}")
    return intern(value)


def _table(
    key: Callable[[Any, Circle], str], read: Callable[[Any, Circle], Any]
) -> Callable[[Any, Circle], Mapping[str, Any]]:
    def read_table(value: Any, circle: Circle) -> Mapping[str, Any]:
        if not isinstance(value, TABLE):
            raise _Unfit("must be an object")
        table = {}
        for name, item in value.items():
            try:
                table[key(name, circle)] = read(item, circle)
            except _Unfit as unfit:
                raise _Unfit(unfit.why, str(name), *unfit.path) from None
        return table if any(isinstance(item, dict) for item in table.values()) else _shared(tuple(table.items()))

    return read_table


@lru_cache(maxsize=4096)
def _shared(entries: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    """Return a mapping with these entries, shared by all orders with equal entries."""
    return MappingProxyType(dict(entries))


def _direction(value: Any, circle: Circle) -> dict[str, str]:
    if not isinstance(value, TABLE) or not value or value.keys() - {"hand", "gesture"}:
        raise _Unfit("must be an object with a hand and a gesture")
    readers = {"hand": _one_of(*HANDS), "gesture": _gesture}
    direction = {}
    for name, item in value.items():
        try:
            direction[name] = readers[name](item, circle)
        except _Unfit as unfit:
            raise _Unfit(unfit.why, name) from None
    return direction


def _second(value: Any, circle: Circle) -> dict[str, Any]:
    if not isinstance(value, TABLE):
        raise _Unfit("must be an object")
    fields = {}
    for name, item in value.items():
        if name not in SECOND:
            raise _Unfit("there is no such field", str(name))
        try:
            fields[name] = READERS[name](item, circle)
        except _Unfit as unfit:
            raise _Unfit(unfit.why, name, *unfit.path) from None
    return fields


READERS: Final[Mapping[str, Callable[[Any, Circle], Any]]] = {
    "left": _gesture,
    "right": _gesture,
    "say": _text,
    "cast": _table(_slot, _spell),
    "target": _table(_slot, _ref),
    "attack": _table(_monster, _ref),
    "paralyze": _table(_wizard, _one_of(*HANDS)),
    "direct": _table(_wizard, _direction),
    "elemental": _one_of("fire", "ice"),
    "delay": _slot,
    "permanent": _slot,
    "fire": _flag,
    "forfeit": _flag,
    "absent": _flag,
    "timed_out": _flag,
    "second": _second,
}
"""The parser of each field."""
