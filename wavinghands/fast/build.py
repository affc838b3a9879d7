"""Compile the engine and the search by gcc: `python -m wavinghands.fast.build`; `--undo`: the sources run again.

`--into`: for another environment of the same Python, by the folder of its packages.
"""

import argparse
import os
import shutil
import sysconfig
from pathlib import Path

from mypyc.build import mypycify
from setuptools import setup

ROOT = Path(__file__).parents[2]
ENVIRONMENT = Path(sysconfig.get_path("purelib"))
NAME = "wavinghands_fast"
ROOMS = ("engine", "search")
LEFT = ("search/players/*",)
"""What nobody waits for."""
APART = {
    "__main__.py",  # `python -m` runs sources alone
    "rules.py",  # reads the options off the types of its fields, of which a compiled class keeps less
    "record.py",  # these two take what comes from outside, of any type, and refuse it by their own errors
    "referee.py",
    "shared.py",  # a list of a kind of its own cannot be compiled
    "apprentice.py",
    "calibration.py",
    "fitting.py",
    "matches.py",
    "mining.py",
    "programs.py",
    "tables.py",
    "weaving.py",
}
"""Modules that stay as they are, for these reasons or because nobody waits for them."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--undo", action="store_true")
    parser.add_argument("--into", type=Path, default=ENVIRONMENT)
    options = parser.parse_args()
    target = options.into.resolve() / NAME
    hook = target.with_suffix(".pth")  # the environment reads it as Python starts
    hook.unlink(missing_ok=True)
    shutil.rmtree(target, ignore_errors=True)
    if not options.undo:
        build(target)
        hook.write_text(f"{NAME}\nimport wavinghands_finder\n")


def build(target: Path) -> None:
    """Compile in a copy, lest the sources be shadowed by what was made of them."""
    package = target / "wavinghands"
    for room in ROOMS:
        shutil.copytree(
            ROOT / "wavinghands" / room, package / room, ignore=shutil.ignore_patterns("__pycache__", "*.so")
        )
    shutil.copy2(ROOT / "wavinghands" / "__init__.py", package)
    shutil.copy2(ROOT / "wavinghands" / "fast" / "finder.py", target / "wavinghands_finder.py")
    os.chdir(target)
    modules = mypycify(["--config-file=", *map(str, compiled())], opt_level="2", debug_level="0", multi_file=True)
    setup(
        name="fast", packages=[], py_modules=[], ext_modules=modules, script_args=["--quiet", "build_ext", "--inplace"]
    )
    shutil.rmtree("build")


def compiled() -> list[Path]:
    """The modules to compile, in the folder where one stands."""
    files = sorted(file for room in ROOMS for file in Path("wavinghands", room).rglob("*.py"))
    return [file for file in files if file.name not in APART and not any(map(file.match, LEFT))]


if __name__ == "__main__":
    main()
