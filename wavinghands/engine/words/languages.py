"""The languages of duels: English, and its `gettext` translations.

Translations are looked up by the table and key (`msgctxt`) and the English text (`msgid`).
"""

import json
from collections.abc import Mapping
from gettext import translation
from pathlib import Path
from typing import Final

from wavinghands.engine.shared import Shared
from wavinghands.engine.words.english import ENGLISH, PRONOUNS, Catalogue, forms

LOCALE: Final = Path(__file__).parents[1] / "locale"
"""The directory of translations: `LANGUAGE/LC_MESSAGES/engine.po` and its compiled `engine.mo`."""
DOMAIN: Final = "engine"
"""The name of the translation files."""


def texts() -> dict[str, str]:
    """Return all English texts by context.

    The context is `TABLE.KEY`. The table of pronouns is a single text, `pronouns`, because a translation may need other
    word forms.
    """
    tables = {table: texts for table, texts in ENGLISH.items() if table != "pronouns"}
    keyed = {f"{table}.{key}": text for table, texts in tables.items() for key, text in texts.items()}
    return keyed | {"pronouns": PRONOUNS}


def translated(language: str) -> Catalogue:
    """Return the catalogue of a language. Missing translations are replaced by the English texts."""
    words = translation(DOMAIN, LOCALE, [language])
    tables = {
        table: {key: words.pgettext(f"{table}.{key}", text) for key, text in texts.items()}
        for table, texts in ENGLISH.items()
    }
    return Shared(tables | {"pronouns": forms(words.pgettext("pronouns", PRONOUNS))})


CATALOGUES: Final[Mapping[str, Catalogue]] = {"en": ENGLISH} | {
    file.parents[1].name: translated(file.parents[1].name) for file in sorted(LOCALE.glob(f"*/*/{DOMAIN}.mo"))
}
"""The catalogues by language code."""


HEADER: Final = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
"""The header entry of the template."""


def template() -> str:
    """Return all texts as a gettext template, for creating and updating translations."""
    return "\n".join([HEADER, *(_entry(context, text) for context, text in texts().items())])


def _entry(context: str, text: str) -> str:
    return f'msgctxt {json.dumps(context)}\nmsgid {json.dumps(text, ensure_ascii=False)}\nmsgstr ""\n'
