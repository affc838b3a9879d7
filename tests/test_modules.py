"""What pages load: every module after those that it imports, and nothing that browsers have no use for."""

import json
import re
import subprocess

from tests.servers import ROOT
from wavinghands.modules import bare, imported, leaves_first

OWN = sorted((ROOT / "static" / "js").rglob("*.js"))
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
