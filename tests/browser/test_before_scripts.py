"""Tests for pages whose scripts have not loaded yet, and for pages without JavaScript."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.layout import WATCH_SHIFTS, stands_still
from tests.browser.pages import DESKTOP, PALMS, PHONE, until

ROUNDS = [
    {"Early": {"left": "SD"[number % 2], "right": "-"}, "Late": {"left": "W", "right": "-"}} for number in range(4)
]
ROUNDS.append({"Early": PALMS, "Late": {"left": "W", "right": "-"}})
MODULES = re.compile(r"/static/(?!js/site/theme).*\.js$")
SHOWN = """() => [...document.querySelectorAll('.plain, .plain *')].filter((it) => it.checkVisibility())
  .map((it) => it.textContent.trim())"""
HAS_PAINTED = "performance.getEntriesByName('first-contentful-paint').length"
"""True after the first paint, which waits for the style sheet."""

UNDER_WAY, OVER, EMBEDDED = "/replay/{}/3/", "/replay/{}/5/", "/embed/{}/3/"


class HeldScripts:
    """The scripts of a page, delayed until the page has been painted without them."""

    def __init__(self, page: Page) -> None:
        self.held, self.are_late = [], True
        page.route(MODULES, self._route)

    def _route(self, route) -> None:
        if self.are_late:
            self.held.append(route)
        else:
            route.continue_()

    def release(self) -> None:
        self.are_late = False
        for route in self.held:
            route.continue_()


def assert_plain_form_hidden(page: Page, scripts: HeldScripts) -> None:
    """Assert that the page has been painted up to its footer, with its plain form hidden."""
    expect(page.locator("#replay")).to_be_visible()
    expect(page.locator("footer, .embed__from").first).to_be_attached()
    until(page, lambda: scripts.held)
    until(page, lambda: page.evaluate(HAS_PAINTED))
    assert page.locator(".plain").count()
    assert page.evaluate(SHOWN) == []


def has_not_moved(page: Page) -> None:
    expect(page.locator(".replay__cards")).to_be_visible()
    expect(page.locator(".chart")).to_be_visible()
    stands_still(page)


@pytest.mark.parametrize(
    ("device", "address"),
    [
        pytest.param(PHONE, OVER, id="phone-over"),
        pytest.param(DESKTOP, UNDER_WAY, id="desk-under-way"),
        pytest.param(DESKTOP, EMBEDDED, id="desk-embedded"),
        pytest.param(PHONE, UNDER_WAY, id="phone-under-way", marks=pytest.mark.thorough),
        pytest.param(DESKTOP, OVER, id="desk-over", marks=pytest.mark.thorough),
        pytest.param(PHONE, EMBEDDED, id="phone-embedded", marks=pytest.mark.thorough),
    ],
)
def test_a_loading_replay_hides_its_plain_form_and_does_not_move(
    stage, someone, device: Mapping[str, Any], address: str
):
    staged = stage(wizards=["Early", "Late"], rounds=ROUNDS)
    page = someone(device, address="about:blank")
    page.add_init_script(f"({WATCH_SHIFTS})()")
    scripts = HeldScripts(page)
    page.goto(address.format(staged.url.split("/")[2]), wait_until="commit")
    assert_plain_form_hidden(page, scripts)
    scripts.release()
    has_not_moved(page)


def has_plain_replays(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.get_by_role("navigation", name="Rounds")).to_be_visible()
    expect(page.get_by_role("heading", name="Analysis")).to_be_visible()


def is_asked_for_all_terms(page: Page) -> None:
    page.goto("/challenges/new/")
    page.get_by_text("More rules").click()
    for label in ("Names of mages", "Teams", "Mages per player", "Minimum rating"):
        expect(page.get_by_label(label)).to_be_visible()


def duel_on_the_front_page(page: Page) -> Locator:
    page.goto("/")
    return page.locator("#featured [data-preview]")


def test_pages_without_scripts_are_plain_and_the_front_page_looks_the_same(stage, someone):
    hits, misses = {"left": ">", "right": "-"}, {"left": "S", "right": "W"}
    over = stage(wizards=["Early", "Late"], rounds=ROUNDS)
    stage(wizards=["Lamorak", "Dornar"], rounds=[{"Lamorak": hits, "Dornar": misses}] * 3)
    still = someone(address="about:blank", java_script_enabled=False, session=over.sessions["Early"])
    has_plain_replays(still, over.url.replace("duel", "replay") + "3/")
    is_asked_for_all_terms(still)
    moving = someone(address="about:blank")
    plain, drawn = duel_on_the_front_page(still), duel_on_the_front_page(moving)
    expect(moving.locator("#featured")).to_have_attribute("data-link", "open")
    expect(moving.locator("[data-moves]")).to_be_visible()
    assert plain.inner_text().split() == drawn.inner_text().split()
    for width in (360, 800, 1280):
        for page in (still, moving):
            page.set_viewport_size({"width": width, "height": 900})
        assert plain.bounding_box()["height"] == drawn.bounding_box()["height"], width
