"""The content of the pages about a spell book.

This includes the book's spells, its rule options, and the rules that events refer to. The functions raise `RecordError`
for an unknown spell book, sort order or option.
"""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duels.books.examples import EXAMPLES
from duels.wording.languages import catalogue
from duels.wording.rule_options import label_of, rule_options
from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.search.apprentice import VALUES

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

SENTENCE_END = re.compile(r"(?<=[.!?]) ")

EASIEST = "easiest"
SPELL_ORDERS = {
    EASIEST: _("Easiest first"),
    "name": _("By name"),
    "gestures": _("By gestures"),
    "reversed": _("By last gesture"),
}
"""The sort orders for the page of spells, with their labels."""
AT = {"self": _("yourself"), "opponent": _("an opponent"), "nobody": _("nobody"), "none": _("everyone")}

CLASSES = {
    "protection": _("Protection"),
    "summons": _("Summoning"),
    "damage": _("Damage"),
    "enchantment": _("Enchantments"),
}
LENGTHS = {3: _("Up to three gestures"), 5: _("Four or five gestures"), 99: _("Six gestures or more")}
"""The titles of the groups of spells, by the maximum number of gestures per spell."""
FIRST_SPELLS = ("shield", "magic_missile", "cause_light_wounds", "summon_goblin", "counter_spell")


def spell_rows(book: str, *, by: str = "name", options: Mapping[str, Any] | None = None) -> list[Json]:
    """Return a row for each spell in a spell book, with all values as readable text.

    A row contains a spell's `slug`, `name`, `gestures`, `class`, usual target (`at`), `effect`, the first sentence of
    the effect (`brief`), and the spells that stop it (`stopped_by`). `by` is the sort order: any of `SPELL_ORDERS`
    except `EASIEST`.
    """
    rows = engine.book_table(book, by=by, options=options, catalogue=catalogue())
    names = {row["slug"]: row["name"] for row in rows}
    return [
        {
            **{field: row[field] for field in ("slug", "name", "effect")},
            "brief": SENTENCE_END.split(row["effect"], maxsplit=1)[0],
            "class": CLASSES[row["class"]],
            "gestures": gettext(" or ").join(row["gestures"]),
            "at": AT[row["default"]],
            "stopped_by": ", ".join(names[slug] for slug in row["stopped_by"]) or gettext("nothing"),
        }
        for row in rows
    ]


def spell_list(book: str, options: Mapping[str, Any] | None = None) -> list[Json]:
    """Return the rows from `spell_rows()`, with the gestures as a list of patterns, and with each spell's source."""
    table = {row["slug"]: row for row in engine.book_table(book, options=options)}
    return [
        row | {"gestures": table[row["slug"]]["gestures"], "source": table[row["slug"]]["source"]}
        for row in spell_rows(book, options=options)
    ]


def spell_groups(book: str, *, by: str = EASIEST, kind: str = "") -> list[tuple["StrOrPromise", list[Json]]]:
    """Return the spells in a spell book in groups, as pairs of a title and a list of rows.

    The rows have the format of `spell_rows()`, plus each spell's `rule` and `example`. `by` is the sort order, one of
    `SPELL_ORDERS`. `EASIEST` groups the spells by their number of gestures. The other orders put all spells into one
    group without a title. `kind` limits the result to one class of spells.
    """
    rules, class_of = rule_rows_by_id(), {row["slug"]: row["class"] for row in engine.book_table(book)}
    rows = [
        row | {"rule": rules[row["slug"]], "example": EXAMPLES[book].get(row["slug"])}
        for row in spell_rows(book, by="name" if by == EASIEST else by)
        if kind in ("", class_of[row["slug"]])
    ]
    if by != EASIEST:
        return [("", rows)] if rows else []
    length = {row["slug"]: min(map(len, row["gestures"])) for row in engine.book_table(book)}
    rows.sort(key=lambda row: length[row["slug"]])
    group_of = {row["slug"]: next(most for most in LENGTHS if length[row["slug"]] <= most) for row in rows}
    groups = [(title, [row for row in rows if group_of[row["slug"]] == most]) for most, title in LENGTHS.items()]
    return [(title, spells) for title, spells in groups if spells]


