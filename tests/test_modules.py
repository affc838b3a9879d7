"""What pages load: every module after those that it imports, and nothing that browsers have no use for."""

from posixpath import dirname, join, normpath

import pytest

from tests.servers import ROOT
from wavinghands.modules import LATER, imported, leaves_first
from wavinghands.staticfiles import minified

JS = ROOT / "static" / "js"
OWN = sorted(JS.rglob("*.js"))
FOLDERS = {
    "lib": set(),
    "board": {"lib"},
    "orders": {"board", "lib"},
    "lookahead": {"orders", "board", "lib"},
    "text": {"orders", "board", "lib"},
    "learn": {"lib"},
    "lobby": {"lib"},
    "site": {"lib"},
}
"""Each folder of scripts, and those that its modules may import from, besides itself."""
PAGES = {"duel.js", "featured.js", "replay.js"}
"""What stands in no folder: pages put the others together, and may import from all of them."""
SOURCES = {
    "a.js": 'import { b } from "./b.js";\nexport { c } from "./c.js";\n',
    "b.js": "import {\n  c,\n} from './c.js';\n",
    "c.js": 'export const c = () => import("./d.js");\n',
    "d.js": "export const d = 1;\n",
}


def test_imports_are_found_on_one_line_or_several():
    assert imported("js/a.js", SOURCES["a.js"]) == ["js/b.js", "js/c.js"]
    assert imported("js/b.js", SOURCES["b.js"]) == ["js/c.js"]
    assert imported("js/c.js", SOURCES["c.js"]) == []
    assert imported("js/x/d.js", 'import "../vendor/lit.js";') == ["js/vendor/lit.js"]


def test_modules_stand_behind_what_they_import_even_in_a_circle():
    assert leaves_first(list(SOURCES), SOURCES.__getitem__) == ["d.js", "c.js", "b.js", "a.js"]
    circle = {"a.js": 'import "./b.js";', "b.js": 'import "./a.js";'}
    assert sorted(leaves_first(list(circle), circle.__getitem__)) == ["a.js", "b.js"]


def test_each_script_stands_in_a_folder_or_is_a_page():
    assert {file.name for file in JS.glob("*.js")} == PAGES
    assert {file.parent for file in OWN} == {JS, *(JS / folder for folder in FOLDERS)}


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_script_imports_from_its_folder_and_those_below_it(folder):
    allowed = {folder, *FOLDERS[folder]}
    for file in (JS / folder).glob("*.js"):
        taken = {path.removeprefix("js/").partition("/")[0] for path in imports(file) if path.startswith("js/")}
        assert taken <= allowed, f"{file.name} imports from {taken - allowed}"


def test_no_script_imports_a_page_and_no_page_another():
    taken = {path for file in OWN for path in imports(file)}
    assert not taken & {f"js/{page}" for page in PAGES}


def imports(file):
    """The paths of what a script imports, at once or later."""
    path, source = file.relative_to(ROOT / "static").as_posix(), file.read_text()
    return [*imported(path, source), *(normpath(join(dirname(path), name)) for name in LATER.findall(source))]


def test_a_module_loses_comments_and_blanks_but_no_text_and_no_name():
    source = """
        // A module.
        /** Two
         * lines. */
        export const line = (wizards) => `<p>It's  http://a/b ${wizards.map(({ name }) => `<b>${name}</b> // 'n`)}</p>`;
    """
    assert minified("application/javascript", source).split(";")[0] == (
        "export const line=wizards=>`<p>It's  http://a/b ${wizards.map(({name})=>`<b>${name}</b> // 'n`)}</p>`"
    )


def test_a_style_sheet_loses_comments_and_blanks():
    assert minified("text/css", "a {\n  /* why */\n  color: var(--ink);\n}\n") == "a{color:var(--ink)}"


def test_minified_modules_do_all_in_the_same_order():
    source = "export const a = first();\nconst { b } = a.then;\nconst [c] = next;\nconst d = last();\nf(b, c, d);\n"
    short = minified("application/javascript", source)
    assert [short.index(part) for part in ("first()", "a.then", "next", "last()")] == sorted(
        short.index(part) for part in ("first()", "a.then", "next", "last()")
    )
