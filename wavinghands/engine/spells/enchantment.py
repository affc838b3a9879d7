"""The enchantments. Source: Bartle, "Enchantments"; rulings 2 and 4."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from wavinghands.engine.beings import Actor, Cast, Creature
from wavinghands.engine.gestures import HANDS, Hand
from wavinghands.engine.orders import Orders
from wavinghands.engine.round import Effect, Question, Round
from wavinghands.engine.rules import Rules
from wavinghands.engine.spell import Chapter, Spell, Usually
from wavinghands.engine.spells.stopping import ELEMENTALS, MONSTER


def enchants(rounds: int | None) -> Effect:
    """A spell that is in force on its subject for the next `rounds`; none: until it is removed."""

    def effect(cast: Cast, round: Round) -> None:
        if cast.subject is not None:
            round.begin(cast, cast.subject, rounds)

    return effect


def protection(cast: Cast, round: Round) -> None:
    """A shield in this round and the next few."""
    enchants(round.rules.protection_rounds - 1)(cast, round)


def resists(element: str) -> Effect:
    """A spell that keeps one element from its subject, and destroys an elemental that is made of it."""

    def effect(cast: Cast, round: Round) -> None:
        being = cast.subject
        if isinstance(being, Creature) and being.kind.element == element:
            round.destroy(being, cast.spell.slug)
        elif isinstance(being, Creature) and being.kind.is_elemental:
            round.fail(cast, "no_effect", subject=being.name)
        else:
            enchants(None)(cast, round)

    return effect


def sickens(cast: Cast, round: Round) -> None:
    """The subject dies some rounds later; a second sickness of the kind does not put it off. Source: ruling 4.7."""
    being = cast.subject
    if being is None:
        return
    if isinstance(being, Creature) and round.rules.sickness_on_monster == "now":
        being.doom = being.doom or cast.spell.slug
        round.tell("doomed", about=(being,), subject=being.name, spell=cast.spell.slug)
    elif cast.spell.slug in being.effects:
        round.fail(cast, "no_effect", because=round.held_by(being, cast.spell.slug), subject=being.name)
    else:
        round.begin(cast, being, round.rules.sickness_rounds)


def hides(cast: Cast, round: Round) -> None:
    """Blindness and Invisibility: three rounds from the next one on; a monster does not survive it."""
    if isinstance(cast.subject, Creature):
        round.destroy(cast.subject, cast.spell.slug)
    else:
        enchants(3)(cast, round)


def anti_spell(cast: Cast, round: Round) -> None:
    """What the subject has gestured up to this round can no longer be used. Source: ruling 4.2."""
    if isinstance(cast.subject, Actor):
        cast.subject.barrier = True
        enchants(1)(cast, round)
    else:
        _no_effect(cast, round)


def _no_effect(cast: Cast, round: Round) -> None:
    round.fail(cast, "no_effect", subject=cast.subject.name if cast.subject else None)


Binding = Callable[[Cast, Actor, Round], Hand | None]
"""Which hand of a wizard a spell binds."""


def mind(on_monster: Callable[[Cast, Creature, Round], None], *, binds: Binding | None = None) -> Effect:
    """A spell that forces a wizard's gestures in his next round, and does `on_monster` to a monster."""

    def effect(cast: Cast, round: Round) -> None:
        if isinstance(cast.subject, Creature):
            on_monster(cast, cast.subject, round)
        elif isinstance(cast.subject, Actor):
            round.begin(cast, cast.subject, 1, hand=binds(cast, cast.subject, round) if binds else None)

    return effect


def held_hand(cast: Cast, subject: Actor, round: Round) -> Hand | None:
    """The hand that a Paralysis will hold; none: the caster says so with his next orders. Source: rulings 3.1, 3.2."""
    master = cast.master
    same = round.rules.paralysis_same_hand == "any" or (master is not None and master.name == subject.held_by)
    if subject.held and same:
        return "left" if subject.held == "left" else "right"
    if master is None:
        return round.chance.paralyze(subject.name)
    if round.rules.hand_choice == "next_orders":
        return None
    hand = round.ask(_which_held(master, subject))
    return hand if hand in HANDS else round.chance.paralyze(subject.name)


def _which_held(master: Actor, subject: Actor) -> Question:
    return Question(master.name, ("paralyze", subject.name), "hand", "paralyze", HANDS, None, subject.name)


