"""Plans: orders that a wizard gives in advance in a slow duel.

They are used if the round's gestures meet their conditions. Pages call them premoves. A plan is a list of `lines`. Each
line contains a condition (`if`: the gestures that hands must have shown), the `orders` for the wizard's next round, and
`lines` for the round after that. The first line whose condition is met is used. `told` says whether the plan could be
followed in the previous round and, if not, why. Plans are stored as JSON in the wizard's seat. Nobody else can see
them.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from duels.models import Seat
from duels.play.tables import Table
from duels.wording.refusals import Refused
from wavinghands import engine
from wavinghands.engine import Json

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

DEEPEST = 2
"""The maximum number of rounds that a plan may look ahead."""
MOST_LINES = 8
"""The maximum number of lines per round."""
SHORTEST_PACE = 60 * 60
"""The minimum number of seconds per round in duels that allow plans."""

HANDS = ("left", "right")
SURRENDER = ("P", "P")
UNPLANNED = ("say", "forfeit")
"""The fields of orders that a plan may not contain."""

BROKEN = {
    "unforeseen": _("None of your premoves matched round %(round)s."),
    "late": _("You ran out of time in round %(round)s, so your premoves were dropped."),
    "illegal": _("Your premove matched round %(round)s but couldn’t be played, because one of its targets is gone."),
    "bound": _(
        "Your premove matched round %(round)s but couldn’t be played, because a spell controls one of your hands."
    ),
}
"""The reasons why a plan was not followed, as texts for the player, by the code in the plan's `told`."""


def why_broken(plan: Json | None) -> str:
    """Return the reason why a wizard's plan failed, or an empty string if it did not fail."""
    report = (plan or {}).get("told") or {}
    return str(BROKEN[report["why"]] % {"round": report["round"]}) if report.get("why") in BROKEN else ""


def may_plan(pace: int | None) -> bool:
    """Return whether a duel is slow enough for plans.

    Such a duel has no clock, or at least an hour per round.
    """
    return pace is None or pace >= SHORTEST_PACE


def refuse_to_plan(table: Table, seat: Seat) -> None:
    """Raise `Refused` if the wizard may not make a plan.

    Plans need a slow duel and a wizard who has submitted orders for this round, has time left and has not given up.
    """
    if not may_plan(table.duel.pace):
        raise Refused("illegal", _("Premoves are only available with at least an hour per round, or without a clock."))
    if seat.name not in table.state.acting or seat.orders is None:
        raise Refused("illegal", _("Seal your orders for this round before you set premoves."))
    if table.is_late(seat.name) or seat.orders.get("forfeit"):
        raise Refused("stale", _("You can’t set premoves, because you no longer act in this round."))


def read(given: Json, state: engine.Duel, wizard: str) -> list[Json]:
    """Check a plan submitted by `wizard`, and return its lines.

    Raise `Refused` if the plan is malformed, too large, or contains illegal orders.
    """
    if given.keys() - {"lines"}:
        raise _unfit(_("Premoves must be an object with only the field “lines”."))
    return list(_lines(given.get("lines"), state, wizard, 1))


def _lines(given: object, state: engine.Duel, wizard: str, depth: int) -> Iterator[Json]:
    if not isinstance(given, list) or not all(isinstance(line, dict) for line in given):
        raise _unfit(_("The premoves in “lines” must be a list of objects."))
    if len(given) > MOST_LINES:
        raise _unfit(_("You can set at most %(most)s premoves per round."), most=MOST_LINES)
    if given and depth > DEEPEST:
        raise _unfit(_("Premoves can look at most %(rounds)s rounds ahead."), rounds=DEEPEST)
    for line in given:
        if line.keys() - {"if", "orders", "lines"}:
            raise _unfit(_("A premove can have only the fields “if”, “orders” and “lines”."))
        yield {
            "if": _condition(line.get("if", {}), state),
            "orders": _orders(line.get("orders"), state, wizard),
            "lines": list(_lines(line.get("lines", []), state, wizard, depth + 1)),
        }


