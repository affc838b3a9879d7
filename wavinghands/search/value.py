"""Quick estimates of candidates, made without simulation.

They are based on the spells that the candidates cast or lead to.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from wavinghands import engine
from wavinghands.search.dangers import (
    NEVER,
    Sickness,
    bind_within,
    binders,
    cures,
    extenders,
    interrupters,
    is_bound,
    nearest,
    rounds_to,
    rounds_to_bind,
    rounds_to_break_free,
    sicknesses_of,
    slack,
    slayers,
    wards,
)
from wavinghands.search.evaluation import (
    FAR,
    NEAR,
    Evaluator,
    Resources,
    answers,
    binding,
    deadly,
    hurry_in,
    prevents,
    resources_in,
    resources_of,
)
from wavinghands.search.peril import Peril, Prey
from wavinghands.search.spells import CAST, GUARDS, TURNS_BACK

STAB: Final = 0.1
"""The value of a stab."""
MOST_FEAR: Final = 0.5
"""The highest bonus for a defence."""
SAFETY: Final = 4.0
"""The value of an answer to a deadly spell or a permanent mind spell that may be cast in the coming round."""
BIND: Final = 1.5
"""The value of casting a permanent mind spell. If it is `n` rounds ahead, up to `CLOSE`, divide by `n + 1`."""
CLOSE: Final = 3
"""The number of rounds up to which a permanent mind spell makes a line more promising."""
MOST_PAIRS: Final = 2
"""The most pairs of gestures that a wizard makes in a round."""
BREAK_FREE: Final = 3.0
"""The value of ending one's own permanent mind spell. If it is `n` rounds ahead, divide by `n + 1`."""
WINDOW: Final = 3
"""The number of rounds after Permanency in which a spell can be made permanent."""
CURE: Final = 4.0
"""The value of getting closer to a cure when there is no round to spare."""
CATCH: Final = 0.4
"""The value of taking over an opponent's monster, per point of its attack."""
KILL: Final = 2.0
"""The value of spells that may kill an opponent immediately."""
SAVE: Final = 2.0
"""The value of spells that make a wizard in danger of death survive the coming round, whatever others do."""
DULL: Final = 0.3
"""The weight of the less promising hand if both hands make the same gesture."""


class Threat(NamedTuple):
    """An opponent's unfinished spell, either a deadly spell or a permanent mind spell.

    - `far`: the number of rounds until it may be cast
    - `wards`: the spells that stop it in that round
    - `is_answered(lexicon, hands, far)`: return whether hands with these gestures can still stop it
    """

    far: int
    wards: frozenset[str]
    is_answered: Callable[[engine.Lexicon, tuple[str, str], int], bool]


