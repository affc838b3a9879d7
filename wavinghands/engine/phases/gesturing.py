"""What the hands do: forced gestures, the reveal, what they complete, and whom it is aimed at."""

from collections.abc import Mapping

from wavinghands.engine.duel import InForce
from wavinghands.engine.gestures import HANDS, OPEN, STAB, Hand, Pair, held, woven_on
from wavinghands.engine.orders import NOBODY
from wavinghands.engine.round import MIND, Actor, Being, Cast, Creature, Question, Round
from wavinghands.engine.spells.spell import Spell, Usually


def make_gestures(round: Round) -> None:
    """Let each hand do what it was ordered, or forced, to do. Source: ruling 3.2."""
    for wizard in round.acting():
        assert wizard.orders is not None
        wizard.pair = (wizard.orders.left, wizard.orders.right)
        for effect in MIND:
            in_force = wizard.effects.get(effect)
            if in_force is not None:
                FORCES[effect](round, wizard, in_force)


def _force(wizard: Actor, hand: Hand, gesture: str, effect: str) -> None:
    wizard.pair = (gesture, wizard.pair[1]) if hand == "left" else (wizard.pair[0], gesture)
    wizard.forced[hand] = effect


def _paralysis(round: Round, wizard: Actor, in_force: InForce) -> None:
    hand = in_force.hand
    if round.rules.hand_choice == "next_orders" and in_force.by is not None:
        master = round.beings[in_force.by]
        if not isinstance(master, Actor) or master.orders is None:
            return
        hand = hand or master.orders.paralyze.get(wizard.name)
    hand = hand or round.chance.paralyze(wizard.name)
    left, right = wizard.source.remembered(round.rules)
    _force(wizard, hand, held(left if hand == "left" else right, claps_stay=round.rules.para_fc), "paralysis")
    wizard.held, wizard.held_by = hand, in_force.by


def _amnesia(round: Round, wizard: Actor, in_force: InForce) -> None:
    left, right = wizard.source.remembered(round.rules)
    _force(wizard, "left", left, "amnesia")
    _force(wizard, "right", right, "amnesia")


def _fear(round: Round, wizard: Actor, in_force: InForce) -> None:
    hand: Hand
    for hand in HANDS:
        if wizard.hand(hand) in "CDFS":
            _force(wizard, hand, "W", "fear")


def _confusion(round: Round, wizard: Actor, in_force: InForce) -> None:
    sides = OPEN if round.rules.confusion_die == "eight" else OPEN[:6]
    hand, gesture = round.chance.confusion(wizard.name, sides)
    _force(wizard, hand, gesture, "confusion")


def _maladroitness(round: Round, wizard: Actor, in_force: InForce) -> None:
    _force(wizard, "left", wizard.pair[1], "maladroitness")


def _charm_person(round: Round, wizard: Actor, in_force: InForce) -> None:
    master = round.beings.get(in_force.by or "")
    if not isinstance(master, Actor) or master.orders is None:
        return
    direction = master.orders.direct.get(wizard.name, {})
    led, gesture = in_force.hand or direction.get("hand"), direction.get("gesture")
    for hand in HANDS:
        if hand == led and gesture:
            _force(wizard, hand, gesture, "charm_person")


FORCES = {
    "paralysis": _paralysis,
    "amnesia": _amnesia,
    "fear": _fear,
    "confusion": _confusion,
    "maladroitness": _maladroitness,
    "charm_person": _charm_person,
}


def reveal(round: Round) -> None:
    """Show what every hand made, and weave it into the history."""
    for wizard in round.acting():
        assert wizard.orders is not None
        wizard.woven = woven_on(wizard.woven, wizard.pair)
        if wizard.orders.say:
            round.tell("says", about=tuple(round.wizards), wizard=wizard.name, words=wizard.orders.say)
        _tell_gestures(round, wizard)


def _tell_gestures(round: Round, wizard: Actor) -> None:
    audience = round.onlookers(wizard)
    for hand, effect in wizard.forced.items():
        data = {"wizard": wizard.name, "hand": hand, "effect": effect, "gesture": wizard.hand(hand)}
        round.tell_to(audience, "forced", **data)
    left, right = wizard.pair
    round.tell_to(audience, "gestures", wizard=wizard.name, left=left, right=right)


