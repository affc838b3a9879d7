"""The mutable state of one round.

The phases change it, and it is discarded after the round.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from wavinghands.engine.beings import Actor, Being, Cast, Creature, Move, Stab, Wound, actor_of, creature_of
from wavinghands.engine.chance import Chance
from wavinghands.engine.duel import HIT_POINTS, KINDS, Duel, InForce, Monster, Repeats
from wavinghands.engine.events import Event, Viewer
from wavinghands.engine.gestures import Hand
from wavinghands.engine.orders import NOBODY, Orders, at
from wavinghands.engine.spell import Role


@dataclass(frozen=True, slots=True)
class Question:
    """A decision that a wizard must make, either after the reveal or in the next orders.

    - `field`: the path to the answer in the wizard's answers
    - `text`: the key of the question's text in a catalogue
    - `default`: one of `choices`, or `None` if dice decide when there is no answer
    - `about`: the spell or the wizard mentioned in the text
    """

    wizard: str
    field: tuple[str, ...]
    kind: str
    text: str
    choices: tuple[Any, ...]
    default: Any
    about: str | None = None


MARKS: Final = {"shielded": "shield", "countered": "counter_spell", "mirrored": "magic_mirror"}
"""Protections that last for one round, with the spell that events name as the cause of each."""
NOBODY_AT_ALL: Final[frozenset[str]] = frozenset()
"""The empty set, shared by all rounds without blind or invisible wizards."""


class Round:
    """A round in progress.

    `tells` says whether it records events, which a trial round does not need.
    """

    tells = True

    __slots__ = (
        "_acting",
        "_obscured",
        "_standing",
        "_stopped",
        "answers",
        "beings",
        "casts",
        "chance",
        "creatures",
        "dispelled",
        "duel",
        "events",
        "fireballs",
        "kind",
        "lexicon",
        "number",
        "questions",
        "rules",
        "stabs",
        "tail",
        "wizards",
    )

    def __init__(
        self,
        duel: Duel,
        orders: Mapping[str, Orders],
        answers: Mapping[str, Mapping[str, Any]] | None,
        chance: Chance,
    ) -> None:
        self.duel = duel
        self.rules = duel.rules
        self.lexicon = duel.lexicon
        self.number = duel.number + 1
        self.kind = duel.kind
        self.tail = duel.tail
        self.answers = answers
        self.chance = chance
        self.wizards = [actor_of(wizard, orders.get(wizard.name), duel) for wizard in duel.wizards]
        self.creatures = [creature_of(monster, duel) for monster in duel.living]
        self.beings: dict[str, Being] = {being.name: being for being in (*self.wizards, *self.creatures)}
        self.casts: list[Cast] = []
        self.stabs: list[Stab] = []
        self.fireballs: list[Cast] = []
        self.events: list[Event] = []
        self.questions: list[Question] = []
        self.dispelled = False
        self._standing = [wizard for wizard in self.wizards if wizard.source.stands]
        self._acting = [wizard for wizard in self.wizards if wizard.orders is not None]
        self._stopped = frozenset(orders) if duel.kind == "time_stop" else None
        self._obscured = any(wizard.blind or wizard.invisible for wizard in self.wizards)

    def afresh(self) -> "Round":
        """Return a copy of this round as it was before anything happened."""
        orders = {wizard.name: wizard.orders for wizard in self._acting if wizard.orders is not None}
        return Round(self.duel, orders, self.answers, self.chance.afresh())

    # Beings

    def standing(self) -> list[Actor]:
        """Return the wizards who are still fighting in this round."""
        return self._standing

    def acting(self) -> list[Actor]:
        """Return the wizards who give orders in this round."""
        return self._acting

    def moves(self) -> list[tuple[Actor, Move]]:
        """Return all pairs of gestures with their wizards.

        All first pairs come before the second pairs.
        """
        pairs = [(wizard, wizard.moves[0]) for wizard in self._acting]
        if self.rules.haste == "pair":
            pairs += [(wizard, move) for wizard in self._acting for move in wizard.moves[1:]]
        return pairs

    def present(self) -> list[Being]:
        """Return all beings that take part in the duel, including new monsters."""
        creatures: list[Being] = [creature for creature in self.creatures if creature.alive]
        return [*self._standing, *creatures]

    def actor(self, name: str) -> Actor:
        """Return the wizard with this name."""
        being = self.beings[name]
        assert isinstance(being, Actor)
        return being

    def opponents(self, name: str | None) -> list[Actor]:
        """Return the wizards who fight against the wizard `name`.

        If `name` is `None`, return all wizards who are fighting.
        """
        side = None if name is None else self.actor(name).side
        return [wizard for wizard in self.wizards if wizard.stands and wizard.side != side]

    def being(self, ref: str | None) -> Being | None:
        """Return the being that `ref` names, or `None`."""
        if ref is None or ref == NOBODY:
            return None
        found = self.beings.get(ref)
        if found is None and ":" in ref:
            return next((creature for creature in self.creatures if creature.place == ref), None)
        return found or self._corpse(ref)

    def _corpse(self, name: str) -> Creature | None:
        """Return the fallen monster with this name and add it to the round, or return `None`."""
        monster = self.duel.fallen.get(name)
        if monster is None:
            return None
        corpse = creature_of(monster, self.duel)
        self.creatures.append(corpse)
        self.beings[name] = corpse
        return corpse

    # Events

    def live(self, *roles: Role) -> list[Cast]:
        """Return the spells that have one of these roles and have not failed."""
        return [cast for cast in self.casts if cast.spell.role and cast.spell.role in roles and not cast.void]

    def hurt(self, being: Being, points: int, cause: str, *, by: str | None = None, casts: Iterable[Cast] = ()) -> None:
        """Damage `being` by `points` at the end of the round, unless it is already destroyed.

        The event names the `cause` and, as `by`, the responsible wizard or monster. `casts` are the spells that do the
        damage.
        """
        if being.destroyed:
            return
        being.wounds += (Wound(points, tuple(casts)),)
        self.tell("damage", about=(being,), subject=being.name, points=points, cause=cause, by=by)

    def begin(
        self,
        cast: Cast,
        being: Being,
        left: int | None,
        *,
        hand: Hand | None = None,
        repeats: Repeats = None,
        tells: bool = True,
    ) -> None:
        """Start the effect of `cast` on `being` for `left` rounds, or permanently if `left` is `None`.

        A permanent effect of the same kind that is already in force stays unchanged. Effects of one kind that begin in
        the same round are merged, as are mind spells that wait for the same normal round. If `tells` is true, add an
        event, unless it would repeat an earlier one.
        """
        effect = cast.spell.slug
        there = being.effects.get(effect)
        begun = being.begun.get(effect)
        new = InForce(
            None if cast.is_permanent else left, cast.master.name if cast.master else None, hand, self.number, repeats
        )
        if begun is None and there is not None and there.left is None:
            new = there
        elif begun is not None:
            new = joined(begun, new)
        elif there is not None and cast.spell.mind and self.is_waiting(there):
            new = joined(there, new)
        being.begun = {**being.begun, effect: new}
        if tells and (begun is None or begun.left != new.left):
            data: dict[str, Any] = {"kind": being.kind.slug} if isinstance(being, Creature) else {}
            data |= {"hand": new.hand} if new.hand else {}
            self.tell("begins", about=(being,), subject=being.name, effect=effect, left=new.left, **data)

    def is_waiting(self, there: InForce) -> bool:
        """Return whether an effect waits for the next normal round.

        In an extra round, this is the case if the effect began in the last normal round or later.
        """
        return self.tail is not None and there.since >= self.tail.first

    def fail(self, cast: Cast, why: str, *, about: Iterable[Being] = (), because: Any = None, **data: Any) -> None:
        """Make `cast` fail.

        The event contains the slug `why`, which says how the spell failed, and the reasons `because`.
        """
        cast.void = why
        facts: dict[str, Any] = {"caster": cast.caster.name, "spell": cast.spell.slug, "why": why, **cast.second}
        if cast.target is not None:
            facts["target"] = cast.target.name
        if because:
            facts["because"] = because
        self.tell("fails", casting=cast, about=about, outcome=True, **facts, **data)

    def no_effect(self, cast: Cast) -> None:
        """Make `cast` fail because it does not affect its subject."""
        self.fail(cast, "no_effect", subject=cast.subject.name if cast.subject else None)

    # Reasons

    def held_by(self, being: Being, effect: str) -> dict[str, Any]:
        """Return an effect on `being`, in the format of an event's reasons (`because`)."""
        in_force = being.begun.get(effect) or being.effects.get(effect)
        since = in_force.since if in_force else self.tail.first if self.tail else self.number
        return {"effect": effect, "on": being.name, "since": since, "by": in_force.by if in_force else None}

    def spells_at(self, being: Being | None, *roles: Role) -> list[dict[str, Any]]:
        """Return the spells with these roles that reached `being` in this round.

        They have the format of an event's reasons (`because`). Secret casts are left out.
        """
        return [
            {"spell": cast.spell.slug, "by": cast.caster.name}
            for cast in self.casts
            if cast.spell.role in roles and cast.subject is being and not self._is_unseen(cast)
        ]

    def guards_of(self, being: Being) -> list[dict[str, Any]]:
        """Return what protects `being` from stabs, missiles and monsters, in the format of an event's `because`."""
        found = self.spells_at(being, Role.SHIELD, Role.COUNTER, Role.DISPEL)
        if being.is_kept_by("protection"):
            found.append(self.held_by(being, "protection"))
        guards = (mark for mark in ("shielded", "countered") if mark in being.lingering)
        return found or [self.held_by(being, MARKS[mark]) for mark in guards]

    def counters_of(self, being: Being) -> list[dict[str, Any]]:
        """Return the Counter-spells on `being`, in the format of an event's reasons (`because`)."""
        return self.spells_at(being, Role.COUNTER) or [self.held_by(being, MARKS["countered"])]

    def mirrors_of(self, being: Being) -> list[dict[str, Any]]:
        """Return the Magic Mirrors on `being`, in the format of an event's reasons (`because`)."""
        return self.spells_at(being, Role.MIRROR) or [self.held_by(being, MARKS["mirrored"])]

    def tell(
        self,
        type: str,
        *,
        about: Iterable[Being] = (),
        casting: Cast | None = None,
        outcome: bool = False,
        once: bool = False,
        **data: Any,
    ) -> None:
        """Add an event for the viewers who can see the beings, or the spell, that the event is about.

        `outcome` says whether the event is about the spell's outcome instead of its casting. If `once` is true, skip
        an event that this round already has.
        """
        if once and any(event.type == type and event.data == data for event in self.events):
            return
        audience = self.audience(about, casting, outcome=outcome) if self._obscured else None
        if self._stopped is not None:
            self._tell_in_stopped_time(Event(type, data, audience), about)
        else:
            self.events.append(Event(type, data, audience))

    def _tell_in_stopped_time(self, event: Event, about: Iterable[Being]) -> None:
        """Add an event in a time-stopped round.

        Wizards who do not act learn only that they are hurt. Source: ruling 5.2 (docs/rulings.md).
        """
        assert self._stopped is not None
        audience = self._within_stopped_time(event.seen_by)
        veiled = None
        if event.type == "damage":
            facts = {"subject": event.data["subject"], "points": event.data["points"]}
            veiled = Event("hurt", facts, self.touching(about))
        self.events.append(Event(event.type, event.data, audience, veiled))

    def appear(self, cast: Cast, owner: str | None) -> None:
        """Add the monster that `cast` summons to the round, with `owner` as its controller."""
        kind = KINDS[cast.kind]
        name = self.chance.name(kind.slug, {*self.beings, *self.duel.fallen})
        creature = Creature(Monster(name, kind, owner, kind.points), self.rules.max_hp - HIT_POINTS)
        creature.maker = (cast.caster.name, cast.hand)
        creature.summoned_at = cast.subject
        self.creatures.append(creature)
        self.beings[creature.name] = creature
        facts: dict[str, Any] = {"monster": creature.name, "kind": kind.slug, "owner": owner}
        self.tell("appears", about=(creature,), **facts)

    def destroy(self, creature: Being, type: str, **facts: Any) -> None:
        """Destroy a monster immediately, before it can attack.

        Viewers who do not see the cause still learn that the monster is destroyed.
        """
        if creature.destroyed:
            return
        creature.destroyed = True
        audience = self._within_stopped_time(self.audience((creature,)) if self._obscured else None)
        told_to = self._audience_of(creature)
        veiled = None
        if audience is not None:
            veiled = Event("dies", {"cause": "destroyed", "monster": creature.name}, told_to)
        self.events.append(Event(type, {"monster": creature.name, **facts}, audience, veiled))

    def tell_stopped_time(self, wizards: Collection[Being]) -> None:
        """Add one event for all `wizards` who get a time-stopped round.

        Blind wizards learn only about themselves.
        """
        names = [wizard.name for wizard in self.wizards if wizard in wizards]
        audience = self._within_stopped_time(frozenset(self.seeing()) if self._obscured else None)
        veiled = None
        if self._obscured:
            acting = self._stopped
            for name in names:
                if name not in (audience or ()) and (acting is None or name in acting):
                    veiled = Event("stops_time", {"wizards": [name]}, frozenset({name}), veiled)
        self.events.append(Event("stops_time", {"wizards": names}, audience, veiled))

    def ask(self, question: Question) -> Any:
        """Return the answer to `question`, or its default if there is no answer.

        If there is no answer and the wizard may give one, add the question to `questions`.
        """
        for given in ((self.answers or {}).get(question.wizard, {}), self._ordered(question.wizard)):
            value = at(given, question.field)
            if value in question.choices:
                return value
        if self._stopped is not None and question.wizard not in self._stopped:
            return question.default  # they do not know that anything happens
        known = {(asked.wizard, asked.field) for asked in self.questions}
        if self.answers is not None and (question.wizard, question.field) not in known:
            self.questions.append(question)
        return question.default

    def _ordered(self, wizard: str) -> dict[str, Any]:
        orders = self.actor(wizard).orders
        return orders.as_json() if orders else {}

    def tell_to(self, audience: frozenset[Viewer] | None, type: str, **data: Any) -> None:
        """Add an event for `audience`, or for everyone if it is `None`."""
        event = Event(type, data, audience)
        if self._stopped is not None:
            self._tell_in_stopped_time(event, ())
        else:
            self.events.append(event)

    def tell_secret(self, knower: Actor, type: str, others: Event, **data: Any) -> None:
        """Add an event that only `knower` learns of.

        Other viewers in the audience of the event `others` see that event instead.
        """
        if self._stopped is not None and others.seen_by is not None:
            others = Event(others.type, others.data, others.seen_by & self._stopped)
        self.events.append(Event(type, data, frozenset({knower.name}), others))

    def proclaim(self, type: str, **data: Any) -> None:
        """Add an event that everyone learns of, even the blind.

        These events are deaths, surrenders and the end of the duel.
        """
        self.events.append(Event(type, data))

    def proclaim_of(self, being: Being, type: str, **data: Any) -> None:
        """Add an event about `being` for everyone.

        In a time-stopped round, only the acting wizards and the being or its controller learn of it.
        """
        self.events.append(Event(type, data, self._audience_of(being)))

    def _within_stopped_time(self, audience: frozenset[Viewer] | None) -> frozenset[Viewer] | None:
        """Return `audience` or, in a time-stopped round, only the acting wizards in it.

        `None` means everyone.
        """
        if self._stopped is None:
            return audience
        return self._stopped if audience is None else self._stopped & audience

    def _audience_of(self, being: Being) -> frozenset[Viewer] | None:
        return None if self._stopped is None else self._stopped | self.touching((being,))

    def answers_for(self, wizard: Actor, move: Move) -> Mapping[str, Any]:
        """Return the wizard's answers to the questions about this pair of gestures."""
        return at(self.answers, (wizard.name, *move.path)) or {}

    def audience(
        self, about: Iterable[Being], casting: Cast | None = None, *, outcome: bool = False
    ) -> frozenset[Viewer] | None:
        """Return the viewers who learn of an event about these beings or this cast, or `None` for everyone.

        `outcome` has the same meaning as in `tell`. Source: ruling 6 (docs/rulings.md).
        """
        close: set[Viewer] = set(self.touching(about))
        if casting is not None:
            close |= self._touched(casting) | (set() if outcome else {casting.caster.name})
            if self.rules.blind_sense_spells and not outcome:
                return None
            if self._is_unseen(casting):
                return frozenset(close | ({casting.caster.name} - self.blind()))
        return frozenset(close | self.seeing())

    def onlookers(self, wizard: Actor) -> frozenset[Viewer] | None:
        """Return the viewers who see the hands of `wizard`, or `None` for everyone."""
        if not self._obscured:
            return None
        return frozenset({wizard.name} | (set() if wizard.invisible else self.seeing()))

    def touching(self, about: Iterable[Being]) -> frozenset[Viewer]:
        """Return the wizards among these beings, and the controllers of the monsters among them."""
        return frozenset(name for being in about for name in self._close(being))

    def seeing(self) -> set[Viewer]:
        """Return the viewers who are not blind in this round, including spectators."""
        return {None} | {wizard.name for wizard in self.wizards if not wizard.blind}

    def blind(self) -> set[Viewer]:
        """Return the names of the blind wizards."""
        return {wizard.name for wizard in self.wizards if wizard.blind}

    def obscured(self) -> tuple[frozenset[str], frozenset[str]]:
        """Return the names of the blind and of the invisible wizards of this round."""
        if not self._obscured:
            return NOBODY_AT_ALL, NOBODY_AT_ALL
        blind = frozenset(wizard.name for wizard in self.wizards if wizard.blind)
        return blind, frozenset(wizard.name for wizard in self.wizards if wizard.invisible)

    def _close(self, being: Being) -> tuple[str, ...]:
        if isinstance(being, Creature):
            return (being.owner,) if being.owner else ()
        return (being.name,)

    def _touched(self, cast: Cast) -> frozenset[Viewer]:
        return self.touching(being for being in (cast.target, cast.subject) if being is not None)

    def _is_unseen(self, cast: Cast) -> bool:
        """Return whether viewers cannot tell that a spell is cast.

        This is the case if its caster, its target and its subject are invisible, unless the spell affects all beings or
        the option `unseen_casts_are_named` is set.
        """
        if not cast.caster.invisible or self.rules.unseen_casts_are_named or cast.spell.blanket:
            return False
        return all(being is None or being.invisible for being in (cast.target, cast.subject))


def joined(one: InForce, other: InForce) -> InForce:
    """Merge two effects of one kind into the one that lasts longer.

    If both last equally long but have different casters, the caster is `None`, so that the order of the effects makes
    no difference.
    """
    if one.left != other.left:
        is_longer = one.left is None or (other.left is not None and one.left > other.left)
        left, by = (one.left, one.by) if is_longer else (other.left, other.by)
    else:
        left, by = one.left, one.by if one.by == other.by else None
    return InForce(left, by, one.hand or other.hand, one.since, one.repeats or other.repeats)


Effect = Callable[[Cast, Round], None]
"""The function that applies a spell once it has reached its subject, or all beings."""