def charmed_hand(cast: Cast, subject: Actor, round: Round) -> Hand | None:
    """The hand that a Charm Person will lead; none: the caster says so with its gesture.

    The order that names it may hold the gesture for a Charm Person of the round before, too.
    """
    if round.rules.hand_choice == "next_orders" or cast.master is None:
        return None
    answer = None if _leads_both(cast.master, subject, round) else round.ask(_which_led(cast.master, subject))
    hand = answer["hand"] if answer else directed(cast.master.orders, subject).get("hand")
    return "left" if hand == "left" else "right" if hand == "right" else None


def directed(orders: Orders | None, subject: Actor) -> Mapping[str, str]:
    """What orders say of the hand of one who is charmed: the `hand`, the `gesture`, or both."""
    return orders.direct.get(subject.name, {}) if orders is not None else {}


def _leads_both(master: Actor, subject: Actor, round: Round) -> bool:
    """Whether his word for a charm whose hand he had left open goes for the next charm too.

    It names the hand beside the gesture, and an answer about the next one would take its place in the record.
    """
    last = round.duel.last
    before = directed(last.orders.get(master.name), subject) if last is not None else {}
    return {"hand", "gesture"} <= directed(master.orders, subject).keys() and "hand" not in before


def _which_led(master: Actor, subject: Actor) -> Question:
    choices = tuple({"hand": hand} for hand in HANDS)
    return Question(master.name, ("direct", subject.name), "hand", "direct", choices, None, subject.name)


ASKING: Final = {"paralysis": _which_held, "charm_person": _which_led}
"""The question of each spell that lets its caster say which hand."""


def ask_in_vain(cast: Cast, round: Round) -> None:
    """Ask a blind caster which hand his spell shall bind though it came to nothing: he is not to know. Source: 6."""
    subject = cast.aimed_at if cast.aimed_at is not cast.caster else None
    which = ASKING.get(cast.spell.slug)
    knows = not cast.caster.blind or round.rules.blind_caster_misses
    if which is None or knows or cast.void in TOLD_TO_THE_BLIND or round.rules.hand_choice == "next_orders":
        return
    if not isinstance(subject, Actor) or not subject.stands:
        return
    is_settled = subject.held if cast.spell.slug == "paralysis" else _leads_both(cast.caster, subject, round)
    if not is_settled:
        round.ask(which(cast.caster, subject))


TOLD_TO_THE_BLIND: Final = ("", "merged", "mirrors")
"""Ends of a spell that even a blind caster learns of, or that leave nothing to ask."""


def _idle(cast: Cast, creature: Creature, round: Round) -> None:
    """Keep a monster from attacking in this round; of a spell in the tail of a round, in the next normal one."""
    if round.kind != "normal":
        _later(cast, creature, round)
        return
    creature.idle = cast.spell.slug
    if cast.is_permanent:
        round.begin(cast, creature, None)
    round.tell("bound", about=(creature,), monster=creature.name, spell=cast.spell.slug)


def _later(cast: Cast, creature: Creature, round: Round) -> None:
    round.begin(cast, creature, 1)


def _spares_elementals(cast: Cast, creature: Creature, round: Round) -> bool:
    if creature.kind.is_elemental and not round.rules.mind_binds_elementals:
        _no_effect(cast, round)
        return True
    return False


def _amnesia(cast: Cast, creature: Creature, round: Round) -> None:
    if not _spares_elementals(cast, creature, round):
        (_idle if round.rules.amnesia_on_monster == "idle_now" else _later)(cast, creature, round)


def _paralysis(cast: Cast, creature: Creature, round: Round) -> None:
    if not _spares_elementals(cast, creature, round):
        (_idle if round.rules.paralysis_on_monster == "now" else _later)(cast, creature, round)


def _fear(cast: Cast, creature: Creature, round: Round) -> None:
    if creature.kind.is_elemental or round.rules.fear_on_monster == "none":
        _no_effect(cast, round)
    else:
        _idle(cast, creature, round)


def _confusion(cast: Cast, creature: Creature, round: Round) -> None:
    if creature.kind.is_elemental:
        _no_effect(cast, round)
    elif round.rules.confusion_on_monster == "next" or round.kind != "normal":
        _later(cast, creature, round)
    else:
        _confuse(cast, creature, round)


