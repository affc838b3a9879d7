"""Functions that find the imports in scripts and style sheets."""

import re
from posixpath import dirname, join, normpath

IMPORT = re.compile(
    r"""^(?:@import|import|(?:import|export)\b[^"';]*?\bfrom)\s*["'](\.{1,2}/[^"']+)["']""", re.MULTILINE
)
LATER = re.compile(r"""\bimport\(["'](\.{1,2}/[^"']+)["']\)""")
"""A pattern for dynamic imports."""


def imported(path: str, source: str) -> list[str]:
    """Return the paths that the file at `path` imports statically, in order and without duplicates."""
    return _paths(path, IMPORT.findall(source))


def imported_later(path: str, source: str) -> list[str]:
    """Return the paths that the module at `path` imports dynamically."""
    return _paths(path, LATER.findall(source))


def _paths(path: str, names: list[str]) -> list[str]:
    return list(dict.fromkeys(normpath(join(dirname(path), name)) for name in names))
