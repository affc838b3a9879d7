"""The server of the line protocol.

It replies to each JSON object, one per line, with a line that contains orders or an error. Every line gets a reply,
whatever it contains. `docs/search.md` describes the protocol.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO, Final

from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.search.choosing import answer, choose
from wavinghands.search.levels import LEVELS
from wavinghands.search.programs import LONGEST_LINE
from wavinghands.search.temperaments import TEMPERAMENTS

FIELDS: Final = frozenset({"record", "wizard", "level", "seed", "temperament", "orders", "answers"})
"""The fields that a line may have."""


def serve(lines: BinaryIO, answers: BinaryIO, level: int | None = None) -> None:
    """Reply to each of `lines` until the input ends.

    `level` is the default for lines that name no level.
    """
    for data in _lines(lines):
        answers.write(json.dumps(reply(data, level)).encode() + b"\n")
        answers.flush()


def _lines(lines: BinaryIO) -> Iterator[bytes]:
    """Yield all lines, without reading very long ones into memory.

    A line longer than the limit is cut to one byte more than the limit, so that it is still refused as too long.
    """
    while data := lines.readline(LONGEST_LINE + 1):
        rest = data
        while len(rest) > LONGEST_LINE and not rest.endswith(b"\n"):
            rest = lines.readline(LONGEST_LINE + 1)
        yield data


def reply(data: bytes, level: int | None = None) -> Json:
    """Return the reply to one line: orders, answers, or an error with its location."""
    try:
        return _move(_asked(data, level))
    except engine.EngineError as error:
        return {"error": str(error)}
    except Exception as error:  # one bad position must not end the program
        return {"error": f"this position is beyond me: {error!r}"}


def _move(asked: Json) -> Json:
    duel, wizard, level, seed = asked["duel"], asked["wizard"], asked["level"], asked["seed"]
    if "orders" in asked:
        waiting = _revealed(duel, wizard, asked["orders"], asked.get("answers", {}))
        return {"answers": answer(waiting, wizard, level)}
    choice = choose(duel, wizard, level, seed, temperament=asked.get("temperament", ""))
    mixture = [{"orders": orders, "p": likely} for orders, likely in choice.mixture]
    return {"orders": choice.orders, "value": choice.value, "mixture": mixture}


def _revealed(duel: engine.Duel, wizard: str, orders: Any, answers: Any) -> engine.Asked:
    """Return the round after these orders have been revealed.

    Raise an error unless `wizard` has to answer a question.
    """
    for field, table in (("orders", orders), ("answers", answers)):
        if not isinstance(table, Mapping):
            raise engine.RecordError("must be an object with an object for each wizard's name", field=field)
    outcome = engine.play(duel, orders, answers)
    if not isinstance(outcome, engine.Asked) or wizard not in outcome.asks:
        raise engine.RecordError("they leave no question for this wizard", wizard=wizard, field="orders")
    return outcome


# Requests -------------------------------------------------------------------------------------------------------------


def _asked(data: bytes, level: int | None) -> Json:
    """Parse and check a line, and return its fields and the loaded `duel`.

    Raise `RecordError` or `OrderError` if the line is invalid.
    """
    line = _object(data)
    _check(line, "seed", type(line.get("seed")) is int, "must be an integer")
    given = line.setdefault("level", level)
    _check(
        line, "level", type(given) is int and given in LEVELS, f"must be a number from {min(LEVELS)} to {max(LEVELS)}"
    )
    manner = line.get("temperament", "")
    is_known = isinstance(manner, str) and (not manner or manner in TEMPERAMENTS)
    _check(line, "temperament", is_known, f"must be one of {', '.join(TEMPERAMENTS)}")
    _check(line, "record", "record" in line, "is missing")
    duel = engine.load(line["record"])
    wizard = line.get("wizard")
    names = [there.name for there in duel.wizards]
    _check(line, "wizard", isinstance(wizard, str) and wizard in names, f"must be one of {', '.join(names)}")
    _check(line, "record", duel.result is None, "must be of a duel that has not ended")
    _check(line, "wizard", wizard in duel.acting, "is not asked for orders in the coming round")
    return {**line, "duel": duel}


def _check(line: Json, field: str, holds: bool, what: str) -> None:
    if not holds:
        there = f", not {json.dumps(line[field])[:60]}" if field in line and field != "record" else ""
        raise engine.RecordError(what + there, field=field)


def _object(data: bytes) -> Json:
    if len(data) > LONGEST_LINE:
        raise engine.RecordError(f"has more than {LONGEST_LINE} bytes", field="line")
    try:
        line = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise engine.RecordError(f"is not JSON: {error}", field="line") from None
    if not isinstance(line, dict):
        raise engine.RecordError("must be an object", field="line")
    if unknown := line.keys() - FIELDS:
        raise engine.RecordError("there is no such field", field=min(unknown))
    return line