def _confuse(cast: Cast, creature: Creature, round: Round) -> None:
    """Let a monster attack anybody at all, its controller too. Source: ruling 4.3."""
    creature.compelled = random_victim(creature, round)
    round.tell("confused", about=(creature,), monster=creature.name)
    if cast.is_permanent:
        first = creature.compelled if round.rules.permanent_mind == "repeat_first" else None
        round.begin(cast, creature, None, repeats=first)


def random_victim(creature: Creature, round: Round, *, is_second: bool = False) -> str:
    """The victim of a confused monster: any other being, its controller too; of its second attack, if hastened."""
    throw = round.chance.second_attack if is_second else round.chance.attack
    return throw(creature.name, [being.name for being in round.present() if being is not creature])


def _maladroitness(cast: Cast, creature: Creature, round: Round) -> None:
    (_no_effect(cast, round) if creature.kind.is_elemental else _idle(cast, creature, round))


def _unmoved(cast: Cast, creature: Creature, round: Round) -> None:
    _no_effect(cast, round)


def charm_monster(cast: Cast, round: Round) -> None:
    """The monster obeys the caster from this round on. Source: Bartle, "Charm Monster"; ruling 3.9."""
    creature = cast.subject
    if not isinstance(creature, Creature) or creature.kind.is_elemental or cast.master is None:
        _no_effect(cast, round)
        return
    master = cast.master.name
    if creature.owner != master and not round.rules.charmed_monster_keeps_target:
        creature.target = None
    creature.owner = master
    round.tell("charmed", about=(creature,), monster=creature.name, owner=master)


def haste(cast: Cast, round: Round) -> None:
    """Three more pairs of gestures, or attacks. Source: Bartle, "Haste"; ruling 5.1."""
    if cast.subject is None:
        return
    left = 2 if round.kind == "haste" and round.rules.late_haste == "loses_one" else 3
    if isinstance(cast.subject, Creature) and round.rules.haste == "free_round" and round.kind == "normal":
        cast.subject.hasted = True  # at once, so that two rounds remain
        left = 2
    round.begin(cast, cast.subject, left)


def time_stop(cast: Cast, round: Round) -> None:
    """A round of one's own right after this one; a monster attacks once more. Source: Bartle, "Time stop"; 5.2."""
    if isinstance(cast.subject, Actor):
        round.begin(cast, cast.subject, 1)
    elif isinstance(cast.subject, Creature):
        cast.subject.stops_time = True
        round.tell("stops_time", about=(cast.subject,), monster=cast.subject.name)


def opens_window(cast: Cast, round: Round) -> None:
    """Delayed Effect and Permanency wait for a spell of the next three rounds. Source: rulings 5.3, 5.4."""
    if not isinstance(cast.subject, Actor):
        _no_effect(cast, round)
    elif not cast.is_used:
        round.begin(cast, cast.subject, 3)


def may_last(spell: Spell, rules: Rules) -> bool:
    """Whether Permanency can make `spell` last. Source: ruling 5.4."""
    extensible = spell.extensible
    return bool(getattr(rules, extensible)) if isinstance(extensible, str) else extensible


def _spell(slug: str, name: str, usually: Usually, effect: Effect, text: str, source: str, **facts: Any) -> Spell:
    return Spell(
        slug=slug,
        name=name,
        chapter=Chapter.ENCHANTMENT,
        usually=usually,
        effect=effect,
        text=text,
        rules=source,
        **facts,
    )


SELF, OPPONENT = Usually.SELF, Usually.OPPONENT

