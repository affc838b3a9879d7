"""What pages name: a module and style sheets, with hints of what they import where nothing is bundled."""

import re

from django.template import Context, Template

from duels.templatetags.bundles import imports
from tests.servers import ROOT


def drawn(tag):
    return Template(f"{{% load bundles %}}{{% {tag} %}}").render(Context())


def test_a_page_asks_at_once_for_all_that_its_module_imports():
    page = drawn("script 'js/pages/duel.js'")
    assert page.startswith('<script type="module" src="/static/js/pages/duel.js"></script>')
    assert '<link rel="modulepreload" href="/static/js/pages/duel/duel.js">' in page
    assert '<link rel="modulepreload" href="/static/vendor/lit-html/lit-html.js">' in page
    assert "js/pages/duel.js" not in imports("js/pages/duel.js")


def test_and_for_all_style_sheets():
    page = drawn("style 'css/pages/embed.css'")
    assert page.endswith('<link rel="stylesheet" href="/static/css/pages/embed.css">')
    assert '<link rel="preload" as="style" href="/static/css/lib/tokens.css">' in page
    assert '<link rel="preload" as="style" href="/static/css/board/replay.css">' in page


def test_of_a_bundle_there_is_nothing_more_to_say(settings):
    settings.BUNDLES = True
    assert drawn("script 'js/pages/duel.js'").strip() == (
        '<script type="module" src="/static/js/pages/duel.js"></script>'
    )
    assert drawn("style 'css/pages/duel.css'").strip() == '<link rel="stylesheet" href="/static/css/pages/duel.css">'


def test_no_import_of_any_module_is_overlooked():
    static = ROOT / "static"
    for module in (static / "js").rglob("*.js"):
        named = re.findall(r'^(?:import|export|\}).*?"(\.{1,2}/[a-z/-]+\.js)";', module.read_text(), re.MULTILINE)
        paths = {str((module.parent / name).resolve().relative_to(static)) for name in named}
        path = str(module.relative_to(static))
        assert paths <= set(imports(path)), path
