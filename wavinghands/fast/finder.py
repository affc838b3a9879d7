"""Finds the compiled packages in the place of their sources. It lies beside them, and is loaded as Python starts."""

import sys
from collections.abc import Sequence
from filecmp import cmp
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path

HERE = Path(__file__).parent / "wavinghands"
ROOMS = ("engine", "search")


class CompiledFinder:
    """Finds the engine and the search beside this file, as long as all their sources are those compiled."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: object = None) -> ModuleSpec | None:
        package, _, room = name.rpartition(".")
        if package != "wavinghands" or room not in ROOMS or not path or not _is_fresh(Path(path[0])):
            return None
        return PathFinder.find_spec(name, [str(HERE)])


def _is_fresh(package: Path) -> bool:
    """Whether both rooms of a package are what was compiled: no file more, less or other."""
    for room in ROOMS:
        sources, compiled = _sources(package / room), _sources(HERE / room)
        if sources != compiled or not all(cmp(package / room / file, HERE / room / file) for file in sources):
            return False
    return True


def _sources(folder: Path) -> set[Path]:
    return {file.relative_to(folder) for file in folder.rglob("*.py")}


sys.meta_path.insert(0, CompiledFinder)
