"""Duel records: dumping a duel, and loading one by replaying its rounds."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from wavinghands.engine.books import book_of
from wavinghands.engine.duel import MOST_WIZARDS, Duel, Wizard, team_of
from wavinghands.engine.errors import RecordError
from wavinghands.engine.gestures import HANDS, THROWS
from wavinghands.engine.orders import is_name, read_orders
from wavinghands.engine.phases import resolve
from wavinghands.engine.plain_data import Json
from wavinghands.engine.rules import Rules
from wavinghands.engine.spells.lexicons import lexicon_of

FORMAT: Final = "wavinghands-duel/1"
"""The format and version of a record."""
GENDERS: Final = ("m", "f", "n", "x")
"""The genders of a wizard: male, female, neuter, and `they`."""
DICE: Final = ("confusion", "attack", "paralyze", "names", "adjudged")
"""The keys of `chance` in a record: the kinds of dice, the new monsters' names, and the losers by adjudication."""
KINDS: Final = ("normal", "haste", "time_stop")
"""The kinds of rounds."""


def start(
    book: str, wizards: list[Mapping[str, Any]], *, seed: int = 0, options: Mapping[str, Any] | None = None
) -> Duel:
    """Create a duel that is ready for its first round.

    `wizards` contains 2 to 8 objects with `name`, `gender` and, for team members, the number of their `team`. Raise
    `RecordError` if the wizards or options are invalid.
    """
    played_by = book_of(book)
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise RecordError("must be an integer", field="seed")
    if options is not None and not isinstance(options, Mapping):
        raise RecordError("must be an object", field="options")
    read = _wizards(wizards)
    rules = played_by.rules.with_options(options or {})
    return Duel(played_by, rules, lexicon_of(played_by, rules), seed, read, tuple(wizard.name for wizard in read))


def _wizards(wizards: Any) -> tuple[Wizard, ...]:
    if not isinstance(wizards, list) or not 2 <= len(wizards) <= MOST_WIZARDS:
        raise RecordError(f"must be a list of 2 to {MOST_WIZARDS}", field="wizards")
    read = tuple(_wizard(wizard, f"wizards.{index}") for index, wizard in enumerate(wizards))
    if len({wizard.name for wizard in read}) < len(read):
        raise RecordError("two wizards have the same name", field="wizards")
    if len({wizard.side for wizard in read}) < 2:
        raise RecordError("all wizards are on the same team, so there is nobody to fight", field="wizards")
    return read


def _wizard(wizard: Any, where: str) -> Wizard:
    if not isinstance(wizard, Mapping) or not is_name(wizard.get("name")):
        raise RecordError(
            "a name can have letters, digits, _, - and inner spaces, and is not nobody", field=f"{where}.name"
        )
    gender = wizard.get("gender", "n")
    if gender not in GENDERS:
        raise RecordError(f"{gender!r} is not one of m, f, n, x", field=f"{where}.gender")
    team = wizard.get("team")
    if team is not None and (type(team) is not int or not 1 <= team <= MOST_WIZARDS):
        raise RecordError(f"{team!r} is not a number from 1 to {MOST_WIZARDS}", field=f"{where}.team")
    return Wizard(wizard["name"], gender, team=team)


def load(record: Any) -> Duel:
    """Return the duel in `record` after its last round.

    Raise `RecordError` for an invalid record, and `OrderError` (with round, wizard and field) for invalid orders.
    """
    *_, duel = replay(record, with_start=True)
    return duel


def replay(record: Any, *, with_start: bool = False) -> Iterator[Duel]:
    """Yield the duel in `record` after each of its rounds.

    If `with_start` is true, first yield the duel before round 1. Raise `RecordError` in
    the same cases as `load`.
    """
    if not isinstance(record, Mapping):
        raise RecordError("a record must be an object")
    if record.get("format") != FORMAT:
        raise RecordError(f"is {record.get('format')!r}, not {FORMAT!r}", field="format")
    seed, options = record.get("seed", 0), record.get("options")
    duel = start(record.get("spellbook", ""), record.get("wizards", []), seed=seed, options=options)
    if with_start:
        yield duel
    rounds = record.get("rounds", [])
    if not isinstance(rounds, list):
        raise RecordError("must be a list", field="rounds")
    for entry in rounds:
        duel = advance(duel, entry)
        yield duel
    _check_result(duel, record.get("result"))