def choose(round: Round) -> None:
    """Settle which spells the gestures cast, and ask where several could be. Source: ruling 3.3."""
    for wizard in round.acting():
        for hand, spell in _chosen(round, wizard).items():
            round.casts.append(Cast(wizard, spell, hand))
            wizard.cast.append(hand)
            if spell.once:
                wizard.spent.add(spell.slug)


def _chosen(round: Round, wizard: Actor) -> Mapping[str, Spell]:
    assert wizard.orders is not None
    menu = round.lexicon.menu(wizard.woven, wizard.source.spent)
    if not menu:
        return {}
    if len(menu) == 1:
        return menu[0]
    foreseen = {} if round.answers is not None and wizard.surprises else wizard.orders.cast
    offered = {(hand, spell.slug) for entry in menu for hand, spell in entry.items()}
    answered = round.answer(wizard, "cast", foreseen)
    picked = {hand: slug for hand, slug in answered.items() if (hand, slug) in offered}
    named = [entry for entry in menu if _names(entry, picked)]
    if len(named) == 1:
        return named[0]
    if round.answers is not None:
        round.questions.append(_which_spells(wizard, menu))
    return (named or menu)[0]


def _names(entry: Mapping[str, Spell], picked: Mapping[str, str]) -> bool:
    """Whether a pick agrees with what it names: at least one spell, and no other for a hand that casts here."""
    agreed = [picked[hand] == spell.slug for hand, spell in entry.items() if hand in picked]
    return bool(agreed) and all(agreed)


def _which_spells(wizard: Actor, menu: tuple[Mapping[str, Spell], ...]) -> Question:
    choices = tuple({hand: spell.slug for hand, spell in entry.items()} for entry in menu)
    labels = tuple(" and ".join(f"{spell.name} ({hand})" for hand, spell in entry.items()) for entry in menu)
    text = "Your gestures complete several spells. Which will you cast?"
    return Question(wizard.name, ("cast",), "spells", text, choices, labels, choices[0])


def aim(round: Round) -> None:
    """Settle whom each spell and stab is meant for, and ask where gestures were not as ordered. Source: ruling 3.4."""
    for cast in round.casts:
        if cast.spell.usually is not Usually.NONE:
            cast.ref = _ref(round, cast.caster, cast.hand, _usual(round, cast.caster, cast.spell), cast.spell.name)
    for wizard in round.acting():
        hand = stabbing_hand(wizard.pair)
        if hand:
            enemy = round.opponent(wizard)
            ref = _ref(round, wizard, hand, enemy.name if enemy else NOBODY, "your stab")
            round.stabs.append((wizard, hand, ref))


def stabbing_hand(pair: Pair) -> str:
    """The hand that stabs: of two knives the right one is real. Source: ruling 3.2."""
    return "right" if pair[1] == STAB else "left" if pair[0] == STAB else ""


def _usual(round: Round, caster: Actor, spell: Spell) -> str:
    if spell.usually is Usually.SELF:
        return caster.name
    enemy = round.opponent(caster) if spell.usually is Usually.OPPONENT else None
    return enemy.name if enemy else NOBODY


def _ref(round: Round, wizard: Actor, hand: str, usual: str, what: str) -> str:
    assert wizard.orders is not None
    slots = ("both", "left", "right") if hand == "both" else (hand,)
    answered = (round.answers or {}).get(wizard.name, {})
    if hand in answered.get("target", {}):
        return str(answered["target"][hand])
    ref = next((wizard.orders.target[slot] for slot in slots if slot in wizard.orders.target), None)
    if round.answers is not None and (hand in wizard.surprises or (ref is None and "cast" in answered)):
        round.questions.append(_which_target(round, wizard, hand, usual, what))
        return usual
    return ref or usual


def _which_target(round: Round, wizard: Actor, hand: str, usual: str, what: str) -> Question:
    refs = (*(being.name for being in round.present() if not _is_lost_to(wizard, being)), NOBODY)
    whose = "Your hands cast" if hand == "both" else f"Your {hand} hand casts"
    text = f"Whom is {what} meant for?" if what[0].islower() else f"{whose} {what}. At whom?"
    return Question(wizard.name, ("target", hand), "target", text, refs, refs, usual)


def _is_lost_to(wizard: Actor, being: Being) -> bool:
    return wizard.blind and isinstance(being, Creature) and being.owner != wizard.name
