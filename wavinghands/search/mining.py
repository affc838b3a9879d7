"""Mining of puzzles from duels and composed positions.

A puzzle asks for a provable solution or for the enemy's spell. It is a JSON object, one per line in
`duels/puzzles/shipped.jsonl`; `puzzle_of` describes its fields.
"""

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import islice, product
from random import Random
from typing import Any, Final

from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.search.bounds import is_within_reach
from wavinghands.search.composing import SCHEMES, compose
from wavinghands.search.evaluation import WEIGHTS, Evaluator
from wavinghands.search.goals import enemies_of, goal_of
from wavinghands.search.grading import (
    Judge,
    deed_of,
    found_by,
    longest_run,
    rating_of,
    rating_of_reading,
    sensible_tries,
)
from wavinghands.search.lines import lines_of
from wavinghands.search.options import options
from wavinghands.search.players import PLAYERS
from wavinghands.search.proving import Proof, Search, TooLong, orders_of, prove
from wavinghands.search.themes import themes_of

NAMES: Final = (
    ("Alberich", "m"), ("Berenike", "f"), ("Corvin", "m"), ("Dorothea", "f"), ("Emrys", "x"), ("Fenella", "f"),
    ("Gawain", "m"), ("Hesper", "x"), ("Isolde", "f"), ("Jorund", "m"), ("Kassandra", "f"), ("Leofric", "m"),
)  # fmt: skip
"""The wizards of the duels played for puzzles, with their genders."""
MIXED: Final = ("own_plans", "own_plans", "own_plans", "greedy", "finger_racer", "level-2", "level-3", "apprentice")
"""The players of the duels played for puzzles. A player listed twice plays twice as often."""
MOST_ROUNDS: Final = 30
"""The number of rounds above which a duel is too long to be a source of puzzles."""
TWO: Final = 2
THREE: Final = 3
"""The maximum number of wizards in a puzzle."""
LAST: Final = 7
"""How many rounds at the end of a duel are searched."""
MOST_MONSTERS: Final = {1: 3, 2: 0, 3: 0}
"""The maximum number of monsters in a puzzle, by its number of rounds. With more, nobody could foresee the outcome."""
MOST_BRANCHES: Final = {1: 3000, 2: 8000, 3: 60_000}
"""The maximum number of rounds that a proof may simulate, by the number of rounds in the puzzle.

Proofs must be short, because a test repeats all of them.
"""
MOST_REPLIES: Final = 1500
"""The maximum number of pairs of replies in a melee. All of them are tried while a user waits."""
MOST_IDLE: Final = 1500
"""The maximum number of rounds simulated to find out whether there is a threat at all."""
IDLE: Final = {"left": "-", "right": "-"}
SLACK: Final = 1
"""The number of extra rounds that a duel may have taken, compared with the solution."""
SOUGHT: Final = (("win", 2), ("win", 1), ("save", 1), ("guard", 1))
"""The kinds of puzzles to look for, and the number of rounds that each may take."""
SOUGHT_IN_MELEES: Final = (("win", 1), ("save", 1))
"""The kinds of puzzles to look for in melees, and the number of rounds that each may take."""
FEWEST_TRIES: Final = 3
"""The minimum number of plausible wrong attempts."""
MOST_TRIES: Final = 4
"""The maximum number of wrong attempts to keep."""
FEWEST: Final = 8
"""The minimum number of options in a puzzle, so that there is something to find."""
CHOICES: Final = 4
"""The number of spells to choose from. One of them is right."""
READ_FROM: Final = 4
"""How many gestures a hand must have made to reveal its spell."""
LEAST_WANTED: Final = 2
"""The minimum number of gestures that the spell must still need, so that there is time to react."""
EXPLAINED: Final = 3
"""The number of replies that explain a solution."""


# Duels ----------------------------------------------------------------------------------------------------------------


def a_duel(number: int, book: str, *, melee: bool = False) -> tuple[list[engine.Duel], list[str]]:
    """Play duel `number` between two different players or, in a `melee`, between three.

    Return its positions, and each player's key in `PLAYERS`.
    """
    dice = Random(f"{'melee' if melee else 'puzzles'} {book} {number}")
    named = dice.sample(NAMES, THREE if melee else TWO)
    kinds = [dice.choice(MIXED) for _ in named]
    players = {name: PLAYERS[kind] for (name, _), kind in zip(named, kinds, strict=True)}
    duel = engine.start(book, [{"name": name, "gender": gender} for name, gender in named], seed=number)
    opening, course = dice.randint(1, 3), [duel]
    while duel.result is None and duel.number < MOST_ROUNDS:
        duel = engine.settle(duel, {
            name: (PLAYERS["random"] if duel.number < opening else players[name]).orders(duel, name, number)
            for name in duel.acting
        })  # fmt: skip
        course.append(duel)
    return course, kinds


