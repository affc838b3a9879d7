"""The master's texts in lessons: before each step, after a wrong move, and at the end.

The master is the scripted opponent and teacher. The user plays the novice.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from duels.books.scenes import NOVICE, Example, Lesson, Step, Variation
from duels.learn.sandbox import Move, State, frame_of, plain, played
from duels.wording.gestures import NAMES
from duels.wording.refusals import Refused
from wavinghands import engine
from wavinghands.engine import Json

HANDS = ("left", "right")
MADE = {
    "left": gettext_lazy("Your left hand played “%(made)s”. This step needs “%(wanted)s”."),
    "right": gettext_lazy("Your right hand played “%(made)s”. This step needs “%(wanted)s”."),
}


def lesson_board(lesson: Lesson, moves: Sequence[Move]) -> Json:
    """Return the board of a lesson after these moves.

    `frame` is the state of the duel, in the format of the duel's WebSocket. `guide` contains the master's texts and the
    orders that the page suggests. Raise `Refused` if a move is not possible.
    """
    states = played(lesson.scene, moves)
    strayed = _strayed(lesson, states)
    is_asking = isinstance(states[-1], engine.Asked)
    done = len(moves) - is_asking
    is_over = done == len(lesson.steps) and not strayed
    frame = frame_of(states[-1], NOVICE, slug=f"lesson-{lesson.slug}", is_open=not strayed and not is_over)
    return {"frame": plain(frame), "guide": _guide(lesson, done, strayed, is_over=is_over)}


def example_board(example: Example, book: str, moves: Sequence[Move], variation: int) -> Json:
    """Return the board after these moves in an example of a spell.

    Its `frame` is the state of the duel, in the format of the duel's WebSocket. Its `guide` contains the text and the
    orders that the page suggests. Raise `Refused` if a move is not possible or if there is no such variation.
    """
    variations = example.variations_in(book)
    if not 0 <= variation < len(variations):
        raise Refused("unknown", _("This example has no such variation."))
    chosen = variations[variation]
    states = played(chosen.scene(book), moves)
    done = len(moves) - isinstance(states[-1], engine.Asked)
    is_over = done == len(chosen.solution) or _has_ended(states[-1])
    frame = frame_of(states[-1], NOVICE, slug=f"{book}-{example.spell}-{variation}", is_open=not is_over)
    return {"frame": plain(frame), "guide": _example_guide(chosen, states, done, is_over=is_over)}


def _has_ended(state: State) -> bool:
    return isinstance(state, engine.Duel) and state.result is not None


def _example_guide(chosen: Variation, states: Sequence[State], done: int, *, is_over: bool) -> Json:
    """Return the text to show (`says`), the orders to give next, and whether the example is `over`.

    If a finished example did not end as in the solution, the text says so.
    """
    followed = is_over and _has_come(chosen.comes, states[-1])
    point = None if is_over else chosen.solution[done]
    says = chosen.then if followed else _("That’s not what this lesson needs.") if is_over else chosen.says
    return {"says": str(says), "orders": point, "over": is_over}


def _guide(lesson: Lesson, done: int, strayed: str, *, is_over: bool) -> Json:
    point = None if strayed or is_over else lesson.steps[done]
    task = point.task if point else lesson.done if is_over else ""
    return {
        "step": min(done + (not strayed), len(lesson.steps)),
        "steps": len(lesson.steps),
        "task": str(task),
        "says": strayed or (str(point.says) if point else ""),
        "orders": point.solution if point else None,
        "rests": bool(point and point.rests),
        "strayed": bool(strayed),
        "over": is_over,
        "learned": [str(text) for text in lesson.learned] if is_over else [],
    }


def _strayed(lesson: Lesson, states: Sequence[State]) -> str:
    """Return a text about the first move that differs from the lesson's script.

    The text is empty if all moves are right. Raise `Refused` if other moves follow the wrong one, because the user must
    undo the wrong move first.
    """
    text = ""
    for step, state in zip(lesson.steps, states[1:], strict=False):
        if text:
            raise Refused("illegal", _("Undo the last round first."))
        text = _what_went_wrong(step, state) if isinstance(state, engine.Duel) else ""
    return text


def _what_went_wrong(step: Step, duel: engine.Duel) -> str:
    made = _last_round(duel)["gestures"][NOVICE]
    if _is_surrender(made):
        return _(
            "Two palms at once mean surrender, so you lost the duel. You would have won only if your "
            "spells had killed me in the same round. Here you can undo the round. In a real duel you "
            "can’t."
        )
    wrong = [
        MADE[hand] % {"made": NAMES[made[hand]], "wanted": NAMES[wanted]}
        for hand, wanted in zip(HANDS, step.hands, strict=True)
        if made[hand] != wanted
    ]
    if wrong:
        return " ".join([*wrong, _("See what happened, then undo the round and try again.")])
    return "" if _has_come(step.comes or {}, duel) else str(step.otherwise)


def _is_surrender(made: Json) -> bool:
    return all(made[hand] == "P" for hand in HANDS)


def _has_come(facts: Mapping[str, Any], state: State) -> bool:
    """Return whether the last round contained an event with the properties in `facts`."""
    if isinstance(state, engine.Asked):
        return False
    return any(
        facts.items() <= {key: event.get(key) for key in facts}.items() for event in _last_round(state)["events"]
    )


def _last_round(duel: engine.Duel) -> Json:
    """Return the last round of a duel as seen by the novice, the user's wizard."""
    last: Json = engine.view(duel, NOVICE, since=duel.number - 1)["rounds"][-1]
    return last
