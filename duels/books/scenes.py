"""Scenes: positions that are made up to show something, with an opponent who plays by a script.

Whoever plays a scene needs no account, and nothing is kept of it: `duels/learn/sandbox.py` plays it from its start
each time. The wizards are always the same two.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Variation:
    """One way in which an example may go: a position, what the reader is led to do in it, and what the master does.

    Hands are strings with a letter for each round, left and right. `says` stands beside it before, `then` when it is
    over. `comes`: the facts of an event of the last round, where the reader follows.
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
        """The orders to which the reader is led; `also` has the rest of them, by the number of the round from 0."""
        return _with(self.hands, self.also)

    def scene(self, book: str) -> Scene:
        """The scene of it, by this book."""
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
    """A spell to try out, in those `books` that have it as it is gestured here; variations may be of some of them."""

    spell: str
    variations: tuple[Variation, ...]
    books: tuple[str, ...]

    def variations_in(self, book: str) -> tuple[Variation, ...]:
        """Those that this book has."""
        return tuple(one for one in self.variations if not one.in_books or book in one.in_books)
