"""Forced gestures, the reveal, completed spells, and targets. Source: rulings 3.2 to 3.4 (docs/rulings.md)."""

from collections.abc import Collection, Mapping

from wavinghands.engine.beings import FIRST_PAIR, SECOND_PAIR, Actor, Being, Cast, Creature, Move, Stab
from wavinghands.engine.gestures import STAB, Pair, woven_on
from wavinghands.engine.orders import NOBODY, Orders
from wavinghands.engine.round import Question, Round
from wavinghands.engine.spell import Spell, Usually
from wavinghands.engine.spells import FORCING


def make_gestures(round: Round) -> None:
    """Make the ordered or forced gesture of each hand. Source: ruling 3.2 (docs/rulings.md)."""
    for wizard in round.acting():
        assert wizard.orders is not None
        wizard.moves = _moves(round, wizard.orders, "haste" in wizard.effects)
        if wizard.effects:
            for effect, mind in FORCING.items():
                in_force = wizard.effects.get(effect)
                if in_force is not None and round.duel.forces(in_force):
                    mind.forces(round, wizard, in_force)


def _moves(round: Round, orders: Orders, is_hasted: bool) -> list[Move]:
    """Return the wizard's pairs of gestures in this round: one, or two for a hastened wizard.

    Source: ruling 5.1 (docs/rulings.md).
    """
    moves = [Move(orders, (orders.left, orders.right))]
    if is_hasted and round.rules.haste == "pair" and round.kind == "normal":
        second = orders.second or Orders()
        moves.append(Move(second, (second.left, second.right), is_second=True))
    return moves


def reveal(round: Round) -> None:
    """Reveal all gestures, and append them to the gesture sequences of the hands."""
    if round.kind != "normal":
        round.tell("round_of", kind=round.kind, wizards=[wizard.name for wizard in round.acting()])
    for wizard in round.acting():
        assert wizard.orders is not None
        if wizard.orders.say:
            round.tell("says", about=tuple(round.wizards), wizard=wizard.name, words=wizard.orders.say)
        for move in wizard.moves:
            wizard.woven = move.woven = woven_on(wizard.woven, move.pair)
            _tell_gestures(round, wizard, move)


def _tell_gestures(round: Round, wizard: Actor, move: Move) -> None:
    audience = round.onlookers(wizard)
    mark = SECOND_PAIR if move.is_second else FIRST_PAIR
    for hand, effect in move.forced.items():
        data = {"wizard": wizard.name, "hand": hand, "effect": effect, "gesture": move.hand(hand)}
        round.tell_to(audience, "forced", **data, **mark, because=round.held_by(wizard, effect))
    left, right = move.pair
    round.tell_to(audience, "gestures", wizard=wizard.name, left=left, right=right, **mark)


def complete(round: Round) -> None:
    """Determine the spells that the gestures cast, and the targets of spells and stabs.

    A wizard is asked to choose spells first, and to choose targets once the spells are known. Wizards do not wait for
    each other's spells, because a delayed question would reveal whether another wizard's sealed orders chose a spell.
    Source: rulings 3.3, 3.4 (docs/rulings.md).
    """
    _choose(round)
    _aim(round, {question.wizard for question in round.questions})


def _choose(round: Round) -> None:
    """Determine the spells that the gestures cast. If there are several possibilities, ask the wizard."""
    for wizard, move in round.moves():
        for hand, spell in _chosen(round, wizard, move).items():
            round.casts.append(Cast(wizard, spell, hand, move))
            move.cast.append(hand)
            if spell.once:
                wizard.spent |= {spell.slug}


def _chosen(round: Round, wizard: Actor, move: Move) -> Mapping[str, Spell]:
    spent = wizard.source.spent | wizard.spent if wizard.spent else wizard.source.spent
    menu = round.lexicon.menu(move.woven, spent)
    if not menu:
        return {}
    if len(menu) == 1:
        return menu[0]
    foreseen = {} if round.answers is not None and move.surprises else move.orders.cast
    offered = {(hand, spell.slug) for entry in menu for hand, spell in entry.items()}
    answered = round.answers_for(wizard, move).get("cast", foreseen)
    picked = {hand: slug for hand, slug in answered.items() if (hand, slug) in offered}
    named = [entry for entry in menu if _names(entry, picked)]
    if len(named) == 1:
        return named[0]
    if round.answers is not None:
        round.questions.append(_which_spells(wizard, move, menu))
    return (named or menu)[0]


def _names(entry: Mapping[str, Spell], picked: Mapping[str, str]) -> bool:
    """Return whether the choice `picked` matches `entry`, which is one way to cast spells.

    Both map hands to spells. The choice must name at least one spell of `entry`, and no different spell for the same
    hands.
    """
    agreed = [picked[hand] == spell.slug for hand, spell in entry.items() if hand in picked]
    return bool(agreed) and all(agreed)


def _which_spells(wizard: Actor, move: Move, menu: tuple[Mapping[str, Spell], ...]) -> Question:
    choices = tuple({hand: spell.slug for hand, spell in entry.items()} for entry in menu)
    text = "spells.second" if move.is_second else "spells"
    return Question(wizard.name, (*move.path, "cast"), "spells", text, choices, choices[0])


def _aim(round: Round, undecided: Collection[str]) -> None:
    """Determine the target of each spell and stab, except for the `undecided` wizards.

    A wizard whose gestures differ from the orders is asked.
    """
    for cast in round.casts:
        if cast.spell.usually is not Usually.NONE and cast.move is not None and cast.caster.name not in undecided:
            cast.ref = _ref(round, cast.caster, cast.move, cast.hand, cast.spell.usually, cast.spell.slug)
    for wizard, move in round.moves():
        if STAB in move.pair and wizard.name not in undecided:
            hand = stabbing_hand(move.pair)
            ref = _ref(round, wizard, move, hand, Usually.OPPONENT)
            round.stabs.append(Stab(wizard, move, hand, ref))


def stabbing_hand(pair: Pair) -> str:
    """Return the hand that stabs, or "" if neither does. Source: ruling 3.2 (docs/rulings.md).

    If both hands stab, only the right one counts.
    """
    return "right" if pair[1] == STAB else "left" if pair[0] == STAB else ""


def _usual(round: Round, caster: Actor, usually: Usually) -> str:
    if usually is Usually.SELF:
        return caster.name
    enemy = round.duel.enemy_of(caster.name) if usually is Usually.OPPONENT else None
    return enemy or NOBODY


def _ref(round: Round, wizard: Actor, move: Move, hand: str, usually: Usually, spell: str | None = None) -> str:
    target = move.orders.target
    ref = target.get(hand) or (hand == "both" and (target.get("left") or target.get("right"))) or None
    if round.answers is not None:
        answered = round.answers_for(wizard, move)
        if hand in answered.get("target", {}):
            return str(answered["target"][hand])
        if hand in move.surprises or (ref is None and "cast" in answered):
            usual = _usual(round, wizard, usually)
            round.questions.append(_which_target(round, wizard, move, hand, usual, spell))
            return usual
    return ref or _usual(round, wizard, usually)


def _which_target(round: Round, wizard: Actor, move: Move, hand: str, usual: str, spell: str | None) -> Question:
    refs = (*(being.name for being in round.present() if not _is_lost_to(wizard, being)), NOBODY)
    text = f"target.{hand}" if spell else "target.stab"
    return Question(wizard.name, (*move.path, "target", hand), "target", text, refs, usual, spell)


def _is_lost_to(wizard: Actor, being: Being) -> bool:
    return wizard.blind and isinstance(being, Creature) and being.owner != wizard.name