def _condition(given: object, state: engine.Duel) -> Json:
    """Check the condition of a line, and return it.

    The condition maps wizards and their hands to the expected gestures. Other hands may show anything.
    """
    if not isinstance(given, dict):
        raise _unfit(_("“if” must be an object with wizards’ names as keys."))
    names = {wizard.name for wizard in state.wizards}
    for name, hands in given.items():
        if name not in names:
            raise _unfit(_("There is no wizard called %(name)s in this duel."), name=name[:60])
        if not isinstance(hands, dict) or hands.keys() - set(HANDS) or not all(map(engine.is_gesture, hands.values())):
            raise _unfit(_("A gesture must be one of C, D, F, P, S, W, > and -."))
    return {name: hands for name, hands in given.items() if hands}


def _orders(given: Any, state: engine.Duel, wizard: str) -> Json:
    if isinstance(given, dict) and given.keys() & set(UNPLANNED):
        raise _unfit(_("Premoves can’t send messages or forfeit."))
    if isinstance(given, dict) and (given.get("left"), given.get("right")) == SURRENDER:
        raise _unfit(_("Two palms at once mean surrender. You can’t surrender by premove."))
    try:
        return engine.check_orders(state, wizard, given)
    except engine.EngineError as error:
        raise _unfit(str(error)) from error


def _unfit(why: "StrOrPromise", **fields: Any) -> Refused:
    return Refused("illegal", why, **fields)


# Carrying out ---------------------------------------------------------------------------------------------------------


def go_by_plan(table: Table, seat: Seat) -> None:
    """Submit the wizard's planned orders for the new round, if the last round met their conditions.

    Delete the plan if the duel is over, or if the wizard is out of the duel or has already submitted orders.
    """
    if table.duel.result is not None or not table.state.wizard(seat.name).stands or seat.orders is not None:
        seat.plan = None
    elif seat.plan is not None and seat.name in table.state.acting:
        planned, seat.plan = carried_on(seat.plan, table.state, seat.name, was_late=seat.missed > 0)
        if planned is not None:
            seat.orders, seat.missed = planned, 0


def carried_on(plan: Json, state: engine.Duel, wizard: str, *, was_late: bool) -> tuple[Json | None, Json | None]:
    """Return the planned orders for the new round, and the plan for the rounds after it.

    The orders are `None` if the plan cannot be followed. Both are `None` if the plan was already used up. `was_late`
    says whether the wizard ran out of time in the previous round.
    """
    if not plan["lines"]:
        return None, None
    if was_late:
        return None, _ended(plan, "late")
    at = _holding(plan["lines"], _shown(state, wizard, plan["round"]))
    if at is None:
        return None, _ended(plan, "unforeseen")
    line = plan["lines"][at]
    if why := _why_not(state, wizard, line["orders"]):
        return None, _ended(plan, **why, line=at)
    fields = {"round": plan["round"], "why": "held", "line": at}
    return line["orders"], {"round": state.number + 1, "lines": line["lines"], "told": fields}


def _ended(plan: Json, why: str, **more: Any) -> Json:
    return {"round": plan["round"], "lines": [], "told": {"round": plan["round"], "why": why, **more}}


def _shown(state: engine.Duel, wizard: str, number: int) -> Mapping[str, Json]:
    """Return the gestures of a round as this wizard saw them."""
    rounds = engine.view(state, wizard, since=number - 1)["rounds"]
    return next((round_["gestures"] for round_ in rounds if round_["number"] == number), {})


def _holding(lines: Sequence[Json], shown: Mapping[str, Json]) -> int | None:
    """Return the index of the first line whose condition is met by the gestures in `shown`, or `None`."""
    return next((at for at, line in enumerate(lines) if _fits(line["if"], shown)), None)


def _fits(condition: Mapping[str, Json], shown: Mapping[str, Json]) -> bool:
    return all(
        shown.get(name, {}).get(hand) == gesture for name, hands in condition.items() for hand, gesture in hands.items()
    )


def _why_not(state: engine.Duel, wizard: str, orders: Json) -> Json | None:
    """Return the reason why these orders are impossible now, or `None` if they are possible.

    Orders are impossible if they are illegal or if a spell forces a hand's gesture.
    """
    try:
        engine.check_orders(state, wizard, orders)
    except engine.OrderError as error:
        return {"why": "illegal", "field": error.field}
    hands = (engine.request(state, wizard) or {})["hands"]
    bound = (hand for hand in HANDS if orders[hand] not in hands[hand]["gestures"])
    return next(({"why": "bound", "hand": hand, "by": hands[hand]["forced"]} for hand in bound), None)
