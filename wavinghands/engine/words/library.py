"""The spell books as reference material: their spells as data and as a printed table."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from textwrap import wrap
from typing import Any, Final

from wavinghands.engine.books import BOOKS, Book, book_of
from wavinghands.engine.errors import RecordError
from wavinghands.engine.lexicon import Lexicon
from wavinghands.engine.plain_data import Json
from wavinghands.engine.rules import Rules
from wavinghands.engine.spell import Spell
from wavinghands.engine.spells.lexicons import lexicon_of
from wavinghands.engine.words.english import ENGLISH, Catalogue
from wavinghands.engine.words.prose import spell_name

ORDERS: Final = ("name", "gestures", "reversed")
"""The orders in which a book's spells can be listed. Source: the spellcast manual, its three lists."""


def books(catalogue: Catalogue = ENGLISH) -> dict[str, Book]:
    """Return the books by slug, with title and summary in the language of the catalogue."""
    words = catalogue["options"]
    return {slug: replace(book, title=words[slug], summary=words[f"{slug}.summary"]) for slug, book in BOOKS.items()}


def book_table(
    slug: str, *, by: str = "name", options: Mapping[str, Any] | None = None, catalogue: Catalogue = ENGLISH
) -> list[Json]:
    """Return the spells of a book as a list of rows.

    Each row is a dict:

    - `slug`, `name`, `class`: the spell and its class
    - `gestures`: its patterns
    - `default`: its default target
    - `once`: whether each wizard may cast it only once per duel
    - `effect`: its description
    - `stopped_by`: the spells that stop it
    - `source`: the source of its rules
    - `facts`: further facts that clients need to check orders

    If `by` is `name`, there is one row per spell. If it is `gestures`, there is one row per pattern. If it is
    `reversed`, the patterns are also reversed, which makes it easy to look up gestures already made. Raise
    `RecordError` if `slug`, `by` or `options` is invalid.
    """
    if by not in ORDERS:
        raise RecordError(f"{by!r} is not one of {', '.join(ORDERS)}", field="by")
    book = book_of(slug)
    rules = book.rules.with_options(options or {})
    table = lexicon_of(book, rules)
    if by == "name":
        rows = [
            _entry(table, table.spells[name], patterns, rules, catalogue) for name, patterns in table.patterns.items()
        ]
        return sorted(rows, key=lambda row: str(row["name"]))
    step = -1 if by == "reversed" else 1
    rows = [
        _entry(table, table.spells[name], (pattern[::step],), rules, catalogue)
        for name, patterns in table.patterns.items()
        for pattern in patterns
    ]
    return sorted(rows, key=lambda row: str(row["gestures"][0]).upper())


def _entry(table: Lexicon, spell: Spell, patterns: tuple[str, ...], rules: Rules, catalogue: Catalogue) -> Json:
    return {
        "slug": spell.slug,
        "name": spell_name(spell.slug, catalogue),
        "gestures": list(patterns),
        "class": spell.chapter.value,
        "default": spell.usually.value,
        "once": spell.once,
        "effect": catalogue["rules"][spell.slug],
        "stopped_by": [slug for slug in table.spells if slug in table.stopped_by[spell.slug]],
        "source": spell.rules,
        "facts": _facts(spell, rules),
    }


def _facts(spell: Spell, rules: Rules) -> Json:
    """Return the facts that clients need to check orders.

    `mind` says how the spell clashes with other mind spells. `keeps_claps` says whether it makes a clapping hand clap
    again.
    """
    mind = spell.mind and ("yields" if spell.mind.yields else "clashes")
    facts = {
        "role": spell.role and spell.role.value,
        "mind": mind,
        "makes": spell.makes,
        "claims": spell.claims,
        "destroys": list(spell.destroys),
        "spares": list(spell.spares),
        "guards": spell.guards,
        "keeps_claps": spell.mind and spell.mind.keeps_claps(rules),
    }
    return {fact: value for fact, value in facts.items() if value}


# The printed table

AT: Final = {"self": "yourself", "opponent": "opponent", "nobody": "nobody", "none": "-"}
"""The default targets, as shown in a column."""
HEADINGS: Final = ("Gestures", "Spell", "Class", "Target", "What it does")
"""The columns of a printed book."""
WIDTH: Final = 120
"""The width of a printed line, in characters."""


def book_text(slug: str, *, by: str = "name", options: Mapping[str, Any] | None = None) -> str:
    """Return the spells of a book as a text table, in the order of `book_table`.

    Raise the same errors as `book_table`.
    """
    rows = book_table(slug, by=by, options=options)
    names = {row["slug"]: row["name"] for row in book_table(slug, options=options)}
    cells = [(" or ".join(row["gestures"]), row["name"], row["class"], AT[row["default"]]) for row in rows]
    widths = [max(len(cell[column]) for cell in (*cells, HEADINGS)) for column in range(4)]
    indent = sum(widths) + 2 * len(widths)
    lines = [*_heading(book_of(slug)), _line(HEADINGS[:4], widths) + HEADINGS[4]]
    for row, cell in zip(rows, cells, strict=True):
        first, *further = _described(row, names, WIDTH - indent)
        lines += [_line(cell, widths) + first, *(" " * indent + line for line in further)]
    return "\n".join(lines)


def _heading(book: Book) -> list[str]:
    about = f"{book.title}. {book.summary} Source: {book.source}."
    note = "A lowercase letter is a gesture of both hands at once. Target: the default target of the spell."
    return [*wrap(about, WIDTH), "", *wrap(note, WIDTH), ""]


def _line(cells: Iterable[str], widths: Iterable[int]) -> str:
    return "".join(cell.ljust(width + 2) for cell, width in zip(cells, widths, strict=True))


def _described(row: Json, names: Mapping[str, str], width: int) -> list[str]:
    stopped = ", ".join(names[slug] for slug in row["stopped_by"])
    return wrap(row["effect"], width) + wrap(f"Stopped by: {stopped or 'nothing'}.", width)
