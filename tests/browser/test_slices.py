"""The page of a duel while it comes: on a phone orders first, and each other part in a slice of its own."""

import pytest
from playwright.sync_api import expect

from tests.browser.layout import STILL, goblins
from tests.browser.pages import DESKTOP, PHONE, Duelist, open_sheet, shut_sheets
from tests.browser.test_melee import WATCH_SHIFTS

HOLD_FRAMES = """() => {
  const held = [], go = requestAnimationFrame;
  window.requestAnimationFrame = (act) => held.push(act);
  window.release = () => {
    window.requestAnimationFrame = go;
    for (const act of held) go(act);
  };
}"""
"""No slice comes that waits for a frame, until they are released."""

TELL_WHAT_SEALING_DOES = """() => {
  window.told = [];
  const seal = document.querySelector(".seal__button"), { port1, port2 } = new MessageChannel();
  port1.onmessage = () => told.push("a task later");
  new MutationObserver((_, observer) => {
    observer.disconnect();
    told.push(`pressed: ${seal.textContent.trim()}`);
    port2.postMessage(0);
  }).observe(seal, { attributeFilter: ["data-pressed"] });
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (words) {
    if (JSON.parse(words).type === "orders") told.push("sent");
    send.call(this, words);
  };
}"""


def test_orders_are_given_before_the_other_parts_have_come(stage, someone):
    staged = stage(wizards=["Hurried", "Calm"])
    page = someone(PHONE, session=staged.sessions["Hurried"])
    page.add_init_script(f"({HOLD_FRAMES})()")
    page.goto(staged.url)
    hurried = Duelist(page, "Hurried")
    hurried.seal("P", "D")
    hurried.has_sealed()
    expect(page.locator("#duel[aria-busy=true]")).to_be_visible()
    expect(page.get_by_role("article", name="Calm")).to_have_count(0)
    stage(url=staged.url, number=1, orders={"Calm": {"left": "W", "right": "-"}})
    hurried.is_asked_for_orders(2)
    page.keyboard.press("w")
    expect(hurried.gesture("left", "W")).to_be_checked()
    page.evaluate("release()")
    hurried.sees_round(1, {"Calm": 15})
    expect(page.locator("#duel")).not_to_have_attribute("aria-busy", "true")
    expect(hurried.gesture("left", "W")).to_be_checked()
    expect(hurried.hand("left")).to_contain_text("On the way")


def test_what_lies_in_a_sheet_is_drawn_when_that_is_opened_as_it_stands_then(stage, someone):
    names = ["Curious", "Silent"]
    staged = stage(wizards=names, rounds=goblins(*names))
    page = someone(PHONE, address=staged.url, session=staged.sessions["Curious"])
    rounds, threats = page.locator(".chronicle__rounds details.told"), page.locator(".threats__wizard")
    expect(rounds).to_have_count(0)
    open_sheet(page, "Story")
    expect(rounds).to_have_count(5)
    shut_sheets(page)
    expect(threats).to_have_count(0)
    open_sheet(page, "Threats")
    expect(threats).to_have_count(2)
    shut_sheets(page)
    stage(url=staged.url, number=6, orders={name: {"left": "-", "right": "-"} for name in names})
    Duelist(page, "Curious").is_asked_for_orders(7)
    expect(rounds).to_have_count(5)
    open_sheet(page, "Story")
    expect(rounds).to_have_count(6)


def test_a_sheet_is_seen_to_open_before_what_lies_in_it_is_drawn_and_to_shut(stage, someone):
    names = ["Quick", "Patient"]
    staged = stage(wizards=names, rounds=goblins(*names))
    page = someone(PHONE, address=staged.url, session=staged.sessions["Quick"])
    opened, threats = page.locator(".sheet:popover-open"), page.locator(".threats__wizard")
    expect(page.locator("#duel:not([aria-busy])")).to_be_attached()
    page.evaluate(HOLD_FRAMES)
    opener = page.get_by_role("button", name="Threats", exact=True)
    opener.dispatch_event("click")
    expect(opened).to_have_count(1)
    expect(threats).to_have_count(0)
    opener.dispatch_event("click")
    expect(opened).to_have_count(0)
    opener.dispatch_event("click")
    page.evaluate("release()")
    expect(threats).to_have_count(2)


def test_in_a_slow_duel_on_a_phone_what_if_is_fetched_when_its_sheet_is_opened(stage, someone):
    staged = stage(wizards=["Ponderer", "Waiter"], pace=86_400)
    page = someone(PHONE, session=staged.sessions["Ponderer"])
    fetched = []
    page.on("request", lambda request: fetched.append(request.url))
    page.goto(staged.url)
    Duelist(page, "Ponderer").is_asked_for_orders(1)
    page.wait_for_load_state("networkidle")
    assert not [url for url in fetched if "assist-panel" in url]
    open_sheet(page, "What if")
    expect(page.locator(".what-if__points")).to_be_visible()
    assert [url for url in fetched if "assist-panel" in url]


def test_a_press_of_the_seal_is_seen_before_the_orders_are_sent_and_does_not_look_like_their_seal(stage, someone):
    staged = stage(wizards=["Pressing", "Patient"])
    page = someone(PHONE, session=staged.sessions["Pressing"])
    page.goto(staged.url)
    pressing = Duelist(page, "Pressing")
    pressing.pick("P", "D")
    expect(page.locator("#duel")).not_to_have_attribute("aria-busy", "true")
    page.evaluate(TELL_WHAT_SEALING_DOES)
    pressing.press("Seal")
    pressing.has_sealed()
    assert page.evaluate("told") == ["pressed: Seal orders", "a task later", "sent"]


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_nothing_moves_while_the_parts_come(stage, someone, device):
    staged = stage(wizards=["Steady", "Firm"], rounds=goblins("Steady", "Firm"))
    page = someone(device, session=staged.sessions["Steady"])
    page.add_init_script(f"({WATCH_SHIFTS})()")
    page.goto(staged.url)
    Duelist(page, "Steady").sees_round(5)
    expect(page.locator(".monster")).to_have_count(2)
    expect(page.locator("#duel")).not_to_have_attribute("aria-busy", "true")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    shifts = page.evaluate("window.shifts")
    assert sum(shift["value"] for shift in shifts) < STILL, shifts