SPELLS = (
    _spell(
        "haste",
        "Haste",
        SELF,
        haste,
        "Its subject makes extra gestures in three rounds.",
        "Bartle, Haste; ruling 5.1",
        extensible=True,
    ),
    _spell("time_stop", "Time Stop", SELF, time_stop, "Its subject takes an extra round alone.", "Bartle; ruling 5.2"),
    _spell(
        "protection",
        "Protection from Evil",
        SELF,
        protection,
        "A shield in this round and the next few.",
        "Bartle, Protection from Evil; ruling 3.7",
        protects=True,
        extensible=True,
    ),
    _spell(
        "resist_heat",
        "Resist Heat",
        SELF,
        resists("fire"),
        "Fireballs, fire storms and fire elementals do no harm until it is removed.",
        "Bartle, Resist Heat; ruling 4.6",
        keeps_off=("fire_elemental",),
    ),
    _spell(
        "resist_cold",
        "Resist Cold",
        SELF,
        resists("ice"),
        "Ice storms and ice elementals do no harm until it is removed.",
        "Bartle, Resist Cold; ruling 4.6",
        keeps_off=("ice_elemental",),
    ),
    _spell(
        "paralysis",
        "Paralysis",
        OPPONENT,
        mind(_paralysis, binds=held_hand),
        "A hand of the subject is held next round: C turns to F (by an option F to C), S to D, W to P, others stay.",
        "Bartle, Paralysis; rulings 3.2, 4.3",
        mind=True,
        extensible=True,
    ),
    _spell(
        "amnesia",
        "Amnesia",
        OPPONENT,
        mind(_amnesia),
        "Next round the subject repeats the gestures of this one.",
        "Bartle, Amnesia; rulings 3.2, 4.3",
        mind=True,
        extensible=True,
    ),
    _spell(
        "fear",
        "Fear",
        OPPONENT,
        mind(_fear),
        "Next round the subject cannot make C, D, F or S.",
        "Bartle, Fear; rulings 3.2, 4.3",
        mind=True,
        extensible=True,
    ),
    _spell(
        "confusion",
        "Confusion",
        OPPONENT,
        mind(_confusion),
        "Next round one of the subject's hands makes a gesture thrown by dice.",
        "Bartle, Confusion; rulings 3.2, 4.3",
        mind=True,
        extensible=True,
    ),
    _spell(
        "maladroitness",
        "Maladroitness",
        OPPONENT,
        mind(_maladroitness),
        "Next round the subject's left hand does what the right hand does.",
        "Warlocks; rulings 3.2, 4.3",
        mind=True,
        extensible=True,
    ),
    _spell(
        "charm_monster",
        "Charm Monster",
        SELF,
        charm_monster,
        "The monster obeys the caster from this round on.",
        "Bartle, Charm Monster; ruling 3.9",
        mind=True,
        keeps_off=(MONSTER,),
        extensible="permanent_permanency",
        under={"monsters": True},
    ),
    _spell(
        "charm_person",
        "Charm Person",
        OPPONENT,
        mind(_unmoved, binds=charmed_hand),
        "Next round the caster says what one of the subject's hands does.",
        "Bartle, Charm Person; ruling 3.2",
        mind=True,
        extensible=True,
    ),
    _spell(
        "disease",
        "Disease",
        OPPONENT,
        sickens,
        "Kills some rounds later, unless removed, dispelled, or cured by Cure Heavy Wounds.",
        "Bartle, Disease; ruling 4.7",
        undone_by=("cure_heavy_wounds",),
    ),
    _spell(
        "poison",
        "Poison",
        OPPONENT,
        sickens,
        "Kills some rounds later, unless removed or dispelled.",
        "Bartle, Poison; ruling 4.7",
    ),
    _spell(
        "anti_spell",
        "Anti-spell",
        OPPONENT,
        anti_spell,
        "What the subject has gestured up to this round can no longer be part of a spell.",
        "Bartle, Anti-spell; ruling 4.2",
    ),
    _spell(
        "blindness",
        "Blindness",
        OPPONENT,
        hides,
        "For the next three rounds the subject sees no gestures. Destroys a monster at once.",
        "Bartle, Blindness; ruling 4.1",
        keeps_off=(MONSTER, *ELEMENTALS),
        extensible=True,
    ),
    _spell(
        "invisibility",
        "Invisibility",
        SELF,
        hides,
        "For the next three rounds the subject cannot be seen. Destroys a monster at once.",
        "Bartle, Invisibility; ruling 4.1",
        keeps_off=(MONSTER, *ELEMENTALS),
        extensible=True,
    ),
    _spell(
        "permanency",
        "Permanency",
        SELF,
        opens_window,
        "Makes an enchantment of the next rounds permanent.",
        "Bartle, Permanency; ruling 5.4",
        extensible="permanent_permanency",
    ),
    _spell(
        "delay_effect",
        "Delayed Effect",
        SELF,
        opens_window,
        "Banks a spell of the next rounds, to be released later.",
        "Bartle, Delayed Effect; ruling 5.3",
        extensible="permanent_delay",
    ),
)
"""Where the order matters, they take effect in this one."""
