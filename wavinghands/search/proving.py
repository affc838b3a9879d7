"""Proofs that orders reach a goal, whatever the opponents do and however the dice fall.

Nothing is estimated. Everything that the rules allow is played out, except orders with the same effect (`options`). A
verdict is true, false, or `None` if the enumeration is incomplete and therefore proves nothing. It is incomplete for
hands that may make gestures nobody ordered, for second pairs of gestures, and for banked spells. In a melee, only goals
for one round can be proved. `docs/puzzles.md`, "Proofs", gives the reasons.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, product
from typing import Any, Final

from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.search.bounds import is_settled, is_whole
from wavinghands.search.evaluation import WEIGHTS, Evaluator
from wavinghands.search.goals import HANDS, Goal, Verdict, goal_of
from wavinghands.search.options import NOBODY, Option, last_replies, options, ready

Action = tuple[str, ...]
Reply = tuple[Option, ...]
"""The options that the enemies who act choose together, in the order of their seats."""
IDLE: Final = ("-", "-")
MOST_WEIGHED: Final = 2
"""The largest number of rounds for which all refutations are compared. For more, this would take too long."""
MOST_REFUTING: Final = 30_000
"""The number of simulated rounds after which the search for refutations ends, about four seconds. Puzzles need less."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof that a position has exactly one class of solutions.

    - `solutions`: orders that reach the goal, in the record's format. Those that add the least to `core` come first;
    - `core`: the actions that all solutions share, as `("cast", spell, target)`, `("stab", target)`, `("attack",
      monster, victim)`, `("hand", hand, gesture)`, `("elemental", element)` or `("forfeit",)`;
    - `size`: the number of rounds simulated;
    - `replies`: the number of classes of the opponents' first replies;
    - `guards`: for the kind `guard`, the spell to stop, the spell to keep, and its `hand`.
    """

    kind: str
    rounds: int
    solutions: tuple[Json, ...]
    core: tuple[Action, ...]
    size: int
    replies: int
    guards: Json = field(default_factory=dict)


class TooLong(Exception):
    """Raised when a proof needs more simulated rounds than allowed."""


def prove(duel: engine.Duel, wizard: str, kind: str, rounds: int, *, most: int = 0) -> Proof | None:
    """Return a proof that exactly one class of orders reaches the goal within `rounds` rounds.

    Return `None` if there is no such proof. Raise `TooLong` after more than `most` simulated rounds, where 0 means no
    limit.
    """
    goal = goal_of(duel, wizard, kind)
    if goal is None or not _is_open(duel, goal, rounds):
        return None
    search = Search(wizard, goal, most)
    good: list[Option] = []
    for option in options(duel, wizard, rounds):
        verdict = goal.allows(option) and search.holds_against(duel, option, rounds)
        if verdict is None:
            return None
        if verdict:
            good.append(option)
            if not _core(good, rounds):
                return None
    core = _core(good, rounds) if good else frozenset()
    barest = _barest(good, core, rounds)
    if barest is None:
        return None
    core = _without_idle_attacks(core, barest, lambda option: search.holds_against(duel, option, rounds))
    solutions = [orders for option in (barest, *good) for orders in _ways_of(option, goal)]
    replies = len(search.replies(duel, rounds))
    return Proof(kind, rounds, tuple(solutions), tuple(sorted(core)), search.branches, replies, goal.guards)


def _ways_of(option: Option, goal: Goal) -> Iterator[Json]:
    """Yield an option's orders that the goal allows, starting with those that leave the most hands idle."""
    for left, right in filter(goal.keeps, option.pairs):
        yield replace(option.orders, left=left, right=right, paralyze={}).as_json()


def _is_open(duel: engine.Duel, goal: Goal, rounds: int) -> bool:
    """Return whether a proof is possible in this position.

    `options` must be complete, and the wizard must be about to move. No gestures may be hidden, and no wizards may be
    allies. If there are several rounds, there must be only one enemy.
    """
    has_teams = len({one.side for one in duel.wizards}) < len(duel.wizards)
    if duel.result is not None or goal.wizard not in duel.acting or has_teams:
        return False
    if len(goal.enemies) > 1 and rounds > 1:
        return False
    hidden = ("blindness", "invisibility")
    return is_whole(duel) and not any(slug in one.effects for one in duel.wizards for slug in hidden)


