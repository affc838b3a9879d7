"""Tests that code locks rows in transactions, and sends signals after the commit unless documented otherwise.

SQLite, on which most tests run, ignores row locks. Most tests also run in a transaction of their own, which hides a
missing one. These tests therefore read the code.
"""

import ast
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

from tests.servers import ROOT

FILES = sorted(
    file for app in ("accounts", "duels") for file in (ROOT / app).rglob("*.py") if "migrations" not in file.parts
)
Function = tuple[str, str]
"""The names of a function and of its module."""


def module_of(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_text())


@cache
def functions_in(file: Path) -> list[ast.FunctionDef]:
    return [node for node in ast.walk(tree_of(file)) if isinstance(node, ast.FunctionDef)]


@cache
def imports_of(file: Path) -> dict[str, tuple[str, str]]:
    """Return the module and the original name of each name that a file imports with `from`."""
    froms = (node for node in ast.walk(tree_of(file)) if isinstance(node, ast.ImportFrom))
    return {name.asname or name.name: (node.module or "", name.name) for node in froms for name in node.names}


def begins(node: ast.AST) -> bool:
    return isinstance(node, ast.With) and any("transaction.atomic" in ast.unparse(it.context_expr) for it in node.items)


def outside_of_blocks(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes below `node`, except those in a `with` block that begins a transaction."""
    for child in ast.iter_child_nodes(node):
        if not begins(child):
            yield child
            yield from outside_of_blocks(child)


def used_by(function: ast.AST, file: Path, walk: Callable[[ast.AST], Iterable[ast.AST]]) -> Iterator[Function]:
    """Yield the module and the name of each function that `function` refers to in the nodes that `walk` yields."""
    own, imported = {it.name for it in functions_in(file)}, imports_of(file)
    for node in walk(function):
        match node:
            case ast.Name(id=name) if name in imported:
                yield imported[name]
            case ast.Name(id=name) if name in own:
                yield module_of(file), name
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name in imported:
                yield ".".join(imported[name]), attribute


def is_atomic(function: ast.FunctionDef) -> bool:
    return any("transaction.atomic" in ast.unparse(it) for it in function.decorator_list)


def is_receiver(function: ast.FunctionDef) -> bool:
    return any(ast.unparse(it).startswith("receiver(") for it in function.decorator_list)


def locks(function: ast.FunctionDef) -> bool:
    return any(
        isinstance(node, ast.Attribute) and node.attr == "select_for_update" for node in outside_of_blocks(function)
    )


def test_every_function_that_locks_rows_is_called_in_a_transaction():
    """Follow the calls from each function that locks, up to functions that begin a transaction.

    Receivers of signals run in the transaction of the sender.
    """
    found = {(module_of(file), it.name): (it, file) for file in FILES for it in functions_in(file)}
    tables = (
        (node, file) for file in FILES for node in tree_of(file).body if isinstance(node, ast.Assign | ast.AnnAssign)
    )
    roots = {used for node, file in tables for used in used_by(node, file, ast.walk)}  # such as jobs
    callers, called = defaultdict(set), set()
    for key, (function, file) in found.items():
        called.update(set(used_by(function, file, ast.walk)) - {key})
        for used in used_by(function, file, outside_of_blocks):
            callers[used].add(key)
    open_, seen, outside = [key for key, (it, _) in found.items() if locks(it)], set(), []
    assert len(open_) > 50
    while open_:
        key = open_.pop()
        if key in seen or key not in found or is_atomic(found[key][0]) or is_receiver(found[key][0]):
            continue
        seen.add(key)
        open_ += callers[key]
        if key in roots or key not in called:
            outside.append(key)
    assert outside == []


def signals() -> dict[str, bool]:
    """Return, by signal, whether its description says that it is sent inside the transaction."""
    found = {}
    for file in (ROOT / "accounts" / "signals.py", ROOT / "duels" / "signals.py"):
        body = tree_of(file).body
        for node, text in pairwise(body):
            if isinstance(node, ast.Assign) and isinstance(text, ast.Expr):
                found[ast.unparse(node.targets[0])] = "inside the transaction" in " ".join(ast.unparse(text).split())
    return found


def deferred_in(file: Path) -> set[str]:
    """Return the names of the functions that a file passes to `after_commit`."""
    calls = (node for node in ast.walk(tree_of(file)) if isinstance(node, ast.Call))
    return {ast.unparse(it.args[0]) for it in calls if ast.unparse(it.func) == "after_commit"}


def test_signals_are_sent_after_the_commit_unless_they_say_otherwise():
    told, early, late = signals(), [], []
    assert len(told) > 20
    for file in FILES:
        deferred = deferred_in(file)
        for function in functions_in(file):
            for node in ast.walk(function):
                match node:
                    case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="send" | "send_robust")):
                        if name in told and not told[name] and function.name not in deferred:
                            early.append(f"{module_of(file)}: {name}")
        late += [f"{module_of(file)}: {it}" for it in deferred if told.get(it.partition(".")[0])]
    assert (early, late) == ([], [])
