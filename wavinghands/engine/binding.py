"""What binds the hands of a wizard in the round to come, as far as anybody can tell. Source: ruling 3.2."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from wavinghands.engine.beings import MIND
from wavinghands.engine.duel import Duel, InForce, Wizard
from wavinghands.engine.gestures import HANDS, OPEN, Hand, again, held, of_hand

STEADY: Final = ("P", "W", ">", "-")
"""The gestures that one who is afraid can still make. Source: Bartle, "Fear"."""


class Hold(NamedTuple):
    """The effect that binds a hand, if any, and the gestures that are open to it."""

    effect: str | None
    gestures: tuple[str, ...]

    @property
    def is_sure(self) -> bool:
        """Whether the hand will do nothing but one of `gestures`."""
        return self.gestures is not OPEN


FREE: Final = Hold(None, OPEN)
"""What does not bind a hand."""
Holds = Mapping[Hand, Hold]
"""What binds the hands in one pair of gestures."""
UNBOUND: Final[Holds] = {"left": FREE, "right": FREE}
"""Both hands free."""


def holds(duel: Duel, wizard: Wizard) -> tuple[Holds, ...]:
    """What binds his hands in each pair of gestures that he will give: one, or two."""
    minds = forcing(duel, wizard)
    return tuple(_pair(duel, wizard, minds, index) for index in range(2 if duel.paired(wizard.name) else 1))


def _pair(duel: Duel, wizard: Wizard, minds: Mapping[str, InForce], index: int) -> Holds:
    if not minds:
        return UNBOUND
    return {hand: _hold(duel, wizard, minds, hand, index) for hand in HANDS}


def forcing(duel: Duel, wizard: Wizard) -> Mapping[str, InForce]:
    """The mind spells that force his gestures in the round to come."""
    if not wizard.effects:
        return {}
    return {slug: there for slug in MIND if (there := wizard.effects.get(slug)) is not None and duel.forces(there)}


def _hold(duel: Duel, wizard: Wizard, minds: Mapping[str, InForce], hand: Hand, index: int) -> Hold:
    paralysis = minds.get("paralysis")
    if "amnesia" in minds:
        pairs = again(wizard.forgetful(minds["amnesia"], duel.rules), 2 if duel.paired(wizard.name) else 1)
        return Hold("amnesia", (of_hand(pairs[index], hand),))
    if paralysis is not None and paralysis.hand == hand and _may_act(duel, "paralysis", paralysis):
        last = of_hand(wizard.remembered(duel.rules)[-1], hand)
        return Hold("paralysis", (held(last, claps_stay=duel.rules.para_fc),))
    repeating = _repeating(minds, hand, index)
    if repeating is not None:
        return repeating
    if "fear" in minds:
        return Hold("fear", STEADY)
    return Hold(_loose(duel, minds, hand, index), OPEN)


def _repeating(minds: Mapping[str, InForce], hand: Hand, index: int) -> Hold | None:
    """The gesture that a permanent Confusion or Charm Person makes this hand repeat for ever."""
    for effect in ("charm_person", "confusion"):
        there = minds.get(effect)
        if there is None or not isinstance(there.repeats, str) or there.hand != hand:
            continue
        if index == 0 or effect == "charm_person":
            return Hold(effect, (there.repeats,))
    return None


def _loose(duel: Duel, minds: Mapping[str, InForce], hand: Hand, index: int) -> str | None:
    """An effect that may overrule this hand, though nobody knows yet with what."""
    for effect in ("paralysis", "confusion", "maladroitness", "charm_person"):
        there = minds.get(effect)
        spares = (effect == "maladroitness" and hand == "right") or (effect == "confusion" and index > 0)
        if there is not None and there.hand in (None, hand) and not spares and _may_act(duel, effect, there):
            return effect
    return None


def _may_act(duel: Duel, effect: str, there: InForce) -> bool:
    """Whether the caster is there, where he must say what the hand does."""
    if effect == "charm_person" or (effect == "paralysis" and duel.rules.hand_choice == "next_orders"):
        return there.by in duel.acting
    return True
