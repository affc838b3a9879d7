"""The themes of puzzles.

Each theme has a rule, which looks at the position, the solution, and the refutations of wrong attempts.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.search.bounds import BINDING
from wavinghands.search.goals import nearly
from wavinghands.search.options import FATAL, HANDS, STAB, ready
from wavinghands.search.proving import orders_of
from wavinghands.search.spells import CAST, CLEANS, ELEMENTS, HEALS, MIND, POINTS

MIRROR: Final = "magic_mirror"
TIME: Final = frozenset({"haste", "time_stop"})
BREAKS: Final = frozenset({"anti_spell"})
LONG: Final = 4
"""Giving up a spell is a sacrifice only if the spell has at least this many gestures."""
VALUABLE: Final = 0.5
"""Giving up a spell is a sacrifice only if the value of the spell is at least this high."""
MUCH: Final = 3
"""The minimum damage that is heavy. To accept it is a sacrifice if it is at least half of the solver's hit points."""
SEVERAL: Final = 4
"""The minimum damage for an exact kill, so that a single stab is not one."""
CLASHES: Final = MIND | {"charm_monster"}
"""Spells that cancel each other if two of them reach the same wizard in the same round."""


@dataclass(frozen=True)
class Solved:
    """A solved puzzle, with the properties that decide its themes."""

    puzzle: Json

    @cached_property
    def duel(self) -> engine.Duel:
        return engine.load(self.puzzle["record"])

    @property
    def me(self) -> engine.Wizard:
        """Return the wizard who has to solve the puzzle."""
        return self.duel.wizard(self.puzzle["wizard"])

    @cached_property
    def enemies(self) -> list[engine.Wizard]:
        return [one for one in self.duel.wizards if one.name != self.puzzle["wizard"]]

    @property
    def solution(self) -> Json:
        orders: Json = self.puzzle["solutions"][0]
        return orders

    @cached_property
    def cast(self) -> frozenset[str]:
        """Return the spells that every solution casts."""
        return frozenset(action[1] for action in self.puzzle["core"] if action[0] == "cast")

    @cached_property
    def follow_ups(self) -> list[frozenset[str]]:
        """Return the spells that the solver casts in the second round.

        There is one set for each likely reply after which the solver can cast spells.
        """
        return [frozenset(line["then"].get("cast", {}).values()) for line in self.puzzle["lines"] if line["then"]]

    @cached_property
    def afters(self) -> list[engine.Duel]:
        """Return the duel after the first solution, once for each likely reply."""
        mine = orders_of(self.duel, self.me.name, self.solution)
        return [
            self._after({self.me.name: mine.as_json(), **replies_of(self.puzzle, line)})
            for line in self.puzzle["lines"]
        ]

    @cached_property
    def failures(self) -> list[engine.Duel]:
        """Return the duel after each round that refutes a wrong attempt."""
        return [engine.advance(self.duel, wrong["round"]) for wrong in self.puzzle["tries"]]

    def _after(self, orders: Mapping[str, Json]) -> engine.Duel:
        return engine.settle(self.duel, {name: given for name, given in orders.items() if name in self.duel.acting})

    @property
    def aimed_at_monsters(self) -> bool:
        """Return whether every solution aims a spell or a stab at a monster."""
        beings = {one.name for one in self.duel.wizards} | {"", "nobody"}
        return any(action[0] in ("cast", "stab") and action[-1] not in beings for action in self.puzzle["core"])


def _two_rounds(it: Solved) -> bool:
    return bool(it.puzzle["rounds"] == 2)


def _three_rounds(it: Solved) -> bool:
    return bool(it.puzzle["rounds"] == 3)


def _quiet(it: Solved) -> bool:
    """Return whether the solution neither casts a spell nor stabs in the first of several rounds."""
    return it.puzzle["rounds"] > 1 and not it.solution.get("cast") and STAB not in _hands(it.solution)


def _double_threat(it: Solved) -> bool:
    """Return whether both hands of an enemy threaten heavy damage, or each reply needs other spells for a win."""
    if it.puzzle["kind"] == "win":
        return len(set(it.follow_ups)) > 1
    return it.puzzle["kind"] == "save" and any(
        all(_hurts(it, enemy, hand) for hand in enemy.woven) for enemy in it.enemies
    )


def _hurts(it: Solved, enemy: engine.Wizard, woven: str) -> bool:
    slugs = [slug for _, slug in ready(it.duel.lexicon, woven, 1, enemy.spent)]
    return "finger_of_death" in slugs or max((POINTS.get(slug, 0) for slug in slugs), default=0) >= MUCH


def _sacrifice(it: Solved) -> bool:
    """Return whether a hand gives up a long spell that it could cast now, or the solver accepts grave damage."""
    given_up = [slug for hand in it.me.woven for slug in _long_spells(it, hand)]
    if it.puzzle["kind"] != "guard" and given_up and not it.cast & {*given_up}:
        return True
    lost = [it.me.hp - after.wizard(it.me.name).hp for after in it.afters]
    return any(points >= MUCH and 2 * points >= it.me.hp for points in lost)


def _long_spells(it: Solved, woven: str) -> list[str]:
    steps = it.duel.lexicon.leads(engine.live(it.duel.lexicon, woven))
    return [
        step.spell.slug
        for step in steps
        if step.rest == 1 and len(step.pattern) >= LONG and CAST.get(step.spell.slug, 0) >= VALUABLE
        and step.spell.slug not in it.me.spent
    ]  # fmt: skip


