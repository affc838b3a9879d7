"""The mind spells, each with its effects on hands and monsters. Source: Bartle, "Enchantments"."""

from collections.abc import Mapping
from typing import Final

from wavinghands.engine.beings import Actor, Being, Cast, Creature, Influence
from wavinghands.engine.duel import Duel, InForce, Wizard
from wavinghands.engine.gestures import HANDS, OPEN, THROWS, Hand, again, held, of_hand
from wavinghands.engine.orders import Orders
from wavinghands.engine.round import Question, Round
from wavinghands.engine.spell import Hold, Mind, Spell, Usually
from wavinghands.engine.spells.minding import mind, mind_spell, repeat, stills, unmoved
from wavinghands.engine.spells.stopping import ELEMENTALS, MONSTER, MONSTERS

# Paralysis ------------------------------------------------------------------------------------------------------------


def held_hand(cast: Cast, subject: Actor, round: Round) -> Hand | None:
    """Return the hand that a Paralysis will hold.

    Return `None` if the caster will name it in the next orders. Several Paralyses on one wizard hold the same hand: one
    that a caster has named or, if there is none, a random one. Source: rulings 3.1, 3.2, 4.4 (docs/rulings.md).
    """
    there = subject.effects.get(cast.spell.slug)
    if there is not None and there.hand is not None and round.is_waiting(there):
        return there.hand
    for other in round.casts:
        if other.spell is cast.spell and other.subject is subject and not other.void:
            hand = _named_hand(other.master, subject, round)
            if hand is not None:
                return hand
    if cast.master is not None and round.rules.hand_choice == "next_orders":
        return None
    return round.chance.paralyze(subject.name)


def _named_hand(master: Actor | None, subject: Actor, round: Round) -> Hand | None:
    """Return the hand that a Paralysis must hold: the hand already held, or the one that its caster names.

    The rules decide whether it must hold the same hand again. Return `None` if the caster names no hand now.
    """
    same = round.rules.paralysis_same_hand == "any" or (master is not None and master.name == subject.held_by)
    if subject.held and same:
        return _hand(subject.held)
    if master is None or round.rules.hand_choice == "next_orders":
        return None
    return _hand(round.ask(_which_held(master.name, subject.name)))


def _which_held(master: str, subject: str, text: str = "paralyze") -> Question:
    return Question(master, ("paralyze", subject), "hand", text, HANDS, None, subject)


def _asks_which_to_hold(round: Round, caster: Actor, subject: Actor) -> Question | None:
    return None if subject.held else _which_held(caster.name, subject.name)


def _decides_which_to_hold(duel: Duel, caster: str, subject: str, paralysis: InForce) -> Question | None:
    is_open = duel.rules.hand_choice == "next_orders" and paralysis.hand is None
    return _which_held(caster, subject, "paralyze.next") if is_open else None


def _hold_hand(round: Round, wizard: Actor, paralysis: InForce) -> None:
    hand = paralysis.hand
    if round.rules.hand_choice == "next_orders" and paralysis.by is not None:
        master = round.beings[paralysis.by]
        if not isinstance(master, Actor) or master.orders is None:
            return
        hand = hand or master.orders.paralyze.get(wizard.name)
    hand = hand or round.chance.paralyze(wizard.name)
    last = of_hand(wizard.source.remembered(round.rules)[-1], hand)
    for move in wizard.moves:
        move.force(hand, held(last, claps_stay=round.rules.para_fc), "paralysis")
    wizard.held, wizard.held_by = hand, paralysis.by
    wizard.effects["paralysis"] = paralysis._replace(hand=hand)


def _holds_hand(duel: Duel, wizard: Wizard, paralysis: InForce, hand: Hand, index: int) -> Hold | None:
    if paralysis.hand not in (None, hand):
        return None
    if duel.rules.hand_choice == "next_orders" and paralysis.by not in duel.acting:
        return None
    last = of_hand(wizard.remembered(duel.rules)[-1], hand)
    return Hold("paralysis", (held(last, claps_stay=duel.rules.para_fc),) if paralysis.hand else OPEN)


