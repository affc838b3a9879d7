"""The states of a duel after each round, in the format `wavinghands-replay/1`."""

from collections.abc import Mapping
from typing import Any, Final

from wavinghands.engine.duel import Duel, Monster, Wizard
from wavinghands.engine.gestures import HANDS, NOTHING
from wavinghands.engine.phases import account
from wavinghands.engine.plain_data import Json
from wavinghands.engine.record import replay
from wavinghands.engine.view import effects_left
from wavinghands.engine.words.telling import event_in_words, genders_of

FORMAT: Final = "wavinghands-replay/1"
"""The format of a replay, and its version."""


def states(record: Mapping[str, Any]) -> Json:
    """Return the states of the duel in `record`.

    Raise the same errors as `replay`.
    """
    result, rounds = None, []
    for duel in replay(record):
        rounds.append(state(duel))
        result = duel.result
    return {"format": FORMAT, "rounds": rounds, "result": result}


def state(duel: Duel) -> Json:
    """Return the state of `duel` after its last round."""
    last = duel.last
    assert last is not None
    genders = genders_of(duel)
    happened = account(duel)
    return {
        "number": last.number,
        "kind": last.kind,
        "wizards": {wizard.name: _wizard(duel, wizard) for wizard in duel.wizards},
        "monsters": [_monster(monster) for monster in duel.monsters],
        "cast": [dict(cast) for cast in happened.casts],
        "events": [event_in_words(event, genders) for event in happened.events],
    }


def _wizard(duel: Duel, wizard: Wizard) -> Json:
    assert duel.last is not None
    made = duel.last.gestures.get(wizard.name)
    left, right = made.pair if made else (NOTHING, NOTHING)
    shown: Json = {
        "hp": wizard.hp,
        "alive": wizard.alive,
        "surrendered": wizard.surrendered,
        "left": left,
        "right": right,
        "effects": effects_left(wizard.effects),
    }
    if made is not None and made.second is not None:
        shown["second"] = dict(zip(HANDS, made.second.pair, strict=True))
    if wizard.banked is not None:
        shown["banked"] = wizard.banked.spell
    return shown


def _monster(monster: Monster) -> Json:
    return {
        "name": monster.name,
        "kind": monster.kind.slug,
        "owner": monster.owner,
        "hp": monster.hp,
        "alive": monster.alive,
        "target": monster.target,
        "effects": effects_left(monster.effects),
    }
