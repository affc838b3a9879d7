"""Tests that a change on a page restyles and lays out only a few elements.

The tests count elements instead of measuring times, which vary between machines.
"""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.layout import MOVING, goblins
from tests.browser.pages import DESKTOP, PHONE, Duelist, press, settled, until

SHIELDS = {name: {"left": "P", "right": "D"} for name in ("Nimue", "Pellinore")}

LITTLE = 0.25
TRACKED = "disabled-by-default-devtools.timeline.invalidationTracking"


def trace(page: Page, act: Callable[[], None], *more: str) -> list[dict]:
    """Call `act`, and return the browser's trace events up to the moment when the result is visible.

    `more` contains additional categories of events.
    """
    devtools, events, ended = page.context.new_cdp_session(page), [], []
    devtools.on("Tracing.dataCollected", lambda told: events.extend(told["value"]))
    devtools.on("Tracing.tracingComplete", lambda told: ended.append(told))
    settled(page)  # earlier changes have been styled
    devtools.send("Tracing.start", {"traceConfig": {"includedCategories": ["devtools.timeline", *more]}})
    act()
    settled(page)
    devtools.send("Tracing.end")
    until(page, lambda: ended)
    return events


def restyled_share(page: Page, act: Callable[[], None]) -> float:
    """Call `act`, and return the largest share of the page's elements that is restyled at once, from 0 to 1."""
    updates = [event["args"] for event in trace(page, act) if event["name"] == "UpdateLayoutTree"]
    # An update that runs when tracing starts or ends has no count.
    counts = [update["elementCount"] for update in updates if "elementCount" in update]
    return max(counts) / page.evaluate("document.querySelectorAll('*').length")


def laid_out_again(page: Page, act: Callable[[], None]) -> list[str]:
    """Call `act`, and return the names of the nodes that must be laid out again because their style has changed."""
    events = trace(page, act, TRACKED)
    found = [event["args"]["data"] for event in events if event["name"] == "LayoutInvalidationTracking"]
    return [data["nodeName"] for data in found if data["reason"] == "Style changed"]


def test_a_step_of_a_long_replay_restyles_only_what_changes(stage, someone):
    duel = stage(wizards=list(SHIELDS), rounds=[SHIELDS] * 20)
    replay = duel.url.replace("/duel/", "/replay/")
    page = someone(PHONE, address=f"{replay}15/")
    onwards = page.get_by_role("button", name="Next", exact=True)
    expect(onwards).to_be_enabled()
    assert restyled_share(page, onwards.click) < LITTLE
    expect(page).to_have_url(f"{replay}16/")


def test_gestures_seals_and_new_rounds_restyle_only_what_changes(stage, someone):
    names = ["Nimble", "Idle"]
    staged = stage(wizards=names, rounds=goblins(*names))
    nimble = Duelist(someone({**PHONE, **MOVING}, address=staged.url, session=staged.sessions["Nimble"]), "Nimble")
    page = nimble.page

    def opponent_seals(number: int) -> None:
        stage(url=staged.url, number=number, orders={"Idle": {"left": "P", "right": "W"}})
        nimble.is_asked_for_orders(number + 1)

    expect(page.locator(".creature")).to_have_count(2)
    a_gesture_leaves_the_circle_as_it_is(nimble)
    nimble.pick("P", "W")
    a_seal_is_shown_without_motion(page)
    page.emulate_media(reduced_motion="reduce")
    assert restyled_share(page, lambda: opponent_seals(6)) < LITTLE, "phone"
    page.set_viewport_size(DESKTOP["viewport"])
    nimble.seal("P", "W")
    nimble.has_sealed()
    assert restyled_share(page, lambda: opponent_seals(7)) < LITTLE, "desk"


def a_gesture_leaves_the_circle_as_it_is(duelist: Duelist) -> None:
    for letter, hand in (("F", "left"), ("W", "right")):
        label = duelist.page.locator("label", has=duelist.gesture(hand, letter))
        nodes = laid_out_again(duelist.page, label.tap)
        assert not [name for name in nodes if "creature" in name or "gesture" in name]


def a_seal_is_shown_without_motion(page: Page) -> None:
    seal = page.get_by_role("button", name="Seal orders")
    assert restyled_share(page, lambda: press(seal)) < LITTLE / 2
    moving = page.evaluate("document.getAnimations().map(({ effect }) => effect.target.getAttribute('class'))")
    assert not {"status", "circle-art", "gesture__face"} & set(moving)