def _name_two_hands(influences: list[Influence], being: Being, round: Round) -> bool:
    if not isinstance(being, Actor):
        return False
    hands = {found.hand or (_named_hand(found.master, being, round) if found.cast else None) for found in influences}
    return len(hands - {None}) > 1


# Amnesia --------------------------------------------------------------------------------------------------------------


def _do_again(round: Round, wizard: Actor, amnesia: InForce) -> None:
    pairs = wizard.source.forgetful(amnesia, round.rules)
    for move, (left, right) in zip(wizard.moves, again(pairs, len(wizard.moves)), strict=True):
        move.force("left", left, "amnesia")
        move.force("right", right, "amnesia")
    repeat(wizard, "amnesia", None, pairs)


def _does_again(duel: Duel, wizard: Wizard, amnesia: InForce, hand: Hand, index: int) -> Hold:
    pairs = again(wizard.forgetful(amnesia, duel.rules), 2 if duel.paired(wizard.name) else 1)
    return Hold("amnesia", (of_hand(pairs[index], hand),))


def _same_victim(round: Round, creature: Creature, *, is_second: bool) -> str | None:
    return creature.attacked


# Fear -----------------------------------------------------------------------------------------------------------------

STEADY: Final = ("P", "W", ">", "-")
"""The gestures that Fear allows. Source: Bartle, "Fear"."""


def _shake(round: Round, wizard: Actor, fear: InForce) -> None:
    for move in wizard.moves:
        for hand in HANDS:
            if move.hand(hand) not in STEADY:
                move.force(hand, "W", "fear")


def _shakes(duel: Duel, wizard: Wizard, fear: InForce, hand: Hand, index: int) -> Hold:
    return Hold("fear", STEADY)


# Confusion ------------------------------------------------------------------------------------------------------------


def _throw(round: Round, wizard: Actor, confusion: InForce) -> None:
    if isinstance(confusion.repeats, str) and confusion.hand:
        hand, gesture = confusion.hand, confusion.repeats
    else:
        hand, gesture = round.chance.confusion(wizard.name, THROWS[round.rules.confusion_die])
    wizard.moves[0].force(hand, gesture, "confusion")
    if round.rules.permanent_mind == "repeat_first":
        repeat(wizard, "confusion", hand, gesture)


def _throws(duel: Duel, wizard: Wizard, confusion: InForce, hand: Hand, index: int) -> Hold | None:
    if index > 0 or confusion.hand not in (None, hand):
        return None
    return Hold("confusion", (confusion.repeats,) if isinstance(confusion.repeats, str) else OPEN)


def _confuse(cast: Cast, creature: Creature, round: Round) -> None:
    """Make a monster attack a random being, which may be its controller. Source: ruling 4.3 (docs/rulings.md)."""
    if creature.kind.is_elemental:
        round.no_effect(cast)
        return
    if round.rules.confusion_on_monster == "next" or round.kind != "normal":
        round.begin(cast, creature, 1)
        return
    creature.compelled = creature.compelled or random_victim(round, creature)
    round.tell("confused", about=(creature,), monster=creature.name, once=True)
    if cast.is_permanent:
        first = creature.compelled if round.rules.permanent_mind == "repeat_first" else None
        round.begin(cast, creature, None, repeats=first)


def random_victim(round: Round, creature: Creature, *, is_second: bool = False) -> str:
    """Return a random victim for a confused monster: any being other than itself.

    `is_second` says whether the victim is for the second attack of a hastened monster.
    """
    throw = round.chance.second_attack if is_second else round.chance.attack
    return throw(creature.name, [being.name for being in round.present() if being is not creature])


# Maladroitness --------------------------------------------------------------------------------------------------------


def _copy(round: Round, wizard: Actor, maladroitness: InForce) -> None:
    for move in wizard.moves:
        move.force("left", move.pair[1], "maladroitness")


def _copies(duel: Duel, wizard: Wizard, maladroitness: InForce, hand: Hand, index: int) -> Hold | None:
    return Hold("maladroitness", OPEN) if hand == "left" else None


