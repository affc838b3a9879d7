"""The golden duels that must exist.

There must be one for each combination of spell, book and case, and one for each case in a table of docs/rulings.md.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from tests.engine.examples import plays, tables
from tests.engine.golden import golden_duels
from wavinghands.engine import BOOKS, book_table

AIMS = ("unusual", "at_a_monster", "at_a_new_monster", "at_nobody")
DEFENCES = ("countered", "mirrored", "shielded", "dispelled", "removed")
ENDS = ("last_round", "round_after")
CASES = ("usual", *AIMS, *DEFENCES, *ENDS)
"""The cases for each spell. Their golden duels are named `<spell>__<case>`.

In the case `unusual`, a spell that is usually cast at the opponent is cast at oneself, or vice versa. In
`at_a_new_monster`, the target is a monster that is being summoned. In `removed`, Remove Enchantment is cast as well.
"""

HELD_MINDS = ("amnesia", "confusion", "maladroitness", "charm_person", "paralysis", "fear")
TIME = ("haste", "time_stop", "delay_effect", "permanency")
LASTING = (*HELD_MINDS, "anti_spell", "protection", "disease", "poison", "blindness", "invisibility", *TIME)
GUARDS = ("shield", "counter_spell", "magic_mirror", "dispel_magic")
STORMS = ("fire_storm", "ice_storm")
ELEMENTALS = ("summon_fire_elemental", "summon_ice_elemental")


@dataclass(frozen=True, kw_only=True)
class Exemption:
    """A group of cases that cannot occur, and the reason.

    If `books` or `spells` is empty, the group covers all of them. If `others` is true, it covers all spells except
    those in `spells`.
    """

    why: str
    cases: Collection[str]
    spells: Collection[str] = ()
    others: bool = False
    books: Collection[str] = ()

    def covers(self, book: str, spell: str, case: str) -> bool:
        among = not self.spells or (spell in self.spells) is not self.others
        return case in self.cases and among and (not self.books or book in self.books)


EXEMPTIONS = (
    Exemption(why="a storm affects everyone and has no target", cases=AIMS, spells=STORMS),
    Exemption(why="an elemental has no target in this book", cases=AIMS, spells=ELEMENTALS, books=("standard",)),
    Exemption(why="there are no monsters", cases=("at_a_monster", "at_a_new_monster"), books=("nomonsters",)),
    Exemption(why="it does not last", cases=ENDS, spells=(*LASTING, *GUARDS), others=True),
    Exemption(why="its only round is that of its casting", cases=("last_round",), spells=GUARDS),
)

MONSTER_CELLS = {
    "amnesia": ("on_a_monster_idle_now", "on_a_monster_repeats_next", "on_an_elemental"),
    "confusion": ("on_a_monster_now", "on_a_monster_next", "on_an_elemental"),
    "maladroitness": ("on_a_monster", "on_an_elemental"),
    "charm_person": ("on_a_monster",),
    "charm_monster": ("on_a_monster", "on_an_elemental"),
    "paralysis": ("on_a_monster_now", "on_a_monster_next", "on_an_elemental"),
    "fear": ("on_a_monster_none", "on_a_monster_now", "on_an_elemental"),
}
STORM_ROWS = ("no_storm", "fire_storm", "ice_storm", "both_storms")
ELEMENTAL_COLUMNS = ("fire", "ice", "both")

TABLES: Mapping[str, tuple[str, ...]] = {
    "4.3 mind spells": tuple(f"{spell}__on_a_wizard" for spell in HELD_MINDS),
    "4.3 mind spells, monsters": (
        "charm_monster__on_a_wizard",
        *(f"{spell}__{cell}" for spell, cells in MONSTER_CELLS.items() for cell in cells),
    ),
    "4.6 storms": tuple(f"elements__{storms}__none" for storms in STORM_ROWS),
    "4.6 storms and elementals, monsters": (
        *(f"elements__{storms}__{there}" for storms in STORM_ROWS for there in ELEMENTAL_COLUMNS),
        "elements__merge__fire",
        "elements__merge__ice",
    ),
    "4.9": tuple(
        f"ruling_4_9__{row}"
        for row in (
            "two_mirrors",
            "between_two_mirrors",
            "mirrored_and_caster_countered",
            "counter_spell_at_a_mirror",
            "help_at_a_mirror",
            "heal_above_full",
            "two_of_a_kind",
            "charmed_into_surrender",
            "charm_person_on_oneself",
            "charmed_to_stab_with_both",
            "fear_of_a_clap",
            "para_fc_holds_c",
            "half_clap_paralysed",
            "confusion_shows_the_same",
            "mind_spell_on_the_dying",
            "raised_without_mind_spells",
            "stopped_time_mind_spell",
            "wounds_and_a_shield",
            "missile_turned_back_at_a_protected_caster",
            "stab_at_the_dying",
            "poison_and_surrender",
            "say",
        )
    ),
    "4.9, monsters": tuple(
        f"ruling_4_9__{row}"
        for row in (
            "summons_at_a_mirror",
            "summons_at_the_countered",
            "summons_at_the_dead",
            "summons_at_a_dying_monster",
            "at_a_monster_that_does_not_come",
            "charm_of_a_new_monster",
            "charm_and_the_old_controller",
            "removed_and_charmed",
            "haste_on_a_new_monster",
            "protection_on_a_monster",
            "shielded_monster_and_an_elemental",
            "missile_at_a_protected_monster",
            "stab_at_a_new_monster",
            "monster_and_victim_kill_each_other",
            "victim_of_a_charmed_monster",
        )
    ),
    **tables(),
}
"""The golden duels for each table in the rulings, cell by cell.

