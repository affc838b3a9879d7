"""The words of the pages' scripts in another language: for all modules as they stand, and each in its own."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation
from django.views.i18n import JSONCatalog

TEXT = re.compile(r'\b(?:_|ngettext)\(\s*("(?:[^"\\\n]|\\.)*")')
"""A text that a script has translated, as it stands there; of one by number the first form."""


@dataclass(frozen=True)
class ScriptWords:
    """What the scripts say in a language: by each text its translation, or one for each form by number.

    `plural` is what chooses the form for a number `n`, as JavaScript.
    """

    texts: Mapping[str, str | list[str]]
    plural: str

    def whole(self) -> str:
        """The script that a page loads before its modules, where these are served as they stand."""
        lines = ",\n".join(f"{_json(text)}: {_json(told)}" for text, told in sorted(self.texts.items()))
        return f"globalThis.words = {{ plural: {self._chooser()}, texts: {{\n{lines}\n}} }};\n"

    def begin(self) -> str:
        """What the words begin with, where each module brings its own; two scripts of one page share them."""
        return f"globalThis.words ??= {{ plural: {self._chooser()}, texts: {{}} }};"

    def of_module(self, source: str) -> str:
        """What a module brings; nothing if it says nothing."""
        texts = {text: self.texts[text] for text in texts_in(source) if text in self.texts}
        return f"Object.assign(globalThis.words.texts, {_json(texts)});" if texts else ""

    def _chooser(self) -> str:
        return f"(n) => Number({self.plural})"


def texts_in(source: str) -> Iterable[str]:
    """The texts that a script has translated."""
    return (json.loads(literal) for literal in TEXT.findall(source))


def words_of(language: str) -> ScriptWords:
    """The scripts' words in a language, from its compiled catalogue."""
    with translation.override(language):
        found = json.loads(_Catalog().get(HttpRequest()).content)
    return ScriptWords(found["catalog"], found["plural"])


def languages() -> list[str]:
    """Those that have such words: all but the one in which the scripts are written."""
    return [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


class _Catalog(JSONCatalog):
    """The words of our own scripts alone, without those of the admin's."""

    packages = ["wavinghands"]

    def get_paths(self, packages: Any) -> list[str]:
        return [str(path) for path in settings.LOCALE_PATHS]


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
