"""The content of the books' pages: spells in three orders, options, and the rules that events refer to.

An unknown book, order or option raises `RecordError`.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duels.books.examples import EXAMPLES
from duels.wording.languages import catalogue
from duels.wording.rule_options import label_of, rule_options
from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.search.apprentice import WORTH

ORDERS = {"name": _("by name"), "gestures": _("by gestures"), "reversed": _("by last gesture")}
AT = {"self": _("yourself"), "opponent": _("an opponent"), "nobody": _("nobody"), "none": _("everyone")}

CLASSES = {
    "protection": _("Protection"),
    "summons": _("Summons"),
    "damage": _("Damage"),
    "enchantment": _("Enchantments"),
}


def spell_rows(book: str, *, by: str = "name", options: Mapping[str, Any] | None = None) -> list[Json]:
    """Return the spells of a book in words: slug, name, gestures, class, usual target, effect, and the spells that
    stop it.
    """
    rows = engine.book_table(book, by=by, options=options, catalogue=catalogue())
    names = {row["slug"]: row["name"] for row in rows}
    return [
        {
            **{field: row[field] for field in ("slug", "name", "effect")},
            "class": CLASSES[row["class"]],
            "gestures": gettext(" or ").join(row["gestures"]),
            "at": AT[row["default"]],
            "stopped_by": ", ".join(names[slug] for slug in row["stopped_by"]) or gettext("nothing"),
        }
        for row in rows
    ]


def spell_list(book: str, options: Mapping[str, Any] | None = None) -> list[Json]:
    """Return the result of `spell_rows` as plain data, with patterns as lists, and with each spell's source."""
    table = {row["slug"]: row for row in engine.book_table(book, options=options)}
    return [
        row | {"gestures": table[row["slug"]]["gestures"], "source": table[row["slug"]]["source"]}
        for row in spell_rows(book, options=options)
    ]


def chapters(book: str) -> list[Json]:
    """Return the spells of a book by class.

    Each class has an id, a title, and `spells` with their rules and examples.
    """
    rules, rows, found = rule_rows_by_id(), spell_rows(book), engine.book_table(book)
    class_of = {row["slug"]: row["class"] for row in found}
    return [
        {
            "id": slug,
            "title": title,
            "spells": [
                row | {"rule": rules[row["slug"]], "example": EXAMPLES[book].get(row["slug"])}
                for row in rows
                if class_of[row["slug"]] == slug
            ],
        }
        for slug, title in CLASSES.items()
        if slug in class_of.values()
    ]


def other_rules(book: str) -> list[Json]:
    """Return the rules that events refer to, except those of this book's spells."""
    spells = {row["slug"] for row in engine.book_table(book)}
    return [row for row in rule_rows() if row["id"] not in spells]


def spell_facts(book: str, options: Mapping[str, Any] | None = None) -> Json:
    """Return the facts about a book's spells for scripts, by slug: columns of the book's table, `worth`, and true
    facts.

    `worth`: the value of a spell to its caster, as estimated by the house's player.
    """
    fields, rules = ("gestures", "class", "default", "stopped_by", "once"), rule_rows_by_id()
    return {
        slug: {
            "name": rules[slug]["name"],
            **{field: row[field] for field in fields},
            **row["facts"],
            "worth": WORTH.get(slug, 0),
        }
        for slug, row in ((row["slug"], row) for row in engine.book_table(book, options=options))
    }


def option_rows(book: str) -> list[Json]:
    """Return the rule options of a book as texts: group, title, meaning and value."""
    return [
        {**{field: row[field] for field in ("group", "title", "meaning")}, "value": label_of(row, row["value"])}
        for row in rule_options(book)
    ]


def rule_rows_by_id() -> dict[str, Json]:
    """Return the rules that events refer to, by id."""
    return {row["id"]: row for row in rule_rows()}


def rule_rows() -> list[Json]:
    """Return the rules that events refer to, each with its id, name, text, source and ruling."""
    return [{"id": slug, **rule} for slug, rule in engine.rule_table(catalogue()).items()]
