"""What a round comes to: damage, the end of effects, deaths, surrenders, the end of the duel. Source: 3.10 to 3.12."""

from collections.abc import Iterable
from typing import Any

from wavinghands.engine.duel import InForce
from wavinghands.engine.round import MIND, Actor, Being, Cast, Round

SICKNESSES = ("disease", "poison")


def count_damage(round: Round) -> None:
    """Count damage and cures of the round together. Source: ruling 3.10."""
    for being in round.present():
        if being.destroyed or not (being.wounds or being.cured):
            continue
        if round.rules.cure_first:
            being.hp = min(being.max_hp, being.hp + being.cured) - being.hurt
        else:
            being.hp = min(being.max_hp, being.hp - being.hurt + being.cured)


def count_down(round: Round) -> None:
    """Let one round pass for all that is in force, and begin what this round began. Source: ruling 3.12."""
    for being in round.present():
        for effect, in_force in list(being.effects.items()):
            if in_force.left is None or round.kind != "normal" or effect in being.begun:
                continue
            _pass_round(round, being, effect, in_force, in_force.left - 1)
        for effect, in_force in being.begun.items():
            there = being.effects.get(effect)
            if there is None or there.left is not None:
                being.effects[effect] = in_force


def _pass_round(round: Round, being: Being, effect: str, in_force: InForce, left: int) -> None:
    if left > 0:
        being.effects[effect] = InForce(left, in_force.by, in_force.hand)
        return
    del being.effects[effect]
    if effect in SICKNESSES:
        being.doom = being.doom or effect
    elif effect not in MIND and effect != "anti_spell":
        round.tell("ends", about=(being,), subject=being.name, effect=effect, why="time")


def bury(round: Round) -> None:
    """Let those die whose time has come; who surrenders is cured of his sickness. Source: rulings 3.10, 3.11."""
    for being in round.present():
        cause = _cause_of_death(being)
        if cause:
            being.alive = False
            being.effects.clear()
            kind = {"wizard": being.name} if isinstance(being, Actor) else {"monster": being.name}
            round.tell_to(None, "dies", cause=cause, **kind)


def _cause_of_death(being: Being) -> str:
    if isinstance(being, Actor) and being.doom in SICKNESSES and _gives_up(being):
        return "wounds" if being.hp <= 0 else ""
    return "destroyed" if being.destroyed else being.doom or ("wounds" if being.hp <= 0 else "")


def _gives_up(wizard: Actor) -> bool:
    return wizard.acts and (wizard.pair == ("P", "P") or bool(wizard.orders and wizard.orders.forfeit))


def surrender(round: Round) -> None:
    """Let those leave who showed both palms, or gave up. Source: ruling 3.11."""
    for wizard in round.acting():
        if wizard.alive and _gives_up(wizard):
            wizard.surrendered = True
            by_hands = wizard.pair == ("P", "P")
            round.tell_to(None, "surrenders", wizard=wizard.name, how="palms" if by_hands else "word")


def judge(round: Round) -> dict[str, Any] | None:
    """The duel's result, if it has ended with this round. Source: ruling 3.11."""
    left = [wizard for wizard in round.wizards if wizard.alive and not _has_left(wizard)]
    if len(left) > 1:
        return None
    winner = left[0] if left else _killer_who_surrendered(round)
    round.tell_to(None, "victory" if winner else "draw", **({"wizard": winner.name} if winner else {}))
    return {
        "outcome": "victory" if winner else "draw",
        "winners": [winner.name] if winner else [],
        "surrendered": [wizard.name for wizard in round.wizards if _has_left(wizard)],
        "killed": [wizard.name for wizard in round.wizards if not wizard.alive],
    }


def _has_left(wizard: Actor) -> bool:
    return wizard.surrendered or wizard.source.surrendered


def _killer_who_surrendered(round: Round) -> Actor | None:
    """Who surrendered while killing all others, where that wins."""
    surrendered = [wizard for wizard in round.standing() if wizard.surrendered]
    others = [wizard for wizard in round.standing() if not wizard.surrendered]
    if len(surrendered) != 1 or not others or round.rules.surrender_and_kill == "draw":
        return None
    killer = surrendered[0]
    if round.rules.surrender_and_kill == "wins_any" or all(_was_killed_by(killer, other) for other in others):
        return killer
    return None


def _was_killed_by(killer: Actor, victim: Actor) -> bool:
    """Whether the spells of `killer` alone would have killed `victim`."""

    def has_his(casts: Iterable[Cast]) -> bool:
        return any(cast.caster is killer for cast in casts)

    points = sum(wound.points for wound in victim.wounds if has_his(wound.casts))
    return victim.source.hp <= points or has_his(victim.slayers)


def release_monsters(round: Round) -> None:
    """Let the monsters of those who died or left go on without a controller."""
    for creature in round.creatures:
        master = round.beings.get(creature.owner or "")
        if isinstance(master, Actor) and (not master.alive or _has_left(master)):
            creature.owner = None
