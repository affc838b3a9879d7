"""Texts about puzzles: tasks, orders, explanations of solutions, and differences between spell books."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from duels.models import Puzzle
from duels.puzzles.positions import USUAL_BOOK, enemies_in, enemy_in, is_melee, position
from duels.wording.gestures import NAMES
from duels.wording.languages import books, catalogue, listed
from duels.wording.rule_options import differences
from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.search.themes import CLASHES, replies_of

HANDS: Final = ("left", "right", "both")
MOST_LINES: Final = 4
AIMED: Final = CLASHES | {"raise_dead"}
"""The spells that are rarely cast at oneself. If the caster is the target of one, texts say so."""

KINDS: Final = {
    ("win", 1): gettext_lazy("Win this round"),
    ("win", 2): gettext_lazy("Forced win in two rounds"),
    ("win", 3): gettext_lazy("Forced win in three rounds"),
    ("save", 1): gettext_lazy("Find the only move that saves you"),
    ("save", 2): gettext_lazy("Survive two rounds"),
    ("read", 1): gettext_lazy("Which spell is it?"),
    ("guard", 1): gettext_lazy("Defend and keep your spell"),
}
"""The titles of puzzles, by kind and number of rounds."""
KIND_NAMES: Final = {
    "win": gettext_lazy("Forced win"),
    "save": gettext_lazy("Survive"),
    "read": gettext_lazy("Read the hands"),
    "guard": gettext_lazy("Defend and keep your spell"),
}
THEMES: Final = {
    "two_rounds": gettext_lazy("Two rounds ahead"),
    "three_rounds": gettext_lazy("Three rounds ahead"),
    "quiet": gettext_lazy("Quiet first move"),
    "double_threat": gettext_lazy("Double threat"),
    "sacrifice": gettext_lazy("Sacrifice"),
    "exact": gettext_lazy("Exact damage"),
    "not_both": gettext_lazy("Kill without dying"),
    "two_spells": gettext_lazy("Two spells at once"),
    "knife": gettext_lazy("The knife"),
    "finger": gettext_lazy("Finger of Death"),
    "mind": gettext_lazy("Mind spells"),
    "clash": gettext_lazy("Mind spells that cancel each other"),
    "held": gettext_lazy("Opponent under a mind spell"),
    "bound": gettext_lazy("You’re under a mind spell"),
    "anti_spell": gettext_lazy("Anti-spell in time"),
    "dying": gettext_lazy("Disease and Poison"),
    "monsters": gettext_lazy("Use your monsters"),
    "besieged": gettext_lazy("Against monsters"),
    "mirrors": gettext_lazy("Magic Mirror"),
    "counter": gettext_lazy("Counter-spell"),
    "cleaning": gettext_lazy("Dispel Magic and Remove Enchantment"),
    "healing": gettext_lazy("Heal in time"),
    "fire_and_ice": gettext_lazy("Fire and ice"),
    "time": gettext_lazy("Time Stop and Haste"),
    "surrender": gettext_lazy("Win while surrendering"),
    "melee": gettext_lazy("Melee: two opponents"),
}
"""The names of themes, by slug. `wavinghands.search.themes` has their rules."""
ABOUT: Final = {
    "win": gettext_lazy("Find the move that wins against every reply."),
    "save": gettext_lazy("Only one move saves you."),
    "read": gettext_lazy("Read the gestures and name the spell they are building."),
    "guard": gettext_lazy("Stop the attack without breaking off your own spell."),
}
RUNS: Final = {
    "streak": (
        gettext_lazy("Puzzle streak"),
        gettext_lazy("Solve harder and harder puzzles until your first mistake. You can skip one."),
    ),
    "storm": (
        gettext_lazy("Puzzle storm"),
        gettext_lazy("Solve as many puzzles as you can in three minutes. Each mistake costs ten seconds."),
    ),
}
"""The name and rules of each kind of run."""
TASKS: Final = {
    ("win", 1): gettext_lazy("You are %(me)s. Win this round, whatever %(enemy)s does."),
    ("win", 2): gettext_lazy("You are %(me)s. Win within two rounds, whatever %(enemy)s does."),
    ("win", 3): gettext_lazy("You are %(me)s. Win within three rounds, whatever %(enemy)s does."),
    ("save", 1): gettext_lazy("You are %(me)s, and %(enemy)s can kill you. Find the only move that saves you."),
    ("save", 2): gettext_lazy(
        "You are %(me)s, and %(enemy)s can kill you within two rounds. Find the only move that saves you."
    ),
    ("read", 1): gettext_lazy("You are %(me)s. Which spell is %(enemy)s building?"),
    ("guard", 1): gettext_lazy("You are %(me)s. Stop %(enemy)s’s %(stops)s and continue your own %(keeps)s."),
}
MELEE_TASKS: Final = {
    "win": gettext_lazy("You are %(me)s. Kill both %(enemy)s and %(other)s this round, whatever they do."),
    "save": gettext_lazy(
        "You are %(me)s, and together, %(enemy)s and %(other)s can kill you. Find the only move that saves you."
    ),
}
"""The tasks in melees."""
READY_TO_CAST: Final = gettext_lazy("You are %(me)s. Stop %(enemy)s’s %(stops)s and cast your own %(keeps)s.")
"""The task if the spell that the user must not break off can be completed in this round."""
DYING: Final = {
    "disease": gettext_lazy(
        "You are %(me)s, and the disease kills you at the end of this round. Find the only move that saves you."
    ),
    "poison": gettext_lazy(
        "You are %(me)s, and the poison kills you at the end of this round. Find the only move that saves you."
    ),
}
"""The tasks for a wizard who is about to die of a sickness."""
DIFFICULTIES: Final = (
    (1100, gettext_lazy("easy")),
    (1500, gettext_lazy("medium")),
    (1900, gettext_lazy("hard")),
)
"""The words for difficulties. Each comes with the rating below which it applies."""
HARDEST: Final = gettext_lazy("very hard")
EASY: Final = 1000
"""Puzzles rated below this come with an explanation."""
PRIMERS: Final = {
    "win": gettext_lazy("A wizard with 0 hit points dies. Spells, monsters and a knife all hit in the same round."),
    "save": gettext_lazy(
        "You choose before you know what the other hands do. With your orders, you must survive whatever comes."
    ),
    "read": gettext_lazy("The last gestures of a hand are the beginning of a spell. Compare them with the spell book."),
}

DECIDES: Final = {
    "left": gettext_lazy("Your left hand decides. Your right hand is free to do something else."),
    "right": gettext_lazy("Your right hand decides. Your left hand is free to do something else."),
}
"""The texts for solutions in which one hand is idle but could do something else, by the other hand."""


def title_of(puzzle: Puzzle) -> str:
    return str(KINDS.get((puzzle.kind, puzzle.rounds)) or KIND_NAMES[puzzle.kind])


def difficulty_of(puzzle: Puzzle) -> str:
    """Return the difficulty of a puzzle in words, such as "medium"."""
    return str(next((word for below, word in DIFFICULTIES if puzzle.rating < below), HARDEST))


def task_of(puzzle: Puzzle) -> str:
    """Return the task of a puzzle in one or two sentences."""
    guards, names = puzzle.data["guards"], spell_names(puzzle.book)
    fields = {part: names[guards[part]] for part in ("stops", "keeps") if guards}
    return str(_task(puzzle) % {"me": puzzle.data["wizard"], **enemy_names(puzzle), **fields})


def enemy_names(puzzle: Puzzle) -> dict[str, str]:
    """Return a dict with the name of the `enemy` and, in a melee, the name of the `other` enemy."""
    return dict(zip(("enemy", "other"), enemies_in(puzzle), strict=False))


def _task(puzzle: Puzzle) -> Promise:
    if puzzle.kind == Puzzle.Kind.GUARD and casts_kept(puzzle):
        return READY_TO_CAST
    if puzzle.kind == Puzzle.Kind.SAVE:
        effects = position(puzzle).wizard(puzzle.data["wizard"]).effects
        due = (task for slug, task in DYING.items() if slug in effects and effects[slug].left == 1)
        return next(due, MELEE_TASKS["save"] if is_melee(puzzle) else TASKS["save", puzzle.rounds])
    if is_melee(puzzle):
        return MELEE_TASKS[puzzle.kind]
    return TASKS.get((puzzle.kind, puzzle.rounds)) or TASKS[puzzle.kind, 1]


def casts_kept(puzzle: Puzzle) -> bool:
    """Return whether the solution also completes the spell that the user must not break off."""
    return puzzle.data["guards"]["keeps"] in puzzle.data["solutions"][0].get("cast", {}).values()


def spell_names(book: str = USUAL_BOOK) -> dict[str, str]:
    """Return the names of the spells in a spell book, by slug."""
    return {row["slug"]: row["name"] for row in engine.book_table(book, catalogue=catalogue())}


def themes_of(puzzle: Puzzle) -> list[tuple[str, str]]:
    """Return the slug and the name of each theme of a puzzle.

    Themes without a name are left out.
    """
    return [(theme, str(THEMES[theme])) for theme in puzzle.themes.split() if theme in THEMES]


# Orders ---------------------------------------------------------------------------------------------------------------


def orders_in_words(orders: Json, wizard: str, names: Mapping[str, str], me: str = "") -> str:
    """Describe orders in words, for example "palm and wave (Shield on Black)".

    A target that is the wizard `me` is called "you" or "yourself", because the reader plays it. By default, the reader
    plays `wizard`.
    """
    made = [orders.get(side, "-") for side in ("left", "right")]
    if made == ["-", "-"]:
        return str(NAMES["-"])
    hands = _("%(left)s and %(right)s") % {"left": NAMES[made[0]], "right": NAMES[made[1]]}
    if cast := list(_castings(orders, wizard, names, me or wizard)):
        return _("%(hands)s (%(spells)s)") % {"hands": hands, "spells": listed(cast)}
    return hands


def _castings(orders: Json, wizard: str, names: Mapping[str, str], me: str) -> Iterator[str]:
    for hand in HANDS:
        if slug := orders.get("cast", {}).get(hand):
            target = orders.get("target", {}).get(hand, "nobody")
            aimed = "" if target == "nobody" or (target == wizard and slug not in AIMED) else target
            spell = names.get(slug, slug)
            if not aimed:
                yield spell
            elif aimed != me:
                yield _("%(spell)s on %(target)s") % {"spell": spell, "target": aimed}
            else:
                yield (_("%(spell)s on yourself") if wizard == me else _("%(spell)s on you")) % {"spell": spell}


def explanation(puzzle: Puzzle) -> list[str]:
    """Return the solution as a sentence, followed by sentences that explain it."""
    names, solution = spell_names(puzzle.book), puzzle.data["solutions"][0]
    wizard, enemy = puzzle.data["wizard"], enemy_in(puzzle)
    if puzzle.kind == Puzzle.Kind.READ:
        return [_("%(enemy)s is building %(spell)s.") % {"enemy": enemy, "spell": names[solution["spell"]]}]
    answer = orders_in_words(solution, wizard, names)
    sentences = [_("The solution: %(orders)s.") % {"orders": answer}, *_free_hand(puzzle), *_attacks(puzzle)]
    if " clash " in puzzle.themes:
        sentences.append(_("Two mind spells on the same wizard in the same round cancel each other."))
    return sentences


def replies_to_solution(puzzle: Puzzle) -> list[Json]:
    """Return the most important replies to the solution in words (`play`), and what follows each (`outcome`)."""
    if puzzle.kind == Puzzle.Kind.READ:
        return []
    names = spell_names(puzzle.book)
    told = [
        (
            _listed_replies(puzzle, replies_of(puzzle.data, line), names),
            " ".join([_outcome(line, puzzle, names), *_later(line, puzzle, names)]),
        )
        for line in _lines(puzzle)
    ]
    return [{"play": play, "outcome": outcome} for play, outcome in list(dict.fromkeys(told))[:MOST_LINES]]


def _lines(puzzle: Puzzle) -> list[Json]:
    """Return the replies to tell, those first that refute other tries: the solution must stop them above all.

    If a puzzle has several rounds, the answers to these replies are unknown, and only the likely ones are returned.
    """
    likely: list[Json] = puzzle.data["lines"]
    if puzzle.rounds > 1:
        return likely
    enemies, refuting = enemies_in(puzzle), [tried["round"]["orders"] for tried in puzzle.data.get("tries", ())]
    deadly = [
        {enemy: orders.get(enemy) for enemy in enemies} for orders in refuting if _fits_all_orders(orders, enemies)
    ]
    return [*({"replies": replies} for replies in deadly), *likely]


def _fits_all_orders(orders: Mapping[str, Json | None], enemies: Sequence[str]) -> bool:
    """Return whether the enemies can give these orders whatever the solver does.

    They cannot if a spell is aimed at a monster that the solver summons in the same round.
    """
    targets = [target for enemy in enemies for target in (orders.get(enemy) or {}).get("target", {}).values()]
    return any(map(orders.get, enemies)) and not any(":" in target for target in targets)


def _free_hand(puzzle: Puzzle) -> Iterator[str]:
    """Yield a sentence if one hand decides and the other hand may make other gestures as well."""
    solutions: list[Json] = puzzle.data["solutions"]
    for deciding, free in (("left", "right"), ("right", "left")):
        others = {orders[free] for orders in solutions}
        if solutions[0][free] == "-" and len(others) > 1 and len({orders[deciding] for orders in solutions}) == 1:
            yield str(DECIDES[deciding])


def _attacks(puzzle: Puzzle) -> Iterator[str]:
    """Yield a sentence for each victim that the solution orders monsters to attack.

    Attacks by newly summoned monsters are left out, because these monsters attack the enemy without an order.
    """
    attackers: dict[str, list[str]] = {}
    for action, *names in puzzle.data["core"]:
        if action == "attack" and ":" not in names[0]:
            attackers.setdefault(names[1], []).append(names[0])
    for victim, monsters in attackers.items():
        yield _("%(monsters)s must attack %(victim)s.") % {"monsters": listed(monsters), "victim": victim}


def primer(puzzle: Puzzle) -> str:
    """Return a text that explains this kind of puzzle.

    If the puzzle is not easy, return an empty string.
    """
    return str(PRIMERS.get(puzzle.kind, "")) if puzzle.rating < EASY else ""


def _listed_replies(puzzle: Puzzle, replies: Mapping[str, Json], names: Mapping[str, str]) -> str:
    told = zip(enemies_in(puzzle), _orders_of_enemies(puzzle, replies, names), strict=True)
    return "; ".join(_("%(enemy)s: %(reply)s") % {"enemy": enemy, "reply": reply} for enemy, reply in told)


def _orders_of_enemies(puzzle: Puzzle, replies: Mapping[str, Json], names: Mapping[str, str]) -> list[str]:
    me = puzzle.data["wizard"]
    return [orders_in_words(replies.get(enemy) or {}, enemy, names, me) for enemy in enemies_in(puzzle)]


def _outcome(line: Json, puzzle: Puzzle, names: Mapping[str, str]) -> str:
    then = None if is_melee(puzzle) else line.get("then")
    if then and not (puzzle.kind == Puzzle.Kind.SAVE and does_nothing(then)):
        return _("Continue with %(then)s.") % {"then": orders_in_words(then, puzzle.data["wizard"], names)}
    return str(CAST_IN_TIME if puzzle.kind == Puzzle.Kind.GUARD and casts_kept(puzzle) else _OUTCOMES[puzzle.kind])


def replies_in_words(puzzle: Puzzle, replies: Mapping[str, Json], names: Mapping[str, str]) -> dict[str, str]:
    """Return a dict with the names of the enemies and their orders in words, for formatting a sentence.

    The keys are `enemy` and `reply` and, in a melee, also `other` and `other_reply`.
    """
    orders = _orders_of_enemies(puzzle, replies, names)
    return {**enemy_names(puzzle), **dict(zip(("reply", "other_reply"), orders, strict=False))}


def _later(line: Json, puzzle: Puzzle, names: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence about the likeliest reply in the next round and the move that answers it, if both are known."""
    wizard, enemy = puzzle.data["wizard"], enemy_in(puzzle)
    for later in line.get("lines", ())[:1]:
        if later["then"]:
            fields = {
                "reply": orders_in_words(later["reply"], enemy, names, wizard),
                "then": orders_in_words(later["then"], wizard, names),
            }
            yield _("If %(enemy)s then plays %(reply)s, finish with %(then)s.") % {"enemy": enemy, **fields}