def _threats(duel: engine.Duel, resources: Resources, everybody: Sequence[Resources]) -> Iterator[Threat]:
    """Yield the nearest threats to a wizard."""
    lexicon = duel.lexicon
    far = deadly(lexicon, resources, everybody)
    if far <= FAR:
        yield Threat(far, wards(lexicon, slayers(lexicon)), answers)
    far = binding(lexicon, resources, everybody)
    if far <= NEAR:
        yield Threat(far, wards(lexicon, binders(lexicon)), prevents)


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
        # Spells that kill immediately always count.
        self._ignored = (self._useless | evaluator.shuns) - slayers(duel.lexicon)
        self._values = self._values_of_spells(duel, wizard)
        self._threats = list(_threats(duel, resources, everybody))
        self._name, self._wizard = name, wizard
        self._is_open = not extenders(duel.lexicon).isdisjoint(wizard.effects)
        self._may_bind = self._is_binding_near()
        self._may_break_free = resources.frees < NEVER
        if evaluator.expert:
            self._peril, self._prey = Peril(duel, name), Prey(duel, name, resources.attack)
        self._sick = [
            (each, slack(duel.lexicon, resources.hands, each)) for each in sicknesses_of(duel.lexicon, wizard)
        ]

    def _values_of_spells(self, duel: engine.Duel, wizard: engine.Wizard) -> Mapping[str, float]:
        """Return the value of casting each spell now.

        A threat adds to the value of the defences that stop it.
        """
        blows = [monster.kind.points for monster in duel.living if monster.owner not in (None, wizard.name)]
        curses = max((_next_worst(duel, other) for other in duel.opponents(wizard.name)), default=0.0)
        fear = min(0.12 * sum(blows) + (0.1 if curses else 0), MOST_FEAR) * self._caution / hurry_in(duel) ** 2
        catch = max(blows, default=0)
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
        for threat in self._threats:
            if self._is_safe(candidate, threat):
                total += SAFETY / threat.far
        for sickness, spare in self._sick:
            if spare >= 0 and self._cures(candidate, sickness, spare):
                total += CURE / (1 + spare)
        total += self._of_binding(candidate)
        if self._may_break_free:
            total += self._of_breaking_free(candidate)
        if self._evaluator.expert and candidate.castings:
            total += self._of_deaths(candidate)
        for _, spell, target in candidate.castings:
            if spell.slug not in self._ignored and not (spell.mind and target == self._name):
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

    def _of_binding(self, candidate: engine.Candidate) -> float:
        far = self._rounds_to_bind(candidate) if self._may_bind else NEVER
        return BIND / (1 + far) if far <= CLOSE else 0.0

    def _of_breaking_free(self, candidate: engine.Candidate) -> float:
        if any(casting.spell.ends_effects and self._covers(casting) for casting in candidate.castings):
            return BREAK_FREE
        return BREAK_FREE / (1 + rounds_to_break_free(self._duel, self._wizard, candidate.woven))

    def _is_binding_near(self) -> bool:
        """Return whether some candidates may be at most `CLOSE` rounds from a permanent mind spell."""
        lexicon = self._duel.lexicon
        if any(is_bound(lexicon, other) for other in self._duel.opponents(self._name)):
            return False
        return self._is_open or nearest(lexicon, self._wizard.woven, extenders(lexicon)) <= CLOSE + MOST_PAIRS

    def _rounds_to_bind(self, candidate: engine.Candidate) -> int:
        """Return the number of rounds after this candidate until a permanent mind spell can be cast."""
        lexicon = self._duel.lexicon
        casts = {spell.slug for _, spell, target in candidate.castings if not (spell.mind and target == self._name)}
        if casts & extenders(lexicon):
            is_at_once = casts & binders(lexicon) and self._duel.rules.window_includes_casting
            return 0 if is_at_once else bind_within(lexicon, candidate.woven, WINDOW)
        if casts & binders(lexicon) and self._is_open:
            return 0
        return rounds_to_bind(self._duel, self._wizard, candidate.woven, passed=1)

    def _is_safe(self, candidate: engine.Candidate, threat: Threat) -> bool:
        """Return whether the candidate stops the threat, or leaves time to stop it later."""
        lexicon = self._duel.lexicon
        if threat.far == 1:
            return any(casting.spell.slug in threat.wards and self._covers(casting) for casting in candidate.castings)
        breaks_off = interrupters(lexicon)
        if any(casting.spell.slug in breaks_off and not self._covers(casting) for casting in candidate.castings):
            return True
        return threat.is_answered(lexicon, candidate.woven, threat.far - 1)

    def _cures(self, candidate: engine.Candidate, sickness: Sickness, spare: int) -> bool:
        """Return whether the candidate cures the sickness, or leaves enough time for a cure and `spare` more rounds."""
        lexicon = self._duel.lexicon
        ends = cures(lexicon, sickness.slug)
        if any(casting.spell.slug in ends and self._covers(casting) for casting in candidate.castings):
            return True
        return sickness.left - 1 - rounds_to(lexicon, candidate.woven, ends) >= spare

    def _covers(self, casting: engine.Casting) -> bool:
        """Return whether a spell affects its caster."""
        return casting.spell.blanket or casting.target == self._name


def _next_worst(duel: engine.Duel, wizard: engine.Wizard) -> float:
    """Return the value of the most harmful spell that this wizard can complete in the coming round."""
    begun = (engine.under_way(duel.lexicon, engine.live(duel.lexicon, woven)) for woven in wizard.woven)
    nearly = {slug for hand in begun for slug, rest in hand if rest == 1} - wizard.spent
    return max((CAST.get(slug, 0.0) for slug in nearly), default=0.0)
