"""Composition of positions for puzzles.

To reach a position, the wizards play rounds of random spells. The last spell of each hand follows a scheme. All rounds
are legal, so every position could occur in a real duel.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.search.spells import CLEANS, CURES, ELEMENTS, HEALS, HURTS, MIND, POINTS, TURNS_BACK

SHORTEST: Final = 6
LONGEST: Final = 12
"""The minimum and maximum number of rounds that lead to a composed position."""
HURTS_FIRST: Final = 3
"""The odds (this many to 1) that a random spell is chosen from the harmful spells only."""
STABS: Final = 0.1
"""The probability that a hand stabs before beginning a random spell."""
USUAL_SICKNESS: Final = 5
"""How many rounds a sick wizard has left to live in most books."""

ANY: Final = frozenset[str]()
LASTING: Final = frozenset({"disease", "poison"})
ANTI: Final = frozenset({"anti_spell"})
UPSETS: Final = MIND | ANTI
BINDS: Final = ANTI | {"amnesia", "fear", "paralysis"}
STRIKES: Final = frozenset(POINTS)
SUMMONS: Final = frozenset(slug for slug in POINTS if slug[:6] == "summon")
PIERCES: Final = STRIKES - SUMMONS - {"magic_missile", "charm_monster"}
"""Spells that a shield does not stop."""
DEADLY: Final = PIERCES | {"finger_of_death"}
MIRROR: Final = frozenset({"magic_mirror"})
DEFENDS: Final = (CURES | TURNS_BACK | CLEANS | ELEMENTS | UPSETS | {"charm_monster"}) - {"shield"}
CHARM: Final = frozenset({"charm_monster"})
HASTE: Final = frozenset({"haste"})
AMNESIA: Final = frozenset({"amnesia"})
FINGER: Final = frozenset({"finger_of_death"})
STOPS: Final = frozenset({"time_stop"})
NUMBS: Final = frozenset({"fear", "paralysis"})
"""Spells that keep an enemy from beginning a Magic Mirror in the next round."""
STORMS: Final = frozenset({"fire_storm", "ice_storm"})
"""Spells that no Magic Mirror reflects."""


class Part(NamedTuple):
    """A spell for a hand: one of `spells`, or any spell if `spells` is empty.

    `missing` is the number of gestures that remain. It is 0 for a spell cast in the last round, -1 for one cast in the
    round before that, and so on.
    """

    spells: frozenset[str] = ANY
    missing: int = 1


Parts = tuple[Part, Part]
"""The spells of a wizard's two hands."""


class Scheme(NamedTuple):
    """A recipe for a position: the spells of the wizards, and the puzzle to look for.

    The puzzle is described by its kind and its number of rounds. Only schemes of melees have spells for a `third`
    wizard.
    """

    mine: Parts
    theirs: Parts
    kind: str
    rounds: int = 1
    third: Parts | None = None


def _melee(mine: Parts, theirs: Parts, third: Parts, kind: str) -> Scheme:
    return Scheme(mine, theirs, kind, third=third)


