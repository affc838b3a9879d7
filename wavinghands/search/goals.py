"""The goals of proofs: to win, to survive the last round, or to escape a spell without breaking off another."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.search.options import Option, ready
from wavinghands.search.spells import CAST

Verdict = bool | None
HANDS: Final = ("left", "right")
GUARDED: Final = ("finger_of_death", "disease", "poison", "blindness", "anti_spell", "amnesia", "fear", "paralysis",
                  "charm_person", "confusion", "maladroitness")  # fmt: skip
"""The spells to guard against, most serious first."""
LEAST_MADE: Final = 2
"""A spell is worth keeping only if more than this many of its gestures have been made."""


class Kept(NamedTuple):
    """The spell that the solver of a `guard` puzzle must continue."""

    hand: str
    gesture: str
    spell: str
    is_complete: bool
    """True if the gesture completes the spell, which must then be cast."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal: to win, to survive the last round, or to escape a spell without breaking off another.

    `enemies` are the other wizards who are still fighting. For the kind `guard`, `spared` is the effect to escape, and
    `kept` the spell to continue.
    """

    kind: str
    wizard: str
    enemies: tuple[str, ...]
    spared: str = ""
    kept: Kept | None = None

    @property
    def guards(self) -> Json:
        """Return the spell to escape, the spell to continue, and the hand that casts the latter.

        The result is empty unless the goal is of the kind `guard`.
        """
        return {"stops": self.spared, "keeps": self.kept.spell, "hand": self.kept.hand} if self.kept else {}

    def allows(self, option: Option) -> bool:
        """Return whether the option continues or completes the spell in `kept`. If that is `None`, return `True`."""
        if self.kept and self.kept.is_complete and option.orders.cast.get(self.kept.hand) != self.kept.spell:
            return False
        return any(self.keeps(pair) for pair in option.pairs)

    def keeps(self, pair: tuple[str, str]) -> bool:
        """Return whether these gestures continue the spell in `kept`. If that is `None`, return `True`."""
        return self.kept is None or pair[HANDS.index(self.kept.hand)] == self.kept.gesture

    def reached(self, duel: engine.Duel, left: int) -> Verdict:
        """Return whether the goal has been reached, or `None` if that is still undecided.

        `left` is the number of rounds to go.
        """
        me = duel.wizard(self.wizard)
        if duel.result is not None or not me.stands:
            won = duel.result is not None and self.wizard in duel.result["winners"]
            return won and (self.kind == "win" or me.stands)
        if self.spared in me.effects:
            return False
        return None if left else self.kind != "win"


def goal_of(duel: engine.Duel, wizard: str, kind: str) -> Goal | None:
    """Return the goal of this kind, or `None` if the position has none.

    A goal needs an enemy and, for the kind `guard`, a single enemy, a spell to escape and a spell to keep.
    """
    enemies = enemies_of(duel, wizard)
    if kind != "guard":
        return Goal(kind, wizard, enemies) if enemies else None
    if len(enemies) != 1:
        return None
    spared, kept = _threat(duel, enemies[0], wizard), _own_plan(duel, wizard)
    return Goal(kind, wizard, enemies, spared, kept) if spared and kept else None


def enemies_of(duel: engine.Duel, wizard: str) -> tuple[str, ...]:
    """Return the names of the wizards on other sides who are still fighting."""
    side = duel.wizard(wizard).side
    return tuple(one.name for one in duel.wizards if one.stands and one.side != side)


def _threat(duel: engine.Duel, enemy: str, wizard: str) -> str:
    """Return the most serious spell that the enemy can complete now, or "" if there is none.

    Spells that already affect the wizard are left out.
    """
    slugs = nearly(duel, duel.wizard(enemy))
    return next((slug for slug in GUARDED if slug in slugs - duel.wizard(wizard).effects.keys()), "")


def _own_plan(duel: engine.Duel, wizard: str) -> Kept | None:
    """Return the wizard's best spell under way, or `None` if no spell is worth keeping.

    To be worth keeping, a spell needs more than `LEAST_MADE` gestures made, and a next gesture that leaves the other
    hand free to defend.
    """
    me, found = duel.wizard(wizard), []
    for hand, woven in zip(HANDS, me.woven, strict=True):
        for step in duel.lexicon.leads(engine.live(duel.lexicon, woven)):
            slug, made = step.spell.slug, len(step.pattern) - step.rest
            gesture = step.pattern[-step.rest]
            if made > LEAST_MADE and slug not in me.spent and gesture.isupper():
                found.append((CAST.get(slug, 0.0) / step.rest, Kept(hand, gesture, slug, step.rest == 1)))
    return max(found)[1] if found else None


def nearly(duel: engine.Duel, wizard: engine.Wizard) -> set[str]:
    """Return the spells that this wizard completes with one more gesture."""
    return {slug for hand in wizard.woven for _, slug in ready(duel.lexicon, hand, 1, wizard.spent)}
