"""Delayed Effect and Permanency: banking, releasing and extending spells.

Source: rulings 5.3, 5.4 (docs/rulings.md).
"""

from collections.abc import Callable, Collection, Iterator

from wavinghands.engine.beings import Actor, Cast, Move
from wavinghands.engine.duel import Banked
from wavinghands.engine.events import Event
from wavinghands.engine.round import Round
from wavinghands.engine.spells import WAITING
from wavinghands.engine.spells.enchantment import may_last

Window = tuple[Actor, tuple[Cast, ...]]
"""A wizard for whom Delayed Effect or Permanency waits for a spell, and the spells that opened this window.

These are spells of this round. There are none if the window was already open.
"""


def extend(round: Round) -> None:
    """Make spells permanent for wizards with Permanency.

    A Permanency is used up even if the spell that it extends fails.
    """
    for wizard, openers in _windows(round, WAITING["permanent"]):
        fitting = [cast for cast in _own(round, wizard, openers) if may_last(cast.spell, round.rules)]
        for delaying, delays in _ready_to_bank(round):
            if delaying is wizard:
                fitting = [cast for cast in fitting if cast in delays or not _is_delayed(cast)]
        cast = _picked(round, fitting, _permanent)
        if cast is not None:
            cast.is_permanent = True
            _use_up(wizard, WAITING["permanent"], openers)
            facts = {"caster": wizard.name, "spell": cast.spell.slug, "hand": cast.hand, **cast.second}
            round.tell_to(round.onlookers(wizard), "extended", **facts)


def _is_delayed(cast: Cast) -> bool:
    """Return whether the orders name this spell for Delayed Effect but not for Permanency."""
    return _names(cast, _delay) and not _names(cast, _permanent)


def bank(round: Round) -> None:
    """Bank spells for wizards with Delayed Effect, before these spells can do anything."""
    for wizard, openers in _ready_to_bank(round):
        own = [cast for cast in _own(round, wizard, openers) if not cast.is_permanent]
        cast = _picked(round, own, _delay)
        if cast is not None:
            _bank(round, wizard, cast)
            _use_up(wizard, WAITING["delay"], openers)


def _ready_to_bank(round: Round) -> Iterator[Window]:
    """Yield a `Window` for each wizard whose Delayed Effect is waiting for a spell to bank.

    A wizard with a banked spell is left out, unless they release it in this round or a new spell replaces it. Source:
    ruling 5.3 (docs/rulings.md).
    """
    for wizard, openers in _windows(round, WAITING["delay"]):
        assert wizard.orders is not None
        if wizard.banked is None or wizard.orders.fire or round.rules.second_bank == "replaces":
            yield wizard, openers


def _bank(round: Round, wizard: Actor, cast: Cast) -> None:
    assert cast.move is not None
    wizard.banking = cast
    round.casts.remove(cast)
    cast.move.cast.remove(cast.hand)
    facts = {"wizard": wizard.name, "spell": cast.spell.slug, "hand": cast.hand, **cast.second}
    others = Event("banks", {"wizard": wizard.name}, frozenset(round.seeing()))
    round.tell_secret(wizard, "banked", others, **facts)


def release(round: Round) -> None:
    """Cast the spells that wizards banked in earlier rounds and release in this one."""
    for wizard in round.acting():
        assert wizard.orders is not None
        if wizard.orders.fire and wizard.banked is not None:
            spell = round.lexicon.spells[wizard.banked.spell]
            round.casts.append(Cast(wizard, spell, "released", ref=wizard.banked.target))
            wizard.banked = None


def keep(round: Round) -> None:
    """Set the target of each spell banked in this round, now that new monsters have names."""
    for wizard in round.acting():
        cast = wizard.banking
        if cast is not None:
            wizard.banking = None
            target = round.being(cast.ref)
            wizard.banked = Banked(cast.spell.slug, cast.hand, target.name if target else None)


def _windows(round: Round, effect: str) -> Iterator[Window]:
    """Yield a `Window` for each wizard who can use `effect` on a spell this round.

    The `Window` names the spells of this round that opened it. Effects from earlier rounds come first.
    """
    others = []
    for wizard in round.acting():
        if effect in (wizard.effects if round.tail is None else wizard.lingering):
            yield wizard, ()
        else:
            others.append(wizard)
    for wizard in others:
        openers = tuple(cast for cast in round.casts if cast.opens is wizard and cast.spell.slug == effect)
        if openers:
            yield wizard, openers


def _own(round: Round, wizard: Actor, openers: Collection[Cast]) -> list[Cast]:
    """Return the spells of this wizard to which Delayed Effect or Permanency may still apply, except `openers`."""
    return [cast for cast in round.casts if cast.caster is wizard and cast not in openers and not cast.is_used]


def _use_up(wizard: Actor, effect: str, openers: Collection[Cast]) -> None:
    """End `effect`, because it has been applied to a spell, and mark the `openers` that began it as used."""
    wizard.lose(effect)
    for opener in openers:
        opener.is_used = True


Order = Callable[[Move], str]
"""A function that returns the hand chosen for Delayed Effect or Permanency in the orders for a move."""


def _delay(move: Move) -> str:
    return move.orders.delay


def _permanent(move: Move) -> str:
    return move.orders.permanent


def _picked(round: Round, casts: list[Cast], order: Order) -> Cast | None:
    """Return the spell to bank or extend, or `None`.

    This is a spell that the orders name. If they name none, the rules decide whether another spell is picked.
    """
    named = [cast for cast in casts if _names(cast, order)]
    if named or round.rules.delay_and_permanency == "may":
        return _first(round, named)
    return _first(round, casts)


def _names(cast: Cast, order: Order) -> bool:
    said = order(cast.move) if cast.move is not None else ""
    return bool(said) and (said == cast.hand or "both" in (said, cast.hand))


def _first(round: Round, casts: list[Cast]) -> Cast | None:
    """Return the spell whose gestures were made earliest.

    Ties go to the longest spell, then to the spell of the left hand. Source: rulings 3.3.4, 5.1 (docs/rulings.md).
    """
    if len(casts) < 2:
        return casts[0] if casts else None
    return min(casts, key=lambda cast: (bool(cast.second), -_length(round, cast), cast.hand != "left"))


def _length(round: Round, cast: Cast) -> int:
    assert cast.move is not None
    woven = cast.move.woven[1 if cast.hand == "right" else 0]
    return max(len(step.pattern) for step in round.lexicon.completed(woven) if step.spell is cast.spell)