# What solutions have in common ----------------------------------------------------------------------------------------


def _actions(option: Option, rounds: int) -> frozenset[Action]:
    """Return the actions in an option, such as a spell with its target or a monster with its victim.

    If another round follows, they also include a hand's gesture if it is the same in all pairs of the option.
    """
    orders = option.orders
    found: set[Action] = {("attack", monster, victim) for monster, victim in orders.attack.items()}
    found |= {("cast", slug, orders.target.get(hand, "")) for hand, slug in orders.cast.items()}
    if ">" in option.pairs[0]:
        found.add(("stab", orders.target.get("right" if option.pairs[0][1] == ">" else "left", "")))
    if orders.forfeit:
        found.add(("forfeit",))
    if orders.elemental and len(option.variants) == 1:
        found.add(("elemental", orders.elemental))
    if rounds > 1:
        for place, hand in enumerate(HANDS):
            made = {pair[place] for pair in option.pairs}
            found |= {("hand", hand, gesture) for gesture in made if len(made) == 1}
    return frozenset(found)


def _core(good: Sequence[Option], rounds: int) -> frozenset[Action]:
    """Return the actions that all these options share.

    Return an empty set if only attacks by monsters are shared.
    """
    common = frozenset.intersection(*(_actions(option, rounds) for option in good))
    return common if any(action[0] != "attack" for action in common) else frozenset()


def _barest(good: Sequence[Option], core: frozenset[Action], rounds: int) -> Option | None:
    """Return an option that adds only idle hands and attacks by monsters to the core.

    Return `None` if there is no such option.
    """

    def is_bare(option: Option) -> bool:
        more = _actions(option, rounds) - core
        rests = all(
            any(pair[HANDS.index(action[1])] == "-" for pair in option.pairs) for action in more if action[0] == "hand"
        )
        return rests and all(action[0] in ("hand", "attack") for action in more)

    return next((option for option in good if is_bare(option)), None)


def _without_idle_attacks(
    core: frozenset[Action], option: Option, solves: Callable[[Option], Verdict]
) -> frozenset[Action]:
    """Return the core minus the monsters' attacks that are not needed to reach the goal."""
    for action in sorted(action for action in core if action[0] == "attack"):
        idle = option._replace(
            variants=tuple(replace(one, attack={**one.attack, action[1]: NOBODY}) for one in option.variants)
        )
        if solves(idle):
            core, option = core - {action}, idle
    return core


# The search -----------------------------------------------------------------------------------------------------------


