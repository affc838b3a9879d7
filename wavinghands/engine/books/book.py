"""Spell books, which set the gestures of each spell and the options of the rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from wavinghands.engine.rules import Rules


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Book:
    """A spell book.

    - `gestures`: the patterns of each spell, separated by spaces, or "" if the book lacks the spell
    - `options`: the rule options that differ from Bartle's text
    """

    slug: str
    title: str
    summary: str
    source: str
    gestures: Mapping[str, str]
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def rules(self) -> Rules:
        """Return the rules of this book."""
        return Rules().with_options(self.options)

    def variant(
        self,
        *,
        slug: str,
        title: str,
        summary: str,
        source: str = "",
        gestures: Mapping[str, str] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> "Book":
        """Return a variant of this book.

        `gestures` and `options` override those of this book.
        """
        return Book(
            slug=slug,
            title=title,
            summary=summary,
            source=source or self.source,
            gestures={**self.gestures, **(gestures or {})},
            options={**self.options, **(options or {})},
        )

    def patterns(self, rules: Rules) -> dict[str, tuple[str, ...]]:
        """Return the patterns of each spell, as changed by the options `maladroit` and `para_fdf` of `rules`.

        The result includes spells that other options remove from the book.
        """
        gestures = dict(self.gestures)
        if rules.maladroit:
            gestures["maladroitness"] = gestures.pop("confusion", "")
        if rules.para_fdf:
            gestures |= {slug: patterns for slug, patterns in PARA_FDF.items() if gestures.get(slug)}
        return {slug: tuple(patterns.split()) for slug, patterns in gestures.items() if patterns}


PARA_FDF = {"paralysis": "FDF", "disease": "DSFDFc"}
"""The patterns that the option `para_fdf` changes."""
