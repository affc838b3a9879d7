"""`python -m tests.browser.speed`: measure how fast a slow phone reacts to taps, and how smoothly a replay runs.

With the processor slowed to a quarter of its speed, the command times taps on a gesture, on "Seal", and on a sheet that
opens for the first time. The time runs from the touch to the painted frame with the result. At full speed, the command
times the frames of a replay of sixty rounds, and the work per step. It uses a production site that it starts itself.
`make audit` includes this command.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tests.browser.pages import PHONE, STANDS_STILL, Duelist
from tests.browser.sites import staged_site
from tests.servers import CHROMIUM_FLAGS, find_chromium

SLOWER = 4

TIME_TAPS = """() => {
  let down = 0;
  const say = (what, began) => scheduler.postTask(
    () => console.debug(`${what} ${performance.now() - began}`),
    { priority: "user-blocking" }, // after the frame, before what the page does then
  );
  window.painted = (what, began) => requestAnimationFrame(() => say(what, began));
  addEventListener("pointerdown", (event) => { down = event.timeStamp; }, true);
  addEventListener("click", () => {
    const began = down;
    if (!began) return; // a label clicks its field once more
    window.tapped = began;
    down = 0;
    painted("seen", began);
  }, true);
  for (const what of ["pointerdown", "click"]) dispatchEvent(new Event(what)); // the first time is not that of the page
}"""
TIME_WORDS = """(button) => new MutationObserver((_, words) => {
  words.disconnect();
  painted("told", tapped);
}).observe(button, { childList: true, characterData: true, subtree: true })"""
TIME_FRAMES = """(steps) => new Promise((done) => {
  const button = document.querySelector(".steps [aria-label='Next']");
  const frames = [], works = [];
  let last = 0, wait = 0;
  function frame(now) {
    if (last) frames.push(now - last);
    last = now;
    if (wait-- > 0) return requestAnimationFrame(frame);
    if (!steps--) return done({ frames, works });
    wait = 6;
    const began = performance.now();
    button.click();
    document.body.offsetTop; // the layout too
    works.push(performance.now() - began);
    requestAnimationFrame(frame);
  }
  requestAnimationFrame(frame);
})"""


def main() -> None:
    with TemporaryDirectory() as folder, staged_site(Path(folder)) as (url, stage), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(CHROMIUM_FLAGS))
        live = stage(wizards=["Morgana", "Merlin"], bouts=8)
        shields = {name: {"left": "P", "right": "D"} for name in ("Nimue", "Pellinore")}
        over = stage(wizards=list(shields), rounds=[shields] * 60)
        known = {"sessionid": live.sessions["Morgana"], "zone": "Etc/UTC"}  # which an earlier page would have set
        cookies = [{"name": name, "value": value, "url": url} for name, value in known.items()]
        with _page(browser, url + live.url, cookies) as page:
            times = _taps(Duelist(page, "Morgana"))
        times["from tap to seen, a sheet for the first time"] = opened = []
        for _ in range(5):
            with _page(browser, url + live.url, cookies) as page:
                _slow_down(page)
                _tap(page.get_by_role("button", name="Threats"), opened)
        with _page(browser, url + over.url.replace("/duel/", "/replay/"), []) as page:
            times |= _steps(page)
        browser.close()
    for name, found in times.items():
        text = f"median {median(found):3.0f} ms, longest {max(found):3.0f}, of {len(found)}"
        print(f"{name:46}{text}")  # noqa: T201  # a command prints
    print(f"Load of the machine: {os.getloadavg()[0]:.1f}")  # noqa: T201


@contextmanager
def _page(browser: Browser, address: str, cookies: list[Any]) -> Iterator[Page]:
    """Yield a page on a phone, completely loaded."""
    context = browser.new_context(**PHONE)
    context.add_cookies(cookies)
    page = context.new_page()
    page.goto(address)
    page.wait_for_load_state("networkidle")
    yield page
    context.close()


def _taps(duelist: Duelist) -> dict[str, list[float]]:
    """Tap gestures and "Seal", and return the milliseconds until the results are visible, by kind of result."""
    page = duelist.page
    _slow_down(page)
    hands = [(letter, hand) for letter in "PWSFPD" for hand in ("left", "right")]
    gestures, seals, told = [], [], []
    for letter, hand in hands:
        _tap(page.locator("label", has=duelist.gesture(hand, letter)), gestures)
    for _ in range(6):
        seal = page.get_by_role("button", name="Seal orders")
        expect(seal).to_be_enabled()
        seal.evaluate(TIME_WORDS)
        with _painted(page, "told", told):
            _tap(seal, seals)
        duelist.press("Take back")
    return {
        "from tap to seen, a gesture": gestures,
        "from tap to seen, Seal": seals,
        "from tap to its words, Seal": told,
    }


def _slow_down(page: Page) -> None:
    """Slow the page down to the speed of a slow phone, and start timing taps."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.evaluate(TIME_TAPS)


def _tap(what: Locator, times: list[float]) -> None:
    """Wait until the page is idle, and tap the element.

    Append the milliseconds until the result is visible to `times`.
    """
    page = what.page
    what.scroll_into_view_if_needed()
    page.evaluate(STANDS_STILL)
    box = what.bounding_box()
    with _painted(page, "seen", times):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@contextmanager
def _painted(page: Page, what: str, times: list[float]) -> Iterator[None]:
    """Run the block, wait for a console message such as "seen 120", and append its number of milliseconds to `times`.

    `what` is the first word of the message, which the page logs once the result is visible.
    """
    with page.expect_console_message(lambda message: message.text.startswith(what)) as told:
        yield
    times.append(float(told.value.text.split()[1]))


def _steps(page: Page) -> dict[str, list[float]]:
    """Return the milliseconds between the frames of a replay, and the milliseconds of work for each step."""
    steps = int(page.get_by_label("Round", exact=True).get_attribute("max") or 0)
    found = page.evaluate(TIME_FRAMES, steps)
    return {"a replay of 60 rounds, frame to frame": found["frames"], "the same, the work for a step": found["works"]}


if __name__ == "__main__":
    main()
