"""Plans at a table: who may make one, and how it is carried out when a round begins."""

from django.utils.translation import gettext_lazy as _

from duels.models import Seat
from duels.play import plans
from duels.play.tables import Table
from duels.wording.refusals import Refused


def refuse_to_plan(table: Table, seat: Seat) -> None:
    """Raises `Refused` for who has not sealed, or where all is quick."""
    if not plans.may_plan(table.duel.pace):
        raise Refused("illegal", _("Premoves are only available with at least an hour per round, or without a clock."))
    if seat.name not in table.state.acting or seat.orders is None:
        raise Refused("illegal", _("Seal your orders for this round before you set premoves."))
    if table.is_late(seat.name) or seat.orders.get("forfeit"):
        raise Refused("stale", _("You can’t set premoves, because you no longer act in this round."))


def go_by_plan(table: Table, seat: Seat) -> None:
    """Seal what this wizard has planned, if it holds in the round that begins; the end of the duel ends the plan."""
    if table.duel.result is not None or not table.state.wizard(seat.name).stands or seat.orders is not None:
        seat.plan = None
    elif seat.plan is not None and seat.name in table.state.acting:
        planned, seat.plan = plans.carried_on(seat.plan, table.state, seat.name, was_late=seat.missed > 0)
        if planned is not None:
            seat.orders, seat.missed = planned, 0
