"""Boards on which users retry a round of a finished duel with different orders.

The search for the best orders evaluates the new orders. The other wizards keep the orders that they gave in the duel,
because they could not have known about the change. Nothing is stored.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from duels.analysis.standing import analysis_of
from duels.learn.sandbox import Move, State, answered, frame_of, plain
from duels.models import Duel
from duels.viewing.duels import record
from duels.wording.refusals import Refused
from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.search import analysis as search
from wavinghands.search.overview import SLIGHT

BETTER = 0.05
"""Different orders count as better than the original ones if their cost is lower by at least this amount.

The cost of orders is how much lower the chance of winning is than with the best orders, as a fraction.
"""


class NothingToTry(Exception):
    """Raised if the wizard gave no orders in the round, or if the duel has not been analysed."""


def retry_board(duel: Duel, number: int, wizard: str, moves: Sequence[Move]) -> Json:
    """Return the board for retrying round `number`, as a dictionary with the keys `frame` and `guide`.

    Without `moves`, the board shows the position before the round. With a move, it shows the position after the round,
    or a question that the wizard must answer first.

    `frame` is the duel in the format of docs/protocol.md. `guide` is a dictionary with these keys:

    - `says`: a text that explains the task or evaluates the move
    - `over`: whether the round has been retried
    - `next`: the next round in which this wizard made a mistake, or `None`

    Raise `NothingToTry` if there is no move to retry, and `Refused` for illegal orders or more than one move.
    """
    analysis = analysis_of(duel)
    if analysis is None or analysis.result is None:
        raise NothingToTry
    own = [move for move in analysis.result["moves"] if move["wizard"] == wizard]
    done = next((move for move in own if move["round"] == number), None)
    if done is None:
        raise NothingToTry
    played = record(duel)
    state, says = _tried(played, done, moves) if moves else (_before(played, number), _task(done))
    is_over = bool(moves) and not isinstance(state, engine.Asked)
    later = (move["round"] for move in own if move["is_mistake"] and move["round"] > number)
    guide = {"says": says, "over": is_over, "next": next(later, None)}
    frame = frame_of(state, wizard, slug=duel.slug, is_open=not is_over)
    here = [one["name"] for one in played["wizards"]]
    return {"frame": plain(msgspec.structs.replace(frame, connected=here)), "guide": guide}


def _before(played: Json, number: int) -> engine.Duel:
    return engine.load({**played, "rounds": played["rounds"][: number - 1], "result": None})


def _task(done: Json) -> str:
    fields = {"name": done["wizard"], "round": done["round"], "cost": percent(done["cost"])}
    if done["is_mistake"]:
        says = _(
            "Play round %(round)s as %(name)s. The original move lowered the chance of winning by "
            "%(cost)s%%. Find a better move."
        )
    else:
        says = _("Play round %(round)s as %(name)s. What would you do?")
    return says % fields


def _tried(played: Json, done: Json, moves: Sequence[Move]) -> tuple[State, str]:
    if len(moves) > 1:
        raise Refused("over", _("You can retry only one round at a time. Start again."))
    (move,), number, wizard = moves, done["round"], done["wizard"]
    others = played["rounds"][number - 1]["orders"]
    try:
        state, answers = answered(_before(played, number), wizard, others, move)
        if isinstance(state, engine.Asked):
            return state, _("Answer the question first. Then you’ll see how good your move was.")
        tried = search.try_out(played, number, wizard, _joined(move.orders, answers))
    except engine.EngineError as error:
        raise Refused("illegal", str(error)) from error
    return engine.load(tried["record"]), _worth(tried, done)


def _joined(orders: Json, answers: Json) -> Json:
    """Return a wizard's orders for a round combined with the wizard's answers, in the format of duel records."""
    return orders | {
        field: _joined(orders.get(field, {}), value) if isinstance(value, dict) else value
        for field, value in answers.items()
    }


def _worth(tried: Json, done: Json) -> str:
    """Return a text that compares the tried orders with the best orders and with those given in the duel."""
    if tried["chance"] is None:
        return _("You had no choice in this round.")
    if tried["cost"] <= SLIGHT:
        says = _("Well done! Your move is as good as the best one. It gives you a %(chance)s%% chance of winning.")
    elif tried["cost"] <= done["cost"] - BETTER:
        says = _(
            "Better than the original move. Your chance of winning is %(chance)s%%. With the best "
            "move, it would be %(best)s%%."
        )
    else:
        says = _(
            "No better than the original move. Your chance of winning is %(chance)s%%. With the best "
            "move, it would be %(best)s%%."
        )
    return says % {"chance": percent(tried["chance"]), "best": percent(tried["best_chance"])}


def percent(part: Any) -> int:
    """Convert a win probability to a percentage. For example, 0.5 becomes 50.

    The percentage is from 1 to 99, because no forecast is certain.
    """
    return min(99, max(1, round(100 * part)))
