"""Picks: the orders or answers that a wizard has chosen but not sealed (submitted).

They are sealed when the wizard's time is up. Picks come from the fields `orders` and `answers` of a draft. The page
decides which other fields a draft contains. Picks never contain a message or a surrender.
"""

from duels.models import Seat
from duels.play.plans import SURRENDER, UNPLANNED
from duels.play.tables import Table
from wavinghands.engine import Json


def picked(table: Table, seat: Seat) -> Json | None:
    """Return a wizard's unchecked picks.

    These are answers while wizards must answer questions, and orders otherwise. Return `None` if there are no picks or
    if they would surrender.
    """
    picks = (table.draft(seat.name) or {}).get("answers" if table.duel.asking else "orders")
    if not isinstance(picks, dict) or not picks or _gives_up(picks):
        return None
    return {field: choice for field, choice in picks.items() if field not in UNPLANNED}


def _gives_up(orders: Json) -> bool:
    pairs = orders, orders.get("second")
    return any(isinstance(pair, dict) and (pair.get("left"), pair.get("right")) == SURRENDER for pair in pairs)
