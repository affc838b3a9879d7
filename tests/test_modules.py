"""What scripts and style sheets import, and which may import which."""

from functools import cache

from tests.servers import ROOT
from wavinghands.assets.imports import imported, imported_later

JS = ROOT / "static" / "js"
OWN = sorted(JS.rglob("*.js"))
FOLDERS = {
    "lib": set(),
    "board": {"lib"},
    "orders": {"board", "lib"},
    "lookahead": {"orders", "board", "lib"},
    "text": {"orders", "board", "lib"},
    "learn": {"lib"},
    "analysis": {"board", "lib"},
    "lobby": {"lib"},
    "site": {"lib"},
}
"""Each folder of scripts, and those that its modules may import from, besides itself."""
WIRING = {"duel.js", "featured.js", "puzzle.js", "replay.js", "replayed.js"}
"""What stands in no folder: it puts the others together, and may import from all of them. Pages may do that too."""
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


def test_what_is_imported_later_is_found_apart():
    assert imported_later("js/c.js", SOURCES["c.js"]) == ["js/d.js"]
    assert imported_later("js/a.js", SOURCES["a.js"]) == []


def test_what_a_style_sheet_imports_is_found():
    assert imported("css/pages/a.css", '@import "../lib/b.css";\n@import "./c.css";') == [
        "css/lib/b.css",
        "css/pages/c.css",
    ]


def test_each_script_stands_in_a_folder_or_is_wiring():
    assert {file.name for file in JS.glob("*.js")} == WIRING
    assert {file.parent for file in OWN} == {JS, JS / "pages", *(JS / folder for folder in FOLDERS)}


def test_a_script_imports_from_its_folder_and_those_below_it():
    wrong = {}
    for folder, below in FOLDERS.items():
        for file in (JS / folder).glob("*.js"):
            taken = {path.removeprefix("js/").partition("/")[0] for path in imports(file) if path.startswith("js/")}
            wrong[f"{folder}/{file.name}"] = taken - {folder, *below}
    assert {script: folders for script, folders in wrong.items() if folders} == {}


def test_pages_alone_import_wiring_and_what_all_pages_have():
    taken = {path for file in OWN if file.parent.name != "pages" for path in imports(file)}
    assert not [path for path in taken if path.startswith("js/pages/") or path.removeprefix("js/") in WIRING]


def imported_twice(page):
    """Return the scripts that a page imports both at once and later."""
    found = [page]
    for file in found:
        found += [it for path in imported(*parts(file)) if (it := ROOT / "static" / path) not in found]
    later = {ROOT / "static" / path for file in found for path in imported_later(*parts(file))}
    return sorted(file.name for file in later & set(found))


def test_no_page_imports_a_script_both_at_once_and_later():
    """In a bundle such a module would come before its own imports: each of its files begins with the page."""
    twice = {page.name: imported_twice(page) for page in (JS / "pages").glob("*.js")}
    assert twice
    assert {page: scripts for page, scripts in twice.items() if scripts} == {}


@cache
def parts(file):
    """The path and the source of a script."""
    return file.relative_to(ROOT / "static").as_posix(), file.read_text()


def imports(file):
    """The paths of what a script imports, at once or later."""
    return [*imported(*parts(file)), *imported_later(*parts(file))]