SCHEMES: Final[Mapping[str, Scheme]] = {
    "strike": Scheme((Part(STRIKES), Part()), (Part(), Part()), "win"),
    "pierce": Scheme((Part(PIERCES), Part(PIERCES)), (Part(DEFENDS), Part()), "win"),
    "horde": Scheme((Part(SUMMONS, 0), Part(PIERCES)), (Part(DEFENDS), Part()), "win"),
    "held": Scheme((Part(BINDS, 0), Part(STRIKES)), (Part(), Part()), "win"),
    "freeing": Scheme((Part(CLEANS | CHARM), Part(STRIKES)), (Part(SUMMONS, 0), Part()), "win"),
    "last breath": Scheme((Part(PIERCES), Part()), (Part(LASTING, -4), Part()), "win"),
    "parry": Scheme((Part(DEFENDS), Part(DEFENDS)), (Part(DEADLY), Part()), "save"),
    "outdo": Scheme((Part(DEFENDS), Part()), (Part(DEADLY), Part(STRIKES)), "save"),
    "reflect": Scheme((Part(MIRROR), Part(DEFENDS)), (Part(DEADLY), Part(DEADLY)), "save"),
    "weather": Scheme((Part(ELEMENTS), Part()), (Part(ELEMENTS), Part(ELEMENTS)), "save"),
    "besieged": Scheme((Part(DEFENDS), Part()), (Part(PIERCES), Part(SUMMONS, -1)), "save"),
    "tame": Scheme((Part(UPSETS | CHARM), Part(DEFENDS)), (Part(PIERCES), Part(SUMMONS, 0)), "save"),
    "ill": Scheme((Part(CLEANS), Part(HEALS)), (Part(LASTING, -4), Part(PIERCES)), "save"),
    "wounded": Scheme((Part(HEALS), Part(DEFENDS)), (Part(PIERCES), Part(STRIKES)), "save"),
    "tied": Scheme((Part(), Part()), (Part(BINDS, 0), Part(DEADLY)), "save"),
    "tied, striking": Scheme((Part(PIERCES), Part(STRIKES)), (Part(BINDS, 0), Part(ANY, 2)), "win"),
    "tied, keeping": Scheme((Part(ANY, 2), Part(DEFENDS)), (Part(BINDS, 0), Part(UPSETS)), "guard"),
    "keep": Scheme((Part(ANY, 2), Part()), (Part(UPSETS | HURTS), Part()), "guard"),
    "keep calm": Scheme((Part(ANY, 2), Part(UPSETS | CLEANS)), (Part(UPSETS), Part(UPSETS)), "guard"),
    "lock": Scheme((Part(BINDS), Part(PIERCES, 2)), (Part(ANY, 3), Part(ANY, 3)), "win", 2),
    "break": Scheme((Part(ANTI), Part(PIERCES, 2)), (Part(ANY, 2), Part(ANY, 3)), "win", 2),
    "two threats": Scheme((Part(PIERCES, 2), Part(STRIKES)), (Part(ANY, 2), Part(ANY, 3)), "win", 2),
    "held longer": Scheme((Part(BINDS, 0), Part(PIERCES, 2)), (Part(ANY, 2), Part(ANY, 3)), "win", 2),
    "stopped": Scheme((Part(STOPS), Part(PIERCES, 2)), (Part(ANY, 2), Part(ANY, 3)), "win", 2),
    "hastened": Scheme((Part(HASTE, -1), Part(PIERCES, 2)), (Part(ANY, 2), Part(ANY, 3)), "win", 2),
    "lock, deep": Scheme((Part(BINDS), Part(PIERCES, 3)), (Part(ANY, 3), Part(ANY, 4)), "win", 3),
    "break, deep": Scheme((Part(ANTI), Part(PIERCES, 3)), (Part(ANY, 3), Part(ANY, 4)), "win", 3),
    "held, deep": Scheme((Part(BINDS, 0), Part(PIERCES, 3)), (Part(ANY, 3), Part(ANY, 4)), "win", 3),
    "three threats": Scheme((Part(PIERCES, 3), Part(PIERCES, 2)), (Part(ANY, 3), Part(ANY, 4)), "win", 3),
    "finger": Scheme((Part(FINGER, 3), Part(BINDS)), (Part(ANY, 4), Part(ANY, 4)), "win", 3),
    "finger, held": Scheme((Part(FINGER, 3), Part(BINDS, 0)), (Part(ANY, 3), Part(ANY, 4)), "win", 3),
    "wasting": Scheme((Part(LASTING, -2), Part(BINDS)), (Part(ANY, 3), Part(ANY, 3)), "win", 3),
    "wasting, struck": Scheme((Part(LASTING, -2), Part(PIERCES)), (Part(ANY, 3), Part(CLEANS, 3)), "win", 3),
    "dazed": Scheme((Part(AMNESIA, 0), Part(DEADLY, 3)), (Part(ANY, 2), Part(ANY, 3)), "win", 3),
    "dazed, broken": Scheme((Part(AMNESIA, 0), Part(PIERCES, 3)), (Part(ANY, 4), Part(ANY, 5)), "win", 3),
    "dazed, finger": Scheme((Part(AMNESIA, 0), Part(FINGER, 3)), (Part(ANY, 2), Part(ANY, 3)), "win", 3),
    "dazed, wasting": Scheme((Part(AMNESIA, 0), Part(LASTING, -2)), (Part(CLEANS, 3), Part(ANY, 3)), "win", 3),
    "hastened, deep": Scheme((Part(HASTE, -1), Part(PIERCES, 3)), (Part(ANY, 3), Part(ANY, 4)), "win", 3),
    "stopped, deep": Scheme((Part(STOPS, 2), Part(PIERCES, 3)), (Part(ANY, 3), Part(ANY, 4)), "win", 3),
    "finger, numb": Scheme((Part(FINGER, 3), Part(NUMBS)), (Part(ANY, 3), Part(ANY, 4)), "win", 3),
    "storm, broken": Scheme((Part(STORMS, 3), Part(ANTI)), (Part(ANY, 2), Part(ANY, 3)), "win", 3),
    "freed": Scheme((Part(DEFENDS), Part()), (Part(BINDS), Part(DEADLY, 2)), "save", 2),
    "foreseen": Scheme((Part(BINDS), Part(DEFENDS, 2)), (Part(DEADLY), Part(DEADLY, 2)), "save", 2),
    "too late": Scheme((Part(ANTI), Part(DEFENDS, 2)), (Part(DEADLY, 2), Part(DEADLY, 2)), "save", 2),
    "crossfire": _melee((Part(DEFENDS), Part(DEFENDS)), (Part(DEADLY), Part()), (Part(DEADLY), Part()), "save"),
    "both mirrored": _melee(
        (Part(MIRROR), Part(DEFENDS)), (Part(DEADLY), Part()), (Part(DEADLY), Part(STRIKES)), "save"
    ),
    "all weather": _melee((Part(ELEMENTS), Part(DEFENDS)), (Part(ELEMENTS), Part()), (Part(ELEMENTS), Part()), "save"),
    "encircled": _melee((Part(DEFENDS), Part(CHARM)), (Part(SUMMONS, 0), Part()), (Part(PIERCES), Part()), "save"),
    "ill of two": _melee((Part(CLEANS), Part(HEALS)), (Part(LASTING, -4), Part()), (Part(PIERCES), Part()), "save"),
    "last of three": _melee(
        (Part(PIERCES), Part(STRIKES)), (Part(ANY, 2), Part(ANY, 3)), (Part(ANY, 2), Part(ANY, 3)), "win"
    ),
    "helped": _melee(
        (Part(PIERCES), Part(PIERCES)), (Part(ANY, 2), Part(ANY, 3)), (Part(DEFENDS), Part(ANY, 3)), "win"
    ),
    "storm of three": _melee(
        (Part(STORMS), Part()), (Part(ANY, 2), Part(ANY, 3)), (Part(ANY, 2), Part(DEFENDS)), "win"
    ),
    "sick of three": _melee(
        (Part(DEADLY), Part(PIERCES)), (Part(LASTING, -4), Part(ANY, 2)), (Part(ANY, 2), Part(ANY, 3)), "win"
    ),
    "finger and spell": _melee(
        (Part(FINGER), Part(PIERCES)), (Part(ANY, 2), Part(ANY, 3)), (Part(ANY, 2), Part(DEFENDS)), "win"
    ),
    "horde of three": _melee(
        (Part(SUMMONS, 0), Part(PIERCES)), (Part(ANY, 2), Part(ANY, 3)), (Part(ANY, 2), Part(ANY, 3)), "win"
    ),
    "held of three": _melee(
        (Part(BINDS, 0), Part(PIERCES)), (Part(ANY, 1), Part(ANY, 3)), (Part(ANY, 2), Part(ANY, 3)), "win"
    ),
}
"""The schemes of positions by name."""


