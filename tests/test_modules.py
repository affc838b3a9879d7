"""What pages load: every module after those that it imports, and nothing that browsers have no use for."""

import json
import re
import subprocess
from posixpath import dirname, join, normpath

import pytest

from tests.servers import ROOT
from wavinghands.modules import LATER, bare, imported, leaves_first

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
PAGES = {"duel.js", "replay.js"}
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


def test_comments_and_indentation_are_left_out_and_nothing_else():
    source = (
        "// A module.\n\n/** Two\n * lines. */\nexport const a = 1; // kept\n\n  /* one */\n  const b = `x\n  y`;\n"
    )
    assert bare(source) == "export const a = 1; // kept\nconst b = `x\ny`;\n"
    assert bare("a {\n  /* why */\n  color: red;\n}\n") == "a {\ncolor: red;\n}\n"


def test_no_text_of_a_page_looks_like_a_comment():
    """The lines of templates, which stand between backquotes, are not to be left out."""
    for file in OWN:
        for template in re.findall(r"`[^`]*`", file.read_text()):
            assert not [line for line in template.splitlines()[1:] if line.strip().startswith(("//", "/*"))], file


def test_bare_modules_are_modules_still(node):
    parse = "for (const text of JSON.parse(require('fs').readFileSync(0))) new (require('vm').SourceTextModule)(text)"
    command = [node, "--experimental-vm-modules", "--no-warnings", "-e", parse]
    texts = json.dumps([bare(file.read_text()) for file in OWN])
    done = subprocess.run(command, input=texts, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
