"""The languages in which duels are told: English, and those into which `gettext` translates it.

A text is translated by table and key, its `msgctxt`, and by what it says in English, its `msgid`.
"""

import json
from collections.abc import Mapping
from gettext import translation
from pathlib import Path
from typing import Final

from wavinghands.engine.shared import Shared
from wavinghands.engine.words.english import ENGLISH, PRONOUNS, Catalogue, forms

LOCALE: Final = Path(__file__).parents[1] / "locale"
"""The translations, each `LANGUAGE/LC_MESSAGES/engine.po` with what is compiled of it."""
DOMAIN: Final = "engine"
"""The name of their files."""


def texts() -> dict[str, str]:
    """All texts in English by their contexts: `TABLE.KEY`, and `pronouns`, whose lines a translation may change."""
    tables = {table: texts for table, texts in ENGLISH.items() if table != "pronouns"}
    keyed = {f"{table}.{key}": text for table, texts in tables.items() for key, text in texts.items()}
    return keyed | {"pronouns": PRONOUNS}


def translated(language: str) -> Catalogue:
    """The catalogue of a language; what it has no translation of is in English."""
    words = translation(DOMAIN, LOCALE, [language])
    tables = {
        table: {key: words.pgettext(f"{table}.{key}", text) for key, text in texts.items()}
        for table, texts in ENGLISH.items()
    }
    return Shared(tables | {"pronouns": forms(words.pgettext("pronouns", PRONOUNS))})


CATALOGUES: Final[Mapping[str, Catalogue]] = {"en": ENGLISH} | {
    file.parents[1].name: translated(file.parents[1].name) for file in sorted(LOCALE.glob(f"*/*/{DOMAIN}.mo"))
}
"""By the codes of the languages."""


HEADER: Final = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
"""What the template says of itself."""


def template() -> str:
    """All texts as a template of gettext, from which translations are made and kept up to date."""
    return "\n".join([HEADER, *(_entry(context, text) for context, text in texts().items())])


def _entry(context: str, text: str) -> str:
    return f'msgctxt {json.dumps(context)}\nmsgid {json.dumps(text, ensure_ascii=False)}\nmsgstr ""\n'