class Composed(NamedTuple):
    """A composed position, its solver, and the solver's next orders according to the scheme."""

    duel: engine.Duel
    solver: str
    planned: Json


def compose(number: int, book: str, scheme: Scheme, names: Sequence[tuple[str, str]]) -> Composed | None:
    """Return the position with this number, or `None` if there is none.

    There is none if the duel ends too early or the book lacks a spell of the scheme. The same number always gives the
    same position. `names` contains pairs of a wizard's name and gender.
    """
    dice = Random(f"composed {book} {number} {scheme.kind} {scheme.rounds}")
    plans = [parts for parts in (scheme.mine, scheme.theirs, scheme.third) if parts]
    named = dice.sample(names, len(plans))
    wizards: list[Mapping[str, str]] = [{"name": name, "gender": gender} for name, gender in named]
    duel, rounds = engine.start(book, wizards, seed=number), dice.randint(SHORTEST, LONGEST)
    shuns = SUMMONS if scheme.rounds > 1 else ANY  # with monsters, longer proofs take too long
    seats = [wizard.name for wizard in dice.sample(duel.wizards, len(plans))]
    solver, hands = seats[0], {}
    for name, parts in zip(seats, plans, strict=True):
        hands[name] = [_plan(duel, part, rounds, dice, shuns) for part in dice.sample(parts, 2)]
        if not all(hands[name]):
            return None
    while duel.number < rounds and duel.result is None:
        duel = engine.settle(duel, {name: _orders(hands[name], duel.number, dice) for name in duel.acting})
    if duel.result is not None or solver not in duel.acting or not all(wizard.stands for wizard in duel.wizards):
        return None
    return Composed(duel, solver, _orders(hands[solver], rounds, dice))


