"""The overview of an analysis: accuracy, turning point and verdicts.

Verdicts are about wizards who made no mistakes, but gave away a little of their chances with many moves.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import exp
from typing import Final

from wavinghands.engine import Json

HARSH: Final = 0.93
"""The rate at which accuracy falls as losses grow."""
LENIENT: Final = 1.1
"""An exponent that makes small losses count less, because the chances are not that precise."""
LEAST: Final = 0.01
"""The minimum chance at stake in a duel. Anything smaller is treated as this much."""
LOW: Final = 60
"""The accuracy below which a wizard without mistakes gets a verdict."""
ENOUGH: Final = 5
"""The minimum number of moves for a verdict."""
SLIGHT: Final = 0.03
"""Differences in chances up to this value are insignificant."""
STILL: Final = 0.01
"""A change in chances is a turning point only if it is larger than this."""


def accuracy(moves: Iterable[Json]) -> int:
    """Return the accuracy of these moves, from 0 to 100.

    It compares the chances of winning that these moves gave away with those that blind choices would have given away.
    """
    made = list(moves)
    loss = sum(move["cost"] for move in made) / max(LEAST, sum(move["stake"] for move in made))
    return round(100 * exp(-((HARSH * loss) ** LENIENT)))


def turning_point(
    names: Sequence[str], chances: Sequence[float], moves: Iterable[Json], died: Iterable[Json] = ()
) -> Json | None:
    """Return the round and wizard of the costliest mistake or, without mistakes, of the largest loss of chances.

    Return `None` if the chances hardly changed. Rounds without moves, such as a round with a surrender, do not count.
    If a deadly sickness caused the loss, the round is the last one in which the sickness could have been stopped.
    `died` contains the causes of death.
    """
    made = list(moves)
    mistakes = [move for move in made if move["is_mistake"]]
    dearest = max(mistakes, key=lambda move: move["cost"], default=None)
    turn = {"round": dearest["round"], "wizard": dearest["wizard"]} if dearest else _largest_loss(names, chances, made)
    if turn is None:
        return None
    stopped = next((_last_stop(death) for death in died if _is_sick(death, turn)), None)
    is_moved = stopped is not None and (stopped < turn["round"] or not mistakes)
    return turn | {"round": stopped} if is_moved else turn


def _is_sick(death: Json, turn: Json) -> bool:
    """Return whether the wizard of the turning point already had the sickness that later killed them."""
    return "cures" in death and death["wizard"] == turn["wizard"] and death["cast"] < turn["round"]


def _last_stop(death: Json) -> int | None:
    """Return the last round in which a deadly sickness could be stopped, or `None` if that is unknown."""
    if death["chance"]:
        return int(death["chance"]["round"])
    return int(death["cast"]) if death["reach"] else None


def _largest_loss(names: Sequence[str], chances: Sequence[float], made: Sequence[Json]) -> Json | None:
    judged = {move["round"] for move in made}
    steps = [(number, after - before) for number, (before, after) in enumerate(pairwise(chances), 1)]
    number, step = max((it for it in steps if it[0] in judged), key=lambda it: abs(it[1]), default=(0, 0.0))
    return {"round": number, "wizard": names[step > 0]} if abs(step) > STILL else None


# Verdicts -------------------------------------------------------------------------------------------------------------


def verdicts(rounds: Sequence[Json], accuracies: Mapping[str, int], moves: Sequence[Json]) -> list[Json]:
    """Return a verdict on each wizard with low accuracy but without mistakes.

    A verdict is an object with a `kind`:

    - "idle": a hand did nothing in at least half of the cases (`count` of `of`);
    - "harmless": the wizard never harmed the opponent, `foe`;
    - "losses": `count` of `of` moves gave away some winning chance. `by` is the kind of fact that explains most of the
      loss, or "".

    `rounds` are the rounds of the duel, with everything that is public after its end.
    """
    found = []
    for name, accurate in accuracies.items():
        own = [move for move in moves if move["wizard"] == name]
        if accurate < LOW and len(own) >= ENOUGH and not any(move["is_mistake"] for move in own):
            foe = next(other for other in accuracies if other != name)
            found.append({"wizard": name} | _verdict(rounds, name, foe, own))
    return found


def _verdict(rounds: Sequence[Json], name: str, foe: str, own: Sequence[Json]) -> Json:
    gestures = [move["orders"].get(hand, "-") for move in own for hand in ("left", "right")]
    idle = gestures.count("-")
    if 2 * idle >= len(gestures):
        return {"kind": "idle", "count": idle, "of": len(gestures)}
    if not any(_harms(rounds, name, foe)):
        return {"kind": "harmless", "foe": foe}
    losses = [move for move in own if move["cost"] > SLIGHT]
    reasons = dict[str, float]()
    for move in losses:
        for fact in move["why"][:1]:
            reason = _reason(fact)
            reasons[reason] = reasons.get(reason, 0.0) + move["cost"]
    usual = max(reasons, key=lambda reason: reasons[reason], default="")
    return {"kind": "losses", "count": len(losses), "of": len(own), "by": usual}


def _reason(fact: Json) -> str:
    """Return the kind of a fact, or "idle" for a fact about an idle hand."""
    kind: str = fact["kind"]
    return "idle" if kind == "wasted" and "spell" not in fact else kind


def _harms(rounds: Sequence[Json], name: str, foe: str) -> Iterator[bool]:
    """Yield, for each event, whether this wizard or their monsters hurt `foe`, or their spell took effect on `foe`."""
    monsters = set[str]()
    for entry in rounds:
        cast = set()
        for event in entry["events"]:
            match event["type"]:
                case "appears" | "charmed" if event.get("owner") == name:
                    monsters.add(event["monster"])
                case "cast" if event["caster"] == name and event.get("target") == foe:
                    cast.add(event["spell"])
        for event in entry["events"]:
            is_hurt = event["type"] == "damage" and event["by"] in monsters | {name}
            has_begun = event["type"] == "begins" and event["effect"] in cast
            yield (is_hurt or has_begun) and event["subject"] == foe
