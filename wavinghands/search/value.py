"""Quick estimates of candidates, made without simulation.

They are based on the spells that the candidates cast or lead to.
"""

from collections.abc import Mapping
from typing import Final

from wavinghands import engine
from wavinghands.search.dangers import (
    Sickness,
    cures,
    interrupters,
    rounds_to,
    sicknesses_of,
    slack,
    slayers,
    wards,
)
from wavinghands.search.evaluation import FAR, Evaluator, answers, deadly, hurry_in, resources_in, resources_of
from wavinghands.search.peril import Peril, Prey
from wavinghands.search.spells import CAST, GUARDS, TURNS_BACK

STAB: Final = 0.1
"""The value of a stab."""
MOST_FEAR: Final = 0.5
"""The highest bonus for a defence."""
SAFETY: Final = 4.0
"""The value of an answer to a deadly spell that needs one more gesture."""
CURE: Final = 4.0
"""The value of getting closer to a cure when there is no round to spare."""
CATCH: Final = 0.4
"""The value of taking over an opponent's monster, per point of its attack."""
KILL: Final = 2.0
"""The value of spells that may kill an opponent immediately."""
SAVE: Final = 2.0
"""The value of spells that make a wizard in danger of death survive the coming round, whatever others do."""
DULL: Final = 0.3
"""The weight of the less promising hand when both hands make the last gesture together."""


class QuickEstimate:
    """A quick estimate of one wizard's candidates.

    Threats are computed only once, for all candidates.
    """

    def __init__(
        self, duel: engine.Duel, name: str, evaluator: Evaluator, likes: Mapping[str, float], caution: float = 1.0
    ) -> None:
        self._duel, self._evaluator, self._likes, self._caution = duel, evaluator, likes, caution
        wizard = duel.wizard(name)
        everybody = resources_in(duel)
        resources = resources_of(everybody, name)
        self._useless = resources.useless
        self._ignored = (self._useless | evaluator.shuns) - slayers(
            duel.lexicon
        )  # spells that kill immediately always count
        self._values = self._values_of_spells(duel, wizard)
        self._deadly = deadly(duel.lexicon, resources, everybody)
        self._name = name
        if evaluator.expert:
            self._peril, self._prey = Peril(duel, name), Prey(duel, name, resources.attack)
        self._sick = [
            (each, slack(duel.lexicon, resources.hands, each)) for each in sicknesses_of(duel.lexicon, wizard)
        ]

    def _values_of_spells(self, duel: engine.Duel, wizard: engine.Wizard) -> Mapping[str, float]:
        """Return the value of casting each spell now.

        A threat adds to the value of the defences that stop it.
        """
        blows = sum(monster.kind.points for monster in duel.living if monster.owner not in (None, wizard.name))
        curses = 0.0
        for other in duel.wizards:
            if other.stands and other.side != wizard.side:
                curses = max(curses, _next_worst(duel, other))
        fear = min(0.12 * blows + (0.1 if curses else 0), MOST_FEAR) * self._caution / hurry_in(duel) ** 2
        catch = max(
            (monster.kind.points for monster in duel.living if monster.owner not in (None, wizard.name)), default=0
        )
        worth = {slug: CATCH * catch for slug, spell in duel.lexicon.spells.items() if spell.claims == "standing"}
        return {
            slug: value * self._likes.get(slug, 1.0)
            + (fear if slug in GUARDS else 0)
            + (curses / 3 if slug in TURNS_BACK else 0)
            for slug, value in {**CAST, **worth}.items()
        }

    def of(self, candidate: engine.Candidate) -> float:
        """Return the estimated value of this candidate."""
        total = STAB if candidate.stabs else 0.0
        if self._deadly <= FAR and self._is_safe(candidate):
            total += SAFETY / self._deadly
        for sickness, spare in self._sick:
            if spare >= 0 and self._cures(candidate, sickness, spare):
                total += CURE / (1 + spare)
        if self._evaluator.expert:
            total += self._of_deaths(candidate)
        for _, spell, _ in candidate.castings:
            if spell.slug not in self._ignored:
                total += self._values.get(spell.slug, 0.0)
        left, right = candidate.woven
        hands = [self._evaluator.hand(self._duel.lexicon, woven, self._useless) for woven in (left, right)]
        if left[-1:].islower() and right[-1:].islower():
            return total + max(hands) + DULL * min(hands)
        return total + sum(hands)

    def _of_deaths(self, candidate: engine.Candidate) -> float:
        kills = self._prey.may_die(candidate)
        saves = self._peril.deadly and self._peril.is_survived(candidate)
        return KILL * kills + SAVE * saves

    def _is_safe(self, candidate: engine.Candidate) -> bool:
        """Return whether the candidate stops the deadly spell that is under way, or leaves time to stop it later."""
        lexicon = self._duel.lexicon
        stops = wards(lexicon, slayers(lexicon)) if self._deadly == 1 else interrupters(lexicon)
        if any(casting.spell.slug in stops for casting in candidate.castings):
            return True
        return answers(lexicon, candidate.woven, self._deadly - 1)

    def _cures(self, candidate: engine.Candidate, sickness: Sickness, spare: int) -> bool:
        """Return whether the candidate cures the sickness, or leaves enough time for a cure and `spare` more rounds."""
        lexicon = self._duel.lexicon
        ends = cures(lexicon, sickness.slug)
        if any(
            spell.slug in ends and (spell.blanket or target == self._name) for _, spell, target in candidate.castings
        ):
            return True
        return sickness.left - 1 - rounds_to(lexicon, candidate.woven, ends) >= spare


def _next_worst(duel: engine.Duel, wizard: engine.Wizard) -> float:
    """Return the value of the most harmful spell that this wizard can complete in the coming round."""
    worst = 0.0
    for woven in wizard.woven:
        alive = engine.live(duel.lexicon, woven)
        for slug, rest in engine.under_way(duel.lexicon, alive):
            if rest == 1 and slug not in wizard.spent:
                worst = max(worst, CAST.get(slug, 0.0))
    return worst