def _plan(duel: engine.Duel, part: Part, rounds: int, dice: Random, shuns: frozenset[str]) -> str:
    """Return the gestures of a hand, or an empty string if the book has no spell for `part`.

    Lower-case letters are gestures of both hands. `shuns` contains spells that are never chosen at random.
    """
    lexicon = duel.lexicon
    slugs = [slug for slug in lexicon.patterns if not part.spells or slug in part.spells]
    if not slugs:
        return ""
    last = dice.choice(lexicon.patterns[dice.choice(slugs)])
    missing = part.missing - (duel.rules.sickness_rounds - USUAL_SICKNESS if part.spells == LASTING else 0)
    before = rounds + missing - len(last)
    plan = ""
    while len(plan) < before:
        plan += ">" if dice.random() < STABS else _random_spell(lexicon, dice, shuns)
    plan = plan[: max(0, before)] + last[max(0, -before) :]
    while len(plan) <= rounds:
        plan += _random_spell(lexicon, dice, shuns)
    return plan[: rounds + 1]


def _random_spell(lexicon: engine.Lexicon, dice: Random, shuns: frozenset[str]) -> str:
    slugs = [slug for slug in lexicon.patterns if slug not in shuns]
    harmful = [slug for slug in slugs if slug in POINTS]
    slug = dice.choice(harmful if dice.random() * (HURTS_FIRST + 1) < HURTS_FIRST else slugs)
    return dice.choice(lexicon.patterns[slug])


def _orders(plans: Sequence[str], number: int, dice: Random) -> dict[str, str]:
    left, right = (plan[number] for plan in plans)
    together = [made for made in (left, right) if made.islower()]
    if together:
        left = right = dice.choice(together)
    elif left == right and left in "P>":
        left = "-"
    return {"left": left.upper(), "right": right.upper()}
