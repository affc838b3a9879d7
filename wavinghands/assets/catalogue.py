"""Translations of the texts in scripts, from Django's JavaScript catalogue."""

import json
import re
from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation
from django.views.i18n import JSONCatalog

TEXT = re.compile(r'\b(?:_|ngettext)\(\s*("(?:[^"\\\n]|\\.)*")')
"""A pattern for translated texts in scripts. If a text has a plural form, it finds the singular."""


def languages() -> list[str]:
    """Return the languages that need translations.

    These are all languages except the one in which the scripts are written.
    """
    return [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def script(language: str, module: str | None = None) -> str:
    """Return a JavaScript statement that adds translations to `globalThis.words`.

    These are the translations for `module`, the source text of a script, or for all scripts if it is `None`. Return ""
    for a script without texts. `words.texts` maps English texts to their translations, and `words.plural` picks the
    plural form.
    """
    found = _catalogue(language)
    translations, plural = found["catalog"], found["plural"]
    texts = sorted(translations) if module is None else texts_in(module)
    lines = ",\n".join(f"{_json(text)}:{_json(translations[text])}" for text in texts if text in translations)
    words = f"(globalThis.words??={{plural:(n)=>Number({plural}),texts:{{}}}})"
    return f"Object.assign({words}.texts,{{\n{lines}\n}});\n" if lines else ""


def texts_in(module: str) -> list[str]:
    """Return the translatable texts in `module`, the source text of a script, in order of first appearance."""
    return list(dict.fromkeys(json.loads(literal) for literal in TEXT.findall(module)))


@cache
def _catalogue(language: str) -> Any:
    with translation.override(language):
        return json.loads(_Catalog().get(HttpRequest()).content)


class _Catalog(JSONCatalog):
    """A translation catalogue that leaves out the texts of Django's admin."""

    packages = ["wavinghands"]

    def get_paths(self, packages: Any) -> list[str]:
        return [str(path) for path in settings.LOCALE_PATHS]


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
