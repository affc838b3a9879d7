"""A wizard's unsealed picks, in the form in which they are sealed when time runs out.

The page decides what a draft contains, except for the fields `orders` and `answers`. Picks never speak or give up.
"""

from duels.models import Seat
from duels.play.plans import SURRENDER, UNPLANNED
from duels.play.tables import Table
from wavinghands.engine import Json


def picked(table: Table, seat: Seat) -> Json | None:
    """Return the picks for what is asked now, orders or answers, unchecked; None if there are none, or they give up.

    The table must have been locked: `locked_tables` reads drafts too.
    """
    draft = getattr(seat, "draft", None)
    if draft is None or draft.round != table.duel.round:
        return None
    picks = draft.content.get("answers" if table.duel.asking else "orders")
    if not isinstance(picks, dict) or not picks or _gives_up(picks):
        return None
    return {field: choice for field, choice in picks.items() if field not in UNPLANNED}


def _gives_up(orders: Json) -> bool:
    pairs = orders, orders.get("second")
    return any(isinstance(pair, dict) and (pair.get("left"), pair.get("right")) == SURRENDER for pair in pairs)
