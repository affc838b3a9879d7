"""Players in browsers: how they come into a duel, give orders, and what they see."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

PHONE, DESKTOP = {"width": 360, "height": 740}, {"width": 1280, "height": 800}

Json = dict[str, Any]


@contextmanager
def player(
    browser: Browser, site: str, name: str, viewport: Mapping[str, int] = DESKTOP, **options: Any
) -> Iterator[Page]:
    """The page of a guest of this name, in a browser of his own."""
    context = browser.new_context(base_url=site, viewport=dict(viewport), **options)
    page = context.new_page()
    page.set_default_timeout(8000)
    page.goto("/guest/")
    page.locator("main input[name=name]").fill(name)
    page.locator("main form button[type=submit]").click()
    expect(page.locator("main input[name=name]")).to_have_count(0)
    yield page
    context.close()


def begin_duel(host: Page, guest: Page, book: str = "classic") -> None:
    """Have `host` challenge and `guest` accept; both are at the duel then."""
    host.goto("/lobby/")
    host.get_by_label("Spell book").select_option(book)
    host.get_by_role("button", name="Challenge").click()
    expect(host.get_by_role("heading", name="Your challenge")).to_be_visible()
    guest.goto(host.url)
    guest.get_by_role("button", name="Accept").click()
    for page in (host, guest):
        page.wait_for_url(re.compile("/duel/"))
        at_round(page, 1)


def at_round(page: Page, number: int) -> None:
    expect(page.get_by_role("heading", name=f"Orders for round {number}", exact=True)).to_be_visible()


def gesture(page: Page, hand: str, letter: str) -> Locator:
    return page.locator(f"input[name={hand}][value='{letter}']")


def pick(page: Page, left: str, right: str) -> None:
    for hand, letter in (("left", left), ("right", right)):
        page.locator("label.gesture").filter(has=gesture(page, hand, letter)).click()


def seal(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Seal")).click()


def sealed(page: Page) -> Locator:
    return page.locator(".seal")


def status(page: Page) -> Locator:
    return page.locator(".status")


def give(page: Page, orders: Json) -> None:
    """Enter the orders of a record as a player does, and seal them."""
    pick(page, orders["left"], orders["right"])
    for hand, spell in orders.get("cast", {}).items():
        choice = page.get_by_label(re.compile(f"{_whose(hand)} could complete"))
        if choice.count():
            choice.select_option(spell)
    for hand, ref in orders.get("target", {}).items():
        page.get_by_label(re.compile(f"{_whose(hand)}(: .* at| stabs)")).select_option(ref)
    for wizard, hand in orders.get("paralyze", {}).items():
        page.get_by_role("group", name=wizard).get_by_label(f"{hand} hand").check()
    seal(page)


def _whose(hand: str) -> str:
    return "Both hands" if hand == "both" else f"Your {hand} hand"


def hit_points(page: Page, wizard: str) -> Locator:
    return page.get_by_role("article", name=wizard, exact=True).locator(".health strong")


def as_shown(points: int) -> str:
    return str(points).replace("-", "−")


def assert_all_can_use(page: Page) -> None:
    """No barrier that axe knows of, and no scrolling sideways."""
    found = Axe().run(page)
    assert found.violations_count == 0, f"{page.url}\n{found.generate_report()}"
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