class Search:
    """A search for proofs of one goal.

    `branches` is the number of rounds simulated so far.
    """

    def __init__(self, wizard: str, goal: Goal, most: int = 0) -> None:
        self.goal, self.wizard, self.most = goal, wizard, most
        self.branches = 0
        self._known: dict[object, Verdict] = {}
        self._refutes: dict[int, list[object]] = {}
        self._forces: dict[int, list[object]] = {}
        self._listed: dict[int, tuple[engine.Duel, list[Reply]]] = {}

    def can(self, duel: engine.Duel, left: int) -> Verdict:
        """Return whether the wizard can force the goal within `left` rounds."""
        reached = self.goal.reached(duel, left)
        if reached is not None:
            return reached
        if is_settled(duel, self.goal, left):
            return self.goal.kind != "win"
        key = left, _key(duel, left)
        if key not in self._known:
            self._known[key] = self._look(duel, left)
        return self._known[key]

    def _look(self, duel: engine.Duel, left: int) -> Verdict:
        verdict: Verdict = False
        mine: Sequence[Option | None] = self._promising_first(options(duel, self.wizard, left), left) or [None]
        for option in mine:
            found = self.holds_against(duel, option, left)
            if found:
                if option is not None:
                    self._remember(self._forces, left, _option_key(option, left))
                return True
            verdict = None if found is None else verdict
        return verdict if is_whole(duel) else None

    def _promising_first(self, found: list[Option], left: int) -> list[Option]:
        """Return these options, starting with those that have forced the goal in similar positions."""
        known = self._forces.get(left, [])
        keys = {key: place for place, key in enumerate(known)}
        return sorted(found, key=lambda option: -keys.get(_option_key(option, left), -1)) if keys else found

    def follow_up(self, duel: engine.Duel, left: int) -> engine.Orders | None:
        """Return orders that force the goal from this position, or `None` if there are none.

        If doing nothing is enough, the orders do nothing.
        """
        found = self._promising_first(options(duel, self.wizard, left), left)
        for option in sorted(found, key=lambda option: option.pairs[0] != IDLE):
            if self.holds_against(duel, option, left):
                return option.orders
        return None

    def holds_against(self, duel: engine.Duel, option: Option | None, left: int) -> Verdict:
        """Return whether these orders reach the goal against every reply.

        Stop at the first refutation.
        """
        verdict: Verdict = True
        replies = self.replies(duel, left)
        if left > 1:
            for reply in replies:
                if self._escapes(duel, option, reply, left):
                    self._remember(self._refutes, left, _reply_key(reply, left))
                    return False
        for reply in replies:
            found = self.meets(duel, option, reply, left)
            if found is False:
                self._remember(self._refutes, left, _reply_key(reply, left))
                return False
            verdict = verdict and found
        return verdict and (True if is_whole(duel) else None)

    def _escapes(self, duel: engine.Duel, option: Option | None, reply: Reply, left: int) -> bool:
        """Return whether a single simulated round shows that this reply refutes these orders."""
        if option is None or not reply or len(option.variants) > 1:
            return False
        after = next(self.after(duel, option.orders, orders_in(reply)))
        reached = self.goal.reached(after, left - 1)
        if reached is not None:
            return not reached
        return self.goal.kind == "win" and is_settled(after, self.goal, left - 1)

    def replies(self, duel: engine.Duel, left: int) -> Sequence[Reply]:
        """Return all replies, starting with those that have refuted other orders.

        If no enemy acts, the only reply is an empty tuple.
        """
        if left not in self._listed or self._listed[left][0] is not duel:
            self._listed[left] = (
                duel,
                list(product(*(self._options_of(duel, name, left) for name in self._acting(duel)))),
            )
        replies = [*self._listed[left][1]]
        for known in self._refutes.get(left, ()):
            for place, reply in enumerate(replies):
                if _reply_key(reply, left) == known:
                    replies.insert(0, replies.pop(place))
                    break
        return replies

    def _acting(self, duel: engine.Duel) -> list[str]:
        return [name for name in self.goal.enemies if name in duel.acting]

    def _options_of(self, duel: engine.Duel, enemy: str, left: int) -> list[Option]:
        if left > 1:
            return options(duel, enemy, left)
        may_heal = self.goal.kind != "save"  # an enemy who survives stops a win, and a guard who has won needs no more
        return last_replies(duel, enemy, self.wizard, may_heal=may_heal, spared=self.goal.spared)

    def _remember(self, memory: dict[int, list[object]], left: int, key: object) -> None:
        """Store the key of the orders or the reply that decided a position, to try it first in similar positions."""
        last = memory.setdefault(left, [])
        memory[left] = [*[other for other in last if other != key][-8:], key]

    def meets(self, duel: engine.Duel, option: Option | None, reply: Reply, left: int) -> Verdict:
        """Return whether these orders reach the goal against this reply.

        After the reveal, the wizard gives the best answers.
        """
        verdict: Verdict = False
        for mine in option.variants if option else (None,):
            found = self._survives(duel, mine, list(product(*(one.variants for one in reply))), left)
            if found:
                return True
            verdict = None if found is None else verdict
        return verdict

    def _survives(
        self, duel: engine.Duel, mine: engine.Orders | None, replies: Sequence[Sequence[engine.Orders]], left: int
    ) -> Verdict:
        verdict: Verdict = True
        for theirs in replies:
            for after in self.after(duel, mine, theirs):
                found = self.can(after, left - 1)
                if found is False:
                    return False
                verdict = verdict and found
        return verdict

    def after(
        self, duel: engine.Duel, mine: engine.Orders | None, theirs: Sequence[engine.Orders]
    ) -> Iterator[engine.Duel]:
        """Yield the duel after these orders, once for each outcome of the dice.

        `theirs` are the orders of the enemies who act.
        """
        orders = dict(zip(self._acting(duel), theirs, strict=True))
        if mine is not None:
            orders[self.wizard] = mine
        for _, after in engine.outcomes(duel, orders):
            self.branches += 1
            if self.most and self.branches > self.most:
                raise TooLong
            yield after

    def refutations(self, duel: engine.Duel, orders: engine.Orders, left: int) -> Iterator[engine.Duel]:
        """Yield the duel after these orders, once for each reply and each outcome of the dice that refute them."""
        option = Option.of(orders)
        for reply in self.replies(duel, left):
            if self.meets(duel, option, reply, left) is False:
                for after in self.after(duel, orders, orders_in(reply)):
                    if self.can(after, left - 1) is False:
                        yield after