def first_spells(book: str) -> list[Json]:
    """Return the spells that a new player should know, in the format of `spell_rows()`."""
    rows = {row["slug"]: row for row in spell_rows(book)}
    return [rows[slug] for slug in FIRST_SPELLS]


def rule_address(book: str, rule: str) -> str | None:
    """Return the URL that explains this spell or rule, or `None` if its id is unknown."""
    if rule in {row["slug"] for row in engine.book_table(book)}:
        return f"{reverse('rules_spells', args=[book])}?spell={rule}#rule-{rule}"
    return f"{reverse('rules_details', args=[book])}#rule-{rule}" if rule in rule_rows_by_id() else None


def search(book: str, typed: str) -> list[Json]:
    """Search a spell book for the text `typed`, and return a row for each spell, rule and option that contains it.

    Rows whose names match come first. Each row contains a `name`, a `url`, a `text` and a short form of the text
    (`brief`). The row for a spell also contains the fields from `spell_rows()`.
    """
    options = reverse("rules_options", args=[book])
    found = [
        *({**row, "url": rule_address(book, row["slug"]), "text": row["effect"]} for row in spell_rows(book)),
        *(
            {"name": row["name"], "url": rule_address(book, row["id"]), "brief": row["text"], "text": row["text"]}
            for row in other_rules(book)
        ),
        *(
            {
                "name": row["title"],
                "url": f"{options}#option-{row['name']}",
                "brief": row["meaning"],
                "text": row["meaning"],
            }
            for row in option_rows(book)
        ),
    ]
    named = [row for row in found if _names(row, typed)]
    return named + [row for row in found if row not in named and typed.casefold() in str(row["text"]).casefold()]


def _names(row: Json, typed: str) -> bool:
    return typed.casefold() in str(row["name"]).casefold() or typed.upper() in row.get("gestures", "").split()


def other_rules(book: str) -> list[Json]:
    """Return the rules that the events of a duel can refer to, except the rules for the spells in this book."""
    spells = {row["slug"] for row in engine.book_table(book)}
    return [row for row in rule_rows() if row["id"] not in spells]


def spell_facts(book: str, options: Mapping[str, Any] | None = None) -> Json:
    """Return the data that scripts need about the spells in a spell book, by slug.

    A spell's data consists of its name, some columns of `engine.book_table()`, the entries of the column `facts` in the
    same table, and `worth`, the value that computer players assign to casting the spell.
    """
    fields, rules = ("gestures", "class", "default", "stopped_by", "once"), rule_rows_by_id()
    return {
        slug: {
            "name": rules[slug]["name"],
            **{field: row[field] for field in fields},
            **row["facts"],
            "worth": VALUES.get(slug, 0),
        }
        for slug, row in ((row["slug"], row) for row in engine.book_table(book, options=options))
    }


def option_rows(book: str) -> list[Json]:
    """Return the rule options in a spell book as readable text.

    The keys are `name`, `group`, `title`, `meaning` and `value`.
    """
    return [
        {**{field: row[field] for field in ("name", "group", "title", "meaning")}, "value": label_of(row, row["value"])}
        for row in rule_options(book)
    ]


def rule_rows_by_id() -> dict[str, Json]:
    """Return the rules that events in a duel can refer to, by id."""
    return {row["id"]: row for row in rule_rows()}


def rule_rows() -> list[Json]:
    """Return the rules that events in a duel can refer to.

    Each has an id, a name, a text, a source, and sometimes the number of a ruling in docs/rulings.md (`ruling`).
    """
    return [{"id": slug, **rule} for slug, rule in engine.rule_table(catalogue()).items()]