def advance(duel: Duel, entry: Any) -> Duel:
    """Return the duel after one more round, whose record is `entry`.

    Raise `RecordError` in the same cases as `load`.
    """
    number = duel.number + 1
    if not isinstance(entry, Mapping):
        raise RecordError("a round must be an object", round=number)
    if entry.get("number", number) != number or isinstance(entry.get("number"), bool):
        raise RecordError(f"is {entry.get('number')!r}, not {number}", round=number, field="number")
    if duel.result:
        raise RecordError("the duel has already ended", round=number)
    if entry.get("kind", "normal") != duel.kind:
        raise RecordError(f"is {entry.get('kind')!r}, not {duel.kind!r}", round=number, field="kind")
    chance = _chance(duel, entry.get("chance", {}))
    orders = entry.get("orders")
    if not isinstance(orders, Mapping):
        raise RecordError("must be an object", round=number, field="orders")
    circle = duel.circle()
    for name in orders:
        if name not in duel.acting:
            raise RecordError("is not asked for orders", round=number, wizard=str(name), field="orders")
    for name in duel.acting:
        if name not in orders:
            raise RecordError("has no orders", round=number, wizard=name, field="orders")
    played = resolve(duel, {name: read_orders(orders[name], name, circle) for name in duel.acting}, None, chance)
    assert isinstance(played, Duel)
    return played


def _chance(duel: Duel, chance: Any) -> Mapping[str, Any]:
    number = duel.number + 1
    if not isinstance(chance, Mapping) or any(key not in DICE for key in chance):
        raise RecordError(f"must be an object with keys from: {', '.join(DICE)}", round=number, field="chance")
    for key, may_fall in FALLS.items():
        table = chance.get(key, {})
        if not isinstance(table, Mapping):
            raise RecordError("must be an object", round=number, field=f"chance.{key}")
        for name, die in table.items():
            if not may_fall(die, duel.rules):
                raise RecordError(f"{die!r} is not a valid roll", round=number, wizard=str(name), field=f"chance.{key}")
    _check_names(duel, chance.get("names", []))
    _check_adjudged(duel, chance.get("adjudged", []))
    return chance


def _check_names(duel: Duel, names: Any) -> None:
    number = duel.number + 1
    taken = [wizard.name for wizard in duel.wizards] + [monster.name for monster in duel.monsters]
    if not isinstance(names, list) or not all(map(is_name, names)):
        raise RecordError("must be a list of names", round=number, field="chance.names")
    if len({*taken, *names}) < len(taken) + len(names):
        raise RecordError("a name is already taken", round=number, field="chance.names")


def _check_adjudged(duel: Duel, names: Any) -> None:
    standing = [wizard.name for wizard in duel.wizards if wizard.stands]
    if not isinstance(names, list) or any(name not in standing or names.count(name) > 1 for name in names):
        raise RecordError("must be a list of wizards still in the duel", round=duel.number + 1, field="chance.adjudged")


def _is_throw(die: Any, rules: Rules) -> bool:
    return isinstance(die, Mapping) and die.get("hand") in HANDS and die.get("gesture") in THROWS[rules.confusion_die]


def _is_pair_of_victims(die: Any) -> bool:
    return isinstance(die, list) and len(die) == 2 and all(isinstance(victim, str) for victim in die)


FALLS: Final[Mapping[str, Callable[[Any, Rules], bool]]] = {
    "confusion": _is_throw,
    "attack": lambda die, rules: isinstance(die, str) or _is_pair_of_victims(die),
    "paralyze": lambda die, rules: die in HANDS,
}
"""For each die, a function that returns whether a recorded result is valid."""


def _check_result(duel: Duel, result: Any) -> None:
    if result is not None and (not isinstance(result, Mapping) or dict(result) != duel.result):
        raise RecordError("does not match the rounds", field="result")


def round_record(duel: Duel) -> Json:
    """Return the record's entry for the last round of `duel`.

    At least one round must have been played.
    """
    last = duel.last
    assert last is not None, "nothing has been played"
    return {
        "number": last.number,
        "kind": last.kind,
        "orders": {name: orders.as_json() for name, orders in last.orders.items()},
        "chance": dict(last.chance),
    }


def dump(duel: Duel) -> Json:
    """Return the record of `duel`, including the results of all dice that were rolled."""
    rounds = [round_record(then) for then in duel.course()]
    rounds.reverse()
    return {
        "format": FORMAT,
        "spellbook": duel.book.slug,
        "options": duel.rules.differences(duel.book.rules),
        "seed": duel.seed,
        "wizards": [{"name": wizard.name, "gender": wizard.gender, **team_of(wizard)} for wizard in duel.wizards],
        "rounds": rounds,
        "result": None if duel.result is None else dict(duel.result),
    }
