"""The workbench of one round: what the phases write on, and throw away when the round is closed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from wavinghands.engine.chance import Chance
from wavinghands.engine.duel import HIT_POINTS, KINDS, Duel, InForce, Kind, Monster, Wizard
from wavinghands.engine.events import Event, Viewer
from wavinghands.engine.gestures import Pair
from wavinghands.engine.orders import NOBODY, Orders, at

if TYPE_CHECKING:
    from wavinghands.engine.spells.spell import Spell

MIND: Final = ("paralysis", "amnesia", "fear", "confusion", "maladroitness", "charm_person")
"""The effects that force the gestures of a round, in the order in which they do. Source: ruling 3.2."""


@dataclass(slots=True, eq=False)
class Wound:
    """Points of damage in this round, and the spells that did them, each enough by itself."""

    points: int
    casts: "tuple[Cast, ...]" = ()


@dataclass(slots=True, eq=False)
class Being:
    """A being on the workbench. `effects`: those in force; `begun`: those that this round's spells begin."""

    name: str
    hp: int
    max_hp: int
    alive: bool
    effects: dict[str, InForce]
    begun: dict[str, InForce] = field(default_factory=dict)
    countered: bool = False
    mirrored: bool = False
    shielded: bool = False
    blind: bool = False
    invisible: bool = False
    unseen: bool = False
    wounds: list[Wound] = field(default_factory=list)
    cured: int = 0
    doom: str = ""
    slayers: list["Cast"] = field(default_factory=list)
    destroyed: bool = False

    @property
    def stands(self) -> bool:
        """Whether it is in the circle, alive."""
        return self.alive

    @property
    def protected(self) -> bool:
        """Whether stabs, missiles and monsters cannot hurt it. Source: ruling 3.7."""
        return self.shielded or self.countered or self.has("protection")

    @property
    def hurt(self) -> int:
        """Points of damage taken in this round."""
        return sum(wound.points for wound in self.wounds)

    def has(self, effect: str) -> bool:
        """Whether `effect` is in force, begun in this round or before."""
        return effect in self.effects or effect in self.begun

    def resists(self, element: str) -> bool:
        """Whether fire (heat) or ice (cold) does it no harm."""
        return self.has("resist_heat" if element == "fire" else "resist_cold")


@dataclass(slots=True, eq=False)
class Actor(Being):
    """A wizard on the workbench: `ordered` is what his hands were to do, `pair` what they did."""

    source: Wizard = field(kw_only=True)
    orders: Orders | None = None
    pair: Pair = ("-", "-")
    woven: Pair = ("", "")
    forced: dict[str, str] = field(default_factory=dict)
    held: str = ""
    held_by: str | None = None
    cast: list[str] = field(default_factory=list)
    spent: set[str] = field(default_factory=set)
    surrendered: bool = False
    barrier: bool = False

    @property
    def stands(self) -> bool:
        """Whether he fights in this round."""
        return self.source.stands

    @property
    def acts(self) -> bool:
        """Whether he gives orders in this round."""
        return self.orders is not None

    def hand(self, hand: str) -> str:
        """The gesture that `hand` made."""
        return self.pair[0] if hand == "left" else self.pair[1]

    @property
    def surprises(self) -> set[str]:
        """The hands that did not do what was ordered; `both` when either did not."""
        if self.orders is None:
            return set()
        ordered = (self.orders.left, self.orders.right)
        hands = {hand for hand, did, was in zip(("left", "right"), self.pair, ordered, strict=True) if did != was}
        return hands | {"both"} if hands else hands


@dataclass(slots=True, eq=False)
class Creature(Being):
    """A monster on the workbench. `maker`: the wizard and hand that summoned it, in this very round."""

    kind: Kind = field(kw_only=True)
    source: Monster | None = None
    owner: str | None = None
    first_owner: str | None = None
    target: str | None = None
    attacked: str | None = None
    idle: str = ""
    compelled: str | None = None
    maker: tuple[str, str] | None = None
    summoned_at: Being | None = None

    @property
    def is_new(self) -> bool:
        """Whether it appeared in this round, summoned or raised."""
        return self.maker is not None

    @property
    def place(self) -> str:
        """How orders name it in the round of its summoning."""
        return f"{self.maker[1]}:{self.maker[0]}" if self.maker else ""


@dataclass(slots=True, eq=False)
class Cast:
    """A spell on its way. `aimed_at`: whom the order names; `target`: the same, if seen; `subject`: whom it reaches.

    `awaits_target`: it is aimed at a monster that this round brings; `master`: who casts it after mirrors; `kind`: of
    the monster that it summons; `void`: why it came to nothing.
    """

    caster: Actor
    spell: "Spell"
    hand: str
    ref: str | None = None
    aimed_at: Being | None = None
    awaits_target: bool = False
    target: Being | None = None
    subject: Being | None = None
    master: Actor | None = None
    kind: str = ""
    void: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """Something that a wizard must decide after the reveal.

    The answer is one of `choices`, put at the path `field` of his answers. `default`: none, if left to the dice.
    """

    wizard: str
    field: tuple[str, ...]
    kind: str
    text: str
    choices: tuple[Any, ...]
    labels: tuple[str, ...]
    default: Any