# Charm Person and Charm Monster ---------------------------------------------------------------------------------------


def charmed_hand(cast: Cast, subject: Actor, round: Round) -> Hand | None:
    """Return the hand that a Charm Person will lead.

    Return `None` if the caster will name it in the next orders. If the current orders name a hand, it applies both to
    this spell and to a Charm Person cast in the last round.
    """
    if round.rules.hand_choice == "next_orders" or cast.master is None:
        return None
    question = _asks_which_to_lead(round, cast.master, subject)
    answer = round.ask(question) if question is not None else None
    return _hand((answer or _directed(cast.master.orders, subject.name)).get("hand"))


def _hand(named: str | None) -> Hand | None:
    return "left" if named == "left" else "right" if named == "right" else None


def _directed(orders: Orders | None, subject: str) -> Mapping[str, str]:
    """Return the orders for a charmed hand: the `hand`, the `gesture`, or both."""
    return orders.direct.get(subject, {}) if orders is not None else {}


def _asks_which_to_lead(round: Round, caster: Actor, subject: Actor) -> Question | None:
    """Return the question about which hand to lead, unless the orders name both hand and gesture.

    Such orders direct a Charm Person cast in the last round. In the record, an answer about the new spell would
    replace these orders.
    """
    last = round.duel.last
    before = _directed(last.orders.get(caster.name), subject.name) if last is not None else {}
    if {"hand", "gesture"} <= _directed(caster.orders, subject.name).keys() and "hand" not in before:
        return None
    choices = tuple({"hand": hand} for hand in HANDS)
    return Question(caster.name, ("direct", subject.name), "hand", "direct", choices, None, subject.name)


def _decides_where_to_lead(duel: Duel, caster: str, subject: str, charm: InForce) -> Question | None:
    if isinstance(charm.repeats, str):
        return None
    return Question(caster, ("direct", subject), "direct", f"direct.next.{charm.hand}", (), None, subject)


def _lead(round: Round, wizard: Actor, charm: InForce) -> None:
    hand, gesture = _direction(round, wizard, charm)
    if hand is None or gesture is None:
        return
    for move in wizard.moves:
        move.force(hand, gesture, "charm_person")
    if round.rules.permanent_mind == "repeat_first":
        repeat(wizard, "charm_person", hand, gesture)


def _direction(round: Round, wizard: Actor, charm: InForce) -> tuple[Hand | None, str | None]:
    """Return the hand and the gesture that Charm Person forces on a wizard, as far as they are known."""
    if isinstance(charm.repeats, str):
        return charm.hand, charm.repeats
    master = round.beings.get(charm.by or "")
    said = _directed(master.orders, wizard.name) if isinstance(master, Actor) else {}
    return charm.hand or _hand(said.get("hand")), said.get("gesture")


def _leads(duel: Duel, wizard: Wizard, charm: InForce, hand: Hand, index: int) -> Hold | None:
    if charm.hand not in (None, hand):
        return None
    if isinstance(charm.repeats, str):
        return Hold("charm_person", (charm.repeats,))
    return Hold("charm_person", OPEN) if charm.by in duel.acting else None


def _obey_two(influences: list[Influence], being: Being, round: Round) -> bool:
    return len({influence.master for influence in influences}) > 1


def charm_monster(cast: Cast, round: Round) -> None:
    """Make the monster obey the caster from this round on.

    Source: Bartle, "Charm Monster"; ruling 3.9 (docs/rulings.md).
    """
    creature = cast.subject
    if not isinstance(creature, Creature) or creature.kind.is_elemental or cast.master is None:
        round.no_effect(cast)
        return
    master = cast.master.name
    if creature.owner != master and not round.rules.charmed_monster_keeps_target:
        creature.target = None
    creature.owner = master
    round.tell("charmed", about=(creature,), monster=creature.name, owner=master, once=True)


# The spells -----------------------------------------------------------------------------------------------------------

