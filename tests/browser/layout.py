"""Checks of the duel page's layout: visibility, overlaps, cut-off texts and layout shifts."""

from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Locator, Page

from tests.browser.pages import PHONE, fits, settled

TALL = {**PHONE, "viewport": {"width": 390, "height": 844}}
SIDEWAYS = {**PHONE, "viewport": {"width": 740, "height": 360}}
SMALL = {**PHONE, "viewport": {"width": 320, "height": 568}}
ZOOMED = {"viewport": {"width": 640, "height": 450}, "device_scale_factor": 2}
"""A desktop of 1280 by 900 pixels, zoomed to 200 %."""
MOVING = {"reduced_motion": "no-preference"}
TOUCH, FINGERTIP = 44, 24
"""Button sizes in pixels: comfortable for a finger, and the minimum that WCAG allows."""
STILL = 0.00005
"""A limit for layout shifts. A word that moves by four pixels exceeds it."""
JUMP = 0.1
"""The smallest layout shift that disturbs a reader. Source: web.dev, "Cumulative Layout Shift"."""
NAMES = ("Anacreon", "Belisarius", "Cordelia", "Dunstan", "Eglantine", "Fortinbras", "Guinevere", "Hieronymus")
"""The names of the wizards in a melee of eight."""

PARTS = (
    ".app-bar, .duel__circle, .duel__history, .duel__news, .gesture, .aim, .choice-field, .seal__row > *, .duel__sheets"
)
BOXES = """(parts) => [...document.querySelectorAll(parts)].filter((it) => it.checkVisibility()).map((it) => {
  const { left, top, right, bottom, width, height } = it.getBoundingClientRect();
  return { name: it.className || it.tagName, left, top, right, bottom, width, height };
})"""
SPILLED = """() => [...document.querySelectorAll('.sides :is(.seat, .creature, .seat__name, .effect)')].filter((it) => {
  const one = it.getBoundingClientRect(), room = document.querySelector('.duel__circle').getBoundingClientRect();
  return one.bottom > room.bottom + 0.5 || one.top < room.top - 0.5;
}).map((it) => it.textContent.trim())"""
"""The texts of wizards, monsters and effects that stick out of the circle, except in a melee, which scrolls."""
CUT = """(parts) => [...document.querySelectorAll(parts)].filter((it) => it.scrollWidth > it.clientWidth)
  .map((it) => it.textContent.trim())"""
"""The texts that are wider than their boxes."""
NEWEST_HIDDEN = """() => [...document.querySelectorAll('.duel__history .history__round')].slice(-1).some((it) => {
  const { top, bottom } = it.getBoundingClientRect();
  const room = it.closest('.duel__history').getBoundingClientRect();
  return bottom > room.bottom + 0.5 || top < room.top - 0.5;
})"""
"""True if the number of the newest round lies outside the history."""
OUT_OF_FRAME = """() => [...document.querySelectorAll('.aim__text')].filter((it) => {
  const frame = it.closest('.aim').getBoundingClientRect();
  const { left, right, top, bottom } = it.getBoundingClientRect();
  return left < frame.left || right > frame.right || top < frame.top || bottom > frame.bottom;
}).map((it) => it.textContent.trim())"""
"""The sentences that stick out of their rows."""
WATCH_SHIFTS = """() => {
  window.shifts = [];
  const place = ({ node, previousRect: was, currentRect: is }) =>
    `${node?.className || node?.nodeName} at ${was.y}, ${was.height} high > ${is.y}, ${is.height}`;
  const note = ({ value, hadRecentInput, sources }) =>
    hadRecentInput || window.shifts.push({ value, sources: sources.map(place) });
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: "layout-shift" });
}"""
"""A script that records a page's layout shifts in `window.shifts`, each with the elements that have moved."""
HOLD_FRAMES = """() => {
  const held = [], go = requestAnimationFrame;
  window.requestAnimationFrame = (act) => held.push(act);
  window.release = () => {
    window.requestAnimationFrame = go;
    for (const act of held) go(act);
  };
}"""
"""A script that delays all animation frames that the page requests, until `release()` is called."""


