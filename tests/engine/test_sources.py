"""Tests for rules about the engine's source files: imports, types and docstrings."""

import ast
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from functools import cache
from io import StringIO
from pathlib import Path

from wavinghands import engine

ENGINE = Path(engine.__file__).parent
ROOT = ENGINE.parents[1]
FILES = sorted(ENGINE.rglob("*.py"))
SAY_ENOUGH = set(map(str.upper, engine.BOOKS))
"""The names of the books. They need no docstrings, because each book has a title and a summary."""

Public = ast.Module | ast.ClassDef | ast.FunctionDef


def name_of(file: Path) -> str:
    return str(file.relative_to(ENGINE))


@cache
def tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def public(node: Public) -> Iterator[Public]:
    """Yield a module, class or function, and all its public members, including those of classes."""
    yield node
    inner = [] if isinstance(node, ast.FunctionDef) else node.body
    for child in inner:
        if isinstance(child, ast.ClassDef | ast.FunctionDef) and not child.name.startswith("_"):
            yield from public(child)


def doc_of(node: Public) -> str:
    return ast.get_docstring(node) or ""


def constants(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the name and the docstring of each public constant and type in a module."""
    for node, following in zip(tree.body, [*tree.body[1:], None], strict=True):
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if isinstance(target, ast.Name) and not target.id.startswith("_"):
            value = following.value if isinstance(following, ast.Expr) else None
            said = value.value if isinstance(value, ast.Constant) else ""
            yield target.id, str(said)


def imported(tree: ast.Module) -> set[str]:
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


def test_imports_for_types_are_imported_at_run_time_too() -> None:
    """Check that the import contracts see all imports. Imports hidden from them could form cycles."""
    names = ((file, node) for file in FILES for node in ast.walk(tree_of(file)) if isinstance(node, ast.Name))
    assert not [name_of(file) for file, node in names if node.id == "TYPE_CHECKING"]


def test_the_engine_works_without_other_packages() -> None:
    """Run Python with the options `-I -S`, which hide all installed packages and environment variables."""
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


def test_the_engine_passes_strict_type_checks_on_its_own() -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--package", "wavinghands.engine"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def comments_of(file: Path) -> list[str]:
    tokens = tokenize.generate_tokens(StringIO(file.read_text(encoding="utf-8")).readline)
    return [token.string for token in tokens if token.type == tokenize.COMMENT]


def test_no_check_is_switched_off() -> None:
    comments = [(name_of(file), comment) for file in FILES for comment in comments_of(file)]
    assert comments
    assert not [found for found in comments if re.search(r"type:\s*ignore|noqa|mypy:|pragma", found[1])]


def test_every_public_module_class_function_and_constant_has_a_docstring() -> None:
    nodes = [(file, node) for file in FILES for node in public(tree_of(file))]
    unsaid = [f"{name_of(file)}: {getattr(node, 'name', '')}" for file, node in nodes if not is_sentence(doc_of(node))]
    named = [(file, name, said) for file in FILES for name, said in constants(tree_of(file))]
    unsaid += [f"{name_of(file)}: {name}" for file, name, said in named if not said and name not in SAY_ENOUGH]
    assert not unsaid


def is_sentence(doc: str) -> bool:
    return re.match(r"[A-Z`].*?[.:;]$", doc.split("\n\n")[0], re.DOTALL) is not None


def test_every_public_function_names_the_errors_it_raises() -> None:
    functions = [(file, node) for file in FILES for node in functions_of(tree_of(file))]
    raised = [(file, node, error) for file, node in functions for error in errors_of(node)]
    assert raised
    assert not [f"{name_of(file)}: {node.name}: {error}" for file, node, error in raised if error not in doc_of(node)]


def functions_of(tree: ast.Module) -> list[ast.FunctionDef]:
    return [node for node in public(tree) if isinstance(node, ast.FunctionDef)]


def errors_of(function: ast.FunctionDef) -> list[str]:
    raised = [node.exc for node in ast.walk(function) if isinstance(node, ast.Raise)]
    return [ast.unparse(error.func) for error in raised if isinstance(error, ast.Call)]


def test_every_rule_names_its_source() -> None:
    rules = [file for file in FILES if file.parent.name in ("phases", "spells")]
    assert rules
    whole = [file for file in rules if "Source: " not in doc_of(tree_of(file))]
    functions = [(file, node) for file in whole for node in functions_of(tree_of(file))]
    assert not [f"{name_of(file)}: {node.name}" for file, node in functions if "ource: " not in doc_of(node)]