def mine(number: int, book: str, *, melee: bool = False) -> Iterator[Json]:
    """Play the duel or `melee` with this number and this book, and yield its puzzles."""
    course, kinds = a_duel(number, book, melee=melee)
    if course[-1].result is not None:
        source = {"name": f"{'melee ' if melee else ''}{book} {number}", "players": kinds}
        yield from puzzles_in(course, source)


def mine_record(record: Json, name: str) -> Iterator[Json]:
    """Yield the puzzles in a finished duel, or in a melee of three wizards.

    Raise the same errors as `engine.replay`.
    """
    course = list(engine.replay(record, with_start=True))
    if course[-1].result is not None and len(course[0].wizards) <= THREE:
        yield from puzzles_in(course, {"name": name, "players": []})


def puzzles_in(course: Sequence[engine.Duel], source: Json) -> Iterator[Json]:
    """Yield the puzzles in a duel, taken from the last `LAST` positions with all wizards still fighting.

    `course` contains the position before each round, and the final position.
    """
    read: set[str] = set()
    fighting = [place for place, duel in enumerate(course[:-1]) if all(one.stands for one in duel.wizards)]
    for place in [place for place in fighting if place][-LAST:]:
        duel, rest = course[place], course[place + 1 :]
        if duel.kind != "normal":
            continue
        for wizard in duel.acting:
            rounds = [engine.round_record(then) for then in rest]
            origin = {**source, "round": duel.number, "rest": rounds, "result": dict(rest[-1].result or {})}
            yield from _at(duel, wizard, rest, origin)
            if (
                len(duel.wizards) == TWO
                and wizard not in read
                and (reading := _reading(duel, wizard, rest)) is not None
            ):
                read.add(wizard)
                yield _themed(_puzzle(duel, wizard, "read", 1, origin) | reading)


def mine_composed(number: int, book: str, rounds: int | None = None, *, melee: bool = False) -> Iterator[Json]:
    """Yield the puzzle in composed position `number` of this book, if there is one.

    With `rounds`, use only schemes of puzzles with this number of rounds. With `melee`, use the schemes of melees
    instead of duels.
    """
    suited = [scheme for scheme in SCHEMES.values() if (scheme.third is not None) == melee]
    schemes = [scheme for scheme in suited if rounds in (None, scheme.rounds)]
    scheme = schemes[number % len(schemes)]
    composed = compose(number, book, scheme, NAMES)
    if composed is None:
        return
    duel, wizard, planned = composed
    source = {"name": f"composed {book} {number}", "composed": True, "players": [], "round": duel.number, "rest": [],
              "result": None}  # fmt: skip
    found = _proved(duel, wizard, scheme.kind, scheme.rounds, source, planned if scheme.rounds > 1 else None)
    if found is not None:
        yield found


def _at(duel: engine.Duel, wizard: str, rest: Sequence[engine.Duel], source: Json) -> Iterator[Json]:
    for kind, rounds in SOUGHT if len(enemies_of(duel, wizard)) == 1 else SOUGHT_IN_MELEES:
        if rounds == 1 or _is_likely(kind, rounds, wizard, rest):
            found = _proved(duel, wizard, kind, rounds, source)
            if found is not None:
                yield found
                break  # only one per position


def _is_likely(kind: str, rounds: int, wizard: str, rest: Sequence[engine.Duel]) -> bool:
    """Return whether the end of the duel makes a puzzle of this kind likely.

    The end must be near. The wizard must win if the kind is `win`, and must not win otherwise.
    """
    won = wizard in (rest[-1].result or {}).get("winners", ())
    return len(rest) <= rounds + SLACK and won == (kind == "win")