SPELLS: tuple[Spell, ...] = (
    mind_spell(
        "paralysis",
        "Paralysis",
        mind(stills, binds=held_hand),
        "Next round one of the target’s hands repeats its gesture, but C becomes F, S becomes D and W becomes P. "
        "With a rule option, F becomes C instead.",
        "Bartle, Paralysis; rulings 3.2, 4.3",
        mind=Mind(
            forces=_hold_hand,
            holds=_holds_hand,
            decides=_decides_which_to_hold,
            asks=_asks_which_to_hold,
            keeps_claps=lambda rules: rules.para_fc,
            stills=lambda rules: rules.paralysis_on_monster,
            binds_elementals=True,
            contradicts=_name_two_hands,
            yields=True,
        ),
        notes={
            "": "One of your hands is paralysed. It repeats its last gesture, but {turns}, S becomes D and W becomes "
            "P.",
            "left": "Your left hand is paralysed. It repeats its last gesture, but {turns}, S becomes D and W "
            "becomes P.",
            "right": "Your right hand is paralysed. It repeats its last gesture, but {turns}, S becomes D and W "
            "becomes P.",
        },
    ),
    mind_spell(
        "amnesia",
        "Amnesia",
        mind(stills),
        "Next round the target repeats this round’s gestures.",
        "Bartle, Amnesia; rulings 3.2, 4.3",
        mind=Mind(
            forces=_do_again,
            holds=_does_again,
            stills=lambda rules: "now" if rules.amnesia_on_monster == "idle_now" else None,
            misleads=_same_victim,
            binds_elementals=True,
        ),
        notes={"": "You have forgotten what you meant to do: your hands repeat their last gestures."},
    ),
    mind_spell(
        "fear",
        "Fear",
        mind(stills),
        "Next round the target cannot make C, D, F or S.",
        "Bartle, Fear; rulings 3.2, 4.3",
        mind=Mind(forces=_shake, holds=_shakes, stills=lambda rules: "now" if rules.fear_on_monster == "now" else None),
        notes={"": "You are afraid: your hands cannot make C, D, F or S."},
    ),
    mind_spell(
        "confusion",
        "Confusion",
        mind(_confuse),
        "Next round one of the target’s hands makes a random gesture.",
        "Bartle, Confusion; rulings 3.2, 4.3",
        mind=Mind(forces=_throw, holds=_throws, misleads=random_victim, renews=True),
        notes={"": "You are confused: one of your hands will make a random gesture."},
    ),
    mind_spell(
        "maladroitness",
        "Maladroitness",
        mind(stills),
        "Next round the target’s left hand copies its right hand.",
        "Warlocks; rulings 3.2, 4.3",
        mind=Mind(forces=_copy, holds=_copies, stills=lambda rules: "now"),
        notes={"": "You are clumsy: your left hand will copy your right hand."},
    ),
    mind_spell(
        "charm_monster",
        "Charm Monster",
        charm_monster,
        "The monster obeys the caster from this round on.",
        "Bartle, Charm Monster; ruling 3.9",
        usually=Usually.SELF,
        mind=Mind(contradicts=_obey_two),
        claims="standing",
        spares=("wizard", *ELEMENTALS),
        removed_if="remove_stops_charm_monster",
        keeps_off=(MONSTER,),
        extensible="permanent_permanency",
        under={"monsters": True},
    ),
    mind_spell(
        "charm_person",
        "Charm Person",
        mind(unmoved, binds=charmed_hand),
        "Next round the caster controls one of the target’s hands.",
        "Bartle, Charm Person; ruling 3.2",
        mind=Mind(
            forces=_lead,
            holds=_leads,
            decides=_decides_where_to_lead,
            asks=_asks_which_to_lead,
            contradicts=_obey_two,
            renews=True,
        ),
        spares=MONSTERS,
        notes={
            "": "You are charmed: {by} controls one of your hands.",
            "left": "You are charmed: {by} controls your left hand.",
            "right": "You are charmed: {by} controls your right hand.",
        },
    ),
)
"""The mind spells, in the order in which they force gestures and take effect. Source: ruling 3.2 (docs/rulings.md)."""