def goblins(*names: str) -> list[dict]:
    """Return orders for five rounds in which each wizard summons a goblin and begins Paralysis.

    Paralysis then lacks only its last gesture.
    """
    pairs = [("F", "S"), ("F", "F"), ("-", "W"), ("F", "-"), ("F", "-")]
    return [{name: {"left": left, "right": right} for name in names} for left, right in pairs]


def edges(part: Locator) -> dict[str, float]:
    """Return the bounding box of an element as a dictionary with `left`, `top`, `right` and `bottom`."""
    return part.evaluate("(it) => it.getBoundingClientRect().toJSON()")


def lies_in(element: Locator, container: Locator) -> bool:
    """Return whether the centre of `element` lies inside the bounding box of `container`."""
    one, box = element.bounding_box(), container.bounding_box()
    assert one is not None
    assert box is not None
    x, y = one["x"] + one["width"] / 2, one["y"] + one["height"] / 2
    return box["x"] <= x <= box["x"] + box["width"] and box["y"] <= y <= box["y"] + box["height"]


def overlap(one: Mapping[str, float], other: Mapping[str, float]) -> bool:
    """Return whether two boxes overlap by more than half a pixel."""
    return (
        min(one["right"], other["right"]) - max(one["left"], other["left"]) > 0.5
        and min(one["bottom"], other["bottom"]) - max(one["top"], other["top"]) > 0.5
    )


def resize(page: Page, device: Mapping[str, Any]) -> None:
    """Give the page the viewport of `device`, and wait for its layout."""
    page.set_viewport_size(device["viewport"])
    settled(page)


def is_one_screen(page: Page) -> None:
    """Assert that the duel page needs no scrolling, that nothing overlaps, and that buttons are large enough to tap."""
    boxes = page.evaluate(BOXES, PARTS)
    size = page.viewport_size
    for box in boxes:
        assert box["left"] >= 0, box
        assert box["top"] >= 0, box
        assert box["right"] <= size["width"], (box, size)
        assert box["bottom"] <= size["height"], (box, size)
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            assert not overlap(one, other), (one, other, size)
    gestures = [box for box in boxes if "gesture" in box["name"]]
    assert len(gestures) == 16, (gestures, size)
    for box in gestures:
        assert min(box["width"], box["height"]) >= TOUCH, (box, size)
    for box in page.evaluate(BOXES, ".history__round"):
        assert min(box["width"], box["height"]) >= FINGERTIP, (box, size)
    assert page.evaluate("scrollY") == 0, "the page is scrolled"
    assert not page.evaluate(NEWEST_HIDDEN), "the newest round is not in view"
    nothing_spills(page)


def nothing_spills(page: Page) -> None:
    """Assert that no wizard, monster or effect sticks out of the duelling circle."""
    spilled = page.evaluate(SPILLED)
    assert spilled == [], (spilled, page.viewport_size)


def nothing_is_cut(page: Page, parts: str) -> None:
    """Assert that no text is cut off in the elements that match the selector `parts`."""
    cut = page.evaluate(CUT, parts)
    assert cut == [], (cut, page.viewport_size)


def the_search_is_not_cut_off(page: Page) -> None:
    """Assert that neither the search field's hint nor a button of the open spell book is cut off."""
    field = page.locator("#spellbook-search")
    field.fill(field.get_attribute("placeholder"))
    nothing_is_cut(page, "#spellbook-search, .spellbook__orders button")
    fits(page)
    field.fill("")


def watch_shifts(page: Page) -> None:
    """Record all layout shifts from now on, and discard any recorded before."""
    page.evaluate(f"() => {{ if (window.shifts) window.shifts.length = 0; else ({WATCH_SHIFTS})(); }}")


def stands_still(page: Page, limit: float = STILL) -> None:
    """Assert that the layout shifts since the call of `watch_shifts` add up to less than `limit`."""
    settled(page)
    shifts = page.evaluate("window.shifts")
    assert sum(shift["value"] for shift in shifts) < limit, shifts