class Round:
    """One round being played: the beings, the spells cast, and what came of them."""

    __slots__ = (
        "_obscured",
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
        self.answers = answers
        self.chance = chance
        self.wizards = [_actor(wizard, orders.get(wizard.name), duel.rules.max_hp) for wizard in duel.wizards]
        self.creatures = [_creature(monster, duel.rules.max_hp) for monster in duel.monsters]
        self.beings: dict[str, Being] = {being.name: being for being in (*self.wizards, *self.creatures)}
        self.casts: list[Cast] = []
        self.stabs: list[tuple[Actor, str, str]] = []
        self.fireballs: list[Cast] = []
        self.events: list[Event] = []
        self.questions: list[Question] = []
        self.dispelled = False
        self._obscured = any(wizard.blind or wizard.invisible for wizard in self.wizards)

    # Who is there

    def standing(self) -> list[Actor]:
        """The wizards who fight in this round."""
        return [wizard for wizard in self.wizards if wizard.stands]

    def acting(self) -> list[Actor]:
        """The wizards who gave orders for this round."""
        return [wizard for wizard in self.wizards if wizard.acts]

    def present(self) -> list[Being]:
        """All beings in the circle, new monsters too."""
        return [being for being in (*self.wizards, *self.creatures) if being.stands]

    def actor(self, name: str) -> Actor:
        """The wizard of this name."""
        being = self.beings[name]
        assert isinstance(being, Actor)
        return being

    def opponent(self, caster: Actor) -> Actor | None:
        """The default enemy of `caster`."""
        name = self.duel.enemy_of(caster.name)
        return self.actor(name) if name else None

    def opponents(self, name: str | None) -> list[Actor]:
        """All wizards who fight, but the one of this name."""
        return [wizard for wizard in self.wizards if wizard.stands and wizard.name != name]

    def being(self, ref: str | None) -> Being | None:
        """The being that `ref` names: one of the circle, or the new monster of a hand."""
        if ref is None or ref == NOBODY:
            return None
        found = self.beings.get(ref)
        if found is None and ":" in ref:
            found = next((creature for creature in self.creatures if creature.place == ref), None)
        return found

    # What happens

    def live(self, *slugs: str) -> list[Cast]:
        """The casts of these spells that have not come to nothing."""
        return [cast for cast in self.casts if not cast.void and cast.spell.slug in slugs]

    def hurt(self, being: Being, points: int, cause: str, *, by: str | None = None, casts: Iterable[Cast] = ()) -> None:
        """Do damage to `being` at the end of the round, unless it is destroyed already."""
        if being.destroyed:
            return
        being.wounds.append(Wound(points, tuple(casts)))
        self.tell("damage", about=(being,), subject=being.name, points=points, cause=cause, by=by)

    def begin(self, being: Being, effect: str, in_force: InForce) -> None:
        """Let `effect` begin on `being`; a longer or permanent one of the kind stays."""
        there = being.effects.get(effect)
        if there is not None and there.left is None:
            in_force = replace(in_force, left=None)
        being.begun[effect] = in_force
        data: dict[str, Any] = {"hand": in_force.hand} if in_force.hand else {}
        self.tell("begins", about=(being,), subject=being.name, effect=effect, **data)

    def fail(self, cast: Cast, why: str, *, about: Iterable[Being] = (), **data: Any) -> None:
        """Let `cast` come to nothing, and say why."""
        cast.void = why
        facts: dict[str, Any] = {"caster": cast.caster.name, "spell": cast.spell.slug, "why": why}
        if cast.target is not None:
            facts["target"] = cast.target.name
        self.tell("fails", casting=cast, about=about, outcome=True, **facts, **data)

    def tell(
        self,
        type: str,
        *,
        about: Iterable[Being] = (),
        casting: Cast | None = None,
        outcome: bool = False,
        **data: Any,
    ) -> None:
        """Add an event that those learn of who can see the beings, or the spell, that it is about.

        `outcome`: it tells whether the spell worked, which its caster does not learn if he is blind.
        """
        audience = self.audience(about, casting, outcome=outcome) if self._obscured else None
        self.events.append(Event(type, data, audience))

    def appear(self, cast: Cast, owner: str | None) -> None:
        """Let the monster that `cast` summons stand in the circle, under the command of `owner`."""
        kind = KINDS[cast.kind]
        creature = Creature(
            self.chance.name(kind.slug, self.beings),
            kind.points,
            kind.points + self.rules.max_hp - HIT_POINTS,
            alive=True,
            effects={},
            kind=kind,
            owner=owner,
            maker=(cast.caster.name, cast.hand),
            summoned_at=cast.subject,
        )
        self.creatures.append(creature)
        self.beings[creature.name] = creature
        facts: dict[str, Any] = {"monster": creature.name, "kind": kind.slug, "owner": owner}
        self.tell("appears", about=(creature, cast.caster), **facts)

    def destroy(self, creature: Being, why: str) -> None:
        """Let a monster fall at once, before it can attack."""
        if not creature.destroyed:
            creature.destroyed = True
            self.tell("destroyed", about=(creature,), monster=creature.name, why=why)

    def ask(self, question: Question) -> Any:
        """The answer to `question`; its default while there is none, and the question goes out if answers are taken."""
        for given in ((self.answers or {}).get(question.wizard, {}), self._ordered(question.wizard)):
            value = at(given, question.field)
            if value in question.choices:
                return value
        known = {(asked.wizard, asked.field) for asked in self.questions}
        if self.answers is not None and (question.wizard, question.field) not in known:
            self.questions.append(question)
        return question.default

    def _ordered(self, wizard: str) -> dict[str, Any]:
        orders = self.actor(wizard).orders
        return orders.as_json() if orders else {}

    def tell_to(self, audience: frozenset[Viewer] | None, type: str, **data: Any) -> None:
        """Add an event that only `audience` learns of; none: everybody."""
        self.events.append(Event(type, data, audience))

    def answer(self, wizard: Actor, field: str, ordered: Any) -> Any:
        """What `wizard` answered for `field` after the reveal, or else ordered."""
        return (self.answers or {}).get(wizard.name, {}).get(field, ordered)

    def audience(
        self, about: Iterable[Being], casting: Cast | None = None, *, outcome: bool = False
    ) -> frozenset[Viewer] | None:
        """Who learns of something that happens to the beings `about`, or to the spell `casting`. Source: ruling 6."""
        close: set[Viewer] = set(self.touching(about))
        if casting is not None:
            close |= self._touched(casting) | (set() if outcome else {casting.caster.name})
            if self.rules.blind_sense_spells:
                return None
            if self._is_unseen(casting):
                return frozenset(close | ({casting.caster.name} - self.blind()))
        return frozenset(close | self.seeing())

    def onlookers(self, wizard: Actor) -> frozenset[Viewer] | None:
        """Who sees what the hands of `wizard` do."""
        if not self._obscured:
            return None
        return frozenset({wizard.name} | (set() if wizard.invisible else self.seeing()))

    def touching(self, about: Iterable[Being]) -> frozenset[Viewer]:
        """The wizards who are one of these beings, or its controller."""
        return frozenset(name for being in about for name in self._close(being))

    def seeing(self) -> set[Viewer]:
        """The viewers who are not blind in this round, the watchers among them."""
        return {None} | {wizard.name for wizard in self.wizards if not wizard.blind}

    def blind(self) -> set[Viewer]:
        """The wizards who see nothing in this round."""
        return {wizard.name for wizard in self.wizards if wizard.blind}

    def _close(self, being: Being) -> tuple[str, ...]:
        if isinstance(being, Creature):
            return (being.owner,) if being.owner else ()
        return (being.name,)

    def _touched(self, cast: Cast) -> frozenset[Viewer]:
        return self.touching(being for being in (cast.target, cast.subject) if being is not None)

    def _is_unseen(self, cast: Cast) -> bool:
        """Whether only those whom it touches learn of a spell: an invisible caster's at nobody who can be seen."""
        if not cast.caster.invisible or self.rules.unseen_casts_are_named or cast.spell.blanket:
            return False
        return all(being is None or being.invisible for being in (cast.target, cast.subject))


def _actor(wizard: Wizard, orders: Orders | None, max_hp: int) -> Actor:
    effects = dict(wizard.effects)
    return Actor(
        wizard.name,
        wizard.hp,
        max_hp,
        wizard.alive,
        effects,
        blind="blindness" in effects,
        invisible="invisibility" in effects,
        unseen="invisibility" in effects,
        source=wizard,
        orders=orders if wizard.stands else None,
        woven=wizard.woven,
    )


def _creature(monster: Monster, max_hp: int) -> Creature:
    return Creature(
        monster.name,
        monster.hp,
        monster.kind.points + max_hp - 15,
        monster.alive,
        dict(monster.effects),
        kind=monster.kind,
        source=monster,
        owner=monster.owner,
        first_owner=monster.owner,
        target=monster.target,
        attacked=monster.attacked,
    )
