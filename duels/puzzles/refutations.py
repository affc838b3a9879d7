"""Texts that explain why orders in a puzzle are wrong.

Each describes the round that refutes the orders.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from duels.models import Puzzle
from duels.puzzles.judging import Judged, Refuted
from duels.puzzles.positions import enemies_in, enemy_in, is_melee
from duels.puzzles.words import orders_in_words, replies_in_words, spell_names
from wavinghands import engine
from wavinghands.engine import Json


class Ending(StrEnum):
    """The way in which a refuting round ends, from the solver's point of view."""

    OPEN = "open"
    SURRENDERED = "surrendered"
    ALL_DEAD = "all dead"
    DEAD = "dead"


WRONG: Final[Mapping[Ending, Promise]] = {
    Ending.SURRENDERED: gettext_lazy("Two palms at once mean surrender."),
    Ending.ALL_DEAD: gettext_lazy("You both die, as the board shows. That’s a draw."),
    Ending.DEAD: gettext_lazy("You die, as the board shows."),
}
ALL_DIE: Final = gettext_lazy("You all die, as the board shows. That’s a draw.")
"""The text for the death of all wizards in a melee."""
SURVIVED: Final = gettext_lazy("Someone else survives, as the board shows. So it isn’t a win.")
"""The text for a win in a melee after which the duel continues."""
WRONG_BY_KIND: Final[Mapping[str, Promise]] = {
    "win": gettext_lazy("%(enemy)s has an answer to that, as the board shows. So it isn’t a forced win."),
    "save": gettext_lazy("%(enemy)s can now kill you in the next round."),
    "read": gettext_lazy("No. Look again at what both hands have played and what comes next."),
    "guard": gettext_lazy("You must stop the attack and keep your own spell. The board shows why this move fails."),
}
"""The texts for rounds after which the duel continues, by the kind of puzzle."""

FAILED: Final[Mapping[Ending, Promise]] = {
    Ending.SURRENDERED: gettext_lazy("Two palms at once mean surrender."),
    Ending.ALL_DEAD: gettext_lazy("If %(enemy)s plays %(reply)s, you both die: a draw."),
    Ending.DEAD: gettext_lazy("If %(enemy)s plays %(reply)s, you die."),
}
FAILED_BY_KIND: Final[Mapping[tuple[str, int], Promise]] = {
    ("win", 1): gettext_lazy("%(enemy)s survives with %(reply)s."),
    ("win", 2): gettext_lazy("If %(enemy)s plays %(reply)s, you can no longer force a win."),
    ("win", 3): gettext_lazy("If %(enemy)s plays %(reply)s, you can no longer force a win."),
    ("save", 2): gettext_lazy("If %(enemy)s plays %(reply)s, %(enemy)s can kill you in the next round."),
    ("guard", 1): gettext_lazy("%(enemy)s gets through with %(reply)s."),
}
"""The texts for rounds after which the duel continues, by the kind of puzzle and its number of rounds."""
FAILED_IN_MELEE: Final[Mapping[Ending, Promise]] = {
    Ending.SURRENDERED: FAILED[Ending.SURRENDERED],
    Ending.ALL_DEAD: gettext_lazy(
        "If %(enemy)s plays %(reply)s and %(other)s plays %(other_reply)s, you all die: a draw."
    ),
    Ending.DEAD: gettext_lazy("If %(enemy)s plays %(reply)s and %(other)s plays %(other_reply)s, you die."),
    Ending.OPEN: gettext_lazy(
        "If %(enemy)s plays %(reply)s and %(other)s plays %(other_reply)s, someone else survives."
    ),
}
"""The texts for wrong orders in melees, by the way in which the refuting round ends."""
HARMLESS: Final = gettext_lazy("That isn’t enough to kill %(enemy)s.")


def wrong(puzzle: Puzzle, judged: Judged) -> str:
    """Return the text to show after wrong orders."""
    says = str(_wrong(puzzle, _ending(puzzle, judged.duel))) % {"enemy": enemy_in(puzzle)}
    names = spell_names(puzzle.book)
    replies = (
        _("%(enemy)s plays %(reply)s.")
        % {"enemy": enemy, "reply": orders_in_words(reply, enemy, names, puzzle.data["wizard"])}
        for enemy, reply in judged.replies.items()
    )
    return " ".join([says, *replies])


def _wrong(puzzle: Puzzle, ending: Ending) -> Promise:
    if is_melee(puzzle) and ending is Ending.ALL_DEAD:
        return ALL_DIE
    if is_melee(puzzle) and ending is Ending.OPEN:
        return SURVIVED
    return WRONG.get(ending) or WRONG_BY_KIND[puzzle.kind]


def failures(puzzle: Puzzle, tries: Iterable[Refuted]) -> list[Json]:
    """Return each of `tries` in words (`play`), and a sentence that says why it fails (`outcome`)."""
    names, wizard = spell_names(puzzle.book), puzzle.data["wizard"]
    return [
        {"play": orders_in_words(refuted.orders, wizard, names), "outcome": _failure(puzzle, refuted, names)}
        for refuted in tries
    ]


def _failure(puzzle: Puzzle, refuted: Refuted, names: Mapping[str, str]) -> str:
    if not refuted.replies:
        return _("That breaks off the spell you must keep.")
    ending, fields = _ending(puzzle, refuted.duel), replies_in_words(puzzle, refuted.replies, names)
    if is_melee(puzzle):
        return str(FAILED_IN_MELEE[ending]) % fields
    if said := FAILED.get(ending):
        return str(said) % fields
    is_win = puzzle.kind == Puzzle.Kind.WIN and puzzle.rounds == 1
    is_short = is_win and not refuted.replies[enemy_in(puzzle)].get("cast")
    return str(HARMLESS if is_short else FAILED_BY_KIND[puzzle.kind, puzzle.rounds]) % fields


def _ending(puzzle: Puzzle, duel: engine.Duel) -> Ending:
    me, enemies = duel.wizard(puzzle.data["wizard"]), [duel.wizard(name) for name in enemies_in(puzzle)]
    if me.surrendered:
        return Ending.SURRENDERED
    if me.alive:
        return Ending.OPEN
    return Ending.DEAD if any(enemy.alive for enemy in enemies) else Ending.ALL_DEAD
