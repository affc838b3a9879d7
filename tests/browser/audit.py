"""`python -m tests.browser.audit`: run Lighthouse on the main pages, on a phone and on a desktop.

Lighthouse is installed from npm into `var/audit`, which also contains its HTML reports. The command starts a production
site with a running duel and a finished one. Each run uses a new browser with an empty cache. The exit status is 1 if a
score is too low.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from playwright.sync_api import sync_playwright

from tests.browser.sites import staged_site
from tests.servers import CHROMIUM_FLAGS, ROOT, find_chromium, find_node, find_program, free_port

LIGHTHOUSE = "13.5.0"
BAR, BAR_OF_DUEL = 95, 98
"""The minimum for every score, out of 100, and the minimum for a duel on a phone, which is measured several times."""
RUNS = 5
KINDS = ("performance", "accessibility", "best-practices", "seo")
PAGES: Final = {"front": "/", "lobby": "/lobby/", "lesson": "/learn/gestures/", "puzzle": "/puzzles/daily/"}
FORMS: Mapping[str, tuple[str, ...]] = {"phone": (), "desk": ("--preset=desktop",)}
DUEL = "duel", "phone"
FOLDER = Path(os.environ.get("AUDIT_DIR", ROOT / "var" / "audit"))


def main() -> int:
    command = [find_node(), str(_lighthouse()), "--quiet", f"--only-categories={','.join(KINDS)}"]
    command += ["--output=json", "--output=html", "--disable-storage-reset"]
    with TemporaryDirectory() as folder, _pages(Path(folder)) as (cookie, pages):
        scores = {
            (page, form, run): _scores([*command, *FORMS[form], pages[page]], cookie, FOLDER / f"{page}-{form}-{run}")
            for page, form in product(pages, FORMS)
            for run in range(1, 1 + (RUNS if (page, form) == DUEL else 1))
        }
    _print(scores)
    return int(
        any(min(found) < (BAR_OF_DUEL if (page, form) == DUEL else BAR) for (page, form, _), found in scores.items())
    )


def _lighthouse() -> Path:
    """Install Lighthouse if necessary, and return its path."""
    program = FOLDER / "node_modules" / "lighthouse" / "cli" / "index.js"
    if not program.exists():
        npm = find_program("npm", package="npm")
        command = [npm, "install", "--no-fund", "--no-audit", "--prefix", str(FOLDER), f"lighthouse@{LIGHTHOUSE}"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return program


@contextmanager
def _pages(folder: Path) -> Iterator[tuple[Any, dict[str, str]]]:
    """Run a site. Yield a player's session cookie, and the address of each page to measure, by name."""
    with staged_site(folder) as (url, stage):
        live = stage(wizards=["Morgana", "Merlin"], bouts=8)
        shields = {name: {"left": "P", "right": "D"} for name in ("Nimue", "Pellinore")}
        over = stage(wizards=list(shields), rounds=[shields] * 60)
        pages = {"duel": live.url, "replay": over.url.replace("/duel/", "/replay/"), **PAGES}
        cookie = {"name": "sessionid", "value": live.sessions["Morgana"], "url": url}
        yield cookie, {page: url + address for page, address in pages.items()}


@contextmanager
def _browser(cookie: Any) -> Iterator[int]:
    """Start a new browser with this cookie, and yield its debugging port.

    The browser needs the cookie, because Lighthouse itself could not send it over WebSockets. Each run needs a new
    browser: in a used one, Lighthouse might need up to 0.1 s to attach to the scripts of an earlier page, and
    would count that time fourfold in the score.
    """
    port = free_port()
    flags = [*CHROMIUM_FLAGS, f"--remote-debugging-port={port}"]
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(folder, executable_path=find_chromium(), args=flags)
        context.add_cookies([cookie])
        yield port
        context.close()


def _scores(command: list[str], cookie: Any, report: Path) -> list[int]:
    """Run Lighthouse, and return the scores, out of 100, in the order of `KINDS`."""
    _run([*command, f"--output-path={report}"], cookie)
    found = json.loads(report.with_name(f"{report.name}.report.json").read_text())["categories"]
    return [round(100 * found[kind]["score"]) for kind in KINDS]


def _run(command: list[str], cookie: Any, attempts: int = 3) -> None:
    """Run Lighthouse up to `attempts` times, because it sometimes misses the start of the page load."""
    with _browser(cookie) as port:
        done = subprocess.run([*command, f"--port={port}"], check=attempts == 1)
    if done.returncode:
        _run(command, cookie, attempts - 1)


def _print(scores: Mapping[tuple[str, str, int], list[int]]) -> None:
    print(f"{'':16}{'  '.join(KINDS)}")  # noqa: T201  # a command prints
    for (page, form, _), found in scores.items():
        columns = "  ".join(f"{score:{len(kind)}}" for kind, score in zip(KINDS, found, strict=True))
        print(f"{page:8}{form:8}{columns}")  # noqa: T201
    print(f"The reports are in {FOLDER}")  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
