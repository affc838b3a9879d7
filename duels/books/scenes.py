"""Scenes: made-up positions with a scripted opponent.

Playing a scene needs no account, and no moves are stored: `duels/learn/sandbox.py` replays the scene from its start for
each request. All scenes have the same two wizards.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from wavinghands.engine import Json

NOVICE: Final = "Robin"
"""The wizard played by the visitor."""
MASTER: Final = "Ysolde"
"""The wizard whose orders are scripted."""
WIZARDS: Final = ({"name": NOVICE, "gender": "x"}, {"name": MASTER, "gender": "f"})

Text = str | Promise

WELL_DONE: Final = _("Well done")


def made(left: str, right: str, **more: Any) -> Json:
    """Return orders in which the hands make these gestures.

    `more` contains the other fields of the orders.
    """
    return {"left": left, "right": right, **more}


def rounds(left: str, right: str) -> tuple[Json, ...]:
    """Return orders for a series of rounds, for example `rounds("SD", "--")` for two rounds."""
    return tuple(made(*pair) for pair in zip(left, right, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A position with a scripted opponent.

    `novice` and `master` contain the past orders of the two wizards, which lead to the position. `script` contains the
    master's orders for the next rounds.
    """

    book: str
    script: tuple[Json, ...]
    novice: tuple[Json, ...] = ()
    master: tuple[Json, ...] = ()
    seed: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A round in a lesson: the master's text and orders, and the goal.

    - `task` is the task in one sentence, and `says` explains it.
    - `hands` contains the gestures that the learner should make, and `also` the other fields of the correct orders.
    - `comes` contains the properties of an event that must happen in the round.
    - `otherwise` is the text to show if the gestures were right but the event did not happen.
    - If `rests` is true, the page selects "nothing" for each hand that should do nothing, and it rejects all gestures
      other than `hands`.
    """

    task: Text
    says: Text
    hands: tuple[str, str]
    master: Json
    also: Mapping[str, Any]
    comes: Mapping[str, Any] | None
    otherwise: Text
    rests: bool

    @property
    def solution(self) -> Json:
        """Return the orders that solve the step."""
        return made(*self.hands, **self.also)


def step(
    task: Text,
    says: Text,
    *,
    hands: tuple[str, str],
    master: tuple[str, str] = ("-", "-"),
    also: Mapping[str, Any] | None = None,
    comes: Mapping[str, Any] | None = None,
    otherwise: Text = "",
    rests: bool = False,
) -> Step:
    """Return a step in a lesson, with defaults for omitted fields.

    `master` contains the gestures of the master's hands.
    """
    return Step(
        task=task,
        says=says,
        hands=hands,
        master=made(*master),
        also=also or {},
        comes=comes,
        otherwise=otherwise,
        rests=rests,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A lesson, which consists of a position, steps and a closing summary.

    `learned` is the summary, and `done` is its heading.
    """

    slug: str
    title: Text
    about: Text
    steps: tuple[Step, ...]
    learned: tuple[Text, ...]
    book: str
    done: Text = WELL_DONE
    novice: tuple[Json, ...] = ()
    master: tuple[Json, ...] = ()
    seed: int = 1

    @property
    def scene(self) -> Scene:
        """Return the lesson as a scene."""
        script = tuple(one.master for one in self.steps)
        return Scene(book=self.book, script=script, novice=self.novice, master=self.master, seed=self.seed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Variation:
    """A variation of an example: a position, the reader's solution, and the master's orders.

    Gestures are given as two strings, for the left and the right hand, with one letter per round. `says` is the text
    before the rounds, and `then` is the text after them. `comes` contains the properties of an event that happens in
    the last round if the reader follows the solution. `also` contains other fields of the reader's orders, by the index
    of the round.
    """

    title: Text
    says: Text
    then: Text
    comes: Mapping[str, Any]
    hands: tuple[str, str]
    master: tuple[str, str]
    before: tuple[str, str] = ("", "")
    master_before: tuple[str, str] = ("", "")
    also: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    master_also: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    master_also_before: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    in_books: tuple[str, ...] = ()

    @property
    def solution(self) -> tuple[Json, ...]:
        """Return the reader's orders for each round of the solution."""
        return _with(self.hands, self.also)

    def scene(self, book: str) -> Scene:
        """Return the variation as a scene with the rules of this spell book."""
        return Scene(
            book=book,
            novice=rounds(*self.before),
            master=_with(self.master_before, self.master_also_before),
            script=_with(self.master, self.master_also),
        )


def _with(hands: tuple[str, str], more: Mapping[int, Mapping[str, Any]]) -> tuple[Json, ...]:
    return tuple({**orders, **more.get(number, {})} for number, orders in enumerate(rounds(*hands)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """An example: a spell that users can try out, in several variations.

    `books` are the spell books that have the spell, with the same gestures in all of them. A variation can be limited
    to some of these books.
    """

    spell: str
    variations: tuple[Variation, ...]
    books: tuple[str, ...]

    def variations_in(self, book: str) -> tuple[Variation, ...]:
        return tuple(one for one in self.variations if not one.in_books or book in one.in_books)
