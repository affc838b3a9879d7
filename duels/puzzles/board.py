"""The puzzle board, which judges moves, plays them out and explains the result.

The solution is sent only in response to moves that solve the puzzle, or to a user who gives up.
"""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from duels.learn.sandbox import Move, frame_of, plain
from duels.models import Puzzle
from duels.puzzles.attempts import Decided, try_once
from duels.puzzles.judging import Judged, Verdict, judge, other_tries
from duels.puzzles.positions import is_melee, whole
from duels.puzzles.refutations import failures, wrong
from duels.puzzles.words import explanation, primer, replies_to_solution, spell_names, task_of, themes_of
from duels.wording.languages import catalogue, listed
from wavinghands import engine
from wavinghands.engine import Json

FROM_A_DUEL: Final = gettext_lazy("From a duel between %(one)s and %(other)s, after round %(round)s.")
COMPOSED: Final = gettext_lazy("From a made-up duel between %(one)s and %(other)s, after round %(round)s.")
FROM_A_MELEE: Final = gettext_lazy("From a melee of %(wizards)s, after round %(round)s.")
COMPOSED_MELEE: Final = gettext_lazy("From a made-up melee of %(wizards)s, after round %(round)s.")


def board_after(puzzle: Puzzle, moves: Sequence[Move]) -> Json:
    """Return the board after these moves, without storing anything.

    The result contains the board as `frame`, and its texts and choices as `guide`. Raise `Refused` if a move is not
    possible.
    """
    return _board(puzzle, judge(puzzle, moves), None)


def tried(puzzle: Puzzle, user: Any, moves: Sequence[Move]) -> Json:
    """Return the board after a user's moves.

    Record the result if the moves solve or fail the puzzle. Raise `Refused` if a move is not possible.
    """
    judged = judge(puzzle, moves)
    decided = None
    if judged.verdict is not Verdict.OPEN:
        decided = try_once(puzzle, user, is_right=judged.verdict is Verdict.RIGHT)
    return _board(puzzle, judged, decided)


def solution(puzzle: Puzzle, user: Any) -> Json:
    """Record that the user has given up, and return the solution as `moves`.

    `rating` contains the user's ratings before and after, or is `None` if they have not changed.
    """
    decided = try_once(puzzle, user, is_right=False, gives_up=True)
    return {"moves": _solving(puzzle), "rating": _rating(decided)}


def _solving(puzzle: Puzzle) -> list[Json]:
    """Return the moves of the solution.

    Each later move answers the opponent's reply to the move before it. The board shows these replies.
    """
    first = puzzle.data["solutions"][0]
    if puzzle.kind == Puzzle.Kind.READ:
        return [{"orders": {"spell": first["spell"]}}]
    moves = [{"orders": first}]
    for _round in range(1, puzzle.rounds):
        judged = judge(puzzle, [Move(orders=move["orders"]) for move in moves])
        if judged.verdict is not Verdict.OPEN or not judged.then:
            break
        moves.append({"orders": judged.then})
    return moves


def _board(puzzle: Puzzle, judged: Judged, decided: Decided | None) -> Json:
    is_asked = judged.verdict is Verdict.OPEN and puzzle.kind != Puzzle.Kind.READ
    frame = frame_of(judged.duel, puzzle.data["wizard"], slug=f"puzzle-{puzzle.slug}", is_open=is_asked)
    return {"frame": plain(frame), "guide": _guide(puzzle, judged, decided)}


def _guide(puzzle: Puzzle, judged: Judged, decided: Decided | None) -> Json:
    is_over = judged.verdict is Verdict.RIGHT
    return {
        "step": min(judged.done + 1, puzzle.rounds),
        "steps": puzzle.rounds,
        "says": _says(puzzle, judged),
        "primer": primer(puzzle) if judged.verdict is Verdict.OPEN and not judged.done else "",
        "strayed": judged.verdict is Verdict.WRONG,
        "over": is_over,
        "choices": _choices(puzzle) if judged.verdict is Verdict.OPEN else [],
        "told": explanation(puzzle) if is_over else [],
        "replies": replies_to_solution(puzzle) if is_over else [],
        "others": failures(puzzle, other_tries(puzzle)) if is_over and puzzle.kind != Puzzle.Kind.READ else [],
        "compared": _compared(puzzle) if is_over else [],
        "themes": [name for _theme, name in themes_of(puzzle)] if is_over else [],
        "source": _source(puzzle) if is_over else None,
        "rating": _rating(decided),
    }


def _says(puzzle: Puzzle, judged: Judged) -> str:
    if judged.verdict is Verdict.WRONG:
        return wrong(puzzle, judged)
    if judged.verdict is Verdict.OPEN and judged.done:
        return (
            _("Correct so far. Now finish it.") if puzzle.kind == Puzzle.Kind.WIN else _("Correct so far. Keep going.")
        )
    return task_of(puzzle) if judged.verdict is Verdict.OPEN else ""


def _choices(puzzle: Puzzle) -> list[Json]:
    if puzzle.kind != Puzzle.Kind.READ:
        return []
    names = spell_names(puzzle.book)
    found = [{"slug": slug, "name": names[slug]} for slug in puzzle.data["solutions"][0]["choices"]]
    return sorted(found, key=lambda choice: choice["name"])


def _compared(puzzle: Puzzle) -> list[Json]:
    """Return the spells to choose from in a puzzle that asks "Which spell is it?", the right one first."""
    right = puzzle.data["solutions"][0].get("spell")
    return sorted(_choices(puzzle), key=lambda choice: choice["slug"] != right)


def _rating(decided: Decided | None) -> Json | None:
    return asdict(decided) if decided else None


def _source(puzzle: Puzzle) -> Json:
    """Return the puzzle's origin.

    `words` is a description. `story` is the transcript of the duel. `url` is the address of the duel, or `None` if it
    is not a public duel on this site.
    """
    source = puzzle.data["source"]
    names = [wizard["name"] for wizard in puzzle.data["record"]["wizards"]]
    if is_melee(puzzle):
        origin = COMPOSED_MELEE if source.get("composed") else FROM_A_MELEE
        words = str(origin) % {"round": source["round"], "wizards": listed(names)}
    else:
        origin = COMPOSED if source.get("composed") else FROM_A_DUEL
        words = str(origin) % {"round": source["round"], "one": names[0], "other": names[1]}
    duel, story = puzzle.duel, engine.transcript(whole(puzzle), engine.EVERYTHING, catalogue())
    is_here = duel and duel.is_open and duel.public
    address = reverse("replay_round", args=[duel.slug, source["round"]]) if duel and is_here else None
    return {"words": words, "url": address, "story": story}
