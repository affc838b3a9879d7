"""`python -m tests.browser.screenshots`: capture twenty states of the site on desktop and phone, in light and dark.

The pictures are saved in `var/screenshots` as <state>-<device>-<scheme>.png, and those in the README also in
`docs/images`. `contact-sheet.png` shows all of them. The command starts a production site. Computer players play the
duels, and make the same moves in every run.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.pages import PHONE, Duelist
from tests.browser.sites import Staged, staged_site
from tests.servers import CHROMIUM_FLAGS, ROOT, find_chromium

FOLDER = Path(os.environ.get("SCREENSHOTS_DIR", ROOT / "var" / "screenshots"))
README: Final = {
    ("picking", "desk", "dark"): "duel-dark.png",
    ("picking", "phone", "light"): "duel-phone.png",
    ("melee", "desk", "light"): "melee-light.png",
    ("replay", "desk", "dark"): "replay-dark.png",
}
DEVICES: Final = {"desk": {"viewport": {"width": 1280, "height": 900}}, "phone": PHONE}
SCHEMES: Final = ("dark", "light")
SHEET: Final = "contact-sheet"
"""The file name, without suffix, of the page with all pictures and of the picture of that page."""

SHEET_STYLE: Final = """
  body { margin: 24px; background: #777; color: #fff; font: 700 20px sans-serif; }
  main { display: grid; grid-template-columns: repeat(2, max-content); gap: 32px 40px; }
  h2 { margin: 0 0 8px; font-size: 20px; }
  .pictures { display: flex; gap: 8px; }
  img { block-size: 320px; }
"""
EIGHT: Final = ("Anacreon", "Belisarius", "Cordelia", "Dunstan", "Eglantine", "Fortinbras", "Guinevere", "Hieronymus")

Stage = Callable[..., Staged]
Look = Callable[[Page], object]


def states(stage: Stage) -> Iterator[tuple[str, str, str, Look]]:
    """For each picture, yield its name, address and session key, and a function to call before taking it."""
    fresh = stage(wizards=["Morgana", "Merlin"])
    live = stage(wizards=["Nimue", "Pellinore"], bouts=9)
    over = stage(wizards=["Elaine", "Ector"], bouts=60)
    melee = stage(wizards=list(EIGHT), bouts=7)
    me = {staged.url: next(iter(staged.sessions.values())) for staged in (fresh, live, over, melee)}
    replay = over.url.replace("/duel/", "/replay/")
    yield "home", "/", "", _look
    yield "lobby", "/lobby/", me[live.url], _look
    yield "quick", "/quick/", me[over.url], _look
    yield "challenge", "/challenges/new/", me[live.url], _look
    yield "house", "/house/", "", _look
    yield "ladder", "/ladder/", "", _look
    yield "rules", "/rules/classic/spells/", "", _look
    yield "how-to-play", "/how-to-play/", "", _look
    yield "learn", "/learn/", "", _look
    yield "lesson", "/learn/gestures/", "", _look
    yield "mage", "/mage/Elaine/", "", _look
    yield "settings", "/settings/", me[over.url], _look
    yield "beginning", fresh.url, me[fresh.url], _look
    yield "picking", live.url, me[live.url], _pick
    yield "sealed", live.url, me[live.url], _seal
    yield "watching", live.url, "", _look
    yield "melee", melee.url, me[melee.url], _look
    yield "end", over.url, me[over.url], _look
    yield "replay", f"{replay}8/", "", _look
    yield "german", f"{live.url}?german", me[live.url], _speak_german


def _look(page: Page) -> None:
    """Do nothing before the picture is taken."""


def _pick(page: Page) -> None:
    Duelist(page, "Nimue").pick(*_open(page))


def _seal(page: Page) -> None:
    """Submit orders, unless earlier orders are still waiting for the round to end."""
    if page.get_by_role("button", name="Take back").count() == 0:
        _pick(page)
        page.get_by_role("button", name="Seal").first.click()
    page.get_by_role("button", name="Take back").wait_for()


def _open(page: Page) -> tuple[str, ...]:
    """Return a gesture for each hand, if possible one that completes a spell. The two are never a surrender."""
    return tuple(
        page.evaluate(
            """(hand) => {
              const open = [...document.querySelectorAll(`input[name=${hand}]:enabled`)];
              const fit = open.filter(({ value }) => hand === "left" || value !== "P");
              return (fit.find((one) => one.closest(".completes")) ?? fit[0]).value;
            }""",
            hand,
        )
        for hand in ("left", "right")
    )


def _speak_german(page: Page) -> None:
    """Switch to German on the settings page, because duel pages hide the language button."""
    if page.locator("html[lang=de]").count() == 0:
        address = page.url
        page.goto("/settings/")
        page.get_by_role("button", name="Deutsch").click()
        page.locator("html[lang=de]").wait_for(state="attached")
        page.goto(address)
        page.wait_for_load_state("networkidle")


@contextmanager
def _looking(browser: Browser, url: str, address: str, session: str, **device: Any) -> Iterator[Page]:
    """Yield a page at this address, with reduced motion."""
    context = browser.new_context(base_url=url, reduced_motion="reduce", **device)
    if session:
        context.add_cookies([{"name": "sessionid", "value": session, "url": url}])
    page = context.new_page()
    page.goto("/offline/")  # loads the fonts, which a duel uses on every visit except the first
    page.wait_for_load_state("networkidle")
    page.goto(address)
    page.wait_for_load_state("networkidle")
    yield page
    context.close()


def take(browser: Browser, url: str, state: tuple[str, str, str, Look], device: str, scheme: str) -> None:
    name, address, session, look = state
    options: Mapping[str, Any] = {**DEVICES[device], "color_scheme": scheme}
    with _looking(browser, url, address, session, **options) as page:
        look(page)
        page.screenshot(path=FOLDER / f"{name}-{device}-{scheme}.png")
        if shown := README.get((name, device, scheme)):
            page.screenshot(path=ROOT / "docs" / "images" / shown)


def write_contact_sheet(browser: Browser, names: Iterable[str]) -> Path:
    """Save a picture of a page that shows all pictures, in one row per name. Return the path of this picture."""
    states_ = "".join(
        f"<section><h2>{name}</h2><div class=pictures>"
        + "".join(f"<img src={name}-{device}-{scheme}.png>" for device in DEVICES for scheme in SCHEMES)
        + "</div></section>"
        for name in names
    )
    sheet = FOLDER / f"{SHEET}.html"
    sheet.write_text(f"<!doctype html><title>Contact sheet</title><style>{SHEET_STYLE}</style><main>{states_}</main>")
    page = browser.new_page(viewport={"width": 2800, "height": 1000})
    page.goto(sheet.as_uri())
    page.screenshot(path=sheet.with_suffix(".png"), full_page=True)
    page.close()
    return sheet


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, staged_site(Path(folder)) as (url, stage), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(CHROMIUM_FLAGS))
        names = []
        for state in states(stage):
            names.append(state[0])
            for device in DEVICES:
                for scheme in SCHEMES:
                    take(browser, url, state, device, scheme)
        sheet = write_contact_sheet(browser, names)
        browser.close()
    print(f"The pictures are in {FOLDER}, all of them in {sheet} and {sheet.with_suffix('.png')}")  # noqa: T201  # a command prints


if __name__ == "__main__":
    main()