def _proved(
    duel: engine.Duel, wizard: str, kind: str, rounds: int, source: Json, planned: Json | None = None
) -> Json | None:
    """Return the puzzle of this kind in a position, or `None` if there is none.

    If there are `planned` orders, search for other solutions only if these orders are a solution.
    """
    if len(duel.living) > MOST_MONSTERS[rounds] or not is_within_reach(duel, wizard, kind, rounds):
        return None
    try:
        if planned and not _is_forced(duel, wizard, kind, rounds, planned):
            return None
        proof = prove(duel, wizard, kind, rounds, most=MOST_BRANCHES[rounds])
        if proof is None or proof.replies > MOST_REPLIES or not _is_worth_it(duel, wizard, proof):
            return None
    except TooLong:
        return None
    return puzzle_of(duel, wizard, proof, source)


def _is_forced(duel: engine.Duel, wizard: str, kind: str, rounds: int, planned: Json) -> bool:
    """Return whether the planned orders solve a puzzle that doing nothing does not solve."""
    if kind == "save" and Judge(duel, wizard, kind, rounds, most=MOST_IDLE).solves(IDLE):
        return False
    return Judge(duel, wizard, kind, rounds, most=MOST_BRANCHES[rounds]).solves(planned)


def _is_worth_it(duel: engine.Duel, wizard: str, proof: Proof) -> bool:
    """Return whether the puzzle is interesting.

    It needs enough options. Its solution must do more than cast Finger of Death or let monsters attack. It must not
    require a forfeit, because giving up shows two palms and cannot be combined with other gestures. A puzzle of several
    rounds must not be solvable in fewer.
    """
    does = {action[1] if action[0] == "cast" else action[0] for action in proof.core}
    if len(options(duel, wizard, proof.rounds)) < FEWEST or not does - {"finger_of_death", "attack"}:
        return False
    if "forfeit" in does:
        return False
    return proof.rounds == 1 or not _is_sooner(duel, wizard, proof)


def _is_sooner(duel: engine.Duel, wizard: str, proof: Proof) -> bool:
    """Return whether the puzzle might also work with one round less.

    If the goal is to win, return whether the wizard may win in fewer rounds. For other goals, return whether the
    shorter puzzle has exactly one solution.
    """
    goal, rounds = goal_of(duel, wizard, proof.kind), proof.rounds - 1
    assert goal is not None
    if proof.kind == "win":
        return Search(wizard, goal, MOST_BRANCHES[rounds]).can(duel, rounds) is not False
    return prove(duel, wizard, proof.kind, rounds, most=MOST_BRANCHES[rounds]) is not None


# Puzzles --------------------------------------------------------------------------------------------------------------


def puzzle_of(duel: engine.Duel, wizard: str, proof: Proof, source: Json) -> Json | None:
    """Return the proved puzzle as JSON, or `None` if it has too few plausible wrong attempts.

    A puzzle contains these fields:

    - `id`, `kind`, `rounds`, `book`, `wizard`: the puzzle's identity, and the wizard who has to find the solution;
    - `record`: the record of the duel up to the position;
    - `solutions`: orders that solve the puzzle;
    - `core`: the actions that all solutions share;
    - `proof`: the size of the proof, and the number of replies;
    - `lines`: the likeliest replies. Each contains the `reply`, the orders that answer it (`then`) and, if another
      round follows those, its `lines`. Against two enemies, `replies` maps their names to their orders;
    - `tries`: wrong `orders`, each with the `round` that refutes them;
    - `guards`: for the kind `guard`, the spell to stop, and the spell and hand to keep;
    - `found`: the probability that each level finds a solution, and `rating`, computed from it;
    - `themes`: slugs of `THEMES`;
    - `source`: the duel or composition that the position comes from.
    """
    judge = Judge(duel, wizard, proof.kind, proof.rounds)
    lines = list(_lines(judge.search, duel, orders_of(duel, wizard, proof.solutions[0]), proof.rounds))
    tries = list(islice(sensible_tries(judge), MOST_TRIES))
    if len(tries) < FEWEST_TRIES or not _goes_on(duel, wizard, proof, lines):
        return None
    found = found_by(judge)
    return _themed(_puzzle(duel, wizard, proof.kind, proof.rounds, source) | {
        "solutions": list(proof.solutions[:8]),
        "core": [list(action) for action in proof.core],
        "proof": {"size": proof.size, "replies": proof.replies},
        "lines": lines,
        "tries": tries,
        "guards": proof.guards,
        "found": [found[level] for level in sorted(found)],
        "rating": rating_of(found, len(options(duel, wizard, proof.rounds))),
    })  # fmt: skip


