"""Tests for loading the duel page on a phone: the orders load first, then every other part in its own task."""

from playwright.sync_api import Page, expect

from tests.browser.layout import HOLD_FRAMES, WATCH_SHIFTS, goblins, stands_still
from tests.browser.pages import DESKTOP, PHONE, REST, Duelist, open_sheet, press, shut_sheets

RECORD_SEALING = """() => {
  window.recorded = [];
  const seal = document.querySelector(".seal__button"), { port1, port2 } = new MessageChannel();
  port1.onmessage = () => recorded.push("a task later");
  new MutationObserver((_, observer) => {
    observer.disconnect();
    recorded.push(`pressed: ${seal.textContent.trim()}`);
    port2.postMessage(0);
  }).observe(seal, { attributeFilter: ["data-pressed"] });
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (words) {
    if (JSON.parse(words).type === "orders") recorded.push("sent");
    send.call(this, words);
  };
}"""


def has_loaded(page: Page) -> None:
    expect(page.locator("#duel")).not_to_have_attribute("aria-busy", "true")


def test_orders_can_be_given_before_the_other_parts_have_loaded(stage, someone):
    staged = stage(wizards=["Hurried", "Calm"])
    page = someone(PHONE, address="about:blank", session=staged.sessions["Hurried"])
    page.add_init_script(f"({HOLD_FRAMES})()")
    page.goto(staged.url)
    hurried = Duelist(page, "Hurried")
    for hand, letter in (("left", "P"), ("right", "D")):
        press(page.locator("label", has=hurried.gesture(hand, letter)))
    hurried.press("Seal")
    hurried.has_sealed()
    expect(page.locator("#duel[aria-busy=true]")).to_be_visible()
    expect(page.get_by_role("article", name="Calm")).to_have_count(0)
    stage(url=staged.url, number=1, orders={"Calm": {"left": "W", "right": "-"}})
    hurried.is_asked_for_orders(2)
    page.keyboard.press("w")
    expect(hurried.gesture("left", "W")).to_be_checked()
    page.evaluate("release()")
    hurried.sees_round(1, {"Calm": 15})
    has_loaded(page)
    expect(hurried.gesture("left", "W")).to_be_checked()
    expect(hurried.hand("left")).to_contain_text("(")
    hurried.pick("P", "D")
    the_seal_is_shown_as_pressed_before_orders_are_sent(hurried)


def the_seal_is_shown_as_pressed_before_orders_are_sent(duelist: Duelist) -> None:
    """Assert that the button is first shown as pressed, and that a later task then sends the orders."""
    duelist.page.evaluate(RECORD_SEALING)
    duelist.press("Seal")
    duelist.has_sealed()
    assert duelist.page.evaluate("recorded") == ["pressed: Seal orders", "a task later", "sent"]


def test_nothing_moves_while_parts_load_and_sheets_are_drawn_when_opened(stage, someone):
    names = ["Curious", "Silent"]
    staged = stage(wizards=names, rounds=goblins(*names))
    page = someone(PHONE, address="about:blank", session=staged.sessions["Curious"])
    page.add_init_script(f"({WATCH_SHIFTS})()")
    page.goto(staged.url)
    nothing_moves_while_parts_load(page)
    a_sheet_opens_before_its_contents_are_drawn(page)
    rounds = page.locator(".chronicle__rounds details.told")
    expect(rounds).to_have_count(0)
    open_sheet(page, "Story")
    expect(rounds).to_have_count(5)
    shut_sheets(page)
    stage(url=staged.url, number=6, orders=dict.fromkeys(names, REST))
    Duelist(page, "Curious").is_asked_for_orders(7)
    expect(rounds).to_have_count(5)
    open_sheet(page, "Story")
    expect(rounds).to_have_count(6)
    page.set_viewport_size(DESKTOP["viewport"])
    page.reload()
    nothing_moves_while_parts_load(page)


def nothing_moves_while_parts_load(page: Page) -> None:
    Duelist(page, "Curious").sees_round(5)
    expect(page.locator(".monster, .creature")).to_have_count(2)
    has_loaded(page)
    stands_still(page)


def a_sheet_opens_before_its_contents_are_drawn(page: Page) -> None:
    opened, threats = page.locator(".sheet:popover-open"), page.locator(".threats__wizard")
    page.evaluate(HOLD_FRAMES)
    opener = page.get_by_role("button", name="Threats", exact=True)
    for count in (1, 0, 1):
        opener.dispatch_event("click")
        expect(opened).to_have_count(count)
        expect(threats).to_have_count(0)
    page.evaluate("release()")
    expect(threats).to_have_count(2)
    shut_sheets(page)


def test_on_a_phone_what_if_is_downloaded_when_its_sheet_is_opened(stage, someone):
    staged = stage(wizards=["Ponderer", "Waiter"], pace=86_400)
    page = someone(PHONE, address="about:blank", session=staged.sessions["Ponderer"])
    requested = []
    page.on("request", lambda request: requested.append(request.url))
    page.goto(staged.url)
    Duelist(page, "Ponderer").is_asked_for_orders(1)
    page.wait_for_load_state("networkidle")
    assert not [url for url in requested if "assist-panel" in url]
    open_sheet(page, "What if")
    expect(page.locator(".what-if__points")).to_be_visible()
    assert [url for url in requested if "assist-panel" in url]
