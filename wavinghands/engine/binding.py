"""What binds the hands of a wizard in the round to come, as far as anybody can tell. Source: ruling 3.2."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from wavinghands.engine.duel import Duel, InForce, Wizard
from wavinghands.engine.gestures import HANDS, OPEN, Hand, held

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
Holds = Mapping[Hand, Hold]
"""What binds the hands in one pair of gestures."""


def holds(duel: Duel, wizard: Wizard) -> tuple[Holds, ...]:
    """What binds his hands in each pair of gestures that he will give."""
    if not wizard.effects or duel.kind == "time_stop":
        return ({"left": FREE, "right": FREE},)
    return ({hand: _hold(duel, wizard, hand) for hand in HANDS},)


def _hold(duel: Duel, wizard: Wizard, hand: Hand) -> Hold:
    left, right = wizard.remembered(duel.rules)[-1]
    last = left if hand == "left" else right
    paralysis = wizard.effects.get("paralysis")
    if "amnesia" in wizard.effects:
        return Hold("amnesia", (last,))
    if paralysis is not None and paralysis.hand == hand and _may_act(duel, "paralysis", paralysis):
        return Hold("paralysis", (held(last, claps_stay=duel.rules.para_fc),))
    if "fear" in wizard.effects:
        return Hold("fear", STEADY)
    return Hold(_loose(duel, wizard, hand), OPEN)


def _loose(duel: Duel, wizard: Wizard, hand: Hand) -> str | None:
    """An effect that may overrule this hand, though nobody knows yet with what."""
    for effect in ("paralysis", "confusion", "maladroitness", "charm_person"):
        in_force = wizard.effects.get(effect)
        follows = effect == "maladroitness" and hand == "right"
        if in_force is not None and in_force.hand in (None, hand) and not follows and _may_act(duel, effect, in_force):
            return effect
    return None


def _may_act(duel: Duel, effect: str, in_force: InForce) -> bool:
    """Whether the caster is there, where he must say what the hand does."""
    if effect == "charm_person" or (effect == "paralysis" and duel.rules.hand_choice == "next_orders"):
        return in_force.by in duel.acting
    return True


NOTES: Final = {
    "paralysis": "One of your hands is paralysed: a held C becomes F, S becomes D, W becomes P, others stay.",
    "amnesia": "You have forgotten what you meant to do: your hands repeat their last gestures.",
    "fear": "You are afraid: your hands can make no C, D, F or S.",
    "confusion": "You are confused: one of your hands will do something else than you say.",
    "maladroitness": "You are maladroit: your left hand will do what your right hand does.",
    "charm_person": "You are charmed: {by} says what one of your hands does.",
    "blindness": "You are blind: you see nobody else's gestures.",
    "invisibility": "Nobody sees your gestures.",
}
NOTES_OF_A_HAND: Final = {
    "paralysis": "Your {hand} hand is paralysed: a held C becomes F, S becomes D, W becomes P, others stay.",
    "charm_person": "You are charmed: {by} says what your {hand} hand does.",
}


def notes(wizard: Wizard) -> list[dict[str, Any]]:
    """What he should know of his state before he gives orders."""
    told = []
    for effect, in_force in wizard.effects.items():
        if effect in NOTES:
            text = NOTES_OF_A_HAND.get(effect, NOTES[effect]) if in_force.hand else NOTES[effect]
            told.append({"effect": effect, "text": text.format(by=in_force.by or "nobody", hand=in_force.hand)})
    return told
