"""The choice of a computer player's orders, and of its answers to questions after a reveal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.search.dangers import simulate
from wavinghands.search.levels import LEVELS, Level
from wavinghands.search.lines import Line
from wavinghands.search.lookahead import Found, evaluators_of, look_ahead
from wavinghands.search.order_completion import answered, filled_in
from wavinghands.search.temperaments import TEMPERAMENTS, temperament_of

RARE = 0.02
"""The minimum probability for a line to be played at all."""
DECIDE = ("paralysis", "charm_person")
"""Effects on another wizard whose hand the caster may have to control in the orders."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The orders that a wizard chose, in the record's format.

    They are drawn from `mixture` (orders and probabilities). `value` is the expected value of the duel, from -1 (lost)
    to 1 (won). `lines` are the orders that were considered, likeliest first, as objects with `orders`, probability `p`
    and `value`. `replies` are the opponent's likely orders, as objects with `orders` and `p`. `branches` is the number
    of rounds that were simulated.
    """

    orders: Json
    mixture: tuple[tuple[Json, float], ...]
    value: float
    lines: tuple[Json, ...] = ()
    replies: tuple[Json, ...] = ()
    branches: int = 0


def choose(duel: engine.Duel, wizard: str, level: int, seed: int, *, temperament: str = "") -> Choice:
    """Choose orders for the coming round, using only what `wizard` knows.

    The same seed gives the same choice. `level` is a key of `LEVELS`. `seed` must stay the same for the whole duel.
    `temperament` is a key of `TEMPERAMENTS`; its favourite spells are added to those of the level. If `temperament` is
    empty, one is drawn from the seed, and no spells are added. It must be the wizard's turn to give orders.
    """
    return choose_at(duel, wizard, LEVELS[level], seed, temperament=temperament)


def choose_at(duel: engine.Duel, wizard: str, level: Level, seed: int, *, temperament: str = "") -> Choice:
    """Choose orders like `choose`, at a level that need not be one of `LEVELS`."""
    taught, believed = _taught(level, temperament), engine.belief(duel, wizard)
    found = look_ahead(believed, wizard, taught, temperament_of(wizard, seed, temperament))
    dice = Random(f"{seed}/{duel.number}/{wizard}")
    decided = _decided(duel, believed, wizard, taught, found)
    played = sorted(zip(found.lines, found.mixture, found.gains, strict=True), key=lambda it: (-it[1], -it[2]))
    mixture = _mixture([(line, share) for line, share, _ in played], decided)
    (orders,) = dice.choices([orders for orders, _ in mixture], [share for _, share in mixture])
    lines = tuple({"orders": _orders(line, decided), "p": p, "value": gain} for line, p, gain in played)
    replies = tuple({"orders": _orders(line, {}), "p": p} for line, p in zip(found.replies, found.reply, strict=True))
    return Choice(orders, mixture, _value(found), lines, replies, found.branches)


def _taught(level: Level, temperament: str) -> Level:
    """Return a copy of the level that also knows the temperament's favourite spells.

    A level that knows all spells, or considers only its own plans, is returned unchanged.
    """
    if not (level.knows and level.columns and temperament):
        return level
    return replace(level, knows=level.knows.union(TEMPERAMENTS[temperament].likes))


def _mixture(played: list[tuple[Line, float]], decided: Json) -> tuple[tuple[Json, float], ...]:
    """Return the orders from which the player draws, with their probabilities."""
    kept = [(line, share) for line, share in played if share > RARE]
    whole = sum(share for _, share in kept)
    return tuple((_orders(line, decided), share / whole) for line, share in kept)


def _orders(line: Line, decided: Json) -> Json:
    return line.orders.as_json() | decided


def _value(found: Found) -> float:
    expected = sum(share * gain for share, gain in zip(found.mixture, found.gains, strict=True))
    return max(-1.0, min(1.0, expected))


def _decided(duel: engine.Duel, believed: engine.Duel, wizard: str, level: Level, found: Found) -> Json:
    """Return this wizard's choices for hands under their Paralysis or Charm Person, in the format of orders."""
    bound = (there for other in duel.wizards for slug, there in other.effects.items() if slug in DECIDE)
    if all(there.by != wizard for there in bound):
        return {}
    likeliest = max(zip(found.mixture, found.lines, strict=True), key=lambda it: it[0])[1]
    replies = [({line.name: line.orders}, share) for line, share in zip(found.replies, found.reply, strict=True)]
    request = engine.request(duel, wizard) or {"questions": []}
    return _best_answers(believed, wizard, level, request, likeliest.orders, replies or [({}, 1.0)])


def answer(asked: engine.Asked, wizard: str, level: int) -> Json:
    """Answer each question put to `wizard`, in the record's format."""
    request = engine.request(asked, wizard) or {"questions": []}
    own = asked.revealed.orders.get(wizard, engine.Orders())
    seen = engine.view(asked, wizard)["reveal"]["gestures"]
    others = {name: engine.Orders(left=made["left"], right=made["right"]) for name, made in seen.items()}
    return _best_answers(engine.belief(asked.duel, wizard), wizard, LEVELS[level], request, own, [(others, 1.0)])


def _best_answers(
    duel: engine.Duel,
    wizard: str,
    level: Level,
    request: Json,
    own: engine.Orders,
    replies: Sequence[tuple[Mapping[str, engine.Orders], float]],
) -> Json:
    """Return the answers with the best mean value after a round with the wizard's orders and these replies.

    Replies come with their probabilities. Wizards without a reply do nothing. Questions are answered independently.
    """
    evaluator, idle = evaluators_of(level)[0], dict.fromkeys(duel.acting, engine.Orders())

    def value(field: Sequence[str], choice: Any) -> float:
        given = own.answered(filled_in([(field, choice)]))
        ends = ((simulate(duel, {**idle, **reply, wizard: given}), share) for reply, share in replies)
        return sum(evaluator.value(_without_lead(after, field, choice), wizard) * share for after, share in ends)

    return answered(request, lambda field, choices: max(choices, key=lambda choice: value(field, choice)))


def _without_lead(duel: engine.Duel, field: Sequence[str], choice: Any) -> engine.Duel:
    """Return the duel without the gestures of the hand that Charm Person will lead.

    The charmed wizard cannot continue spells with this hand. `choice` is the answer for `field`. If it does not name a
    hand for Charm Person, return the duel unchanged.
    """
    if field[0] != "direct" or choice.keys() != {"hand"}:
        return duel
    subject = duel.wizard(field[1])
    left, right = subject.woven
    bare = subject._replace(woven=("", right) if choice["hand"] == "left" else (left, ""))
    return replace(duel, wizards=tuple(bare if one is subject else one for one in duel.wizards))