def _goes_on(duel: engine.Duel, wizard: str, proof: Proof, lines: Sequence[Json]) -> bool:
    """Return whether a likely reply lets the wizard give orders in the second round.

    A puzzle with only one round always passes.
    """
    return proof.rounds == 1 or any(line["then"] for line in lines)


def _themed(puzzle: Json) -> Json:
    return puzzle | {"themes": themes_of(puzzle)}


def _puzzle(duel: engine.Duel, wizard: str, kind: str, rounds: int, source: Json) -> Json:
    return {
        "id": identity(duel, wizard, kind, rounds),
        "kind": kind,
        "rounds": rounds,
        "book": duel.book.slug,
        "record": engine.dump(duel),
        "wizard": wizard,
        "source": source,
    }


def _lines(search: Search, duel: engine.Duel, mine: engine.Orders, rounds: int) -> Iterator[Json]:
    """Yield the likeliest replies to these orders, toughest first.

    Each reply comes with the orders that answer it and, if another round follows, the likeliest replies to those.
    """
    enemies = [name for name in search.goal.enemies if name in duel.acting]
    if not enemies:
        return
    evaluator = Evaluator(WEIGHTS)
    likely = [[line.orders for line in lines_of(duel, enemy, evaluator)[: 2 * EXPLAINED]] for enemy in enemies]
    met: list[tuple[float, int, tuple[engine.Orders, ...], engine.Duel]] = []
    for reply in product(*likely):
        after = next(search.after(duel, mine, reply))
        met.append((evaluator.value(after, search.wizard), len(met), reply, after))
    for _, _, reply, after in sorted(met, key=lambda one: one[:2])[:EXPLAINED]:
        then = search.follow_up(after, rounds - 1) if rounds > 1 and after.result is None else None
        orders = {name: given.as_json() for name, given in zip(enemies, reply, strict=True)}
        replies = {"replies": orders} if len(search.goal.enemies) > 1 else {"reply": orders[enemies[0]]}
        fields = replies | {"then": then.as_json() if then else None}
        more = list(_lines(search, after, then, rounds - 1)) if then and rounds > TWO else []
        yield fields | {"lines": more} if more else fields


def identity(duel: engine.Duel, wizard: str, kind: str, rounds: int) -> str:
    """Return eight characters that identify a position.

    Positions that differ only in the names of beings or in swapped hands have the same identity.
    """
    foes = iter(("foe", "third"))
    roles = {one.name: "me" if one.name == wizard else next(foes) for one in duel.wizards}
    facts: list[Any] = [duel.book.slug, kind, rounds, duel.kind]
    for one in sorted(duel.wizards, key=lambda one: roles[one.name]):
        hands = sorted(engine.live(duel.lexicon, hand) for hand in one.woven)
        effects = sorted((slug, there.left, roles.get(there.by or "")) for slug, there in one.effects.items())
        facts.append([one.hp, hands, effects, sorted(one.spent)])
    monsters = ((one.kind.slug, roles.get(one.owner or ""), one.hp, sorted(one.effects)) for one in duel.living)
    facts.append(sorted(monsters, key=str))
    digest = sha256(json.dumps(facts, default=str).encode()).digest()
    return "".join("abcdefghijkmnpqrstuvwxyz23456789"[byte % 32] for byte in digest[:8])


# Reading hands --------------------------------------------------------------------------------------------------------


def shows(duel: engine.Duel, wizard: str) -> Json | None:
    """Return the spell that the enemy is recognisably working on, and the hand that reveals it.

    A hand reveals a spell once it has made the spell's first `READ_FROM` gestures. Return `None` if no hand reveals
    exactly one spell.
    """
    enemy = duel.wizard(duel.enemy_of(wizard) or wizard)
    for hand, woven in zip(("left", "right"), enemy.woven, strict=True):
        shown = [slug for slug, made in _begun(duel.lexicon, woven) if made >= READ_FROM]
        if len(shown) == 1 and shown[0] not in enemy.spent:
            return {"spell": shown[0], "hand": hand}
    return None


