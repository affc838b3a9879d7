"""What native JavaScript modules import of each other."""

import re
from collections.abc import Callable
from posixpath import dirname, join, normpath

IMPORT = re.compile(r"""^(?:import|(?:import|export)\b[^"';]*?\bfrom)\s*["'](\.{1,2}/[^"']+)["']""", re.MULTILINE)
LATER = re.compile(r"""\bimport\(["'](\.{1,2}/[^"']+)["']\)""")
"""What is imported only when it is needed."""


def imported(path: str, source: str) -> list[str]:
    """The paths that the module at `path` imports, each once, in their order; not those that it imports later."""
    return _paths(path, IMPORT.findall(source))


def _paths(path: str, names: list[str]) -> list[str]:
    return list(dict.fromkeys(normpath(join(dirname(path), name)) for name in names))


def leaves_first(paths: list[str], read: Callable[[str], str]) -> list[str]:
    """These paths, every module behind those that it imports, at once or later."""
    found: dict[str, None] = {}

    def visit(path: str, above: frozenset[str]) -> None:
        if path in found or path in above or path not in known:
            return
        source = read(path) if path.endswith(".js") else ""
        for name in _paths(path, IMPORT.findall(source) + LATER.findall(source)):
            visit(name, above | {path})
        found[path] = None

    known = frozenset(paths)
    for path in paths:
        visit(path, frozenset())
    return list(found)