def _monsters(it: Solved) -> bool:
    """Return whether every solution summons or targets a monster, or orders one to attack."""
    brings = any(slug[:7] == "summon_" for slug in it.cast)
    return brings or it.aimed_at_monsters or any(action[0] == "attack" for action in it.puzzle["core"])


def _besieged(it: Solved) -> bool:
    """Return whether the solver must survive while an enemy has monsters, and the solution involves no monsters."""
    owned = [monster for monster in it.duel.living if monster.owner in {enemy.name for enemy in it.enemies}]
    return it.puzzle["kind"] == "save" and bool(owned) and not _monsters(it)


def _finger(it: Solved) -> bool:
    soon = [nearly(it.duel, wizard) for wizard in it.duel.wizards]
    return any("finger_of_death" in slugs for slugs in (*soon, it.cast))


def _bound(it: Solved) -> bool:
    """Return whether a mind spell binds a hand of the solver."""
    return not BINDING.isdisjoint(it.me.effects)


def _held(it: Solved) -> bool:
    """Return whether a mind spell binds a hand of an enemy."""
    return any(not BINDING.isdisjoint(enemy.effects) for enemy in it.enemies)


def _dying(it: Solved) -> bool:
    return not FATAL.isdisjoint(it.me.effects)


def _exact(it: Solved) -> bool:
    """Return whether the solution does exactly as much damage as the enemy has hit points."""
    if it.puzzle["kind"] != "win" or "finger_of_death" in it.cast:
        return False
    hurt = [enemy.name for enemy in it.enemies if enemy.hp >= SEVERAL]
    return any(after.result is not None and any(after.wizard(name).hp == 0 for name in hurt) for after in it.afters)


def _not_both(it: Solved) -> bool:
    """Return whether a wrong attempt leads to a draw, because both wizards die."""
    return any(after.result is not None and not after.result["winners"] for after in it.failures)


def _mirrors(it: Solved) -> bool:
    """Return whether a Magic Mirror solves the puzzle, or the enemy's Magic Mirror refutes a wrong attempt."""
    turned = (
        wrong["round"]["orders"].get(enemy.name, {}).get("cast", {})
        for wrong in it.puzzle["tries"]
        for enemy in it.enemies
    )
    return MIRROR in it.cast or any(MIRROR in spells.values() for spells in turned)


def _surrender(it: Solved) -> bool:
    """Return whether the wizard wins while surrendering with two palms."""
    return it.puzzle["kind"] == "win" and all(_hands(one) == ["P", "P"] for one in it.puzzle["solutions"])


def _hands(orders: Json) -> list[str]:
    return [orders[hand] for hand in HANDS]


def _casts(spells: frozenset[str]) -> Callable[[Solved], bool]:
    return lambda it: bool(it.cast & spells)


def _times(it: Solved) -> bool:
    effects = {effect for wizard in it.duel.wizards for effect in wizard.effects}
    soon = {slug for enemy in it.enemies for slug in nearly(it.duel, enemy)}
    return bool((it.cast | effects | soon) & TIME) or it.duel.kind != "normal"


def replies_of(puzzle: Json, line: Json) -> Mapping[str, Json]:
    """Return each enemy's orders in a line of a puzzle, by the enemy's name."""
    if "replies" in line:
        replies: Json = line["replies"]
        return replies
    enemy = next(one["name"] for one in puzzle["record"]["wizards"] if one["name"] != puzzle["wizard"])
    return {enemy: line["reply"]}


def is_clash(puzzle: Json) -> bool:
    """Return whether the solution casts a mind spell on the solver to cancel a mind spell of the enemy."""
    return any(
        action[0] == "cast" and action[1] in CLASHES and action[2] == puzzle["wizard"] for action in puzzle["core"]
    )


THEMES: Final[Mapping[str, Callable[[Solved], bool]]] = {
    "two_rounds": _two_rounds,
    "three_rounds": _three_rounds,
    "quiet": _quiet,
    "double_threat": _double_threat,
    "sacrifice": _sacrifice,
    "exact": _exact,
    "not_both": _not_both,
    "two_spells": lambda it: len(it.cast) > 1,
    "knife": lambda it: any(action[0] == "stab" for action in it.puzzle["core"]),
    "finger": _finger,
    "mind": _casts(MIND),
    "clash": lambda it: is_clash(it.puzzle),
    "held": _held,
    "bound": _bound,
    "anti_spell": _casts(BREAKS),
    "dying": _dying,
    "monsters": _monsters,
    "besieged": _besieged,
    "mirrors": _mirrors,
    "counter": _casts(frozenset({"counter_spell"})),
    "cleaning": _casts(CLEANS),
    "healing": _casts(HEALS),
    "fire_and_ice": _casts(ELEMENTS),
    "time": _times,
    "surrender": _surrender,
    "melee": lambda it: len(it.enemies) > 1,
}
"""The themes by slug, each with its rule."""


def themes_of(puzzle: Json) -> list[str]:
    """Return the themes of a puzzle, computed from its other fields.

    A puzzle of kind `read` has no themes.
    """
    if puzzle["kind"] == "read":
        return []
    solved = Solved(puzzle)
    return [theme for theme, is_about in THEMES.items() if is_about(solved)]
