"""The engine and the search compiled do, value by value, what their sources do."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers import ROOT, clean_environment

DUELS = """
import hashlib, json, site, sys
for folder in sys.argv[1:]:
    site.addsitedir(folder)
from wavinghands import engine, search
from wavinghands.search.mining import still_holds

told = hashlib.sha256()
for book in engine.BOOKS:
    duel = engine.start(book, [{"name": name, "gender": "x"} for name in ("Black", "White")], seed=7)
    for number in range(12):
        if duel.result is not None:
            break
        level = 4 if number == 6 else 2 + number % 2
        choices = {name: search.choose(duel, name, level, 5) for name in duel.acting}
        duel = engine.settle(duel, {name: choice.orders for name, choice in choices.items()})
        values = [(choice.value, choice.forks) for choice in choices.values()]
        views = [
            (engine.view(duel, name, catalogue=catalogue), engine.request(duel, name, catalogue=catalogue))
            for catalogue in engine.CATALOGUES.values()
            for name in duel.acting
        ]
        told.update(json.dumps([values, views, engine.dump(duel), engine.show(duel)], sort_keys=True).encode())
with open("duels/puzzles/shipped.jsonl") as puzzles:
    told.update(json.dumps([still_holds(json.loads(puzzle)) for puzzle in list(puzzles)[::10]]).encode())
print(engine.__path__[0], told.hexdigest())
"""


def played(*folders: Path) -> list[str]:
    """Where the engine lies that plays with these folders of packages, and a digest of the duels that it played."""
    command = [sys.executable, "-c", DUELS, *map(str, folders)]
    done = subprocess.run(command, cwd=ROOT, env=clean_environment({}), capture_output=True, check=True, text=True)
    return done.stdout.split()


@pytest.mark.thorough
@pytest.mark.usefixtures("gcc")
def test_compiled_they_do_as_their_sources_do(tmp_path: Path):
    build = [sys.executable, "-m", "wavinghands.fast.build", "--into", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, env=clean_environment({}), capture_output=True, check=True)
    _, told = played()
    there, told_compiled = played(tmp_path)
    assert there == str(tmp_path / "wavinghands_fast/wavinghands/engine")
    assert told_compiled == told
