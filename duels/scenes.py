"""Scenes: positions that are made up to show something, with an opponent who plays by a script.

Whoever plays a scene needs no account, and nothing is kept of it: `duels/selectors/boards.py` plays it from its start
each time. The wizards are always the same two.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise

NOVICE: Final = "Novice"
"""The wizard who is played by whoever looks at the scene."""
MASTER: Final = "Master"
"""The wizard who plays by the script."""
WIZARDS: Final = ({"name": NOVICE, "gender": "x"}, {"name": MASTER, "gender": "f"})

Json = dict[str, Any]
Text = str | Promise


def made(left: str, right: str, **more: Any) -> Json:
    """Orders of these two gestures, and what else they say."""
    return {"left": left, "right": right, **more}


def rounds(left: str, right: str) -> tuple[Json, ...]:
    """Orders for as many rounds as either hand has letters: `rounds("SD", "--")`."""
    return tuple(made(*pair) for pair in zip(left, right, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Where a duel stands (`novice`, `master`: their orders so far), and the master's `script` for what is to come."""

    book: str
    script: tuple[Json, ...]
    novice: tuple[Json, ...] = ()
    master: tuple[Json, ...] = ()
    seed: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One round of a lesson: what the master says before it, does in it, and wants to see.

    `hands` are the gestures that the learner is led to, `also` the rest of the orders that solve the step. `comes`: the
    facts of an event that must have happened then. `otherwise` is said where the gestures are right and it did not.
    """

    says: Text
    hands: tuple[str, str]
    master: Json
    also: Mapping[str, Any]
    comes: Mapping[str, Any] | None
    otherwise: Text

    @property
    def solution(self) -> Json:
        """The orders to which the step leads."""
        return made(*self.hands, **self.also)


def step(
    says: Text,
    *,
    hands: tuple[str, str],
    master: tuple[str, str] = ("-", "-"),
    also: Mapping[str, Any] | None = None,
    comes: Mapping[str, Any] | None = None,
    otherwise: Text = "",
) -> Step:
    """A step of a lesson; nothing that is left out matters in it."""
    return Step(says=says, hands=hands, master=made(*master), also=also or {}, comes=comes, otherwise=otherwise)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A lesson: a start, its steps, and what has been learned when they are done."""

    slug: str
    title: Text
    about: Text
    steps: tuple[Step, ...]
    learned: tuple[Text, ...]
    book: str
    novice: tuple[Json, ...] = ()
    master: tuple[Json, ...] = ()
    seed: int = 1

    @property
    def scene(self) -> Scene:
        """What is played in it."""
        script = tuple(one.master for one in self.steps)
        return Scene(book=self.book, script=script, novice=self.novice, master=self.master, seed=self.seed)
