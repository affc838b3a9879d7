"""The words of the pages' scripts: each module has its own in each language, and pages get them, bundled or not."""

import polib
import pytest
from django.utils import translation

from tests.duels.test_bundles import drawn
from tests.servers import ROOT
from wavinghands.assets.catalogue import ScriptWords, languages, texts_in, words_of

SCRIPTS = {path.relative_to(ROOT).as_posix(): path.read_text() for path in (ROOT / "static" / "js").rglob("*.js")}
WORDS = ScriptWords({"Give up": "Aufgeben", "{count} round": ["{count} Runde", "{count} Runden"]}, "n != 1")
PAGE = "js/pages/duel.js"


@pytest.mark.parametrize(
    ("source", "texts"),
    [
        ('say(_("Give up")); render(html`<b>${_("Give up")}</b>`)', ["Give up", "Give up"]),
        ('ngettext(\n  "{count} round",\n  "{count} rounds",\n  count)', ["{count} round"]),
        (r'_("A \"word\", {name}", { name })', ['A "word", {name}']),
        ('it_("Give up"); _(text); keyOf("Give up")', []),
    ],
)
def test_texts_that_a_script_has_translated_are_found(source, texts):
    assert list(texts_in(source)) == texts


@pytest.mark.parametrize("language", languages())
def test_each_module_brings_all_that_it_says(language):
    words = words_of(language)
    for path, source in SCRIPTS.items():
        assert set(texts_in(source)) <= set(words.texts), path


@pytest.mark.parametrize("language", languages())
def test_no_text_of_any_module_is_overlooked(language):
    """The catalogue tells in which files gettext has found each text."""
    found = {path: set() for path in SCRIPTS}
    for entry in polib.pofile(str(ROOT / f"wavinghands/locale/{language}/LC_MESSAGES/djangojs.po")):
        for path, _ in entry.occurrences:
            found[path].add(entry.msgid)
    assert {path: set(texts_in(source)) for path, source in SCRIPTS.items()} == found


def test_a_module_brings_no_more_than_it_says():
    assert WORDS.of_module('_("Give up")') == 'Object.assign(globalThis.words.texts, {"Give up":"Aufgeben"});'
    assert WORDS.of_module("const hands = 2;") == ""


@pytest.mark.parametrize("language", languages())
def test_what_pages_load_beside_modules_is_what_was_translated(language):
    assert (ROOT / f"static/words/{language}.js").read_text(encoding="utf-8") == words_of(language).whole()


@pytest.mark.parametrize("language", languages())
def test_a_page_in_another_language_has_a_bundle_of_its_own_or_all_words_beside_its_modules(settings, language):
    with translation.override(language):
        assert drawn(f"script '{PAGE}'").startswith(f'<script src="/static/words/{language}.js" defer></script>')
        settings.BUNDLES = True
        assert drawn(f"script '{PAGE}'") == f'<script type="module" src="/static/{language}/{PAGE}"></script>'
