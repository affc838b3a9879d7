"""What holds for every file of the engine: what it imports, its types, and what is said of all that is public."""

import ast
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

from wavinghands import engine

ENGINE = Path(engine.__file__).parent
ROOT = ENGINE.parents[1]
FILES = sorted(ENGINE.rglob("*.py"))
SAY_ENOUGH = {"Json", *map(str.upper, engine.BOOKS)}
"""A type whose name says all, and the books, which have a title and a summary."""

Public = ast.Module | ast.ClassDef | ast.FunctionDef


def name_of(file: Path) -> str:
    return str(file.relative_to(ENGINE))


def tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def public(node: Public) -> Iterator[Public]:
    """A module, class or function, and what is public in it."""
    yield node
    inner = [] if isinstance(node, ast.FunctionDef) else node.body
    for child in inner:
        if isinstance(child, ast.ClassDef | ast.FunctionDef) and not child.name.startswith("_"):
            yield from public(child)


def doc_of(node: Public) -> str:
    return ast.get_docstring(node) or ""


def constants(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The public names that a module binds to something else than a class or function, each with its docstring."""
    for node, following in zip(tree.body, [*tree.body[1:], None], strict=True):
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if isinstance(target, ast.Name) and not target.id.startswith("_"):
            value = following.value if isinstance(following, ast.Expr) else None
            said = value.value if isinstance(value, ast.Constant) else ""
            yield target.id, str(said)


def imported(tree: ast.Module) -> set[str]:
    """The packages that a file imports, wherever in it."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written out"
            names.add(node.module or "")
    return names


def test_the_engine_imports_nothing_but_itself_and_the_standard_library() -> None:
    found = {name for file in FILES for name in imported(tree_of(file))}
    outside = {name for name in found if name.partition(".")[0] not in sys.stdlib_module_names}
    assert {"json", "dataclasses"} <= found
    assert {name for name in outside if not name.startswith("wavinghands.engine")} == set()


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_what_is_imported_for_its_types_is_imported_when_it_runs(file: Path) -> None:
    """So that the contracts see every import, and modules cannot hang on each other in a circle."""
    assert "TYPE_CHECKING" not in {node.id for node in ast.walk(tree_of(file)) if isinstance(node, ast.Name)}


def test_the_engine_plays_where_nothing_else_is_installed() -> None:
    """No site packages, no environment: `-I -S`."""
    code = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
import wavinghands.engine.__main__
from wavinghands import engine
duel = engine.start("standard", [{{"name": "Black"}}, {{"name": "White"}}])
for gesture in "SD":
    duel = engine.settle(duel, {{"Black": {{"left": gesture, "right": "-"}}}})
print(engine.load(engine.dump(duel)).wizard("White").hp, engine.request(duel, "White")["round"])
"""
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["14", "3"]


def test_the_engine_passes_the_strictest_types_by_itself() -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--package", "wavinghands.engine"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_no_check_is_switched_off(file: Path) -> None:
    tokens = tokenize.generate_tokens(StringIO(file.read_text(encoding="utf-8")).readline)
    comments = [token.string for token in tokens if token.type == tokenize.COMMENT]
    assert not [comment for comment in comments if re.search(r"type:\s*ignore|noqa|mypy:|pragma", comment)]


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_all_that_is_public_is_told_in_a_sentence(file: Path) -> None:
    tree = tree_of(file)
    for node in public(tree):
        name = getattr(node, "name", name_of(file))
        assert re.match(r"[A-Z`].*?[.:;]$", doc_of(node).split("\n\n")[0], re.DOTALL), name
    unsaid = [name for name, said in constants(tree) if not said and name not in SAY_ENOUGH]
    assert not unsaid


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_what_raises_says_what(file: Path) -> None:
    for node in public(tree_of(file)):
        if isinstance(node, ast.FunctionDef):
            for raised in ast.walk(node):
                if isinstance(raised, ast.Raise) and isinstance(raised.exc, ast.Call):
                    assert ast.unparse(raised.exc.func) in doc_of(node), node.name


@pytest.mark.parametrize("file", [file for file in FILES if file.parent.name in ("phases", "spells")], ids=name_of)
def test_what_a_rule_stands_behind_names_its_source(file: Path) -> None:
    tree = tree_of(file)
    functions = [node for node in public(tree) if isinstance(node, ast.FunctionDef)]
    unsourced = [node.name for node in functions if "ource: " not in doc_of(node)]
    assert "Source: " in doc_of(tree) or not unsourced, unsourced
