"""The effects that are already known to bind a wizard's hands in the next round.

Source: ruling 3.2 (docs/rulings.md).
"""

from collections.abc import Mapping
from typing import Final

from wavinghands.engine.duel import Duel, InForce, Wizard
from wavinghands.engine.gestures import HANDS, Hand
from wavinghands.engine.spell import FREE, Hold
from wavinghands.engine.spells import FORCING

Holds = Mapping[Hand, Hold]
"""The limit on each hand for one pair of gestures."""
UNBOUND: Final[Holds] = {"left": FREE, "right": FREE}
"""The limits of a wizard whose hands are both free."""


def holds(duel: Duel, wizard: Wizard) -> tuple[Holds, ...]:
    """Return the limits on the wizard's hands in the next round.

    There is one item for each pair of gestures that the wizard makes.
    """
    minds = forcing(duel, wizard)
    return tuple(_pair(duel, wizard, minds, index) for index in range(2 if duel.paired(wizard.name) else 1))


def _pair(duel: Duel, wizard: Wizard, minds: Mapping[str, InForce], index: int) -> Holds:
    if not minds:
        return UNBOUND
    return {hand: _hold(duel, wizard, minds, hand, index) for hand in HANDS}


def forcing(duel: Duel, wizard: Wizard) -> Mapping[str, InForce]:
    """Return the mind spells that force the wizard's gestures in the next round, by slug."""
    if not wizard.effects:
        return {}
    return {slug: there for slug in FORCING if (there := wizard.effects.get(slug)) is not None and duel.forces(there)}


def _hold(duel: Duel, wizard: Wizard, minds: Mapping[str, InForce], hand: Hand, index: int) -> Hold:
    """Return the strictest limit that the mind spells in `minds` set for this hand.

    The strictest limit is the one that leaves the fewest gestures. If several leave equally few, the limit of the spell
    that acts last applies. `index` is 0 for the first pair of gestures and 1 for the second.
    """
    found = [FORCING[slug].holds(duel, wizard, there, hand, index) for slug, there in minds.items()]
    return min((hold for hold in reversed(found) if hold), key=lambda hold: len(hold.gestures), default=FREE)