def does_nothing(orders: Json) -> bool:
    return all(orders[hand] == "-" for hand in ("left", "right"))


_OUTCOMES: Final = {
    "win": gettext_lazy("You win."),
    "save": gettext_lazy("You survive."),
    "guard": gettext_lazy("Your own spell continues."),
}
CAST_IN_TIME: Final = gettext_lazy("You cast your spell all the same.")


# Books ----------------------------------------------------------------------------------------------------------------


def book_notes(puzzle: Puzzle) -> list[str]:
    """Return texts about the differences between the puzzle's spell book and the default one.

    Differences in gestures come first, followed by differences in rules. The texts do not hint at the solution.
    """
    if puzzle.book == USUAL_BOOK:
        return []
    rules = engine.BOOKS[puzzle.book].rules.differences(engine.BOOKS[USUAL_BOOK].rules)
    return [*_gestured_otherwise(puzzle.book), *differences(USUAL_BOOK, rules)]


def _gestured_otherwise(book: str) -> Iterator[str]:
    usual = {row["slug"]: row["gestures"] for row in engine.book_table(USUAL_BOOK)}
    for row in engine.book_table(book, catalogue=catalogue()):
        if usual.get(row["slug"]) != row["gestures"]:
            yield f"{row['name']}: {_(' or ').join(row['gestures'])}"


def book_title(puzzle: Puzzle) -> str:
    return books()[puzzle.book].title
