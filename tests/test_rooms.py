"""Tests for those rules about the packages in `duels` that cannot be expressed as import contracts."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

ROOT = settings.BASE_DIR
DUELS = sorted(path for path in (ROOT / "duels").rglob("*.py") if "migrations" not in path.parts)
DJANGOS = {"management", "migrations", "templatetags"}
"""Folders whose names Django prescribes, and which are not rooms."""
ROOMS = sorted({path.parent for path in (ROOT / "duels").glob("*/__init__.py") if path.parent.name not in DJANGOS})
SPEAK_SQL = ("play", "stats", "explorer", "make_up")
"""Rooms that may use raw SQL: the hot path, statistics, and tools that fill a database."""


def imported(node: ast.AST, *, types: bool = False) -> Iterator[str]:
    """Yield the names of the modules that this code imports, including those imported inside functions.

    Imports that are used only for type checking are included only if `types` is true.
    """
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from (name.name for name in child.names)
        elif isinstance(child, ast.ImportFrom):
            yield child.module or ""
        elif types or not (isinstance(child, ast.If) and getattr(child.test, "id", "") == "TYPE_CHECKING"):
            yield from imported(child, types=types)


def who_imports(module: str, *, types: bool = False) -> set[str]:
    """Return the paths of the modules in `duels` that import `module` or something in it."""
    trees = ((path.relative_to(ROOT / "duels"), ast.parse(path.read_text())) for path in DUELS)
    found = ((path, name) for path, tree in trees for name in imported(tree, types=types))
    return {path.as_posix() for path, name in found if name == module or name.startswith(f"{module}.")}


def test_imports_are_found_anywhere_in_the_code():
    tree = ast.parse("import a.b\ndef f():\n    from c import d\nif TYPE_CHECKING:\n    from e import f")
    assert list(imported(tree)) == ["a.b", "c"]
    assert list(imported(tree, types=True)) == ["a.b", "c", "e"]


def test_only_views_admin_the_api_and_their_lookups_use_http():
    found, allowed = who_imports("django.http"), {"views", "api", "admin", "finding"}
    assert found
    assert {path for path in found if not allowed & set(Path(path).with_suffix("").parts)} == set()


def test_only_realtime_imports_channels():
    found = who_imports("channels", types=True) | who_imports("channels_redis", types=True)
    assert found
    assert {path for path in found if not path.startswith("realtime/")} == set()


@pytest.mark.parametrize("word", ["connection.cursor", "RunSQL", ".raw("])
def test_only_a_few_rooms_use_sql(word):
    speaks = {path.relative_to(ROOT / "duels") for path in DUELS if word in path.read_text()}
    assert {path.as_posix() for path in speaks if path.parts[0] not in SPEAK_SQL} == set()


def parts_of(room: Path) -> Iterator[str]:
    """Yield the names of a room's modules and packages as its README lists them.

    The names of packages end with a slash.
    """
    for path in room.iterdir():
        if path.suffix == ".py" and not path.stem.startswith("__"):
            yield path.stem
        elif path.is_dir() and (path / "__init__.py").exists() and path.name != "migrations":
            yield f"{path.name}/"


def test_the_readme_of_every_room_names_all_its_parts():
    texts = {room: (room / "README.md").read_text() for room in (*ROOMS, ROOT / "accounts")}
    parts = [(room, part) for room in texts for part in parts_of(room)]
    assert [f"{room.name}: {part}" for room, part in parts if f"`{part}`" not in texts[room]] == []