def orders_in(reply: Reply) -> list[engine.Orders]:
    """Return orders that represent a reply, one item for each enemy who acts."""
    return [option.orders for option in reply]


def _reply_key(reply: Reply, left: int) -> object:
    return tuple(_option_key(option, left) for option in reply)


def _option_key(option: Option, left: int) -> object:
    """Return a key that identifies the same option in different positions.

    It consists of spells, targets and victims and, if another round follows, gestures.
    """
    orders = option.orders
    made = option.pairs[0] if left > 1 else ()
    return (made, tuple(orders.cast.items()), tuple(orders.target.items()), tuple(orders.attack.items()))


def _key(duel: engine.Duel, left: int) -> object:
    """Return a cache key that contains everything that the outcome of the last `left` rounds depends on."""
    wizards = []
    for wizard in duel.wizards:
        made = tuple(ready(duel.lexicon, hand, left, wizard.spent) for hand in wizard.woven)
        effects = frozenset((slug, there.left, there.by, there.hand) for slug, there in wizard.effects.items())
        remembered = wizard.memory if wizard.effects or left > 1 else ()
        wizards.append((wizard.name, wizard.hp, made, effects, remembered, wizard.banked))
    monsters = tuple((one.name, one.kind.slug, one.owner, one.hp, one.target, one.attacked) for one in duel.living)
    charmed = tuple((one.name, frozenset(one.effects.items())) for one in duel.living if one.effects)
    fallen = tuple(sorted(duel.fallen))
    return (tuple(wizards), monsters, charmed, fallen, duel.kind, duel.acting, str(duel.tail))


def orders_of(duel: engine.Duel, wizard: str, orders: Json) -> engine.Orders:
    """Convert orders from the record's format to the engine's."""
    last = engine.settle(duel, {wizard: orders}).last
    assert last is not None
    return last.orders[wizard]


# Refutations ----------------------------------------------------------------------------------------------------------


def refute(
    duel: engine.Duel, wizard: str, orders: Mapping[str, Any], kind: str, rounds: int, *, most: int = MOST_REFUTING
) -> Json | None:
    """Return a line of play that refutes these orders, or `None` if they force the goal.

    If `rounds` is at most `MOST_WEIGHED`, return the worst refutation for the wizard, otherwise an arbitrary one. After
    `most` simulated rounds, return the worst one so far, or raise `TooLong` if there is none.

    The result contains `rounds` in the format of a record, for `engine.advance`. There is one round, or none if the
    orders fail only because they break off the spell that the wizard must keep. Raise `OrderError` for illegal orders.
    """
    goal = goal_of(duel, wizard, kind)
    assert goal is not None, "there is nothing to guard"
    given = orders_of(duel, wizard, engine.check_orders(duel, wizard, orders))
    refutations = Search(wizard, goal, most).refutations(duel, given, rounds)
    found: list[engine.Duel] = []
    try:
        found.extend(islice(refutations, None if rounds <= MOST_WEIGHED else 1))
    except TooLong:
        if not found:
            raise
    if found:
        evaluator = Evaluator(WEIGHTS)
        return {"rounds": [engine.round_record(min(found, key=lambda after: evaluator.value(after, wizard)))]}
    return None if goal.allows(Option.of(given)) else {"rounds": []}
