"""Finished duels as database rows."""

from datetime import UTC, datetime
from functools import cache
from random import Random
from typing import Any

from accounts.models import Mage
from duels.models import Duel, Round
from tests.builders import a_mage, rows_of_a_duel
from wavinghands import engine
from wavinghands.search import apprentice

THEN = datetime(2026, 5, 1, 12, tzinfo=UTC)


@cache
def a_record(*names: str, book: str = "classic", seed: int = 1) -> dict[str, Any]:
    """Return the record of a duel in which all wizards except the first surrender in round 6."""
    duel = engine.start(book, [{"name": name, "gender": "x"} for name in names], seed=seed)
    rng = Random(seed)
    while duel.result is None:
        orders = {name: _orders(duel, name, names, rng) for name in duel.acting}
        duel = engine.play(duel, orders)
    return engine.dump(duel)


def _orders(duel: engine.Duel, name: str, names: tuple[str, ...], rng: Random) -> dict[str, Any]:
    if duel.number >= 5 and name != names[0]:
        return {"left": "P", "right": "P", "forfeit": True}
    return engine.check_orders(duel, name, apprentice.orders(engine.request(duel, name), rng))


def a_finished_duel(*mages: Mage, book: str = "classic", seed: int = 1, **fields: Any) -> Duel:
    """Create the rows of an unsettled duel that the first of these mages has won.

    By default, it is between two new mages.
    """
    mages = mages or (a_mage(), a_mage())
    record = a_record(*(mage.name for mage in mages), book=book, seed=seed)
    values = {"result": record["result"], "ended": THEN, "round": len(record["rounds"]) + 1, "melee": len(mages) > 2}
    duel = rows_of_a_duel(*mages, **{"book": book, "seed": seed, **values, **fields})
    Round.objects.bulk_create(
        Round(duel=duel, **{field: entry[field] for field in ("number", "kind", "orders", "chance")})
        for entry in record["rounds"]
    )
    return duel