Tables about monsters do not apply to a book without monsters.
"""

LACKING = {
    "ruling_4_9__raised_without_mind_spells": ("warlocks",),  # Warlocks lacks Raise Dead
}

LETTERS = {"classic": "c", "standard": "s", "nomonsters": "n", "spellcast": "x", "warlocks": "w"}
EXEMPT, HOLE = ".", "!"


def spells(book: str) -> list[str]:
    """Return the spells of `book` and Maladroitness, which may replace Confusion in any book."""
    return [*dict.fromkeys(spell["slug"] for spell in book_table(book)), "maladroitness"]


def exemption(book: str, spell: str, case: str) -> Exemption | None:
    """Return the exemption for a case, or `None` if the case can occur."""
    return next((each for each in EXEMPTIONS if each.covers(book, spell, case)), None)


def applies(book: str, table: str, name: str) -> bool:
    """Return whether the golden duel `name`, which proves a case in a table of docs/rulings.md, applies to `book`."""
    if book in LACKING.get(name, ()) or (book == "nomonsters" and table.endswith("monsters")):
        return False
    return plays(book, table)


def wanted(book: str) -> Iterator[str]:
    """Yield the names of the golden duels that are required for `book`."""
    for spell in spells(book):
        yield from (f"{spell}__{case}" for case in CASES if exemption(book, spell, case) is None)
    for table, names in TABLES.items():
        yield from (name for name in names if applies(book, table, name))


def holes(book: str) -> list[str]:
    """Return the names of the golden duels that are missing for `book`."""
    return [name for name in wanted(book) if f"{book}/{name}" not in golden_duels()]


def table() -> list[str]:
    """Return a table of spells and cases as lines of text.

    Each cell shows the letters of the books that have a golden duel for the case.
    """
    key = ", ".join(f"{letter} {book}" for book, letter in LETTERS.items())
    lines = [f"{key}; {EXEMPT} there is no such case; {HOLE} missing", ""]
    lines.append("".join([f"{'':22}", *(f"{_title(case):12}" for case in CASES)]).rstrip())
    everything = dict.fromkeys(spell for book in BOOKS for spell in spells(book))
    lines += [f"{spell:22}" + "".join(f"{_cell(spell, case):12}" for case in CASES).rstrip() for spell in everything]
    for title, names in TABLES.items():
        lines += ["", f"Ruling {title}", *_columns([f"{_row(title, name)} {name}" for name in names])]
    played = sum(f"{book}/{name}" in golden_duels() for book in BOOKS for name in wanted(book))
    missing = sum(len(holes(book)) for book in BOOKS)
    lines += ["", f"{played} of {played + missing} cases, {missing} missing; {len(golden_duels())} golden duels in all"]
    return lines


def _title(case: str) -> str:
    return case.removeprefix("at_a_").replace("_", " ")


def _cell(spell: str, case: str) -> str:
    return "".join(
        EXEMPT if spell not in spells(book) or exemption(book, spell, case) else _mark(book, f"{spell}__{case}")
        for book in BOOKS
    )


def _row(table: str, name: str) -> str:
    return "".join(_mark(book, name) if applies(book, table, name) else EXEMPT for book in BOOKS)


def _mark(book: str, name: str) -> str:
    return LETTERS[book] if f"{book}/{name}" in golden_duels() else HOLE


def _columns(cells: list[str]) -> list[str]:
    return ["".join(f"{cell:60}" for cell in cells[start : start + 2]).rstrip() for start in range(0, len(cells), 2)]
