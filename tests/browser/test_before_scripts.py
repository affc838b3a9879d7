"""Replays before their scripts have come: who has scripts sees nothing of the plain pages, and nothing moves."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.layout import STILL
from tests.browser.pages import DESKTOP, PHONE, settled, until
from tests.browser.test_melee import WATCH_SHIFTS

ROUNDS = [
    {"Early": {"left": "SD"[number % 2], "right": "-"}, "Late": {"left": "W", "right": "-"}} for number in range(4)
]
ROUNDS.append({"Early": {"left": "P", "right": "P"}, "Late": {"left": "W", "right": "-"}})
MODULES = re.compile(r"/static/(?!js/site/theme).*\.js$")
SHOWN = """() => [...document.querySelectorAll('.plain, .plain *')].filter((it) => it.checkVisibility())
  .map((it) => it.textContent.trim())"""
HAS_PAINTED = "performance.getEntriesByName('first-contentful-paint').length"
"""Not before the style has come: until then nobody sees anything."""


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desk"])
@pytest.mark.parametrize("page_of", ["/replay/{}/3/", "/replay/{}/5/", "/embed/{}/3/"])
def test_nothing_plain_is_seen_and_nothing_moves_while_scripts_are_on_their_way(stage, someone, device, page_of):
    page = someone(device)
    staged = stage(wizards=["Early", "Late"], rounds=ROUNDS)
    slug = staged.url.rstrip("/").rsplit("/", 1)[-1]
    held, is_late = [], True
    page.add_init_script(f"({WATCH_SHIFTS})()")
    page.route(MODULES, lambda route: held.append(route) if is_late else route.continue_())
    page.goto(page_of.format(slug), wait_until="commit")
    expect(page.locator("#replay")).to_be_visible()
    expect(page.locator("footer, .embed__from").first).to_be_attached()
    until(page, lambda: held)
    until(page, lambda: page.evaluate(HAS_PAINTED))
    assert page.locator(".plain").count()
    assert page.evaluate(SHOWN) == []
    is_late = False
    for late in held:
        late.continue_()
    expect(page.locator(".replay__cards")).to_be_visible()
    expect(page.locator(".chart")).to_be_visible()
    settled(page)
    shifts = page.evaluate("window.shifts")
    assert sum(shift["value"] for shift in shifts) < STILL, shifts


def test_who_has_no_scripts_sees_the_plain_pages(stage, someone):
    staged = stage(wizards=["Early", "Late"], rounds=ROUNDS)
    page = someone(address=staged.url.replace("duel", "replay") + "3/", java_script_enabled=False)
    expect(page.get_by_role("navigation", name="Rounds")).to_be_visible()
    expect(page.get_by_role("heading", name="Analysis")).to_be_visible()
