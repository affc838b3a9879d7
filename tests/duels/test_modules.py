import re

from django.template import Context, Template

from duels.templatetags.modules import imports
from tests.servers import ROOT


def test_a_page_asks_at_once_for_all_that_its_module_imports():
    drawn = Template("{% load modules %}{% modules 'js/duel.js' %}").render(Context())
    assert drawn.startswith('<script type="module" src="/static/js/duel.js"></script>')
    assert '<link rel="modulepreload" href="/static/vendor/lit-html/lit-html.js">' in drawn
    assert "js/duel.js" not in imports("js/duel.js")


def test_no_import_of_any_module_is_overlooked():
    static = ROOT / "static"
    for module in (static / "js").rglob("*.js"):
        named = re.findall(r'^(?:import|export|\}).*?"(\.{1,2}/[a-z/-]+\.js)";', module.read_text(), re.MULTILINE)
        paths = {str((module.parent / name).resolve().relative_to(static)) for name in named}
        path = str(module.relative_to(static))
        assert paths <= set(imports(path)), path
