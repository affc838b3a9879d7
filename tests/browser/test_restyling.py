"""What changes is little beside the page, and so is what is styled and laid out: counted, as times tell of machines."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.layout import MOVING, goblins
from tests.browser.pages import DESKTOP, PHONE, settled, until

SHIELDS = {name: {"left": "P", "right": "D"} for name in ("Nimue", "Pellinore")}

LITTLE = 0.25
TRACKED = "disabled-by-default-devtools.timeline.invalidationTracking"


def traced(page: Page, act: Callable[[], None], *more: str) -> list[dict]:
    """What the browser says of its work until what `act` does is to be seen; `more`: categories beside the usual."""
    devtools, events, ended = page.context.new_cdp_session(page), [], []
    devtools.on("Tracing.dataCollected", lambda told: events.extend(told["value"]))
    devtools.on("Tracing.tracingComplete", lambda told: ended.append(told))
    settled(page)  # what was there before is styled
    devtools.send("Tracing.start", {"traceConfig": {"includedCategories": ["devtools.timeline", *more]}})
    act()
    settled(page)
    devtools.send("Tracing.end")
    until(page, lambda: ended)
    return events


def restyled(page: Page, act: Callable[[], None]) -> float:
    """Of the elements of the page, the most that are styled at once until what `act` does is to be seen."""
    counts = [event["args"]["elementCount"] for event in traced(page, act) if event["name"] == "UpdateLayoutTree"]
    return max(counts) / page.evaluate("document.querySelectorAll('*').length")


def unsettled(page: Page, act: Callable[[], None]) -> list[str]:
    """The nodes that have to be laid out anew for a change of their style until what `act` does is to be seen."""
    told = [
        event["args"]["data"] for event in traced(page, act, TRACKED) if event["name"] == "LayoutInvalidationTracking"
    ]
    return [data["nodeName"] for data in told if data["reason"] == "Style changed"]


def test_a_step_of_a_long_replay_styles_what_it_changes_alone(stage, someone):
    duel = stage(wizards=list(SHIELDS), rounds=[SHIELDS] * 20)
    replay = duel.url.replace("/duel/", "/replay/")
    page = someone(PHONE, address=f"{replay}15/")
    onwards = page.get_by_role("button", name="Next")
    expect(onwards).to_be_enabled()
    assert restyled(page, onwards.click) < LITTLE
    expect(page).to_have_url(f"{replay}16/")


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_a_round_that_has_come_styles_what_it_changes_alone(duelists, device):
    swift, calm = duelists(device, DESKTOP, wizards=["Swift", "Calm"], bouts=8)
    swift.seal("P", "W")

    def comes():
        calm.seal("P", "W")
        swift.is_asked_for_orders(10)

    assert restyled(swift.page, comes) < LITTLE


def test_a_gesture_and_a_seal_in_the_hand_leave_the_circle_as_it_lies_and_are_shown_at_once(duelists):
    nimble, _ = duelists({**PHONE, **MOVING}, DESKTOP, wizards=["Nimble", "Idle"], rounds=goblins("Nimble", "Idle"))
    page = nimble.page
    expect(page.locator(".monster")).to_have_count(2)
    for letter, hand in (("F", "left"), ("W", "right")):
        gesture = page.locator("label", has=nimble.gesture(hand, letter))
        assert not [name for name in unsettled(page, gesture.tap) if "monster" in name or "gesture" in name]
    assert restyled(page, page.get_by_role("button", name="Seal orders").tap) < LITTLE / 2
    moving = page.evaluate("document.getAnimations().map(({ effect }) => effect.target.getAttribute('class'))")
    assert not {"status", "circle-art", "gesture__face"} & set(moving)
