"""Tests for the imports in scripts and style sheets, and for the rules about them."""

from functools import cache

from tests.imports import imported, imported_later
from tests.servers import ROOT

JS = ROOT / "static" / "js"
OWN = sorted(JS.rglob("*.js"))
PAGES = sorted((JS / "pages").glob("*.js"))
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
"""The folders of shared scripts, with the other folders that each may import from. Pages may import from all."""
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


def test_dynamic_imports_are_found_separately():
    assert imported_later("js/c.js", SOURCES["c.js"]) == ["js/d.js"]
    assert imported_later("js/a.js", SOURCES["a.js"]) == []


def test_imports_of_style_sheets_are_found():
    assert imported("css/pages/a.css", '@import "../lib/b.css";\n@import "./c.css";') == [
        "css/lib/b.css",
        "css/pages/c.css",
    ]


def test_each_script_is_in_a_shared_folder_or_in_that_of_a_page():
    assert {file.relative_to(JS).parts[0] for file in OWN} == {"pages", *FOLDERS}
    folders = {file.parent for file in OWN if file.parent.parent == JS / "pages"}
    assert {folder.name for folder in folders} <= {page.stem for page in PAGES}


def test_a_script_imports_from_its_folder_and_those_below_it():
    wrong = {}
    for folder, below in FOLDERS.items():
        for file in (JS / folder).glob("*.js"):
            taken = {path.removeprefix("js/").partition("/")[0] for path in imports(file) if path.startswith("js/")}
            wrong[f"{folder}/{file.name}"] = taken - {folder, *below}
    assert {script: folders for script, folders in wrong.items() if folders} == {}


def test_only_pages_import_from_pages():
    shared = (file for file in OWN if file.relative_to(JS).parts[0] != "pages")
    assert not [path for file in shared for path in imports(file) if path.startswith("js/pages/")]


def imported_twice(page):
    found = [page]
    for file in found:
        found += [it for path in imported(*parts(file)) if (it := ROOT / "static" / path) not in found]
    later = {ROOT / "static" / path for file in found for path in imported_later(*parts(file))}
    return sorted(file.name for file in later & set(found))


def test_no_page_imports_a_script_both_statically_and_dynamically():
    """Check for such scripts because, in a bundle, they could run before their own imports.

    There, a dynamically imported file first imports the whole page, including its statically imported scripts.
    """
    twice = {page.name: imported_twice(page) for page in PAGES}
    assert twice
    assert {page: scripts for page, scripts in twice.items() if scripts} == {}


@cache
def parts(file):
    """Return the path and the source of a script."""
    return file.relative_to(ROOT / "static").as_posix(), file.read_text()


def imports(file):
    """Return the paths that a script imports, statically or dynamically."""
    return [*imported(*parts(file)), *imported_later(*parts(file))]
