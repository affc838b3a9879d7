"""Tests for the playback of rounds and replays: by keyboard, from another point of view, on a phone, and embedded."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from playwright.sync_api import Page, expect

from tests.browser.pages import DESKTOP, PALMS, PHONE, REST, Duelist, fits, is_accessible, speak

MOVING = {**DESKTOP, "reduced_motion": "no-preference"}

MISSILE = [
    {"left": "S", "right": "-"},
    {"left": "D", "right": ">"},
    {"left": "W", "right": "-"},
    PALMS,
]
LOW, FINGER = 120, 44
"""In pixels: the maximum height of the bar below a replay on a phone, and the minimum size of the bar's buttons."""


SEEN_BEFORE_IT_HURTS = """(calm) => {
  const isSeen = () =>
    document.querySelector(".headline.coming, [data-step=coming]") && calm.textContent.includes("15 of 15");
  window.seen = new Promise((done) => {
    const look = () => isSeen() && done(true);
    new MutationObserver(look).observe(document.body, { attributes: true, childList: true, subtree: true });
  });
}"""
"""A script that records the steps within the page, because on a busy machine, the test itself might miss some."""


def to_come(page: Page):
    """Return the elements that the playback of the round has not revealed yet."""
    return page.locator(".headline.coming, [data-step=coming]")


def test_a_round_plays_step_by_step_unless_skipped_or_motion_is_reduced(duelists):
    swift, calm = duelists(MOVING, DESKTOP, wizards=["Swift", "Calm"], rounds=[{"Swift": MISSILE[0], "Calm": REST}])
    swift.page.evaluate("localStorage.setItem('pace', 'slow')")
    calm.seal("-", "-")
    calm.has_sealed()
    swift.page.get_by_role("article", name="Calm").evaluate(SEEN_BEFORE_IT_HURTS)
    swift.seal("D", ">")
    swift.page.evaluate("seen")
    expect(swift.page.locator("#live")).to_contain_text("Swift stabs Calm for 1 point.")  # all at once
    swift.page.keyboard.press("Space")
    expect(to_come(swift.page)).to_have_count(0)
    swift.sees_round(2, {"Calm": 13})
    calm.seal("-", "-")
    swift.seal("W", "-")
    swift.is_asked_for_orders(4)
    swift.pick("P", "-")
    expect(to_come(swift.page)).to_have_count(0)
    swift.has_picked("P", "-")
    expect(to_come(calm.page)).to_have_count(0)  # this browser requests reduced motion


def finished(stage) -> str:
    """Play a short duel, and return the address of its replay."""
    rounds = [{"Ginger": orders, "Pickles": REST} for orders in MISSILE]
    return stage(wizards=["Ginger", "Pickles"], rounds=rounds).url.replace("/duel/", "/replay/")


def test_a_replay_steps_by_rounds_and_events_and_switches_viewers(stage, someone):
    page = someone(address=finished(stage))
    the_replay_plays_from_beginning_to_end(page)
    another_viewer_needs_no_new_page(page)
    a_picture_of_the_round_is_saved(page)
    fits(page)
    the_replay_steps_through_events_across_rounds(page)


def the_replay_plays_from_beginning_to_end(page: Page) -> None:
    page.keyboard.press("9")
    page.wait_for_url(re.compile("/4/$"))
    expect(page.get_by_text("Pickles wins. Ginger surrendered.").first).to_be_visible()
    page.get_by_role("region", name="Key rounds").get_by_role("button").first.click()
    expect(page).not_to_have_url(re.compile("/0/"))
    page.keyboard.press("Home")
    page.get_by_label("Speed").select_option("quick")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(re.compile("/4/$"))


def another_viewer_needs_no_new_page(page: Page) -> None:
    page.evaluate("window.isTheSame = true")
    page.keyboard.press("f")
    page.wait_for_url(re.compile(r"/4/\?eyes=Ginger"))
    assert page.evaluate("window.isTheSame")
    page.go_back()
    expect(page.get_by_role("link", name="everything")).to_have_attribute("aria-current", "true")


