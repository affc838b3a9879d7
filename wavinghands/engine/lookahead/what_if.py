"""Rehearsals of a round.

They use only what one wizard knows, and never the dice of the real round.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from wavinghands.engine.duel import UNKNOWN_SPELL, Duel, Effects, Tail, Wizard
from wavinghands.engine.errors import OrderError
from wavinghands.engine.lookahead.ahead import Known, known
from wavinghands.engine.plain_data import Json
from wavinghands.engine.referee import check_orders, settled
from wavinghands.engine.round import Question
from wavinghands.engine.view import is_blind, last_known, last_known_monsters, sees_gestures
from wavinghands.engine.words.english import ENGLISH, Catalogue
from wavinghands.engine.words.questions import asked, label
from wavinghands.engine.words.telling import view

SEED: Final = -(2**127) - 1
"""The seed of every rehearsal. No real duel has this seed."""


def rehearse(
    duel: Duel,
    wizard: str,
    orders: object,
    replies: Mapping[str, object] | None = None,
    *,
    catalogue: Catalogue = ENGLISH,
) -> Json:
    """Return the next round as `wizard` would see it, given `orders` and the other wizards' `replies`.

    The result has these fields:

    - `round`: the rehearsed round
    - `wizards`, `monsters`, `kind` and `result`: the duel after the round, in the format of `view()`
    - `assumptions`: a list of objects with `about` and `text`. They name the default answers, the results of dice, gaps
      in the wizard's knowledge, and the wizards without a reply: those are assumed to rest both hands

    Raise `OrderError` for illegal orders.
    """
    believed = belief(duel, wizard)
    given = _checked(believed, wizard, orders, replies or {})
    possible = {name: _without_unknown_release(believed, wizard, name, reply) for name, reply in given.items()}
    after, questions = settled(believed, possible)
    seen = view(after, wizard, since=duel.number, catalogue=catalogue)
    return {
        "round": seen["rounds"][0],
        **{field: seen[field] for field in ("wizards", "monsters", "kind", "result")},
        "assumptions": [
            *_unknown(duel, wizard, given, catalogue),
            *_at_rest(duel, given, catalogue),
            *_defaults(questions, catalogue),
            *_dice(after, catalogue),
        ],
    }


def _checked(believed: Duel, wizard: str, orders: object, replies: Mapping[str, object]) -> dict[str, Json]:
    if wizard in replies:
        raise OrderError("are the viewer's own orders, not a reply", round=believed.number + 1, wizard=wizard)
    given = {wizard: orders, **replies}
    return {name: check_orders(believed, name, asked) for name, asked in given.items()}


def _without_unknown_release(duel: Duel, viewer: str, name: str, orders: Json) -> Json:
    is_unknown = name != viewer and duel.wizard(name).banked is not None
    return {field: value for field, value in orders.items() if field != "fire"} if is_unknown else orders


# Knowledge


def belief(duel: Duel, viewer: str) -> Duel:
    """Return the duel as `viewer` knows it.

    Facts that the viewer has not seen are left out, or stay as the viewer last saw them.
    """
    monsters = last_known_monsters(duel, viewer)
    return replace(
        duel,
        seed=SEED,
        wizards=tuple(_wizard(duel, viewer, wizard) for wizard in duel.wizards),
        living=tuple(monster for monster in monsters if monster.alive),
        fallen={monster.name: monster for monster in monsters if not monster.alive},
        tail=_tail(duel, viewer),
    )


def _wizard(duel: Duel, viewer: str, wizard: Wizard) -> Wizard:
    if wizard.name == viewer:
        return wizard
    hands: Known = known(duel, viewer, wizard)
    then = last_known(duel, wizard.name, viewer)
    latest, is_last = _last_seen(duel, viewer, wizard.name)
    return wizard._replace(
        hp=then.hp,
        effects=then.effects if is_last else _without_gestures(then.effects),
        memory=latest.memory if latest is not None else (),
        woven=hands.woven,
        spent=hands.spent,
        banked=UNKNOWN_SPELL if then.banked is not None else None,
    )


def _last_seen(duel: Duel, viewer: str, name: str) -> tuple[Wizard | None, bool]:
    """Return a wizard as of the last round in which the viewer saw the wizard's hands.

    The flag is true if the wizard has not acted since then.
    """
    is_last = True
    for then in duel.course():
        if then.last is None or name not in then.last.gestures:
            continue
        if sees_gestures(then.last, viewer, name):
            return then.wizard(name), is_last
        is_last = False
    return None, is_last


def _without_gestures(effects: Effects) -> Effects:
    """Return the effects without the gestures that permanent mind spells repeat."""
    return {slug: there._replace(repeats=None) for slug, there in effects.items()}


def _tail(duel: Duel, viewer: str) -> Tail | None:
    """Return the state that the last normal round passes on, without the effects that the viewer could not see."""
    if duel.tail is None:
        return None
    marks = {
        name: found for name, found in duel.tail.marks.items() if name == viewer or _is_in_sight(duel, viewer, name)
    }
    return duel.tail._replace(marks=marks)


def _is_in_sight(duel: Duel, viewer: str, name: str) -> bool:
    last = duel.last
    assert last is not None
    return not is_blind(last, viewer) and (name not in last.invisible or duel.rules.unseen_casts_are_named)


# Assumptions


def _unknown(duel: Duel, viewer: str, given: Mapping[str, Json], catalogue: Catalogue) -> Iterator[Json]:
    for wizard in duel.wizards:
        if wizard.name == viewer or not wizard.stands:
            continue
        if not known(duel, viewer, wizard).whole:
            yield _assumed(catalogue, "unseen", wizard=wizard.name)
        if given.get(wizard.name, {}).get("fire"):
            yield _assumed(catalogue, "banked", wizard=wizard.name)


def _at_rest(duel: Duel, given: Mapping[str, Json], catalogue: Catalogue) -> Iterator[Json]:
    for name in duel.acting:
        if name not in given:
            yield _assumed(catalogue, "rest", wizard=name)


def _defaults(questions: list[Question], catalogue: Catalogue) -> Iterator[Json]:
    for question in questions:
        default, words = question.default, asked(question, catalogue)
        answer = catalogue["answers"]["dice"] if default is None else label(question, default, catalogue)
        said = {"wizard": question.wizard, "question": words, "answer": answer}
        text = catalogue["assumed"]["question"].format(**said)
        yield {"about": "question", "wizard": question.wizard, "field": list(question.field), "text": text}


def _dice(after: Duel, catalogue: Catalogue) -> Iterator[Json]:
    assert after.last is not None
    chance = after.last.chance
    for name, die in chance.get("confusion", {}).items():
        text = catalogue["assumed"][f"confusion.{die['hand']}"].format(wizard=name, gesture=die["gesture"])
        yield {"about": "die", "wizard": name, "text": text}
    for name, hand in chance.get("paralyze", {}).items():
        yield {"about": "die", "wizard": name, "text": catalogue["assumed"][f"paralyze.{hand}"].format(wizard=name)}
    for name, thrown in chance.get("attack", {}).items():
        for victim in thrown if isinstance(thrown, list) else [thrown]:  # a hastened monster attacks twice
            text = catalogue["assumed"]["attack"].format(monster=name, victim=victim)
            yield {"about": "die", "monster": name, "text": text}


def _assumed(catalogue: Catalogue, about: str, *, wizard: str) -> Json:
    return {"about": about, "wizard": wizard, "text": catalogue["assumed"][about].format(wizard=wizard)}
