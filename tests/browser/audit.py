"""``python -m tests.browser.audit``: what Lighthouse says of a duel, the lobby and a replay, on a phone and on a desk.

It comes from npm, into `var/audit`, where the reports are kept too, one page of HTML each. The site is one of its own,
as in production, with a duel under way and one that is over. Exit status 1: something is below the bar.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.browser.sites import staged_site
from tests.servers import CHROMIUM_FLAGS, ROOT, find_chromium, find_node, find_program

LIGHTHOUSE = "13.5.0"
BAR = 95
KINDS = ("performance", "accessibility", "best-practices")
FORMS: Mapping[str, tuple[str, ...]] = {"phone": (), "desk": ("--preset=desktop",)}
FOLDER = Path(os.environ.get("AUDIT_DIR", ROOT / "var" / "audit"))


def main() -> int:
    program = _lighthouse()
    with _pages() as pages:
        scores = {
            (page, form): _scores(program, page, address, session, form)
            for page, (address, session) in pages.items()
            for form in FORMS
        }
    _print(scores)
    return int(any(score < BAR for found in scores.values() for score in found))


def _lighthouse() -> Path:
    """The program, installed if it is not there yet."""
    find_node()
    program = FOLDER / "node_modules" / "lighthouse" / "cli" / "index.js"
    if not program.exists():
        npm = find_program("npm", package="npm")
        command = [npm, "install", "--no-fund", "--no-audit", "--prefix", str(FOLDER), f"lighthouse@{LIGHTHOUSE}"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return program


@contextmanager
def _pages() -> Iterator[dict[str, tuple[str, str]]]:
    """Addresses of the pages, each with the session of who looks at it."""
    with TemporaryDirectory() as folder, staged_site(Path(folder)) as (url, stage):
        live = stage(wizards=["Morgana", "Merlin"], bouts=8)
        over = stage(wizards=["Nimue", "Pellinore"], bouts=60)
        session = next(iter(live.sessions.values()))
        yield {
            "duel": (url + live.url, session),
            "lobby": (f"{url}/lobby/", session),
            "replay": (url + over.url.replace("/duel/", "/replay/"), ""),
        }


def _scores(program: Path, page: str, address: str, session: str, form: str) -> list[int]:
    """Of 100, in the order of `KINDS`."""
    report = FOLDER / f"{page}-{form}"
    command = [
        find_node(), str(program), address, "--quiet", f"--only-categories={','.join(KINDS)}",
        "--output=json", "--output=html", f"--output-path={report}",
        f"--chrome-flags=--headless=new {' '.join(CHROMIUM_FLAGS)}", *FORMS[form],
    ]  # fmt: skip
    if session:
        command.append(f"--extra-headers={json.dumps({'Cookie': f'sessionid={session}'})}")
    subprocess.run(command, check=True, env={**os.environ, "CHROME_PATH": find_chromium()})
    found = json.loads(report.with_name(f"{report.name}.report.json").read_text())["categories"]
    return [round(100 * found[kind]["score"]) for kind in KINDS]


def _print(scores: Mapping[tuple[str, str], list[int]]) -> None:
    print(f"{'':16}{'  '.join(KINDS)}")  # noqa: T201  # a command prints
    for (page, form), found in scores.items():
        columns = "  ".join(f"{score:{len(kind)}}" for kind, score in zip(KINDS, found, strict=True))
        print(f"{page:8}{form:8}{columns}")  # noqa: T201
    print(f"The reports are in {FOLDER}")  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