def a_picture_of_the_round_is_saved(page: Page) -> None:
    with page.expect_download() as saved:
        page.get_by_role("button", name="Image (.png)").click()
    assert saved.value.suggested_filename == "round-4.png"


def the_replay_steps_through_events_across_rounds(page: Page) -> None:
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile("/1/$"))
    events = page.get_by_role("group", name="Events")
    page.keyboard.press(".")
    page.wait_for_url(re.compile("/2/$"))
    expect(events).to_contain_text("Event 1 of")
    told = page.locator("#live").inner_text()
    page.keyboard.press(".")
    expect(events).to_contain_text("Event 2 of")
    expect(page.locator("#live")).not_to_have_text(told)
    expect(to_come(page).first).to_be_hidden()
    expect(to_come(page)).not_to_have_count(0)
    is_accessible(page)
    page.get_by_role("button", name="Previous event").click()
    expect(events).to_contain_text("Event 1 of")
    page.keyboard.press(",")
    page.wait_for_url(re.compile("/1/$"))
    expect(page.locator(".line[data-step=coming]")).to_have_count(0)
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="Next event")).to_have_attribute("aria-disabled", "true")


def test_the_bar_of_a_replay_is_low_on_a_phone_in_english_and_german(stage, someone):
    staged = stage(wizards=["Bedwyr", "Gwenhwyfarwenlliannested"], bouts=11)
    replay = staged.url.replace("duel", "replay")
    page = someone(PHONE, address=f"{replay}10/", session=staged.sessions["Bedwyr"])
    the_bar_is_low_and_its_words_fit(page)
    a_long_name_ends_in_an_ellipsis(page, "Gwenhwyfarwenlliannested")
    speak(page, "de")
    the_bar_is_low_and_its_words_fit(page)


def the_bar_is_low_and_its_words_fit(page: Page) -> None:
    bar = page.locator(".steps")
    expect(bar).to_be_visible()
    assert bar.bounding_box()["height"] <= LOW
    for button in [*bar.get_by_role("button").all(), bar.get_by_role("combobox")]:
        box = button.bounding_box()
        assert min(box["width"], box["height"]) >= FINGER, box
    for words in (".steps__name", ".steps__pace select", ".steps__legend"):
        assert bar.locator(words).evaluate(
            "it => it.scrollWidth <= it.clientWidth && it.scrollHeight <= it.clientHeight"
        ), words
    fits(page)


def a_long_name_ends_in_an_ellipsis(page: Page, name: str) -> None:
    shown = page.locator(".steps__legend li", has_text=name)
    assert shown.evaluate("it => it.scrollWidth > it.clientWidth")
    style = shown.evaluate("it => [getComputedStyle(it).display, getComputedStyle(it).textOverflow]")
    assert style == ["block", "ellipsis"]


def test_a_replay_leads_to_a_new_duel_and_can_be_embedded(stage, someone):
    page = someone(address=finished(stage) + "2/")
    page.get_by_text("Embed", exact=True).click()
    snippet = page.get_by_label("Paste this HTML into your page:").input_value()
    page.get_by_label("Continue from here as").select_option("Pickles")
    page.get_by_role("button", name="Continue against the computer").click()
    page.wait_for_url(re.compile("/duel/"))
    Duelist(page, "Pickles").is_asked_for_orders(3)
    with other_site(f"<title>Elsewhere</title><link rel=icon href=data:,>{snippet}") as elsewhere:
        page.goto(elsewhere)
        inside = page.frame_locator("iframe")
        expect(inside.get_by_text("Round 2 of 4")).to_be_visible()
        inside.get_by_role("button", name="Next", exact=True).click()
        expect(inside.get_by_text("Round 3 of 4")).to_be_visible()
        assert page.url == elsewhere


@contextmanager
def other_site(body: str) -> Iterator[str]:
    """Serve one page from another origin, and yield its address."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("localhost", 0), Page) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()
