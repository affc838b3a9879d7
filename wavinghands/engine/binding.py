"""What binds the hands of a wizard in the round to come, as far as anybody can tell. Source: ruling 3.2."""

from collections.abc import Mapping
from typing import Final

from wavinghands.engine.duel import Duel, InForce, Wizard
from wavinghands.engine.gestures import HANDS, Hand
from wavinghands.engine.spell import FREE, Hold
from wavinghands.engine.spells import FORCING

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
    return {slug: there for slug in FORCING if (there := wizard.effects.get(slug)) is not None and duel.forces(there)}


def _hold(duel: Duel, wizard: Wizard, minds: Mapping[str, InForce], hand: Hand, index: int) -> Hold:
    """What leaves this hand the fewest gestures; of several that leave as many what forces it last."""
    found = [FORCING[slug].holds(duel, wizard, there, hand, index) for slug, there in minds.items()]
    return min((hold for hold in reversed(found) if hold), key=lambda hold: len(hold.gestures), default=FREE)
