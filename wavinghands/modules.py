"""What native JavaScript modules import of each other, and what of a file browsers have no use for."""

import re
from collections.abc import Callable
from posixpath import dirname, join, normpath

IMPORT = re.compile(r"""^(?:import|export)\b[^"';]*?["'](\.{1,2}/[^"']+)["']""", re.MULTILINE)


def imported(path: str, source: str) -> list[str]:
    """The paths that the module at `path` imports, each once, in their order."""
    return list(dict.fromkeys(normpath(join(dirname(path), name)) for name in IMPORT.findall(source)))


def leaves_first(paths: list[str], read: Callable[[str], str]) -> list[str]:
    """These paths, every module behind those that it imports."""
    found: dict[str, None] = {}

    def visit(path: str, above: frozenset[str]) -> None:
        if path in found or path in above or path not in known:
            return
        for name in imported(path, read(path)) if path.endswith(".js") else ():
            visit(name, above | {path})
        found[path] = None

    known = frozenset(paths)
    for path in paths:
        visit(path, frozenset())
    return list(found)


def bare(source: str) -> str:
    """A module or a style sheet without the lines that are comment alone, and without indentation."""
    lines, is_comment = [], False
    for line in map(str.strip, source.splitlines()):
        begins = line.startswith("/*")
        if not (is_comment or begins or line.startswith("//") or not line):
            lines.append(line)
        is_comment = (is_comment or begins) and not line.endswith("*/")
    return "\n".join([*lines, ""])
