"""Functions that check whether a wizard may make a plan, and that follow plans when a round begins."""

from django.utils.translation import gettext_lazy as _

from duels.models import Seat
from duels.play import plans
from duels.play.tables import Table
from duels.wording.refusals import Refused


def refuse_to_plan(table: Table, seat: Seat) -> None:
    """Raise `Refused` if the wizard may not make a plan.

    Plans need a slow duel and a wizard who has submitted orders for this round, has time left and has not given up.
    """
    if not plans.may_plan(table.duel.pace):
        raise Refused("illegal", _("Premoves are only available with at least an hour per round, or without a clock."))
    if seat.name not in table.state.acting or seat.orders is None:
        raise Refused("illegal", _("Seal your orders for this round before you set premoves."))
    if table.is_late(seat.name) or seat.orders.get("forfeit"):
        raise Refused("stale", _("You can’t set premoves, because you no longer act in this round."))


def go_by_plan(table: Table, seat: Seat) -> None:
    """Submit the wizard's planned orders for the new round, if the last round met their conditions.

    Delete the plan if the duel is over, or if the wizard is out of the duel or has already submitted orders.
    """
    if table.duel.result is not None or not table.state.wizard(seat.name).stands or seat.orders is not None:
        seat.plan = None
    elif seat.plan is not None and seat.name in table.state.acting:
        planned, seat.plan = plans.carried_on(seat.plan, table.state, seat.name, was_late=seat.missed > 0)
        if planned is not None:
            seat.orders, seat.missed = planned, 0