def _reading(duel: engine.Duel, wizard: str, rest: Sequence[engine.Duel]) -> Json | None:
    """Return the fields of a puzzle that asks for the enemy's spell, or `None` if there is none.

    An enemy hand must reveal a spell that needs at least `LEAST_WANTED` more gestures, and the enemy must cast it
    within that number of rounds.
    """
    shown = shows(duel, wizard)
    if shown is None:
        return None
    slug, enemy = shown["spell"], duel.wizard(duel.enemy_of(wizard) or wizard)
    woven = enemy.woven[("left", "right").index(shown["hand"])]
    wants = dict(engine.under_way(duel.lexicon, engine.live(duel.lexicon, woven)))[slug]
    others = _distractors(duel.lexicon, enemy.woven, slug)[: 2 * CHOICES]
    others = Random(f"{duel.seed}/{duel.number}").sample(others, CHOICES - 1)
    if wants < LEAST_WANTED or all(slug not in _spells_cast_in_last_round(then, enemy.name) for then in rest[:wants]):
        return None
    return {
        "solutions": [{**shown, "choices": sorted([slug, *others])}],
        "core": [],
        "proof": {"size": len(duel.lexicon.patterns), "replies": CHOICES},
        "lines": [],
        "tries": [],
        "guards": {},
        "found": [],
        "rating": _rating_of_reading(duel, slug, wants, others),
    }


def _rating_of_reading(duel: engine.Duel, slug: str, wants: int, others: Sequence[str]) -> int:
    patterns = duel.lexicon.patterns
    return rating_of_reading(patterns[slug][0], [patterns[other][0] for other in others], wants)


def _begun(lexicon: engine.Lexicon, woven: str) -> list[tuple[str, int]]:
    """Return the spells that a hand has begun, each with the number of gestures already made."""
    made: dict[str, int] = {}
    for step in lexicon.leads(engine.live(lexicon, woven)):
        made[step.spell.slug] = max(made.get(step.spell.slug, 0), len(step.pattern) - step.rest)
    return list(made.items())


def _distractors(lexicon: engine.Lexicon, woven: tuple[str, str], slug: str) -> list[str]:
    """Return spells that the hands have hardly begun, starting with those most similar to `slug`."""
    begun = {other for hand in woven for other, made in _begun(lexicon, hand) if made > 1}
    pattern = lexicon.patterns[slug][0].upper()

    def likeness(other: str) -> int:
        return max(longest_run(pattern, found.upper()) for found in lexicon.patterns[other])

    others = [
        other for other in lexicon.patterns if other not in begun | {slug} and len(lexicon.patterns[other][0]) > 3
    ]
    return sorted(others, key=lambda other: (-likeness(other), other))


def _spells_cast_in_last_round(then: engine.Duel, name: str) -> list[str]:
    events = engine.view(then, engine.EVERYTHING)["rounds"][-1]["events"]
    return [event["spell"] for event in events if event["type"] == "cast" and event["caster"] == name]


# Proofs ---------------------------------------------------------------------------------------------------------------


def still_holds(puzzle: Json) -> bool:
    """Return whether the solution, wrong attempts and themes of a puzzle still hold under the current rules."""
    try:
        duel = engine.load(puzzle["record"])
        wizard, kind, rounds = puzzle["wizard"], puzzle["kind"], puzzle["rounds"]
        if identity(duel, wizard, kind, rounds) != puzzle["id"]:
            return False
        if kind == "read":
            shown = shows(duel, wizard)
            return shown is not None and shown == {key: puzzle["solutions"][0][key] for key in ("spell", "hand")}
        proof = prove(duel, wizard, kind, rounds)
        judge = Judge(duel, wizard, kind, rounds)
        wrong = [_refutes(duel, wizard, one) and not judge.solves(one["orders"]) for one in puzzle["tries"]]
    except (engine.EngineError, AssertionError):
        return False
    is_proved = (
        proof is not None
        and [list(action) for action in proof.core] == puzzle["core"]
        and proof.guards == puzzle["guards"]
    )
    return is_proved and len(wrong) >= FEWEST_TRIES and all(wrong) and themes_of(puzzle) == puzzle["themes"]


def _refutes(duel: engine.Duel, wizard: str, wrong: Json) -> bool:
    """Return whether the wizard does the same in a wrong attempt and in the round that refutes it.

    Raise `EngineError` if the round cannot be played.
    """
    given = orders_of(duel, wizard, wrong["orders"]).as_json()
    engine.advance(duel, wrong["round"])
    return deed_of(given) == deed_of(wrong["round"]["orders"][wizard])
