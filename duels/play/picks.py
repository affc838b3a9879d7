"""A wizard's unsealed picks, in the form in which a timeout seals them.

The page decides what a draft contains, except for the fields `orders` and `answers`. Picks never contain a message or a
surrender.
"""

from duels.models import Seat
from duels.play.plans import SURRENDER, UNPLANNED
from duels.play.tables import Table
from wavinghands.engine import Json


def picked(table: Table, seat: Seat) -> Json | None:
    """Return a wizard's picks for the current step, which are either orders or answers. They have not been checked.

    Return `None` if there are no picks or if they would surrender. The table must be locked, because only
    `locked_tables` loads the drafts.
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
