"""Boards for duels that are not in the database, such as lessons.

Each request replays the duel from its start. A board has the format of the frame that the server sends to the players
of a duel. Each request contains all moves, so nothing needs to be stored, and nothing is secret. The dice depend on the
scene's seed, so the same moves always lead to the same duel.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from duels.books.scenes import MASTER, NOVICE, WIZARDS, Scene
from duels.play.protocol import DuelFrame
from duels.play.tables import at, put
from duels.wording.languages import catalogue
from duels.wording.refusals import Refused
from wavinghands import engine
from wavinghands.engine import Json

MOST_MOVES = 12
LARGEST_PLAY = 16_384

State = engine.Duel | engine.Asked

BARE: Mapping[str, Any] = {
    **dict.fromkeys(("mountain", "practice", "counts"), False),
    **{field: {} for field in ("house", "missed", "reserves", "vacations")},
    **dict.fromkeys(("now", "watchers"), 0),
}


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wizard's orders for a round, and their answers to the questions asked in it."""

    orders: Json
    answers: Json = {}


class Play(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The moves since the start of a scene.

    In an example, `variation` is the index of the variation that the user plays.
    """

    moves: list[Move]
    variation: int = 0


def read_play(body: bytes) -> Play:
    """Parse the moves in the body of a request.

    Raise `Refused` if the body is malformed or too long, or contains too many moves.
    """
    if len(body) > LARGEST_PLAY:
        raise Refused("oversized", _("You’ve sent too much data. Restart to play again."))
    try:
        play = msgspec.json.decode(body, type=Play)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise Refused("malformed", _("These rounds can’t be played: {error}.").format(error=error)) from error
    if len(play.moves) > MOST_MOVES:
        raise Refused(
            "over", _("You can play at most {count} rounds here. Restart to play again.").format(count=MOST_MOVES)
        )
    return play


def played(scene: Scene, moves: Sequence[Move]) -> list[State]:
    """Return the states of the duel at the start of the scene and after each move.

    If the user has to answer questions about the last move, the last state is an `engine.Asked`. Raise `Refused` if a
    move is illegal or comes after the end of the scene.
    """
    states: list[State] = [_start(scene)]
    for number, move in enumerate(moves):
        state = states[-1]
        if isinstance(state, engine.Asked):
            raise Refused("illegal", _("Answer this round’s question first."))
        if state.result is not None or number >= len(scene.script):
            raise Refused("over", _("That was the last round. Restart to play again."))
        try:
            states.append(_round(state, move, scene.script[number]))
        except engine.EngineError as error:
            raise Refused("illegal", str(error)) from error
    return states


def _start(scene: Scene) -> engine.Duel:
    duel = engine.start(scene.book, list(WIZARDS), seed=scene.seed)
    for novice, master in zip(scene.novice, scene.master, strict=True):
        duel = engine.settle(duel, {NOVICE: novice, MASTER: master})
    return duel


def _round(duel: engine.Duel, move: Move, scripted: Json) -> State:
    """Return the duel after a round, or the questions that the novice, the user's wizard, must answer.

    The master, the novice's opponent, gives the orders in `scripted` and answers questions with the defaults.
    """
    return answered(duel, NOVICE, {MASTER: scripted}, move)[0]


def answered(duel: engine.Duel, wizard: str, others: Json, move: Move) -> tuple[State, Json]:
    """Play a round with a wizard's move. Return the resulting state and the wizard's checked answers.

    If the move does not answer all questions, the state contains the open questions. `others` contains the orders of
    the other wizards, by name. These wizards answer their questions with the defaults. Raise `OrderError` if the move
    is illegal.
    """
    orders = {**others, wizard: engine.check_orders(duel, wizard, move.orders)}
    orders = {name: orders[name] for name in duel.acting}
    known: dict[str, Json] = {}
    found = engine.play(duel, orders, known)
    while isinstance(found, engine.Asked) and _answer(found, wizard, move.answers, known):
        found = engine.play(duel, orders, known)
    return found, known.get(wizard, {})


def _answer(asked: engine.Asked, wizard: str, answers: Json, known: dict[str, Json]) -> bool:
    """Answer the current questions, and store the checked answers in `known` by wizard.

    `answers` holds the answers of `wizard`. All other wizards answer with the defaults. Return `False` if `answers`
    does not answer all of this wizard's questions.
    """
    for name in asked.asks:
        questions = (engine.request(asked, name) or {})["questions"]
        chosen: Json = {}
        for question in questions:
            choice = at(answers, question["field"]) if name == wizard else _masters(question)
            if choice is None:
                return False
            put(chosen, question["field"], choice)
        for question in questions:
            checked = engine.check_answers(asked, name, chosen)
            put(known.setdefault(name, {}), question["field"], at(checked, question["field"]))
    return True


def _masters(question: Json) -> Any:
    return question["choices"][0] if question["default"] is None else question["default"]


def frame_of(state: State, viewer: str | None, *, slug: str, is_open: bool = True) -> DuelFrame:
    """Return the frame that one viewer gets for a duel that is not in the database.

    `is_open` says whether the viewer may give orders. Fields that come from the database, such as clocks, scores and
    drafts, are `None` or empty.
    """
    duel = state.duel if isinstance(state, engine.Asked) else state
    request = None
    if viewer and is_open and duel.result is None:
        request = engine.request(state, viewer, catalogue=catalogue())
    awaited = [viewer] if request else []
    known = {
        "connected": [wizard.name for wizard in duel.wizards],
        "view": engine.view(state, viewer, catalogue=catalogue()),
        "request": request,
        "acting": awaited,
        "waiting": awaited,
    }
    return DuelFrame(
        **{**dict.fromkeys(DuelFrame.__struct_fields__), **BARE, "version": duel.number, "slug": slug, **known}
    )


def plain(frame: DuelFrame) -> Mapping[str, Any]:
    """Return the frame as a mapping, in the format in which a duel's WebSocket sends it."""
    return {"type": "duel", **msgspec.structs.asdict(frame)}
