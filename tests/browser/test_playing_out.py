"""Rounds that play out before one's eyes, and replays: by keys, through other eyes, in other pages, without scripts."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import DESKTOP, PHONE, Duelist, fits, is_for_all, speak

MOVING = {**DESKTOP, "reduced_motion": "no-preference"}

MISSILE = [
    {"left": "S", "right": "-"},
    {"left": "D", "right": ">"},
    {"left": "W", "right": "-"},
    {"left": "P", "right": "P"},
]
CALM = {"left": "-", "right": "-"}
LOW, FINGER = 120, 44
"""Pixels: what the bar of a replay takes at most of a phone, and what each of its buttons takes at least."""


SEEN_BEFORE_IT_HURTS = """(calm) => {
  const isSeen = () => document.querySelector("[data-step=coming]") && calm.textContent.includes("15 of 15");
  window.seen = new Promise((done) => {
    const look = () => isSeen() && done(true);
    new MutationObserver(look).observe(document.body, { attributes: true, childList: true, subtree: true });
  });
}"""
"""In the page, which sees each of its steps: whoever looks from without on a laden machine may come too late."""


def to_come(page: Page):
    """The parts of the round that have not been shown yet."""
    return page.locator("[data-step=coming]")


def test_a_round_plays_out_and_holds_up_nobody(duelists):
    swift, calm = duelists(MOVING, DESKTOP, wizards=["Swift", "Calm"], rounds=[{"Swift": MISSILE[0], "Calm": CALM}])
    swift.page.evaluate("localStorage.setItem('pace', 'slow')")
    calm.seal("-", "-")
    calm.has_sealed()
    swift.page.get_by_role("article", name="Calm").evaluate(SEEN_BEFORE_IT_HURTS)
    swift.seal("D", ">")
    swift.page.evaluate("seen")
    expect(swift.page.locator("#live")).to_contain_text("Swift stabs Calm for 1 point.")  # all is said at once
    swift.page.keyboard.press("Space")
    expect(to_come(swift.page)).to_have_count(0)
    swift.sees_round(2, {"Calm": 13})
    calm.seal("-", "-")
    swift.seal("W", "-")
    swift.is_asked_for_orders(4)
    swift.pick("P", "-")
    expect(to_come(swift.page)).to_have_count(0)
    swift.has_picked("P", "-")
    expect(to_come(calm.page)).to_have_count(0)  # his system wishes that nothing moves


def finished(stage) -> str:
    """The address of the replay of a short duel."""
    rounds = [{"Ginger": orders, "Pickles": CALM} for orders in MISSILE]
    return stage(wizards=["Ginger", "Pickles"], rounds=rounds).url.replace("/duel/", "/replay/")


def test_a_replay_is_played_sought_through_and_seen_by_other_eyes(stage, someone):
    page = someone(address=finished(stage))
    page.keyboard.press("9")
    page.wait_for_url(re.compile("/4/$"))
    expect(page.get_by_text("Pickles has won: Ginger surrendered.").first).to_be_visible()
    page.get_by_role("region", name="Turning points").get_by_role("button").first.click()
    expect(page).not_to_have_url(re.compile("/0/"))
    page.keyboard.press("Home")
    page.get_by_label("Pace").select_option("quick")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(re.compile("/4/$"))
    page.evaluate("window.isTheSame = true")
    page.keyboard.press("f")
    page.wait_for_url(re.compile(r"/4/\?eyes=Ginger"))
    assert page.evaluate("window.isTheSame")
    page.go_back()
    expect(page.get_by_role("link", name="everything")).to_have_attribute("aria-current", "true")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Picture (.png)").click()
    assert saved.value.suggested_filename == "round-4.png"
    is_for_all(page)
    fits(page)


def test_a_replay_goes_from_event_to_event_over_the_bounds_of_rounds(stage, someone):
    page = someone(address=f"{finished(stage)}1/")
    events = page.get_by_role("group", name="Events")
    page.keyboard.press(".")
    page.wait_for_url(re.compile("/2/$"))
    expect(events).to_contain_text("Event 1 of")
    told = page.locator("#live").inner_text()
    page.keyboard.press(".")
    expect(events).to_contain_text("Event 2 of")
    expect(page.locator("#live")).not_to_have_text(told)
    expect(page.locator(".event[data-step=coming]").first).to_be_hidden()
    expect(page.locator(".event[data-step=coming]")).not_to_have_count(0)
    is_for_all(page)
    page.get_by_role("button", name="The event before").click()
    expect(events).to_contain_text("Event 1 of")
    page.keyboard.press(",")
    page.wait_for_url(re.compile("/1/$"))
    expect(page.locator(".event[data-step=coming]")).to_have_count(0)
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="The event after")).to_have_attribute("aria-disabled", "true")


@contextmanager
def other_site(body: str) -> Iterator[str]:
    """A site of somebody else, with one page."""

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


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_bar_of_a_replay_is_low_on_a_phone_and_each_button_is_for_a_finger(stage, someone, language):
    staged = stage(wizards=["Bedwyr", "Cynric"], bouts=11)
    replay = staged.url.replace("duel", "replay")
    page = someone(PHONE, address=f"{replay}10/", session=staged.sessions["Bedwyr"])
    speak(page, language)
    bar = page.locator(".steps")
    assert bar.bounding_box()["height"] <= LOW
    for button in [*bar.get_by_role("button").all(), bar.get_by_role("combobox")]:
        box = button.bounding_box()
        assert min(box["width"], box["height"]) >= FINGER, box
    for words in (".steps__name", ".steps__pace select", ".steps__legend"):
        assert bar.locator(words).evaluate(
            "it => it.scrollWidth <= it.clientWidth && it.scrollHeight <= it.clientHeight"
        ), words
    fits(page)


def test_a_long_name_is_cut_by_an_ellipsis_in_the_legend_on_a_phone(stage, someone):
    staged = stage(wizards=["Gwenhwyfarwenlliannested", "Caradoc"], bouts=5)
    page = someone(PHONE, address=staged.url.replace("duel", "replay"))
    name = page.locator(".steps__legend li", has_text="Gwenhwyfarwenlliannested")
    assert name.evaluate("it => it.scrollWidth > it.clientWidth")
    assert name.evaluate("it => [getComputedStyle(it).display, getComputedStyle(it).textOverflow]") == [
        "block",
        "ellipsis",
    ]


def test_a_replay_stands_in_a_page_of_another_site(stage, someone):
    page = someone(address=finished(stage))
    page.get_by_text("Embed it in another page").click()
    snippet = page.get_by_label("Put this into the page:").input_value()
    with other_site(f"<title>Elsewhere</title><link rel=icon href=data:,>{snippet}") as elsewhere:
        page.goto(elsewhere)
        inside = page.frame_locator("iframe")
        expect(inside.get_by_text("The beginning").first).to_be_visible()
        inside.get_by_role("button", name="Next").click()
        expect(inside.get_by_text("Round 1 of 4")).to_be_visible()
        assert page.url == elsewhere


def test_without_scripts_a_replay_is_read_round_by_round(stage, someone):
    page = someone(address=finished(stage), java_script_enabled=False)
    for number in range(1, 5):
        page.get_by_role("link", name="Next").click()
        expect(page.get_by_text(f"Round {number} of 4")).to_be_visible()
    expect(page.get_by_text("Ginger surrenders.")).to_be_visible()
    expect(page.get_by_role("link", name="Next")).to_have_count(0)
    page.get_by_role("navigation", name="Through whose eyes").get_by_role("link", name="Pickles").click()
    page.wait_for_url(re.compile("eyes=Pickles"))
    page.get_by_role("link", name="Back").click()
    expect(page.get_by_text("Round 3 of 4")).to_be_visible()


def test_a_replay_leads_into_a_duel_that_goes_on_from_its_round(stage, someone):
    page = someone(address=finished(stage) + "2/")
    page.get_by_label("Play on from here as").select_option("Pickles")
    page.get_by_role("button", name="Play on against the house").click()
    page.wait_for_url(re.compile("/duel/"))
    Duelist(page, "Pickles").is_asked_for_orders(3)
