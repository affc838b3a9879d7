import polib
import pytest
from django.template import Context, Template
from django.utils import translation

from tests.servers import ROOT
from wavinghands.assets.catalogue import languages, script, texts_in

SCRIPTS = {path.relative_to(ROOT).as_posix(): path.read_text() for path in (ROOT / "static" / "js").rglob("*.js")}
MODULE = '<script type="module" src="/static/js/pages/duel.js"></script>'


@pytest.mark.parametrize(
    ("source", "texts"),
    [
        ('say(_("Give up")); render(html`<b>${_("Give up")}</b>`)', ["Give up"]),
        ('ngettext(\n  "{count} round",\n  "{count} rounds",\n  count)', ["{count} round"]),
        (r'_("A \"word\", {name}", { name })', ['A "word", {name}']),
        ('it_("Give up"); _(text); keyOf("Give up")', []),
    ],
)
def test_the_translated_texts_of_a_module_are_found(source, texts):
    assert texts_in(source) == texts


@pytest.mark.parametrize("language", languages())
def test_each_text_of_the_scripts_is_in_the_catalogue(language):
    found = {path: set() for path in SCRIPTS}
    for entry in polib.pofile(str(ROOT / f"wavinghands/locale/{language}/LC_MESSAGES/djangojs.po")):
        for path, _ in entry.occurrences:
            found[path].add(entry.msgid)
    assert found == {path: set(texts_in(source)) for path, source in SCRIPTS.items()}


def test_a_module_has_the_translations_of_only_its_own_texts():
    assert '{\n"Give up":"Aufgeben"\n}' in script("de", '_("Give up")')
    assert script("de", "const hands = 2;") == ""


@pytest.mark.parametrize("language", languages())
def test_the_script_with_all_translations_is_up_to_date(language):
    assert (ROOT / f"static/words/{language}.js").read_text(encoding="utf-8") == script(language)


def test_pages_load_a_bundle_per_language_or_all_translations(settings):
    def tags(language):
        with translation.override(language):
            return Template("{% load bundles %}{% script 'js/pages/duel.js' %}").render(Context())

    assert tags("en") == MODULE
    assert tags("de") == f'<script src="/static/words/de.js" defer></script>\n{MODULE}'
    settings.BUNDLES = True
    assert tags("en") == MODULE
    assert tags("de") == MODULE.replace("js/pages", "de/js/pages")
