"""One viewer's view of a duel. Source: ruling 6 (docs/rulings.md).

It is built field by field, so that nothing is revealed by accident.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from wavinghands.engine.duel import HIT_POINTS, Account, Duel, Effects, Gestures, Monster, Played, Wizard, team_of
from wavinghands.engine.events import Event, Viewer, seen
from wavinghands.engine.gestures import HANDS, HIDDEN
from wavinghands.engine.phases import Asked, account
from wavinghands.engine.plain_data import Json
from wavinghands.engine.spells import FORCING

EVERYTHING: Final = "*"
"""The viewer who sees everything. It is allowed only after the end, and no wizard can have this name."""

ACTING: Final = {"cast": "caster", "stab": "attacker"}
"""The types of events that involve a hand and that the target notices, with the field for the acting wizard."""

HANDED: Final = frozenset({*HANDS, "both"})
"""The hands that can complete spells. A released spell comes from none of them."""

Tell = Callable[[Account, list[Event]], list[Json]]
"""A function that formats events for viewers."""


def known_to(subject: Duel | Asked, viewer: Viewer, *, since: int, tell: Tell) -> Json:
    """Return the duel as `viewer` may see it, with all rounds after round `since`.

    `viewer` is a wizard's name, `None` for a spectator, or `EVERYTHING` after the end of the duel. `tell` formats
    events. While a round waits for answers, `reveal` contains the parts of it that have been revealed.
    """
    duel = subject.duel if isinstance(subject, Asked) else subject
    revealed = _revealed(subject.revealed, viewer, tell) if isinstance(subject, Asked) else None
    knows_kind = duel.kind != "time_stop" or viewer == EVERYTHING or viewer in duel.acting
    return {
        "book": duel.book.slug,
        "number": duel.number,
        "kind": duel.kind if knows_kind else "normal",
        "viewer": None if viewer == EVERYTHING else viewer,
        "wizards": [_wizard(duel, wizard, viewer) for wizard in duel.wizards],
        "monsters": monsters_known(duel, viewer),
        "rounds": _rounds(duel, viewer, tell, since),
        "reveal": revealed,
        "result": duel.result,
    }


def is_seen_alike(subject: Duel | Asked, *, since: int) -> bool:
    """Return whether all viewers may see the same facts about the duel and its rounds after round `since`.

    If so, their views differ only in the field `viewer`.
    """
    duel = subject.duel if isinstance(subject, Asked) else subject
    if duel.kind == "time_stop" or any(wizard.banked for wizard in duel.wizards):
        return False
    if isinstance(subject, Asked) and not _is_public(subject.revealed, subject.revealed.account):
        return False
    if duel.last is not None and not is_open(duel.last):
        return False
    for then in duel.course():
        if then.number <= since:
            break
        assert then.last is not None
        if not _is_public(then.last, account(then)):
            return False
    return True


def _is_public(played: Played, happened: Account | None) -> bool:
    """Return whether everyone saw all hands in this round and learned of all its events."""
    return is_open(played) and happened is not None and all(event.seen_by is None for event in happened.events)


def is_open(played: Played) -> bool:
    """Return whether everyone saw all hands in this round."""
    return not (played.blind or played.invisible or played.kind == "time_stop")


def is_blind(played: Played | None, viewer: Viewer) -> bool:
    """Return whether `viewer` was blind in this round."""
    return played is not None and viewer in played.blind


def is_left_out(played: Played | None, viewer: Viewer) -> bool:
    """Return whether `viewer` did not act in this round because time was stopped."""
    if played is None or played.kind != "time_stop":
        return False
    return viewer != EVERYTHING and viewer not in played.gestures


def saw_nothing(played: Played | None, viewer: Viewer) -> bool:
    """Return whether `viewer` saw nothing of the other wizards in this round.

    This is the case for viewers who are blind, and for those who do not act because time is stopped.
    """
    return is_blind(played, viewer) or is_left_out(played, viewer)


def _revealed(played: Played, viewer: Viewer, tell: Tell) -> Json | None:
    assert played.account is not None
    return None if is_left_out(played, viewer) else _round_seen(played, played.account, viewer, tell)


def _rounds(duel: Duel, viewer: Viewer, tell: Tell, since: int) -> list[Json]:
    rounds = []
    for then in duel.course():
        assert then.last is not None
        if then.number <= since:
            break
        entry = _round_seen(then.last, account(then), viewer, tell)
        entry["hp"] = {wizard.name: last_known(then, wizard.name, viewer).hp for wizard in then.wizards}
        if entry["events"] or not is_left_out(then.last, viewer):
            rounds.append(entry)
    rounds.reverse()
    return rounds


def _round_seen(played: Played, happened: Account, viewer: Viewer, tell: Tell) -> Json:
    """Return a round as `viewer` saw it, with the events that `viewer` knows of."""
    seen_ones = (event if viewer == EVERYTHING else seen(event, viewer) for event in happened.events)
    known = [event for event in seen_ones if event is not None]
    events = tell(happened, known)
    return {
        "number": played.number,
        "kind": played.kind,
        "gestures": _gestures(played, viewer, known),
        "events": events if is_open(played) else [_as_felt(event, played, viewer) for event in events],
    }


def _as_felt(event: Json, played: Played, viewer: Viewer) -> Json:
    """Return an event as `viewer` noticed it.

    The field `hand` is left out if the viewer did not see the acting wizard's hands.
    """
    whose = event.get(ACTING.get(event["type"], ""))
    if whose is None or event["hand"] not in HANDED or sees_gestures(played, viewer, whose):
        return event
    return {field: value for field, value in event.items() if field != "hand"}


def _gestures(played: Played, viewer: Viewer, known: list[Event]) -> Json:
    if is_left_out(played, viewer):
        return {}
    casting = {
        (event.data["caster"], event.data["hand"], "second" in event.data) for event in known if event.type == "cast"
    }
    table = {}
    for name, made in played.gestures.items():
        is_seen = sees_gestures(played, viewer, name)
        told_by = {hand for caster, hand, is_second in casting if caster == name and not is_second}
        table[name] = _pair(made, told_by, is_seen=is_seen)
        table[name]["barrier"] = is_seen and made.barrier
        told_by = {hand for caster, hand, is_second in casting if caster == name and is_second}
        table[name]["second"] = made.second and _pair(made.second, told_by, is_seen=is_seen)
    return table


def _pair(made: Gestures, told_by: set[str], *, is_seen: bool) -> Json:
    """Return a pair of gestures as a viewer knows it.

    `told_by` contains the hands whose spells the viewer knows.
    """
    if not is_seen:
        return {"left": HIDDEN, "right": HIDDEN, "cast": [], "forced": {}}
    left, right = made.pair
    cast = [hand for hand in made.cast if hand in told_by]
    return {"left": left, "right": right, "cast": cast, "forced": dict(made.forced)}


def sees_gestures(played: Played, viewer: Viewer, wizard: str) -> bool:
    """Return whether `viewer` saw the hands of `wizard` in this round."""
    if viewer in (wizard, EVERYTHING):
        return True
    return wizard not in played.invisible and not saw_nothing(played, viewer)


def _wizard(duel: Duel, wizard: Wizard, viewer: Viewer) -> Json:
    known = last_known(duel, wizard.name, viewer)
    return {
        "name": wizard.name,
        "gender": wizard.gender,
        "hp": known.hp,
        "max_hp": duel.rules.max_hp,
        "alive": wizard.alive,
        "surrendered": wizard.surrendered,
        "effects": {slug: left for slug, left in effects_left(known.effects).items() if _is_still_on(duel, slug)},
        "minds": _minds(known.effects),
        "blind": "blindness" in known.effects,
        "invisible": "invisibility" in known.effects,
        "banked": _banked(known, viewer),
        "seen": known is wizard
        or not is_blind(duel.last, viewer),  # a wizard who does not act in stopped time does not notice it
        **team_of(wizard),
    }


def _is_still_on(duel: Duel, effect: str) -> bool:
    """Return whether an effect that a viewer has seen could still be active.

    A Time Stop ends with the time-stopped round.
    """
    return effect != "time_stop" or duel.kind == "time_stop"


def _banked(wizard: Wizard, viewer: Viewer) -> str | bool | None:
    """Return the slug of a wizard's banked spell, or `True` if the viewer may not know the spell.

    Return `None` if the wizard has no banked spell. Source: ruling 6 (docs/rulings.md).
    """
    if wizard.banked is None:
        return None
    return wizard.banked.spell if viewer in (wizard.name, EVERYTHING) else True


def last_known(duel: Duel, name: str, viewer: Viewer) -> Wizard:
    """Return a wizard as `viewer` last saw them.

    Viewers always know the current state of their own wizard.
    """
    then: Duel | None = duel
    while then is not None and saw_nothing(then.last, viewer) and viewer != name:
        then = then.before
    return (then or duel).wizard(name)


def effects_left(effects: Effects) -> dict[str, int | str]:
    """Return how many more rounds each effect will last, in the format of a replay (see `states`)."""
    return {slug: "permanent" if there.left is None else there.left for slug, there in effects.items()}


def _minds(effects: Effects) -> list[Json]:
    return [{"effect": slug, "by": there.by, "hand": there.hand} for slug, there in effects.items() if slug in FORCING]


def eyes_of(duel: Duel, viewer: Viewer) -> Viewer:
    """Return a key for the viewer's knowledge of the beings in the duel.

    The key of a viewer who saw nothing of the last round is the viewer's name. All other viewers know the same facts
    and share the key `EVERYTHING`.
    """
    return viewer if saw_nothing(duel.last, viewer) else EVERYTHING


def monsters_known(duel: Duel, viewer: Viewer) -> list[Json]:
    """Return the monsters that `viewer` knows of.

    The list is cached and shared: never change it.
    """
    return _monsters(duel, eyes_of(duel, viewer))


@lru_cache(maxsize=64)  # viewers with the same knowledge are served one after the other
def _monsters(duel: Duel, eyes: Viewer) -> list[Json]:
    return [_monster(monster, duel.rules.max_hp - HIT_POINTS) for monster in last_known_monsters(duel, eyes)]


def last_known_monsters(duel: Duel, viewer: Viewer) -> tuple[Monster, ...]:
    """Return the monsters that `viewer` knows of.

    Viewers who see nothing know the monsters of other wizards only as they last saw them.
    """
    if not saw_nothing(duel.last, viewer):
        return duel.monsters
    own = {monster.name: monster for monster in duel.monsters if monster.owner is not None and monster.owner == viewer}
    then: Duel | None = duel
    while then is not None and saw_nothing(then.last, viewer):
        then = then.before
    remembered = {monster.name: monster for monster in then.monsters} if then is not None else {}
    felt = {
        name: _felt(monster, remembered.get(name), viewer)
        for name, monster in _attackers(duel, viewer).items()
        if name not in own
    }
    dead = {monster.name for monster in duel.monsters if not monster.alive and not is_left_out(duel.last, viewer)}
    return tuple(
        monster._replace(alive=monster.alive and name not in dead)
        for name, monster in (remembered | felt | own).items()
    )


def _attackers(duel: Duel, viewer: Viewer) -> Mapping[str, Monster]:
    """Return the monsters that have attacked a viewer since the viewer last saw anything."""
    names: set[str] = set()
    for then in duel.course():
        if then.last is None or not saw_nothing(then.last, viewer):
            break
        for event in account(then).events:
            known = seen(event, viewer)
            names |= {str(known.data.get("by")), str(known.data.get("attacker"))} if known is not None else set()
    return {monster.name: monster for monster in duel.monsters if monster.name in names}


def _felt(monster: Monster, remembered: Monster | None, viewer: Viewer) -> Monster:
    """Return a monster as `viewer` knows it after its unseen attack.

    `remembered` is the monster as last seen.
    """
    if remembered is None or remembered.owner == viewer:  # the new controller is unknown
        return Monster(monster.name, monster.kind, None, monster.kind.points, monster.alive, viewer)
    return remembered._replace(target=viewer, alive=monster.alive)


def _monster(monster: Monster, more: int) -> Json:
    return {
        "name": monster.name,
        "kind": monster.kind.slug,
        "owner": monster.owner,
        "hp": monster.hp,
        "max_hp": monster.kind.points + more,
        "attack": monster.kind.points,
        "alive": monster.alive,
        "target": monster.target,
        "effects": effects_left(monster.effects),
    }
